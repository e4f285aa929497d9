//! Runs a program with bounds on time and output, and returns its output and exit code.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::error::{Error, Result};
use crate::prove::rustc::Diagnostic;
use crate::read::source::read_bytes;

/// A program is killed after this long on a transcript.
pub(crate) const TRANSCRIPT_LIMIT: Duration = Duration::from_secs(600);

/// A program is killed after this long if it was run to see whether it has a `bench`.
pub(crate) const BENCH_LIMIT: Duration = Duration::from_secs(5);

/// The user learns after this long why nothing seems to happen.
const PATIENCE: Duration = Duration::from_secs(10);

/// Interval between checks for the end of a program that has closed its output.
const POLL: Duration = Duration::from_millis(2);

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

/// Runs `program` with `input` on its standard input; none if it does not end within `limit`. `progress` is
/// called if it takes long.
///
/// # Errors
/// It cannot be started.
pub(crate) fn run(
    limit: Duration,
    program: &Path,
    arguments: &[&str],
    input: Vec<u8>,
    progress: fn(&str),
) -> Result<Option<Run>> {
    let io = |error| Error::Io { path: program.to_owned(), error };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(io)?;
    let deadline = Instant::now() + limit;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // A program may end without reading its input: that is no error.
    std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let read = stdout.map(|stdout| stdout.take(MAX_OUTPUT).read_to_end(&mut output));
        sender.send((output, read.is_some_and(|read| read.is_ok())))
    });
    let mut received = receiver.recv_timeout(limit.min(PATIENCE));
    if received.is_err() && limit > PATIENCE {
        progress("the program still runs; it may wait for input");
        received = receiver.recv_timeout(limit - PATIENCE);
    }
    if !matches!(&received, Ok((output, true)) if (output.len() as u64) < MAX_OUTPUT) {
        // It may have ended already.
        let _ = child.kill();
    }
    let status = wait_until(deadline, &mut child).map_err(io)?;
    let ended = received.ok().zip(status);
    Ok(ended.map(|((output, _), status)| Run { output, code: status.code() }))
}

/// Waits for the end of a program, which may go on after it has closed its output; kills it at `deadline`.
/// Its exit status, unless it was killed here.
fn wait_until(deadline: Instant, child: &mut Child) -> io::Result<Option<ExitStatus>> {
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some(status)),
            None if Instant::now() < deadline => std::thread::sleep(POLL),
            None => break,
        }
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// The content of a transcript, read before the work that it judges.
#[derive(Debug)]
pub(crate) struct Transcript {
    /// Its path, as the user named it.
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
}

/// Reads the transcripts that the command line names.
///
/// # Errors
/// [`Error::Usage`] if one cannot be read.
pub(crate) fn transcripts(paths: &[PathBuf]) -> Result<Vec<Transcript>> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        // The command line's fault, unlike a source that cannot be read.
        let input = read_bytes(path).map_err(|error| match error {
            Error::Io { error, .. } => Error::Usage(format!("transcript {name}: {error}")),
            other => other,
        })?;
        Ok(Transcript { name, input })
    };
    paths.iter().map(read).collect()
}

/// How the bundle's `bench` compares with the package's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "result", content = "signature")]
pub enum Behaviour {
    /// Package and bundle, release and debug, print the same; the signature.
    Same(String),
    /// The binary has no `bench` argument.
    NoBench,
    /// The package's program, run with `bench`, did not end in time.
    NoAnswer,
    /// `bench` was not to be run.
    Off,
    /// The proof was switched off.
    Unverified,
}

/// The package's own build, and what its program answers to `bench`.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(super) program: PathBuf,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) bench: Option<Run>,
    pub(super) behaviour: Behaviour,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(limit: Duration, script: &str) -> Option<Run> {
        run(limit, Path::new("/bin/sh"), &["-c", script], Vec::new(), |_| {}).unwrap()
    }

    #[test]
    fn a_program_that_closes_its_output_and_goes_on_is_killed() {
        assert_eq!(shell(Duration::from_millis(100), "exec >&-; exec sleep 3600"), None);
    }

    #[test]
    fn a_program_that_loops_at_the_end_of_its_input_is_killed() {
        assert_eq!(shell(Duration::from_millis(100), "while true; do read line; done"), None);
    }

    #[test]
    fn a_program_that_closes_its_output_has_its_exit_code() {
        let run = shell(BENCH_LIMIT, "echo signature 7; exec >&-; exit 3").unwrap();
        assert_eq!(run, Run { output: b"signature 7\n".to_vec(), code: Some(3) });
        assert_eq!(run.signature(), None);
    }
}
