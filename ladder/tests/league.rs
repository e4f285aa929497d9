//! `ladder league` as a command: its report on a bot's promotions, and resumption after an interruption.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Plays the first legal move.
const PYTHON: &str = "\
input(); input()
while True:
    [input() for _ in range(8)]
    print([input() for _ in range(int(input()))][0], flush=True)
";

fn write(path: &Path, content: &str, mode: u32) {
    std::fs::write(path, content).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Founds a league of short placements, without limits that a busy machine could break.
fn found(directory: &Path) {
    let bosses = ["Wood 2=greedy", "Legend=random"].into_iter().flat_map(|boss| ["--boss", boss]);
    let limits = ["--meetings", "2", "--first-ms", "60000", "--turn-ms", "60000"];
    league(directory, "create", &bosses.chain(limits).collect::<Vec<_>>(), 0);
}

#[track_caller]
fn league(directory: &Path, subcommand: &str, arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    command.args(["league", subcommand]).arg(directory).args(arguments).stdin(Stdio::null());
    command.env("XDG_CACHE_HOME", directory.parent().unwrap().join("cache"));
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
    league(&path, "create", &[&bosses[..], &["--meetings", "6"]].concat(), 0);
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
    let (_, stderr) = league(path, "create", &["--boss", "Tin=random"], 2);
    assert!(stderr.contains("no league is called `Tin`"), "{stderr}");
    league(path, "create", &["--boss", "Legend=random"], 0);
    let (_, stderr) = league(path, "create", &["--boss", "Legend=random"], 2);
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
    found(&path);
    // No copy can be made in a file.
    std::fs::remove_dir(path.join("programs")).unwrap();
    std::fs::write(path.join("programs"), "").unwrap();
    let before = std::fs::read(path.join("events.jsonl")).unwrap();
    let program = directory.path().join("program");
    write(&program, &format!("#!/usr/bin/env python3\n{PYTHON}"), 0o755);
    let submit = [program.to_str().unwrap(), "--name", "mine", "--sandbox", "auto"];
    let (_, stderr) = league(&path, "submit", &submit, 1);
    assert!(stderr.contains("cannot create ") && stderr.contains("programs"), "{stderr}");
    assert_eq!(std::fs::read(path.join("events.jsonl")).unwrap(), before);
}

#[test]
fn a_source_is_entered_only_if_it_makes_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    found(&path);
    let file = |name: &str, content: &str| {
        write(&folder.path().join(name), content, 0o644);
        folder.path().join(name).display().to_string()
    };
    let (stdout, _) = league(&path, "submit", &[&file("my bot.py", PYTHON), "--sandbox", "auto"], 0);
    assert!(stdout.contains("my bot.py is in Wood"), "{stdout}");
    let before = std::fs::read(path.join("events.jsonl")).unwrap();
    let broken = file("broken.py", "raise SystemExit('no book')\n");
    let (_, stderr) = league(&path, "submit", &[&broken, "--sandbox", "auto"], 3);
    assert!(stderr.contains("broken.py does not enter: as black: crashed: exit code 1"), "{stderr}");
    assert!(stderr.contains("stderr: no book"), "{stderr}");
    let (_, stderr) =
        league(&path, "submit", &[&file("bad.c", "int main(void) { return x; }"), "--sandbox", "auto"], 2);
    assert!(stderr.contains("not compiled") && stderr.contains("bad.c:1:"), "{stderr}");
    let (_, stderr) = league(&path, "submit", &[&file("notes.txt", "hello"), "--sandbox", "auto"], 2);
    assert!(stderr.contains("neither executable nor a source"), "{stderr}");
    assert_eq!(std::fs::read(path.join("events.jsonl")).unwrap(), before, "nobody has entered");
}

#[test]
fn a_bot_that_no_longer_starts_loses_and_can_be_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    found(&path);
    let [program, script] = ["program", "bot.py"].map(|name| folder.path().join(name));
    write(&program, &format!("#!/usr/bin/env python3\n{PYTHON}"), 0o755);
    write(&script, PYTHON, 0o644);
    let [program_text, script_text] = [&program, &script].map(|path| path.to_str().unwrap());
    league(&path, "submit", &[program_text, "--name", "gone", "--sandbox", "auto"], 0);
    league(&path, "submit", &[script_text, "--name", "edited", "--sandbox", "auto"], 0);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o644)).unwrap();
    write(&script, "raise SystemExit(1)\n", 0o644);
    // All of them are in the lowest league with its boss, so that they meet.
    let (stdout, stderr) = league(&path, "submit", &["random", "--name", "next", "--sandbox", "auto"], 0);
    assert!(stdout.contains("next is in "), "{stdout}");
    assert!(!stderr.contains("edited"), "its copy plays on: {stderr}");
    if stdout.contains("against gone") {
        assert!(stderr.contains("warning: gone cannot play: cannot start "), "{stderr}");
    }
    let (stdout, _) = league(&path, "remove", &["gone"], 0);
    assert_eq!(stdout, "gone is removed\n");
    let (stdout, _) = league(&path, "show", &[], 0);
    assert!(!stdout.contains("gone") && stdout.contains("edited"), "{stdout}");
    let (_, stderr) = league(&path, "remove", &["gone"], 2);
    assert!(stderr.contains("nobody in this league is called `gone`"), "{stderr}");
    let (_, stderr) = league(&path, "remove", &["Wood 2 boss greedy"], 2);
    assert!(stderr.contains("is a boss, which stays"), "{stderr}");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (stdout, _) = league(&path, "submit", &[program_text, "--name", "gone", "--sandbox", "auto"], 0);
    assert!(stdout.contains("gone is in "), "{stdout}");
}
