//! Names of participants and league bots.

use arena::cli::Usage;
use toolkit::text::Visible;

/// Maximum length of a name, in characters.
const NAME_CHARACTERS: usize = 64;

/// Refuses a name that tables could not show as it is.
///
/// # Errors
/// [`Usage`] that says what is wrong with it.
pub fn check_name(name: &str) -> anyhow::Result<()> {
    let problem = if name.trim().is_empty() {
        "is empty"
    } else if name.trim() != name {
        "starts or ends with a blank"
    } else if name.chars().count() > NAME_CHARACTERS {
        "is longer than 64 characters"
    } else if Visible::line(name).to_string() != name {
        "has invisible characters"
    } else {
        return Ok(());
    };
    Err(Usage(format!("the name `{}` {problem}", Visible::line(name))).into())
}
