//! `ladder submit`: submits a participant's first program or an update, or the programs of a whole course.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::{anyhow, Context};
use arena::cli::{Done, Language, SandboxArguments, Usage};
use arena::play::record::Protocol;
use arena::{complain, say};
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
    protocol: Option<Language>,
    #[command(flatten)]
    compiler: compile::Options,
    #[command(flatten)]
    sandbox: SandboxArguments,
}

/// The outcome of a submission.
enum Submitted {
    Entered,
    Updated,
    NotEffective,
    /// The participant already plays this program.
    Unchanged,
}

/// The participants of a folder by the outcome of their submissions.
#[derive(Default)]
struct FolderReport {
    entered: usize,
    updated: usize,
    unchanged: usize,
    not_effective: Vec<String>,
    refused: Vec<String>,
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
        Submitted::NotEffective => Ok(Done::BotFailed),
        Submitted::Entered | Submitted::Updated => Ok(Done::Well),
        // It would get an update's priority in pairing.
        Submitted::Unchanged => {
            Err(Usage(format!("{} plays this very program already", Visible::line(name))).into())
        }
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
    let mut report = FolderReport::default();
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
            Ok(Submitted::Unchanged) => say!("{} plays this very program already\n", Visible::line(&name)),
            Ok(_) => {}
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        report.count(file, outcome.ok());
    }
    Ok(report.print(paths.len()))
}

impl FolderReport {
    /// Counts a file by the outcome of its submission, `None` if it was refused.
    fn count(&mut self, file: String, outcome: Option<Submitted>) {
        match outcome {
            Some(Submitted::Entered) => self.entered += 1,
            Some(Submitted::Updated) => self.updated += 1,
            Some(Submitted::Unchanged) => self.unchanged += 1,
            Some(Submitted::NotEffective) => self.not_effective.push(file),
            None => self.refused.push(file),
        }
    }

    /// Prints the counts, and the files that have no program to play.
    fn print(&self, files: usize) -> Done {
        let Self { entered, updated, unchanged, not_effective, refused } = self;
        say!("{files} files: {entered} entered, {updated} updated, {unchanged} unchanged, ");
        say!("{} not effective, {} refused\n", not_effective.len(), refused.len());
        for (problem, files) in [("not effective", not_effective), ("refused", refused)] {
            if !files.is_empty() {
                say!("{problem}: {}\n", Visible::line(&files.join(", ")));
            }
        }
        match not_effective.is_empty() && refused.is_empty() {
            true => Done::Well,
            false => Done::BotFailed,
        }
    }
}

fn submit(
    arguments: &Arguments,
    store: &mut Store,
    name: &str,
    program: &str,
    stop: &Stop,
) -> anyhow::Result<Submitted> {
    let names = store.names()?;
    check_name(name, names.iter().map(String::as_str))?;
    store.refuse_boss(name)?;
    let Some(candidate) = read_program(arguments, name, program, store, stop)? else {
        return Ok(Submitted::Unchanged);
    };
    if !candidate.messages.is_empty() {
        say!("{}\n", Visible::lines(candidate.messages.trim_end()));
    }
    let sandbox = arguments.directory.sandbox(arguments.sandbox.sandbox);
    if candidate.failure.is_none() && candidate.program.protocol() != Protocol::Builtin {
        speak(&sandbox)?;
    }
    let too_slow = format!(", this ladder's limit of a call: `{} init --turn-ms` sets it", typed());
    let checked = candidate.check(name, store, &sandbox, &too_slow, stop).map_err(Usage::from_error)?;
    let finding = &checked.finding.text;
    for line in checked.finding.last_words.lines() {
        say!("     stderr: {}\n", Visible::line(line));
    }
    let submission = checked.submission(name, &checked.messages);
    match store.submit(&submission)? {
        Some(1) => {
            say!("{} enters the ladder: {}\n", Visible::line(name), Visible::line(finding));
            Ok(Submitted::Entered)
        }
        Some(number) => {
            say!("{} is updated to program {number}: {}\n", Visible::line(name), Visible::line(finding));
            Ok(Submitted::Updated)
        }
        None => {
            say!("not effective, so it does not play: {}\n", Visible::line(finding));
            Ok(Submitted::NotEffective)
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
    let directory = std::env::current_dir()?;
    let protocol = arguments.protocol.map_or(store.protocol(), Protocol::from);
    let path = directory.join(text);
    let program = Program::parse(text, protocol, &directory).map_err(Usage::from_error)?;
    if let (Program::Source { .. }, Some(language)) = (&program, compile::Language::of(&path)) {
        return read_source(arguments, participant, &path, language, store, stop);
    }
    let sha256 = match &program {
        Program::File { .. } | Program::Script { .. } => keep(&path, &store.programs()),
        _ => program.sha256("", &store.programs()),
    };
    let sha256 = sha256.map_err(Usage::from_error)?;
    if store.plays_already(participant, &sha256)? {
        return Ok(None);
    }
    Ok(Some(Candidate { program, sha256, messages: String::new(), failure: None, is_late: false }))
}

/// Keeps a source and compiles it.
fn read_source(
    arguments: &Arguments,
    participant: &str,
    path: &Path,
    language: compile::Language,
    store: &Store,
    stop: &Stop,
) -> anyhow::Result<Option<Candidate>> {
    let content =
        files::read(path, compile::SOURCE_BYTES).map_err(|error| Usage::from_error(error.into()))?;
    let programs = store.programs();
    if store.plays_already(participant, &keep_contents(&content, &programs)?)? {
        return Ok(None);
    }
    let options = match arguments.folder {
        Some(_) => arguments.compiler.in_a_folder(language),
        None => arguments.compiler,
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let protocol = arguments.protocol.map_or(store.protocol(), Protocol::from);
    let source = Source { file: &file, content: &content, options, protocol, time: compile::WALL_TIME };
    let candidate = Candidate::of_source(&source, &programs, arguments.sandbox.sandbox, stop);
    candidate.map(Some).map_err(|error| match error.is::<Stopped>() {
        true => error,
        false => Usage::from_error(error),
    })
}
