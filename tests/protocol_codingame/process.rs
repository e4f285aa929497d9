//! The real program behind pipes.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::transcripts::FIRST_TURN;

/// Far more than any dialogue here takes: a program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, started and waiting for its input.
pub(crate) struct Program(Child);

/// How the program ended.
pub(crate) struct Ended {
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) log: String,
}

impl Program {
    /// Starts the program at a fixed number of playouts.
    pub(crate) fn start() -> Self {
        Self::with_arguments(&["--playouts", "8"])
    }

    pub(crate) fn with_arguments(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    /// Sends all of the input, closes it, and waits for the end.
    pub(crate) fn hear(mut self, input: &[u8]) -> Ended {
        let mut stdin = self.0.stdin.take().expect("the input is a pipe");
        let mut stdout = self.0.stdout.take().expect("the output is a pipe");
        let mut stderr = self.0.stderr.take().expect("the log is a pipe");
        let (ended, wait) = mpsc::channel();
        let input = input.to_vec();
        // A program that gives up early closes its end: what it does not read is lost, which is no failure here.
        thread::spawn(move || drop(stdin.write_all(&input)));
        thread::spawn(move || {
            let (mut output, mut log) = (String::new(), String::new());
            // The log is far below what a pipe holds, so that it may wait for the output.
            let read = stdout.read_to_string(&mut output).and_then(|_| stderr.read_to_string(&mut log));
            drop(ended.send(read.map(|_| (output, log))));
        });
        let Ok(read) = wait.recv_timeout(PATIENCE) else {
            drop(self.0.kill());
            panic!("the program hangs");
        };
        let (output, log) = read.expect("the program writes text");
        let status = self.0.wait().expect("the program has ended");
        Ended { code: status.code(), output, log }
    }
}

#[test]
fn no_input_is_no_game() {
    let ended = Program::start().hear(b"");
    assert_eq!((ended.code, ended.output.as_str(), ended.log.as_str()), (Some(0), "", ""));
}

#[test]
fn unknown_arguments_are_refused() {
    let ended = Program::with_arguments(&["--fast"]).hear(b"");
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.output, "");
    assert_eq!(ended.log, "expected no arguments or `--playouts N`, got \"--fast\"\n");
}

#[test]
fn the_signature_is_the_librarys() {
    let ended = Program::with_arguments(&["bench"]).hear(b"");
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.output, format!("signature {}\n", outflank::bench::signature()));
}

#[test]
fn a_listener_that_goes_away_ends_the_game_quietly() {
    let mut program = Program::start();
    drop(program.0.stdout.take());
    let mut stdin = program.0.stdin.take().expect("the input is a pipe");
    stdin.write_all(FIRST_TURN.as_bytes()).expect("the program reads");
    let ended = program.0.wait_with_output().expect("the program ends");
    assert_eq!(ended.status.code(), Some(0));
    let log = String::from_utf8(ended.stderr).expect("the log is text");
    assert!(log.lines().all(|line| line.starts_with("[TDATA][1] ")), "{log}");
}
