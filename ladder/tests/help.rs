//! Texts for users: exit codes, versions, completions, man pages.

use std::process::{Command, Stdio};

#[track_caller]
fn ladder(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

const COMMANDS: [&str; 15] = [
    "init",
    "submit",
    "invite",
    "organise",
    "play-game",
    "run",
    "standings",
    "history",
    "why",
    "export",
    "verify",
    "repair",
    "backup",
    "simulate",
    "serve",
];

#[test]
fn every_help_has_the_exit_codes_and_every_command_a_version() {
    for command in COMMANDS {
        let help = ladder(&[command, "--help"]);
        assert!(help.contains(toolkit::commands::EXIT_CODES), "{command}: {help}");
        // A code stands under the commands that have it.
        let has_code = help.contains("\n  3  the submitted program does not play\n");
        assert_eq!(has_code, command == "submit", "{command}: {help}");
        assert!(
            help.ends_with("129, 130 or 143  stopped by SIGHUP, SIGINT or SIGTERM\n"),
            "{command}: {help}"
        );
        let version = ladder(&[command, "--version"]);
        assert!(version.ends_with(concat!(env!("CARGO_PKG_VERSION"), "\n")), "{command}: {version}");
    }
    let help = ladder(&["--help"]);
    let is_listed = |command: &str| help.contains(&format!("\n  {command} "));
    assert!(COMMANDS.into_iter().all(is_listed), "{help}");
}

#[test]
fn completions_and_man_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ladder(&["completions", shell]);
        assert!(script.contains("standings") && script.contains("until-stable"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    ladder(&["man", folder.path().to_str().unwrap()]);
    let page = std::fs::read_to_string(folder.path().join("outflank-ladder-submit.1")).unwrap();
    assert!(page.contains("ladder\\-submit") && page.contains("sandbox"), "{page}");
}
