//! Submitted programs see no file of the ladder that they play in.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

const LADDER: &str = env!("CARGO_BIN_EXE_ladder");
const BOT: &str = env!("CARGO_BIN_EXE_course-test-bot");

/// Dies if it can reach anything of the ladder, or change its own folder; otherwise plays.
const EVIL: &str =
    "for file in course/ladder.db course/programs \"$2/course/ladder.db\" \"$2/secret\" $HOME/.profile; do\n\
    if [ -e \"$file\" ]; then exit 7; fi\ndone\n\
    if echo x 2>/dev/null >course/ladder.db; then exit 8; fi\n\
    if echo x 2>/dev/null >evil.sh; then exit 9; fi\n\
    if kill -0 \"$3\" 2>/dev/null; then exit 10; fi\n\
    exec \"$1\" course\n";

fn ladder(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(LADDER).current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn succeed(folder: &Path, arguments: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = ladder(folder, arguments);
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(status.success(), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

#[test]
fn a_program_that_looks_for_the_ladder_finds_nothing_by_default_and_all_of_it_without_a_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("evil.sh"), EVIL).unwrap();
    std::fs::write(folder.join("secret"), "").unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), "").unwrap();
    succeed(folder, &["init", "course", "--turn-ms", "60000"]);
    let evil = format!("sh evil.sh {BOT} {} {}", outside.path().display(), std::process::id());
    let (entered, line) = succeed(folder, &["submit", "course", "evil", &evil]);
    assert!(entered.contains("evil enters the ladder"), "{entered}");
    assert!(line.starts_with("sandbox: strict: a bot sees no network"), "{line}");
    succeed(folder, &["submit", "course", "good", &format!("{BOT} course")]);
    let (_, line) = succeed(folder, &["run", "course", "--games", "2", "--no-affinity"]);
    assert!(line.starts_with("sandbox: strict: "), "{line}");
    let (export, _) = succeed(folder, &["export", "course"]);
    assert!(!export.contains("fault"), "{export}");
    succeed(folder, &["verify", "course"]);
    let trusting = ladder(folder, &["submit", "course", "trusted", &evil, "--sandbox", "none"]);
    let text = String::from_utf8(trusting.stdout).unwrap();
    assert!(text.contains("exit code 7"), "{text}");
}
