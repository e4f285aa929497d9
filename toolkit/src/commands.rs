//! One rule for exit codes, and the completions and man pages that clap derives from a command line.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{exit, ExitCode};
use std::sync::OnceLock;

use clap::{value_parser, Arg, Command, Parser};
use clap_complete::Shell;

use crate::text::Visible;
use crate::{complain, files};

/// Exit code: done.
pub const DONE: u8 = 0;
/// Exit code: a file, another program or the machine failed.
pub const FAILED: u8 = 1;
/// Exit code: the command line, or a file named on it, is not valid.
pub const USAGE: u8 = 2;

/// The exit codes that all tools share, as every `--help` prints them. Codes from 3 on are results that a
/// script may act on; each tool lists its own.
pub const EXIT_CODES: &str = "Exit codes:
  0  done
  1  a file, another program or the machine failed
  2  the command line, or a file named on it, is not valid";

/// What the user typed to start this program, for its messages: `cargo arena`, as the aliases in
/// `.cargo/config.toml` say in a variable named after the program, or else the name of the program's file.
pub fn typed() -> &'static str {
    static TYPED: OnceLock<String> = OnceLock::new();
    TYPED.get_or_init(|| {
        let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        std::env::var(name.replace('-', "_").to_uppercase()).unwrap_or(name)
    })
}

const COMPLETIONS: &str = "completions";
const MAN: &str = "man";

/// Our man pages, so that `man` replaces no others.
const PAGE: files::Kind = files::Kind { name: "a man page of this tool", starts: &[".ie \\n(.g .ds Aq"] };

/// A line about an exit code of a tool's own, and the subcommands that it concerns; none stand for all.
pub type ResultCode = (&'static str, &'static [&'static str]);

/// A tool's command line with the exit codes under every help, `results` being the tool's own, and with the
/// subcommands `completions` and `man`.
fn with_common_args(command: Command, results: &[ResultCode]) -> Command {
    let shell = Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell));
    let completions = Command::new(COMPLETIONS).about("Prints the completions of a shell").arg(shell);
    let folder = Arg::new("folder").value_name("FOLDER").required(true).value_parser(value_parser!(PathBuf));
    let man = Command::new(MAN).about("Writes the man pages into a folder").arg(folder);
    let name = command.get_name().to_owned();
    #[cfg(debug_assertions)]
    check_examples(&command, &command);
    let command = command.bin_name(typed());
    with_codes(command.subcommand(completions).subcommand(man).propagate_version(true), &name, results, true)
}

/// Adds the codes below what a command's help ends with, its examples, which name the program `name` as the
/// user does.
fn with_codes(command: Command, name: &str, results: &[ResultCode], is_root: bool) -> Command {
    let concerns = |names: &[&str]| is_root || names.is_empty() || names.contains(&command.get_name());
    let own = results.iter().filter(|(_, names)| concerns(names)).map(|(line, _)| format!("\n{line}"));
    let codes: String = std::iter::once(EXIT_CODES.to_string()).chain(own).collect();
    let help = match command.get_after_help() {
        Some(examples) => format!("{}\n\n{codes}", examples.to_string().replace(name, typed())),
        None => codes,
    };
    command.after_help(help).mut_subcommands(|subcommand| with_codes(subcommand, name, results, false))
}

/// Checks that the examples under every help are command lines that `root` takes, as clap checks its own
/// definitions: whenever a program starts that is built for development.
#[cfg(debug_assertions)]
fn check_examples(root: &Command, command: &Command) {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for line in examples.lines().filter(|line| line.trim_start().starts_with(root.get_name())) {
        let pieces = line.split('\'').enumerate();
        let words = pieces.flat_map(|(index, piece)| match index % 2 {
            0 => piece.split_whitespace().collect(),
            _ => vec![piece],
        });
        if let Err(error) = root.clone().try_get_matches_from(words) {
            panic!("{line}: {error}");
        }
    }
    command.get_subcommands().for_each(|inner| check_examples(root, inner));
}

/// Parses a command line; `results` are the tool's own exit codes. Usage errors, `--help`, `completions` and
/// `man` are answered here, and end the process.
pub fn parse<A: Parser>(results: &[ResultCode], arguments: impl IntoIterator<Item = OsString>) -> A {
    let command = with_common_args(A::command(), results);
    let parsed = command.clone().try_get_matches_from(arguments);
    let matches = parsed.unwrap_or_else(|error| exit(shown(&error).into()));
    let outcome = match matches.subcommand() {
        Some((COMPLETIONS, given)) => given.get_one::<Shell>("shell").map(|&shell| print(&command, shell)),
        Some((MAN, given)) => given.get_one::<PathBuf>("folder").map(|folder| write_pages(&command, folder)),
        _ => None,
    };
    match outcome {
        None => A::from_arg_matches(&matches).unwrap_or_else(|error| exit(shown(&error).into())),
        Some(Ok(())) => exit(DONE.into()),
        Some(Err(error)) => {
            complain!("{}: {error}", typed());
            exit(FAILED.into())
        }
    }
}

/// Prints a usage error, a help or a version; returns the exit code.
fn shown(error: &clap::Error) -> u8 {
    match error.print() {
        Err(failure) if failure.kind() != ErrorKind::BrokenPipe => {
            complain!("{}: cannot write to standard output: {failure}", typed());
            FAILED
        }
        _ if error.use_stderr() => USAGE,
        _ => DONE,
    }
}

fn print(command: &Command, shell: Shell) -> std::result::Result<(), String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command.clone(), command.get_name(), &mut script);
    match io::stdout().lock().write_all(&script) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

fn write_pages(command: &Command, folder: &Path) -> std::result::Result<(), String> {
    let mut command = command.clone().bin_name(command.get_name()).disable_help_subcommand(true);
    command.build();
    write_page(&command, command.get_name(), folder)
}

fn write_page(command: &Command, name: &str, folder: &Path) -> std::result::Result<(), String> {
    // clap keeps names for as long as the program runs; there is one for each page.
    let name: &'static str = name.replace(' ', "-").leak();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone().name(name).disable_help_flag(true));
    man.render(&mut page).map_err(|error| error.to_string())?;
    let path = folder.join(format!("{name}.1"));
    files::create_folder(&path).map_err(|error| one_line(&error))?;
    files::write(&path, PAGE, &page).map_err(|error| one_line(&error))?;
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set());
    let mut inner = inner.into_iter();
    inner.try_for_each(|inner| write_page(inner, &format!("{name}-{}", inner.get_name()), folder))
}

/// The exit code of an error by its causes: [`USAGE`], unless the machine failed to read a file that is
/// there, or to write one.
pub fn code_of(error: &(dyn Error + 'static)) -> u8 {
    let code = |is_usage: bool| if is_usage { USAGE } else { FAILED };
    let code_of_cause = |cause: &(dyn Error + 'static)| {
        let of_file = cause.downcast_ref().map(|error: &files::Error| code(error.is_usage()));
        of_file.or_else(|| {
            cause.downcast_ref().map(|error: &io::Error| code(error.kind() == ErrorKind::NotFound))
        })
    };
    causes(error).find_map(code_of_cause).unwrap_or(USAGE)
}

/// Ends a program that failed: prints the error, after the program's name and in one line, and returns the
/// exit code. That the reader of standard output, such as `head`, has closed it is no failure.
pub fn failed(error: &(dyn Error + 'static), code: u8) -> ExitCode {
    let is_closed = |cause: &io::Error| cause.kind() == ErrorKind::BrokenPipe;
    if causes(error).any(|cause| cause.downcast_ref().is_some_and(is_closed)) {
        return ExitCode::SUCCESS;
    }
    // Errors quote files, which may come from anywhere.
    complain!("{}: {}", typed(), Visible::line(&one_line(error)));
    ExitCode::from(code)
}

/// An error with its causes, in one line.
pub fn one_line(error: &(dyn Error + 'static)) -> String {
    causes(error).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// An error and what caused it, the first cause last.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}
