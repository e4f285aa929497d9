//! Runs a program with bounds on time and output, and returns its output and exit code.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::read::source::read_bytes;

/// A program is killed after this long.
const TIME_LIMIT: Duration = Duration::from_secs(600);

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

/// Runs `program` with `input` on its standard input.
///
/// # Errors
/// It cannot be started, or exceeds the time limit.
pub(crate) fn run(program: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Run> {
    run_within(TIME_LIMIT, program, arguments, input)
}

fn run_within(limit: Duration, program: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Run> {
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
    let received = receiver.recv_timeout(limit);
    if !matches!(&received, Ok((output, true)) if (output.len() as u64) < MAX_OUTPUT) {
        // It may have ended already.
        let _ = child.kill();
    }
    match (received, wait_until(deadline, &mut child).map_err(io)?) {
        (Ok((output, _)), Some(status)) => Ok(Run { output, code: status.code() }),
        _ => {
            let seconds = limit.as_secs_f64();
            Err(Error::proof(format!("{} did not end within {seconds} s", program.display())))
        }
    }
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
        let input = read_bytes(path).map_err(|error| named_wrongly(path, error))?;
        Ok(Transcript { name: path.display().to_string(), input })
    };
    paths.iter().map(read).collect()
}

/// A file that the user named and that cannot be read is the command line's fault, unlike a source.
fn named_wrongly(path: &Path, error: Error) -> Error {
    match error {
        Error::Io { error, .. } => Error::Usage(format!("transcript {}: {error}", path.display())),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(limit: Duration, script: &str) -> Result<Run> {
        run_within(limit, Path::new("/bin/sh"), &["-c", script], Vec::new())
    }

    #[test]
    fn a_program_that_closes_its_output_and_goes_on_is_killed() {
        let error = shell(Duration::from_millis(100), "exec >&-; exec sleep 3600").unwrap_err();
        assert_eq!(error.to_string(), "/bin/sh did not end within 0.1 s");
        assert_eq!(error.exit_code(), 4);
    }

    #[test]
    fn a_program_that_closes_its_output_has_its_exit_code() {
        let run = shell(TIME_LIMIT, "echo signature 7; exec >&-; exit 3").unwrap();
        assert_eq!(run, Run { output: b"signature 7\n".to_vec(), code: Some(3) });
        assert_eq!(run.signature(), None);
    }
}
