//! The protocols that the programs speak over standard input and output.
//!
//! A dialogue runs over any reader and writers, at any [`Pace`], so that tests run it in memory.
//! `docs/protocols.md` describes each dialogue, the exit codes and the lines on standard error.

pub mod codingame;
mod error;
pub mod judge;
mod lines;
mod pace;

pub use error::ProtocolError;
pub use pace::Pace;

use std::io::{self, BufRead, StdinLock, StdoutLock, Write};
use std::process::ExitCode;

use lines::Lines;

/// The exit code after an error: malformed or truncated input, a failed write, a bad argument.
pub const ERROR_EXIT_CODE: u8 = 2;

/// The input, output and log of a dialogue.
#[derive(Debug)]
pub struct Streams<I, O, L> {
    input: Lines<I>,
    output: O,
    log: L,
}

impl Streams<StdinLock<'static>, StdoutLock<'static>, io::Stderr> {
    /// Standard input, output and error.
    pub fn standard() -> Self {
        Self::new(io::stdin().lock(), io::stdout().lock(), io::stderr())
    }
}

impl<I: BufRead, O: Write, L: Write> Streams<I, O, L> {
    /// Reads `input`, answers on `output`, and writes remarks for people and tools to `log`.
    pub fn new(input: I, output: O, log: L) -> Self {
        Self { input: Lines::new(input), output, log }
    }

    /// Writes and flushes one line of output.
    pub fn answer(&mut self, line: &str) -> Result<(), ProtocolError> {
        let written = self.output.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.output.flush()).map_err(ProtocolError::Unwritable)
    }

    /// Writes a remark that ends with a newline. A failed write is ignored: the log decides no game.
    fn remark(&mut self, text: &str) {
        let _ = self.log.write_all(text.as_bytes());
    }
}

/// Ends a program: code 0 after success or if the reader of the output has closed it, else
/// [`ERROR_EXIT_CODE`] after one line on standard error.
pub fn exit_code(result: Result<(), ProtocolError>) -> ExitCode {
    match result {
        Err(error) if !error.is_broken_pipe() => {
            let _ = io::stderr().write_all(format!("{error}\n").as_bytes());
            ExitCode::from(ERROR_EXIT_CODE)
        }
        _ => ExitCode::SUCCESS,
    }
}
