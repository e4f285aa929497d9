//! The program `outflank-bench` from the outside: exit codes, one-line errors, closed pipes.

use std::process::{Command, Output, Stdio};

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-bench"));
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = bench(arguments).output().expect("bench runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn the_help_has_the_rule_for_exit_codes() {
    let (code, help, _) = run(&["--help"]);
    let rule = "Exit codes:\n  0  done\n  1  a file, another program or the machine failed\n  \
        2  the command line, or a file named on it, is not valid\n  3  a result was wrong\n";
    assert_eq!(code, Some(0));
    assert!(help.ends_with(rule), "{help}");
    assert_eq!(run(&["--version"]).1, concat!("outflank-bench ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn errors_are_one_line() {
    for arguments in [&["solve", "/nonexistent"][..], &["solve", "/", "--within", "0"], &["perfect", "/"]] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.starts_with("outflank-bench: ") && stderr.lines().count() == 1, "{stderr}");
    }
    for arguments in [&["perft"][..], &["nonsense"], &[], &["playouts", "--ms", "60001"]] {
        assert_eq!(run(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn json_is_an_object_a_line() {
    for arguments in [&["perft", "3", "--json"][..], &["--json", "work", "children", "10"]] {
        let (code, stdout, _) = run(arguments);
        let value: serde_json::Value = serde_json::from_str(&stdout).expect("one JSON value");
        assert!(code == Some(0) && value.is_object(), "{stdout}");
    }
}

#[test]
fn an_endless_file_is_refused() {
    for command in ["solve", "score", "perfect"] {
        let (code, _, stderr) = run(&[command, "/dev/zero"]);
        assert_eq!((code, &*stderr), (Some(2), "outflank-bench: /dev/zero is a device\n"), "{command}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure_and_a_full_disk_is() {
    for arguments in [&["--help"][..], &["perft", "3"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = bench(arguments).stdout(writer).output().expect("bench runs");
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{arguments:?}");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = bench(arguments).stdout(full).output().expect("bench runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}
