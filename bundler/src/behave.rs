//! Runs a program with bounds on time and output, and returns its output and exit code.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::error::{Error, Result};

/// A program is killed after this long.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Output over this size is cut off, and the program killed.
const MAX_OUTPUT: u64 = 16 << 20;

/// The outcome of a program's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) output: Vec<u8>,
    /// Its exit code; none if it was killed.
    pub(crate) code: Option<i32>,
}

impl Run {
    /// The number in the last line, `signature <number>`, of a successful run.
    pub(crate) fn signature(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.output);
        let number = text.lines().last()?.trim().strip_prefix("signature ")?.trim().to_owned();
        let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
        (self.code == Some(0) && is_number).then_some(number)
    }
}

/// Runs `program` with `input` on its standard input.
///
/// # Errors
/// It cannot be started, or exceeds the time limit.
pub(crate) fn run(program: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Run> {
    let io = |error| Error::Io { path: program.to_owned(), error };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(io)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // A program may end without reading its input: that is no error.
    std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let read = stdout.map(|stdout| stdout.take(MAX_OUTPUT).read_to_end(&mut output));
        sender.send((output, read.is_some_and(|read| read.is_ok())))
    });
    let received = receiver.recv_timeout(TIME_LIMIT);
    if !matches!(&received, Ok((output, true)) if (output.len() as u64) < MAX_OUTPUT) {
        // It may have ended already.
        let _ = child.kill();
    }
    let status = child.wait().map_err(io)?;
    match received {
        Ok((output, _)) => Ok(Run { output, code: status.code() }),
        Err(_) => {
            Err(Error::proof(format!("{} did not end within {} s", program.display(), TIME_LIMIT.as_secs())))
        }
    }
}
