//! `ladder submit`: a participant's first program, or an update.

use arena::cli::{Done, Language, Shown, Usage};
use arena::play::record::Protocol;
use arena::say;
use arena::stop::Stop;
use arena::text::Visible;
use ladder::course::check::{check, Finding};
use ladder::course::programs::{keep, Program};
use ladder::course::store::{Replica, Store, Submission};

use super::directory::DirArguments;

/// No name is longer, in characters.
const NAME_CHARACTERS: usize = 64;

/// The arguments of `ladder submit`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    /// The participant: a new name, or a known one for an update.
    name: String,
    /// A built-in bot, an executable file (the ladder keeps a copy), or a command that is run in this directory.
    #[arg(value_name = "COMMAND|FILE")]
    program: String,
    /// The protocol that the program speaks.
    #[arg(long, value_enum, default_value_t = Language::Course)]
    protocol: Language,
}

/// Checks whether the program makes a legal move and puts it into the database.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let name = arguments.name.as_str();
    check_name(name)?;
    let mut store = arguments.directory.open_to_write()?;
    let (program, sha256) = read_program(arguments, &store).map_err(Usage::from_error)?;
    refuse_unchanged(&store, name, &sha256)?;
    let bot = program.bot(name, &sha256, &store.programs())?;
    let Finding { is_effective, text: finding } =
        check(&bot, store.limits(), stop).map_err(Usage::from_error)?;
    let submission = Submission { name, program: &program, sha256: &sha256, is_effective, finding: &finding };
    let submitted = store.submit(&submission)?;
    match submitted.number {
        Some(1) => say!("{} enters the ladder: {}\n", Shown(name), Shown(&finding)),
        Some(number) => say!("{} is updated to program {number}: {}\n", Shown(name), Shown(&finding)),
        None => say!("not effective, so it does not play: {}\n", Shown(&finding)),
    }
    Ok(Done::Well)
}

fn check_name(name: &str) -> anyhow::Result<()> {
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
    Err(Usage(format!("the name `{}` {problem}", Shown(name))).into())
}

fn read_program(arguments: &Arguments, store: &Store) -> anyhow::Result<(Program, String)> {
    let directory = std::env::current_dir()?;
    let program = Program::parse(&arguments.program, Protocol::from(arguments.protocol), &directory)?;
    let sha256 = match &program {
        Program::File { .. } => keep(&directory.join(&arguments.program), &store.programs())?,
        _ => program.sha256("", &store.programs())?,
    };
    Ok((program, sha256))
}

/// The same content again is no update: it would go first for nothing.
fn refuse_unchanged(store: &Store, name: &str, sha256: &str) -> anyhow::Result<()> {
    let Some(participant) = Replica::load(store)?.ladder.find(name) else { return Ok(()) };
    let versions = store.versions(participant)?;
    let current = versions.iter().rfind(|version| version.number.is_some());
    if current.is_some_and(|version| version.sha256 == sha256) {
        return Err(Usage(format!("{} plays this very program already", Shown(name))).into());
    }
    Ok(())
}
