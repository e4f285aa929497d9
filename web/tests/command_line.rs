//! The command line of `cargo web`: help, versions, completions, man pages, and errors of one line.

use std::process::{Command, Output};

#[track_caller]
fn run(arguments: &[&str], expected: i32) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank-web")).args(arguments).output().unwrap();
    let Output { status, stdout, stderr } = output;
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn every_help_has_the_exit_codes_and_every_command_a_version() {
    for command in [&[][..], &["build"], &["serve"], &["speed"]] {
        let (help, _) = run(&[command, &["--help"]].concat(), 0);
        assert!(help.contains(toolkit::commands::EXIT_CODES), "{command:?}: {help}");
        let (version, _) = run(&[command, &["--version"]].concat(), 0);
        assert!(version.ends_with(concat!(env!("CARGO_PKG_VERSION"), "\n")), "{command:?}: {version}");
    }
}

#[test]
fn completions_and_man_pages_are_written() {
    assert!(run(&["completions", "bash"], 0).0.contains("no-build"));
    let folder = tempfile::tempdir().unwrap();
    run(&["man", folder.path().to_str().unwrap()], 0);
    assert!(folder.path().join("outflank-web-serve.1").exists());
}

#[test]
fn a_wrong_argument_exits_with_2_and_a_failure_with_1_and_one_line() {
    run(&["serve", "--port", "none"], 2);
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("web")).unwrap();
    let mut web = Command::new(env!("CARGO_BIN_EXE_outflank-web"));
    web.args(["serve", "--no-build", "--port", &port]).env("CARGO_TARGET_DIR", folder.path());
    let output = web.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with(&format!("outflank-web: port {port} of 127.0.0.1: ")), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
