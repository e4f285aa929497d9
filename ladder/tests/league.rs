//! `ladder league` as a command: its report on a bot's promotions, and resumption after an interruption.

use std::path::Path;
use std::process::{Command, Output, Stdio};

#[track_caller]
fn league(directory: &Path, subcommand: &str, arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    command.args(["league", subcommand]).arg(directory).args(arguments).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn a_placement_says_how_many_games_against_whom_and_why() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("league");
    let bosses =
        ["--boss", "Bronze=alphabeta:3", "--boss", "Silver=alphabeta:2", "--boss", "Legend=alphabeta:2"];
    league(&path, "found", &[&bosses[..], &["--meetings", "6"]].concat(), 0);
    let (said, _) = league(&path, "submit", &["positional", "--name", "mine"], 0);
    for line in [
        "Wood 2: mine plays 12 placement games\n",
        " of 2 against Wood 2 boss random (nobody else is in the league)\n",
        "  6 meetings with Wood 2 boss random: +",
        "Wood 2: promoted: its score ",
        "Bronze: stays: its score ",
        "mine is in Bronze\n",
    ] {
        assert!(said.contains(line), "{line:?} in {said}");
    }
    let (said, _) = league(&path, "submit", &["mobility", "-j2"], 0);
    assert!(said.contains("against mine (close in skill, not met yet)\n"), "{said}");
    assert!(said.contains("Bronze boss alphabeta:3 (every third meeting is with the boss)\n"), "{said}");
    let page = directory.path().join("league.html");
    let (shown, _) = league(&path, "show", &["--html", page.to_str().unwrap()], 0);
    let (rebuilt, _) = league(&path, "rebuild", &[], 0);
    assert!(rebuilt.ends_with(" bots\n"), "{rebuilt}");
    assert_eq!(league(&path, "show", &[], 0).0, shown);
    assert!(shown.starts_with("Legend\n   1. ") && shown.contains("mine (skill "), "{shown}");
    assert!(std::fs::read_to_string(page).unwrap().contains("<title>League league</title>"));
}

#[test]
fn nonsense_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let (_, stderr) = league(path, "submit", &["random"], 2);
    assert!(stderr.contains("holds no league: found one first"), "{stderr}");
    let (_, stderr) = league(path, "found", &["--boss", "Tin=random"], 2);
    assert!(stderr.contains("no league is called `Tin`"), "{stderr}");
    league(path, "found", &["--boss", "Legend=random"], 0);
    let (_, stderr) = league(path, "found", &["--boss", "Legend=random"], 2);
    assert!(stderr.contains("holds a league already"), "{stderr}");
    let (_, stderr) = league(path, "submit", &["random", "--name", "Bronze boss mobility"], 2);
    assert!(stderr.contains("is a boss: choose another name"), "{stderr}");
    let (_, stderr) = league(path, "submit", &["random", "--name", "a\x1b[2J"], 2);
    assert!(stderr.contains("has invisible characters") && !stderr.contains('\x1b'), "{stderr}");
}

#[test]
fn a_bot_is_entered_only_once_its_program_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("league");
    league(&path, "found", &["--boss", "Legend=random"], 0);
    // No copy can be made in a file.
    std::fs::remove_dir(path.join("programs")).unwrap();
    std::fs::write(path.join("programs"), "").unwrap();
    let before = std::fs::read(path.join("events.jsonl")).unwrap();
    let (_, stderr) = league(&path, "submit", &[env!("CARGO_BIN_EXE_outflank-ladder"), "--name", "mine"], 1);
    assert!(stderr.contains("cannot create ") && stderr.contains("programs"), "{stderr}");
    assert_eq!(std::fs::read(path.join("events.jsonl")).unwrap(), before);
}
