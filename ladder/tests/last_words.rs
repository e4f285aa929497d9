//! The last lines of standard error of a program that failed are shown wherever its author reads of the
//! fault.

use std::path::Path;
use std::process::{Command, Output, Stdio};

#[track_caller]
fn ladder(arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    let Output { status, stdout, stderr } = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stdout}{stderr}");
    (stdout, stderr)
}

/// A shell script that reads a line, complains and exits.
fn crashing(folder: &Path) -> String {
    let path = folder.join("bot.sh");
    std::fs::write(&path, "read line\necho 'no \u{1b}[2J book' >&2\nexit 7\n").unwrap();
    format!("sh {}", path.display())
}

/// As [`crashing`], but it plays the first move of a game that begins at the standard start.
fn crashing_later(folder: &Path) -> String {
    let path = folder.join("later.sh");
    let script =
        "read me\nread size\nboard=\nfor row in 1 2 3 4 5 6 7 8; do read row; board=$board$row; done\n\
                  case $board in *...10......01...*) echo d3; read line;; esac\n\
                  echo 'no \u{1b}[2J book' >&2\nexit 7\n";
    std::fs::write(&path, script).unwrap();
    format!("sh {}", path.display())
}

const LAST_WORDS: &str = "stderr: no \\u{1b}[2J book\n";

#[test]
fn a_submission_that_does_not_play_exits_with_3_and_shows_why() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("course");
    let directory = directory.to_str().unwrap();
    ladder(&["init", directory], 0);
    let (said, _) = ladder(&["submit", directory, "Ada", &crashing(folder.path())], 3);
    assert!(said.contains("not effective, so it does not play: as black: "), "{said}");
    assert!(said.contains(LAST_WORDS), "{said}");
    let (history, _) = ladder(&["history", directory, "Ada"], 0);
    assert!(history.contains(LAST_WORDS), "{history}");
}

#[test]
fn a_slow_program_is_told_of_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("course");
    let directory = directory.to_str().unwrap();
    ladder(&["init", directory, "--turn-ms", "60"], 0);
    let script = folder.path().join("slow.sh");
    std::fs::write(&script, "while read line; do [ $line = DONE ] && echo OK; done\n").unwrap();
    let (said, _) = ladder(&["submit", directory, "Ada", &format!("sh {}", script.display())], 3);
    assert!(
        said.contains("no answer within 60 ms (after `BEGIN`), this ladder's limit of a call: "),
        "{said}"
    );
    assert!(said.contains("`outflank-ladder init --turn-ms` sets it"), "{said}");
}

#[test]
fn a_league_names_faults_and_stops_early() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("league");
    let directory = directory.to_str().unwrap();
    ladder(&["init", directory, "--rules", "leagues", "--boss", "Legend=random"], 0);
    let (said, _) = ladder(&["submit", directory, "mine", &crashing(folder.path())], 3);
    assert!(said.contains("does not play: as black: crashed: exit code 7"), "{said}");
    assert!(said.contains(LAST_WORDS), "{said}");
    ladder(&["submit", directory, "mine", &crashing_later(folder.path())], 0);
    let (said, error) = ladder(&["run", directory, "--until-stable", "--no-affinity"], 0);
    assert_eq!(said.matches(" of 2 against ").count(), 4, "no further meetings: {said}");
    assert!(error.contains("mine sits out until its next submission: it lost both rounds of"), "{error}");
    let (history, _) = ladder(&["history", directory, "mine"], 0);
    assert!(history.contains("    round 1: black crashed: exit code 7\n"), "{history}");
    assert_eq!(history.matches("stderr: no ").count(), 9, "each game and the check: {history}");
}
