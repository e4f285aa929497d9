//! `ladder submit --folder`: a whole course's sources are kept, compiled, reported and played.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Plays the first legal move; C99, and C++98 as well.
const PLAYER: &str = include_str!("player.c");
/// Answers `BEGIN` and nothing else.
const BEGINNER: &str = "use std::io::BufRead;\n\
     fn main() {\n    for line in std::io::stdin().lock().lines() {\n        match line.unwrap().as_str() {\n\
     \"DONE\" => println!(\"OK\"),\n \"BEGIN\" => println!(\"d 3\"),\n \"END\" => return,\n\
     line if line.starts_with(\"TURN\") => println!(\"hello\"),\n _ => {}\n }\n }\n}\n";

/// Runs `ladder` in a folder and returns what it prints.
#[track_caller]
fn ladder(folder: &Path, arguments: &[&str], expected: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let stdout = String::from_utf8(stdout).unwrap();
    assert_eq!(status.code(), Some(expected), "{stdout}{}", String::from_utf8_lossy(&stderr));
    stdout
}

/// The last lines of a report: the counts, and who has nothing to play.
fn ending(report: &str) -> Vec<&str> {
    report.lines().skip_while(|line| !line.contains(" files: ")).collect()
}

#[test]
fn a_folder_of_sources_is_compiled_kept_reported_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let handed_in = folder.join("handed-in");
    std::fs::create_dir(&handed_in).unwrap();
    for (name, text) in [
        ("Ann.c", PLAYER),
        ("Bea.cc", PLAYER),
        ("Cay.c", "#error \u{1b}[2J<script>\nint main(void) { return 0; }\n"),
        ("Dan.rs", BEGINNER),
        ("Dan.txt", "Ask Eve, please."),
        ("notes.txt", "Fay is ill."),
    ] {
        std::fs::write(handed_in.join(name), text).unwrap();
    }
    // CPU time, so that a busy machine makes nobody late.
    ladder(folder, &["init", "course", "--clock", "cpu"], 0);
    let submit = ["submit", "course", "--folder", "handed-in", "--std", "c++98"];
    let report = ladder(folder, &submit, 3);
    for line in [
        "1/6  handed-in/Ann.c\nAnn enters the ladder: played d3 as black\n",
        "2/6  handed-in/Bea.cc\nBea enters the ladder: played d3 as black\n",
        "Dan enters the ladder: played d3 as black\n",
        "5/6  handed-in/Dan.txt\nrefused: handed-in/Dan.rs is Dan's already: one file a participant\n",
        "6/6  handed-in/notes.txt\nrefused: ",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
    assert!(!report.contains('\u{1b}') && report.contains("#error \\u{1b}[2J<script>"), "{report}");
    assert_eq!(
        ending(&report),
        [
            "6 files: 3 entered, 0 updated, 0 unchanged, 1 not effective, 2 refused",
            "not effective: Cay.c",
            "refused: Dan.txt, notes.txt"
        ]
    );
    assert!(ladder(folder, &["history", "course", "Cay"], 0).contains("#error \\u{1b}[2J<script>"));

    let hash: String = Sha256::digest(PLAYER).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(std::fs::read_to_string(folder.join("course/programs").join(hash)).unwrap(), PLAYER);

    ladder(folder, &["run", "course", "--games", "3", "--no-affinity"], 0);
    ladder(folder, &["verify", "course"], 0);
    check_games(&ladder(folder, &["export", "course"], 0));
    let history = ladder(folder, &["history", "course", "Dan"], 0);
    assert!(
        history.contains("    round 1: black made an illegal move: \"hello\" (after `TURN "),
        "{history}"
    );

    // Archives may hold anything: a link to somebody else's file, a folder.
    std::fs::write(folder.join("secret"), "the exam of Monday\n").unwrap();
    std::os::unix::fs::symlink(folder.join("secret"), handed_in.join("Gus.c")).unwrap();
    std::fs::create_dir(handed_in.join("Hal")).unwrap();
    let report = ladder(folder, &submit, 3);
    assert!(report.contains("refused: handed-in/Gus.c is a folder, a link or a device"), "{report}");
    assert!(!report.contains("exam") && report.ends_with("Gus.c, Hal, notes.txt\n"), "{report}");

    // A week later: one source has changed, so that nothing else is compiled again.
    std::fs::write(handed_in.join("Ann.c"), format!("{PLAYER}/* better */\n")).unwrap();
    for name in ["Cay.c", "Dan.txt", "Gus.c", "notes.txt"] {
        std::fs::remove_file(handed_in.join(name)).unwrap();
    }
    std::fs::remove_dir(handed_in.join("Hal")).unwrap();
    let report = ladder(folder, &submit, 0);
    assert!(report.contains("Ann is updated to program 2: played d3 as black\n"), "{report}");
    assert!(report.contains("Bea plays this very program already\n"), "{report}");
    let counts = "3 files: 0 entered, 1 updated, 2 unchanged, 0 not effective, 0 refused";
    assert_eq!(ending(&report), [counts]);
}

/// Ann and Bea play without a fault; Dan loses 0:2 against both.
fn check_games(export: &str) {
    let games: Vec<Value> = export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 3);
    for game in games {
        let names = [0, 1].map(|seat| game["participants"][seat].as_str().unwrap());
        let rounds = game["rounds"].as_array().unwrap();
        let last = &rounds.last().unwrap()["termination"];
        let Some(dan) = names.iter().position(|&name| name == "Dan") else {
            assert_eq!((rounds.len(), &last["reason"]), (2, &Value::from("no_moves")), "{game}");
            continue;
        };
        assert_eq!((&last["reason"], &last["fault"]), (&"fault".into(), &"illegal_move".into()), "{last}");
        assert_eq!((&game["points"][dan], &game["points"][1 - dan]), (&0.0.into(), &2.0.into()));
    }
}

#[test]
fn python_sources_and_capital_endings_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script =
        "import sys\nfor line in sys.stdin:\n    print({'DONE': 'OK', 'BEGIN': 'd 3'}.get(line.strip(), \
                  ''), flush=True) if line[0] in 'DBT' else None\n";
    std::fs::write(folder.join("ann bot.PY"), script).unwrap();
    std::fs::write(folder.join("bea.C"), PLAYER.replace("#include <stdio.h>", "#include <cstdio>\n"))
        .unwrap();
    ladder(folder, &["init", "course", "--clock", "cpu"], 0);
    let report = ladder(folder, &["submit", "course", "Ann", "ann bot.PY"], 0);
    assert!(report.contains("Ann enters the ladder: played d3 as black"), "{report}");
    let report = ladder(folder, &["submit", "course", "Bea", "bea.C"], 0);
    assert!(report.contains("Bea enters the ladder: played d3 as black"), "{report}");
    // The ladder plays its own copy.
    std::fs::remove_file(folder.join("ann bot.PY")).unwrap();
    let games = ladder(folder, &["run", "course", "--games", "1"], 0);
    assert!(games.contains("Ann") && !games.contains("sits out"), "{games}");
}
