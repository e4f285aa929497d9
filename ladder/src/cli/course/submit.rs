//! `ladder submit`: submits a participant's first program or an update, or the programs of a whole course.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::{anyhow, Context};
use arena::cli::{Done, SandboxArguments, Usage};
use arena::play::record::Protocol;
use ladder::course::intake::{Candidate, Source};
use ladder::course::programs::{keep, keep_contents, Program};
use ladder::course::store::Store;
use ladder::names::check_name;
use supervisor::compile;
use supervisor::sandbox::{Sandbox, SandboxFailed};
use supervisor::stop::{Stop, Stopped};
use toolkit::commands::typed;
use toolkit::files;
use toolkit::text::Visible;
use toolkit::{complain, say};

use super::DirArguments;

/// The arguments of `ladder submit`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    /// The participant: a new name, or a known one for an update.
    #[arg(required_unless_present = "folder")]
    name: Option<String>,
    /// A source (.c, .cc, .cpp, .cxx, .py, .rs), an executable file, a built-in bot, or a command that is run
    /// in this directory.
    #[arg(value_name = "FILE|COMMAND", required_unless_present = "folder")]
    program: Option<String>,
    /// Submits every source and program in this folder; the file's name is the participant's.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["name", "program"])]
    folder: Option<PathBuf>,
    /// The protocol that the program speaks [default: the course's, or CodinGame's in leagues]
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    #[command(flatten)]
    compiler: compile::Options,
    #[command(flatten)]
    sandbox: SandboxArguments,
}

/// The outcome of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Entered,
    Updated,
    /// The participant already plays this program.
    Unchanged,
    NotEffective,
    Refused,
}

impl Outcome {
    /// All of them with their words; files of the last two have no program to play.
    const ALL: [(Self, &str); 5] = [
        (Self::Entered, "entered"),
        (Self::Updated, "updated"),
        (Self::Unchanged, "unchanged"),
        (Self::NotEffective, "not effective"),
        (Self::Refused, "refused"),
    ];
}

/// Checks whether programs make a legal move and puts them into the database.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let mut store = arguments.directory.open_to_write()?;
    if let Some(folder) = &arguments.folder {
        return submit_folder(arguments, &mut store, folder, stop);
    }
    let (Some(name), Some(program)) = (&arguments.name, &arguments.program) else {
        return Err(Usage("a participant and a program are needed".to_string()).into());
    };
    match submit(arguments, &mut store, name, program, stop)? {
        Outcome::Entered | Outcome::Updated => Ok(Done::Well),
        // It would get an update's priority in pairing.
        Outcome::Unchanged => {
            Err(Usage(format!("{} plays this very program already", Visible::line(name))).into())
        }
        Outcome::NotEffective | Outcome::Refused => Ok(Done::BotFailed),
    }
}

/// Submits one file per participant and reports each; a refused file does not stop the others.
fn submit_folder(
    arguments: &Arguments,
    store: &mut Store,
    folder: &Path,
    stop: &Stop,
) -> anyhow::Result<Done> {
    let listed = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()));
    let paths = listed.map_err(Usage::from_error)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    let mut report: BTreeMap<Outcome, Vec<String>> = BTreeMap::new();
    let mut submitted = BTreeMap::new();
    for (number, path) in (1..).zip(&paths) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        say!("{number}/{}  {}\n", paths.len(), Visible::line(&path.display().to_string()));
        let outcome = match submitted.insert(name.clone(), path) {
            // A link may lead to any file of the submitter's, which compilers would quote on a page.
            _ if !path.symlink_metadata().is_ok_and(|file| file.is_file()) => {
                Err(anyhow!("{} is a folder, a link or a device, not a file", path.display()))
            }
            None => submit(arguments, store, &name, &path.display().to_string(), stop),
            Some(first) => Err(anyhow!("{} is {name}'s already: one file a participant", first.display())),
        };
        match &outcome {
            Err(error) if error.is::<Stopped>() || error.is::<SandboxFailed>() => {
                return outcome.map(|_| Done::Well);
            }
            Err(error) => say!("refused: {}\n", Visible::line(&format!("{error:#}"))),
            Ok(Outcome::Unchanged) => say!("{} plays this very program already\n", Visible::line(&name)),
            Ok(_) => {}
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        report.entry(outcome.unwrap_or(Outcome::Refused)).or_default().push(file);
    }
    Ok(print_report(&report, paths.len()))
}

/// Prints the number of files by outcome, and the files that have no program to play.
fn print_report(report: &BTreeMap<Outcome, Vec<String>>, files: usize) -> Done {
    let listed = |outcome| report.get(&outcome).map_or(&[][..], Vec::as_slice);
    let counts = Outcome::ALL.map(|(outcome, word)| format!("{} {word}", listed(outcome).len()));
    say!("{files} files: {}\n", counts.join(", "));
    let mut done = Done::Well;
    for (outcome, word) in &Outcome::ALL[3..] {
        if !listed(*outcome).is_empty() {
            say!("{word}: {}\n", Visible::line(&listed(*outcome).join(", ")));
            done = Done::BotFailed;
        }
    }
    done
}

fn submit(
    arguments: &Arguments,
    store: &mut Store,
    name: &str,
    program: &str,
    stop: &Stop,
) -> anyhow::Result<Outcome> {
    let names = store.names()?;
    check_name(name, names.iter().map(String::as_str))?;
    store.refuse_boss(name)?;
    let Some(mut candidate) = read_program(arguments, name, program, store, stop)? else {
        return Ok(Outcome::Unchanged);
    };
    if !candidate.messages.is_empty() {
        say!("{}\n", Visible::lines(candidate.messages.trim_end()));
    }
    let sandbox = arguments.directory.sandbox(arguments.sandbox.sandbox);
    if candidate.failure.is_none() && candidate.program.protocol() != Protocol::Builtin {
        speak(&sandbox)?;
    }
    let too_slow = format!(", this ladder's limit of a call: `{} init --turn-ms` sets it", typed());
    let finding = candidate.check(name, store, &sandbox, &too_slow, stop).map_err(Usage::from_error)?;
    for line in finding.last_words.lines() {
        say!("     stderr: {}\n", Visible::line(line));
    }
    let submission = candidate.submission(name, &finding, &candidate.messages);
    let finding = &finding.text;
    match store.submit(&submission)? {
        Some(1) => {
            say!("{} enters the ladder: {}\n", Visible::line(name), Visible::line(finding));
            Ok(Outcome::Entered)
        }
        Some(number) => {
            say!("{} is updated to program {number}: {}\n", Visible::line(name), Visible::line(finding));
            Ok(Outcome::Updated)
        }
        None => {
            say!("not effective, so it does not play: {}\n", Visible::line(finding));
            Ok(Outcome::NotEffective)
        }
    }
}

/// Prints the isolation in force, once.
fn speak(sandbox: &Sandbox) -> anyhow::Result<()> {
    static ONCE: Once = Once::new();
    let line = sandbox.line().map_err(Usage::from_error)?;
    ONCE.call_once(|| complain!("{line}"));
    Ok(())
}

/// Reads a program and compiles it if it is a source; `None` if its participant already plays it.
fn read_program(
    arguments: &Arguments,
    participant: &str,
    text: &str,
    store: &Store,
    stop: &Stop,
) -> anyhow::Result<Option<Candidate>> {
    let (directory, programs) = (std::env::current_dir()?, store.programs());
    let protocol = arguments.protocol.unwrap_or(store.protocol());
    let path = directory.join(text);
    let program = Program::parse(text, protocol, &directory).map_err(Usage::from_error)?;
    let mut content = Vec::new();
    let sha256 = match &program {
        Program::Source { .. } => {
            let read = files::read(&path, compile::SOURCE_BYTES);
            content = read.map_err(|error| Usage::from_error(error.into()))?;
            keep_contents(&content, &programs)?
        }
        Program::File { .. } | Program::Script { .. } => keep(&path, &programs).map_err(Usage::from_error)?,
        _ => program.sha256("", &programs).map_err(Usage::from_error)?,
    };
    if store.plays_already(participant, &sha256)? {
        return Ok(None);
    }
    let Some(language) = compile::Language::of(&path).filter(|_| matches!(program, Program::Source { .. }))
    else {
        let messages = String::new();
        return Ok(Some(Candidate { program, sha256, messages, failure: None, is_late: false }));
    };
    let options = match arguments.folder {
        Some(_) => arguments.compiler.in_a_folder(language),
        None => arguments.compiler,
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = Source { file: &file, content: &content, options, protocol, time: compile::WALL_TIME };
    let candidate = Candidate::of_source(&source, &programs, arguments.sandbox.sandbox, stop);
    candidate.map(Some).map_err(|error| match error.is::<Stopped>() {
        true => error,
        false => Usage::from_error(error),
    })
}
