//! The `bench` program from the outside: exit codes, one-line errors, closed pipes.

use std::process::{Command, Output, Stdio};

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
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
    assert_eq!(run(&["--version"]).1, concat!("bench ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn errors_are_one_line() {
    for (arguments, code) in
        [(&["perft"][..], 2), (&["nonsense"], 2), (&[], 2), (&["solve", "/nonexistent"], 2)]
    {
        let (found, stdout, stderr) = run(arguments);
        assert_eq!((found, stdout.as_str()), (Some(code), ""), "{arguments:?}");
        assert!(stderr.starts_with("bench: ") && stderr.lines().count() == 1, "{stderr}");
    }
}

#[test]
fn an_endless_file_is_refused() {
    for command in ["solve", "score", "perfect"] {
        let (code, _, stderr) = run(&[command, "/dev/zero"]);
        assert_eq!((code, &*stderr), (Some(2), "bench: /dev/zero: larger than 64 MiB\n"), "{command}");
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
