//! The real programs behind pipes.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::codingame::FIRST_TURN;

/// Far more than any dialogue here takes; a program that runs longer has hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// A running program that waits for input.
pub(crate) struct Program(Child);

/// The result of a program that has ended.
pub(crate) struct Ended {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) log: String,
}

impl Program {
    /// CodinGame's bot at a fixed number of playouts.
    pub(crate) fn outflank() -> Self {
        Self::start(env!("CARGO_BIN_EXE_outflank"), &["--playouts", "8"])
    }

    /// The course judge's bot at a fixed number of playouts.
    pub(crate) fn judge() -> Self {
        Self::start(env!("CARGO_BIN_EXE_judge"), &["--playouts", "8"])
    }

    fn start(path: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    /// Sends the input, closes the pipe, and waits for the program to end.
    pub(crate) fn hear(mut self, input: &[u8]) -> Ended {
        let mut stdin = self.0.stdin.take().expect("the input is a pipe");
        let mut stdout = self.0.stdout.take().expect("the output is a pipe");
        let mut stderr = self.0.stderr.take().expect("the log is a pipe");
        let (ended, wait) = mpsc::channel();
        let input = input.to_vec();
        // A program that ends early closes the pipe, and the failed write is no failure of the test.
        thread::spawn(move || drop(stdin.write_all(&input)));
        thread::spawn(move || {
            let (mut output, mut log) = (String::new(), String::new());
            // The log is far smaller than the buffer of a pipe, so it can be read after the output.
            let read = stdout.read_to_string(&mut output).and_then(|_| stderr.read_to_string(&mut log));
            drop(ended.send(read.map(|_| (output, log))));
        });
        let Ok(read) = wait.recv_timeout(HANG_TIMEOUT) else {
            drop(self.0.kill());
            panic!("the program hangs");
        };
        let (output, log) = read.expect("the program writes text");
        let status = self.0.wait().expect("the program has ended");
        Ended { code: status.code(), output, log }
    }
}

#[test]
fn empty_input_ends_the_codingame_bot_without_an_error() {
    let ended = Program::outflank().hear(b"");
    assert_eq!((ended.code, ended.output.as_str(), ended.log.as_str()), (Some(0), "", ""));
}

#[test]
fn unknown_arguments_are_rejected() {
    for path in [env!("CARGO_BIN_EXE_outflank"), env!("CARGO_BIN_EXE_judge")] {
        let ended = Program::start(path, &["--fast"]).hear(b"");
        assert_eq!(ended.code, Some(2));
        assert_eq!(ended.output, "");
        assert_eq!(ended.log, "expected no arguments or `--playouts N`, got \"--fast\"\n");
    }
}

#[test]
fn help_and_version_are_answered() {
    for (path, name) in [(env!("CARGO_BIN_EXE_outflank"), "outflank"), (env!("CARGO_BIN_EXE_judge"), "judge")]
    {
        let version = Program::start(path, &["--version"]).hear(b"");
        assert_eq!(
            (version.code, version.output),
            (Some(0), format!("{name} {}\n", env!("CARGO_PKG_VERSION")))
        );
        let help = Program::start(path, &["--help"]).hear(b"");
        assert_eq!((help.code, &*help.log), (Some(0), ""));
        assert!(help.output.contains(&format!("Usage: {name} [OPTION]\n")), "{}", help.output);
        assert!(help.output.contains("\nExit codes:\n  0  "), "{}", help.output);
    }
}

#[test]
fn the_programs_signature_equals_the_librarys() {
    let ended = Program::start(env!("CARGO_BIN_EXE_outflank"), &["bench"]).hear(b"");
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.output, format!("signature {}\n", outflank::bench::signature()));
}

#[test]
fn a_closed_output_ends_the_game_without_an_error() {
    let begun = "START\nPLACE d 5 1\nPLACE e 5 2\nPLACE e 4 1\nPLACE d 4 2\nDONE\nBEGIN\n";
    for (mut program, sent) in [(Program::outflank(), FIRST_TURN), (Program::judge(), begun)] {
        drop(program.0.stdout.take());
        let mut stdin = program.0.stdin.take().expect("the input is a pipe");
        stdin.write_all(sent.as_bytes()).expect("the program reads");
        let ended = program.0.wait_with_output().expect("the program ends");
        assert_eq!(ended.status.code(), Some(0));
        assert!(!String::from_utf8_lossy(&ended.stderr).contains("cannot be written"));
    }
}
