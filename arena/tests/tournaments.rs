//! `arena roundrobin`, `gauntlet`, `rate` and `report` as processes: the pairings, and that ratings depend on
//! results alone.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arena::matches::results::Results;

#[track_caller]
fn arena(arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    let Output { status, stdout, stderr } = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stdout}{stderr}");
    (stdout, stderr)
}

/// The pairings in a directory of results, with their numbers of pairs.
fn pairings(directory: &Path) -> BTreeSet<(String, String, usize)> {
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let results = Results::read(&path).unwrap();
            let [first, second] = results.header.bots.map(|bot| bot.bot.name);
            (first, second, results.pairs.len())
        })
        .collect()
}

fn expected(pairings: &[(&str, &str, usize)]) -> BTreeSet<(String, String, usize)> {
    pairings.iter().map(|&(first, second, pairs)| (first.to_string(), second.to_string(), pairs)).collect()
}

/// The table at the end of the output.
fn table(stdout: &str) -> &str {
    &stdout[stdout.find("better than next").expect("a table")..]
}

#[test]
fn everyone_meets_everyone_once_and_a_run_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let results = directory.path().to_str().unwrap();
    let bots = ["roundrobin", "random", "greedy", "mobility", "random"];
    arena(&[&bots[..], &["--results", results, "--pairs", "1"]].concat(), 0);
    let (stdout, _) = arena(&[&bots[..], &["--results", results, "--pairs", "2", "-j2"]].concat(), 0);
    let all = [
        ("random", "greedy", 2),
        ("random", "mobility", 2),
        ("random", "random #2", 2),
        ("greedy", "mobility", 2),
        ("greedy", "random #2", 2),
        ("mobility", "random #2", 2),
    ];
    assert_eq!(pairings(directory.path()), expected(&all));
    let (rated, _) = arena(&["rate", results], 0);
    assert_eq!(table(&rated), table(&stdout));
    assert!(rated.contains("; 24 games\n"), "{rated}");
}

#[test]
fn shares_of_a_gauntlet_rate_like_the_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let gauntlet = |results: &str, more: &[&str]| {
        let fixed = ["gauntlet", "mobility", "random", "greedy", "--pairs", "3", "--results", results];
        arena(&[&fixed[..], more].concat(), 0).0
    };
    let whole = gauntlet(&path("whole"), &[]);
    let all = [("mobility", "random", 3), ("mobility", "greedy", 3)];
    assert_eq!(pairings(&directory.path().join("whole")), expected(&all));
    gauntlet(&path("first"), &["--shard", "1/2"]);
    gauntlet(&path("second"), &["--shard", "2/2"]);
    let (shared, _) = arena(&["rate", &path("second"), &path("first")], 0);
    assert_eq!(table(&shared), table(&whole));
}

#[test]
fn a_report_names_everyone_and_refuses_strangers() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
    let (results, page) = (path("results.jsonl"), path("page.html"));
    arena(&["match", "random", "greedy", "--pairs", "10", "--results", &results], 0);
    arena(&["report", &results, "--html", &page, "--versions", "random,greedy", "--title", "A </title>"], 0);
    let html = std::fs::read_to_string(&page).unwrap();
    for part in [
        "<title>A &lt;/title&gt;</title>",
        r#""name":"greedy""#,
        "by pairs",
        r#""versions":[{"name":"random""#,
    ] {
        assert!(html.contains(part), "{part}");
    }
    let (_, stderr) = arena(&["report", &results, "--html", &page, "--versions", "v1"], 2);
    assert_eq!(stderr, "outflank-arena: no bot in these results is called `v1`\n");
    let (_, stderr) = arena(&["rate", directory.path().join("nothing").to_str().unwrap()], 2);
    assert!(stderr.contains("cannot read"), "{stderr}");
    std::fs::create_dir(path("empty")).unwrap();
    let (_, stderr) = arena(&["rate", &path("empty")], 2);
    assert!(stderr.ends_with("holds no *.jsonl file\n"), "{stderr}");
}

#[test]
fn every_subcommand_has_a_sound_command_line() {
    let (help, _) = arena(&["--help"], 0);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        arena(&[name, "--help"], 0);
    }
}
