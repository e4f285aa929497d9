//! Leagues by the commands of every ladder: what they print, refuse and show on the site.

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

/// Bosses that are quickly beaten, and limits that a busy machine does not break.
const QUICK: [&str; 8] =
    ["--boss", "Wood 2=greedy", "--boss", "Legend=random", "--meetings", "2", "--turn-ms", "60000"];

fn write(path: &Path, content: &str, mode: u32) -> String {
    std::fs::write(path, content).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    path.display().to_string()
}

#[track_caller]
fn ladder(directory: &Path, subcommand: &str, arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    command.arg(subcommand).arg(directory).args(arguments).stdin(Stdio::null());
    command.env("XDG_CACHE_HOME", directory.parent().unwrap().join("cache"));
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stdout}{stderr}");
    (stdout, stderr)
}

fn create(directory: &Path, arguments: &[&str]) {
    ladder(directory, "init", &[&["--rules", "leagues"], arguments].concat(), 0);
}

fn run(directory: &Path, arguments: &[&str]) -> (String, String) {
    ladder(directory, "run", &[&["--until-stable", "--no-affinity"], arguments].concat(), 0)
}

#[test]
fn a_placement_says_how_many_meetings_against_whom_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    let bosses =
        ["--boss", "Bronze=alphabeta:3", "--boss", "Silver=alphabeta:2", "--boss", "Legend=alphabeta:2"];
    create(&path, &[&bosses[..], &["--meetings", "6"]].concat());
    ladder(&path, "submit", &["mine", "positional"], 0);
    let (said, _) = run(&path, &[]);
    for line in [
        "Wood 2: mine 1/6: ",
        " of 2 against Wood 2 boss random (nobody else is in the league), score ",
        "Wood 2: mine promoted: its score ",
        "Bronze: mine stays: its score ",
        "everybody is placed\n",
    ] {
        assert!(said.contains(line), "{line:?} in {said}");
    }
    ladder(&path, "submit", &["next", "mobility"], 0);
    let (said, _) = run(&path, &["-j2"]);
    assert!(said.contains("against mine (close in skill, not met yet)"), "{said}");
    assert!(said.contains("Bronze boss alphabeta:3 (every third meeting is with the boss)"), "{said}");
    let (shown, _) = ladder(&path, "standings", &[], 0);
    assert!(shown.starts_with("Legend\n   1. ") && shown.contains("mine (skill "), "{shown}");
    let (csv, _) = ladder(&path, "standings", &["--csv"], 0);
    assert!(csv.contains(",mine,") && csv.contains(",Bronze\n"), "{csv}");
    let (history, _) = ladder(&path, "history", &["mine"], 0);
    assert!(
        history.contains(", Wood 2, program 1: ") && history.contains("    Bronze: stays: "),
        "{history}"
    );
    assert!(ladder(&path, "verify", &[], 0).0.ends_with("all is well\n"));
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    let leagues = ["--rules", "leagues"];
    let (_, stderr) = ladder(&path, "init", &[&leagues[..], &["--boss", "Tin=random"]].concat(), 2);
    assert!(stderr.contains("no league is called `Tin`"), "{stderr}");
    let (_, stderr) = ladder(&path, "init", &[&leagues[..], &["--boss", "Gold=nobody"]].concat(), 2);
    assert!(stderr.contains("no built-in bot, entry or program `nobody`"), "{stderr}");
    let (_, stderr) = ladder(&path, "init", &["--boss", "Gold=random"], 2);
    assert!(stderr.contains("are of `--rules leagues`"), "{stderr}");
    assert!(!path.exists(), "nothing is left behind");
    create(&path, &["--boss", "Legend=random"]);
    let (_, stderr) = ladder(&path, "init", &[&leagues[..], &["--boss", "Legend=random"]].concat(), 2);
    assert!(stderr.contains("holds a ladder already"), "{stderr}");
    let (_, stderr) = ladder(&path, "submit", &["Bronze boss mobility", "random"], 2);
    assert!(stderr.contains("is a boss, which stays"), "{stderr}");
    let (_, stderr) = ladder(&path, "organise", &["--retire", "Bronze boss mobility"], 2);
    assert!(stderr.contains("is a boss, which stays"), "{stderr}");
    let (_, stderr) = ladder(&path, "why", &["Bronze boss mobility"], 2);
    assert!(stderr.contains("the members of its league"), "{stderr}");
}

#[test]
fn a_source_is_entered_only_if_it_makes_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    create(&path, &QUICK);
    let file = |name: &str, content: &str| write(&folder.path().join(name), content, 0o644);
    let auto = ["--sandbox", "auto"];
    let own = file("my bot.py", PYTHON);
    ladder(&path, "submit", &[&["mine", own.as_str()], &auto[..]].concat(), 0);
    let (said, _) = run(&path, &auto);
    assert!(said.contains("Wood 2: mine 2/2: "), "{said}");
    let broken = file("broken.py", "raise SystemExit('no book')\n");
    let (stdout, _) = ladder(&path, "submit", &[&["broken", broken.as_str()], &auto[..]].concat(), 3);
    assert!(
        stdout.contains("not effective, so it does not play: as black: crashed: exit code 1"),
        "{stdout}"
    );
    let (said, _) = run(&path, &auto);
    assert_eq!(said, "everybody is placed\n");
}

#[test]
fn a_program_that_only_fails_sits_out_and_its_copy_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league");
    create(&path, &[&QUICK[..4], &["--meetings", "8", "--turn-ms", "60000"]].concat());
    let auto = ["--sandbox", "auto"];
    // Makes the move of its check, and then only the first one of each game.
    let once = "input(); input(); [input() for _ in range(8)]\n\
                print([input() for _ in range(int(input()))][0], flush=True)\n";
    let program = write(&folder.path().join("once.py"), once, 0o644);
    ladder(&path, "submit", &[&["once", program.as_str()], &auto[..]].concat(), 0);
    std::fs::remove_file(&program).unwrap();
    let (said, stderr) = run(&path, &auto);
    assert!(said.contains("Wood 2: once 4/8: 0 of 2"), "{said}");
    assert!(stderr.contains("once sits out until its next submission: it lost both rounds"), "{stderr}");
    ladder(&path, "organise", &["--retire", "once"], 0);
    assert!(!ladder(&path, "standings", &[], 0).0.contains("once"));
}
