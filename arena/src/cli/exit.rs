//! How a program ends, and the exit codes for it.

use std::process::ExitCode;

use anyhow::anyhow;

use super::output;
use crate::stop::{Stop, Stopped};

/// How a subcommand ended when the program did not fail.
pub enum Done {
    /// As asked: exit code 0.
    Well,
    /// A bot lost by a fault, which was not to happen: exit code 3.
    BotFailed,
    /// The test says that the first bot is better: exit code 4.
    AcceptedH1,
    /// The test says that the first bot is not better: exit code 5.
    AcceptedH0,
}

/// The command line, or a file that it names, makes no sense: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Usage {
    /// Marks an error as one of usage.
    pub fn from_error(error: anyhow::Error) -> anyhow::Error {
        Self(format!("{error:#}")).into()
    }
}

/// The exit code of a program; an error is printed behind the program's name.
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

/// Prints an error behind the program's name; its exit code.
pub fn failed(program: &str, error: &anyhow::Error) -> ExitCode {
    crate::complain!("{program}: {error:#}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}
