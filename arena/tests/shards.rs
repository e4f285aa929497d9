//! A sequential test over shards: a verdict on the pairs without a gap, and a file on which all shards stop.

use std::process::{Command, Output, Stdio};

fn arena(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    let Output { status, stdout, stderr } = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn shards_come_to_the_verdict_of_one_run_and_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let [one, two, whole, stop] = ["one", "two", "whole", "stop"].map(path);
    let bots = ["mobility", "random", "--seed", "4"];
    let bounds = ["--elo0", "0", "--elo1", "50"];
    let shard = |number: &str, file: &str| {
        let options = ["--shard", number, "--pairs", "40", "--stop-file", &stop, "--results", file];
        arena(&[&["match"], &bots[..], &options].concat())
    };
    let verdict =
        |files: &[&str]| arena(&[&["sprt", "--merged"], files, &["--decided", &stop], &bounds].concat());
    assert_eq!(shard("1/2", &one).0, Some(0));
    let (code, stdout, _) = verdict(&[&one]);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("mobility against random: 1 of 20 pairs are without a gap\n"), "{stdout}");
    assert!(stdout.ends_with(": no decision\n") && !std::path::Path::new(&stop).exists(), "{stdout}");
    assert_eq!(shard("2/2", &two).0, Some(0));
    let (code, stdout, _) = verdict(&[&two, &one]);
    assert_eq!(code, Some(4), "{stdout}");
    assert!(std::path::Path::new(&stop).exists());
    let run = [&["sprt"], &bots[..], &bounds, &["--results", &whole]].concat();
    let (code, single, _) = arena(&run);
    assert_eq!(code, Some(4));
    assert_eq!(stdout.lines().last(), single.lines().last(), "the same pairs, the same ratio");
    let before = std::fs::read(&one).unwrap();
    let (code, _, stderr) = arena(
        &[
            &["match"],
            &bots[..],
            &["--shard", "1/2", "--pairs", "80", "--stop-file", &stop, "--results", &one],
        ]
        .concat(),
    );
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains(&format!("stopped by {stop}")), "{stderr}");
    assert_eq!(std::fs::read(&one).unwrap(), before, "no pair follows");
}

#[test]
fn a_verdict_plays_nothing_and_says_what_is_missing() {
    let (code, _, stderr) = arena(&["sprt", "--merged", "/nonexistent", "--elo0", "0", "--elo1", "5"]);
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("outflank-arena: cannot read /nonexistent: No such file"), "{stderr}");
    let both = ["sprt", "random", "greedy", "--merged", "x", "--elo0", "0", "--elo1", "5", "--results", "y"];
    assert_eq!(arena(&both).0, Some(2));
    assert_eq!(arena(&["sprt", "--elo0", "0", "--elo1", "5"]).0, Some(2));
}
