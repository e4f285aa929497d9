//! Names of participants and league bots.

use arena::cli::Usage;
use toolkit::text::Visible;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{skeleton, GeneralSecurityProfile};

/// Maximum length of a name, in characters.
const NAME_CHARACTERS: usize = 64;

/// Refuses a name that tables could not show as it is, or that looks like one of the `others`.
///
/// # Errors
/// [`Usage`] that says what is wrong with it.
pub fn check_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
    let twin = others.into_iter().find(|other| *other != name && skeleton(other).eq(skeleton(name)));
    let problem = if name.trim().is_empty() {
        "is empty"
    } else if name.trim() != name {
        "starts or ends with a blank"
    } else if name.chars().count() > NAME_CHARACTERS {
        "is longer than 64 characters"
    } else if Visible::line(name).to_string() != name {
        "has invisible characters"
    } else if !name.chars().all(is_plain) || !name.nfkc().eq(name.chars()) {
        "has a character that cannot be seen, or that has more than one form"
    } else if let Some(twin) = twin {
        &format!("looks like `{}`, which another has", Visible::line(twin))
    } else {
        return Ok(());
    };
    Err(Usage(format!("the name `{}` {problem}", Visible::line(name))).into())
}

/// Whether a character is one of ASCII's, or one of those that Unicode recommends for identifiers.
fn is_plain(c: char) -> bool {
    c == ' ' || c.is_ascii_graphic() || c.identifier_allowed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_seen_and_told_apart() {
        for name in [
            "Ann",
            "J\u{fc}rgen M.",
            "O\u{2019}Brien",
            "\u{5f20}\u{4f1f}",
            "bot #2",
            "\u{410}\u{43d}\u{43d}\u{430}",
        ] {
            assert!(check_name(name, ["Bea"]).is_ok(), "{name}");
            assert!(check_name(name, [name]).is_ok(), "{name}: its own update");
        }
        for c in [
            "\u{3164}",
            "\u{2800}",
            "\u{34f}",
            "\u{fe0f}",
            "\u{115f}",
            "\u{a0}",
            "\u{200b}",
            "\u{ad}",
            "\u{e0041}",
        ] {
            for name in [c.to_string(), format!("Ann{c}"), format!("A{c}nn")] {
                assert!(check_name(&name, []).is_err(), "{name:?}");
            }
        }
        assert!(check_name("Ju\u{308}rgen", []).is_err(), "decomposed");
        assert!(check_name("\u{ff21}nn", []).is_err(), "full width");
        for twin in ["\u{410}nn", "Ann\u{200b}"] {
            assert!(check_name(twin, ["Ann"]).is_err(), "{twin:?}");
        }
    }
}
