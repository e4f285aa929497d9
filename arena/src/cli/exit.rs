//! The results of subcommands and their exit codes.

use std::process::ExitCode;

use anyhow::anyhow;
use supervisor::sandbox::SandboxFailed;
use supervisor::stop::{Stop, Stopped};
use toolkit::commands::{typed, ResultCode, FAILED, USAGE};
use toolkit::files::Error as FileError;
use toolkit::output::has_failed;
use toolkit::text::Visible;

/// The result of a subcommand that did not fail.
pub enum Done {
    /// Done: exit code 0.
    Well = 0,
    /// A bot lost by a fault under `--strict`, or does not play at all: exit code 3.
    BotFailed = 3,
    /// The SPRT accepted H1, the first bot is better: exit code 4.
    AcceptedH1 = 4,
    /// The SPRT accepted H0, the first bot is not better: exit code 5.
    AcceptedH0 = 5,
}

/// The arena's exit codes from 3 on.
pub const RESULT_CODES: &[ResultCode] = &[
    ("  3  a bot lost by a fault under --strict", &["match", "sprt", "roundrobin", "gauntlet"]),
    ("  4  the SPRT accepted H1: the first bot is better", &["sprt"]),
    ("  5  the SPRT accepted H0: the first bot is not better by that much", &["sprt"]),
    ("  129, 130 or 143  stopped by SIGHUP, SIGINT or SIGTERM", &[]),
];

/// An invalid command line, or an invalid file that it names: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Usage {
    /// Marks an error as a usage error; that of a sandbox stays one, and has the same exit code.
    pub fn from_error(error: anyhow::Error) -> anyhow::Error {
        if error.is::<SandboxFailed>() {
            return error;
        }
        Self(format!("{error:#}")).into()
    }

    /// Marks an error about the content of a file as a usage error; one of reading or writing it stays what
    /// it is.
    pub fn from_content(error: anyhow::Error) -> anyhow::Error {
        if error.chain().any(|cause| cause.is::<FileError>()) {
            return error;
        }
        Self::from_error(error)
    }
}

/// The exit code of this program; prints an error after the program's name.
pub fn exit_code(done: anyhow::Result<Done>, stop: &Stop) -> ExitCode {
    match (done, stop.signal()) {
        (Err(error), _) if !error.is::<Stopped>() => failed(&error),
        (_, Some(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        (Ok(_), None) if has_failed() => failed(&anyhow!("cannot write to standard output")),
        (Ok(done), None) => ExitCode::from(done as u8),
        (Err(stopped), None) => failed(&stopped),
    }
}

/// Prints an error after the program's name and returns its exit code.
pub fn failed(error: &anyhow::Error) -> ExitCode {
    // Errors quote files, which may come from anywhere.
    toolkit::complain!("{}: {}", typed(), Visible::lines(&format!("{error:#}")));
    let is_wrong_file =
        |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref().is_some_and(FileError::is_usage);
    let is_usage = error.is::<Usage>() || error.is::<SandboxFailed>() || error.chain().any(is_wrong_file);
    ExitCode::from(if is_usage { USAGE } else { FAILED })
}
