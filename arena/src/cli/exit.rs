//! The results of subcommands and their exit codes.

use std::process::ExitCode;

use anyhow::anyhow;

use super::output;
use crate::stop::{Stop, Stopped};

/// The result of a subcommand that did not fail.
pub enum Done {
    /// Done: exit code 0.
    Well,
    /// A bot lost by a fault under `--strict`: exit code 3.
    BotFailed,
    /// The SPRT accepted H1, the first bot is better: exit code 4.
    AcceptedH1,
    /// The SPRT accepted H0, the first bot is not better: exit code 5.
    AcceptedH0,
}

/// An invalid command line, or an invalid file that it names: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Usage {
    /// Marks an error as a usage error.
    pub fn from_error(error: anyhow::Error) -> anyhow::Error {
        Self(format!("{error:#}")).into()
    }
}

/// The exit code of a program; prints an error after the program's name.
pub fn exit_code(program: &str, done: anyhow::Result<Done>, stop: &Stop) -> ExitCode {
    let failed = |error: &anyhow::Error| failed(program, error);
    match (done, stop.signal()) {
        (Err(error), _) if !error.is::<Stopped>() => failed(&error),
        (_, Some(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        (Ok(_), None) if output::has_failed() => failed(&anyhow!("cannot write to standard output")),
        (Ok(Done::Well), None) => ExitCode::SUCCESS,
        (Ok(Done::BotFailed), None) => ExitCode::from(3),
        (Ok(Done::AcceptedH1), None) => ExitCode::from(4),
        (Ok(Done::AcceptedH0), None) => ExitCode::from(5),
        (Err(stopped), None) => failed(&stopped),
    }
}

/// Prints an error after the program's name and returns its exit code.
pub fn failed(program: &str, error: &anyhow::Error) -> ExitCode {
    crate::complain!("{program}: {error:#}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}
