//! `arena referee` as other arenas call it: this test acts as the arena, with well-behaved and faulty bots.

use std::process::{Command, Output, Stdio};

use arena::play::record::GameRecord;
use serde_json::{json, Value};

const ARENA: &str = env!("CARGO_BIN_EXE_outflank-arena");
const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
/// Limits that bots which answer never reach.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

fn referee(arguments: &[&str]) -> Output {
    Command::new(ARENA).arg("referee").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// cg-brutaltester's reading of a game: one number for each player, then text. Any output to standard error
/// is a failure; the exit code is ignored.
fn as_brutaltester(bots: [&str; 2], arguments: &[&str]) -> Result<([i32; 2], String), String> {
    let Output { stdout, stderr, .. } = referee(&[&["-p1", bots[0], "-p2", bots[1]], arguments].concat());
    if !stderr.is_empty() {
        return Err(String::from_utf8(stderr).unwrap());
    }
    let stdout = String::from_utf8(stdout).unwrap();
    let mut lines = stdout.lines();
    let scores = [(); 2].map(|()| lines.next().unwrap().parse().unwrap());
    Ok((scores, lines.collect::<Vec<_>>().join("\n")))
}

fn as_json(bots: [&str; 2], arguments: &[&str]) -> Value {
    let output = referee(&[&["--json", "-p1", bots[0], "-p2", bots[1]], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "any other code kills the league");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout.trim_end().lines().count(), 1, "{stdout}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn brutaltester_gets_scores_and_logs() {
    let logs = tempfile::tempdir().unwrap();
    for game in 1..=4 {
        let log = logs.path().join(format!("game{game}.json"));
        let seed = format!("seed={}", 1000 + game);
        let arguments = [&["-d", &seed, "-l", log.to_str().unwrap()], &PATIENT[..]].concat();
        let (scores, text) = as_brutaltester(["greedy", BOT], &arguments).unwrap();
        assert!([[1, 0], [0, 1], [0, 0]].contains(&scores), "{scores:?}");
        assert_eq!(text, seed);
        let log: Value = serde_json::from_slice(&std::fs::read(&log).unwrap()).unwrap();
        assert_eq!(log["scores"], json!({"0": scores[0], "1": scores[1]}));
        let calls = log["errors"]["1"].as_array().unwrap();
        assert!(calls.contains(&json!("call 1\n")), "{calls:?}");
        let record: GameRecord = serde_json::from_value(log["game"].clone()).unwrap();
        assert_eq!(record.seed, 1000 + game);
    }
}

#[test]
fn a_bot_that_fails_has_a_negative_score() {
    let die = format!("{BOT} 3 exit 1");
    let garbage = format!("{BOT} 1 say pass");
    let missing = "/nowhere/at-all";
    assert_eq!(as_brutaltester(["random", &die], &[]).unwrap().0, [0, -1]);
    assert_eq!(as_brutaltester([&garbage, "random"], &[]).unwrap().0, [-1, 0]);
    assert_eq!(as_brutaltester(["random", missing], &[]).unwrap().0, [0, -1]);
    let silent = format!("{BOT} 2 deaf");
    let limits = ["--turn-ms", "100", "--first-ms", "30000"];
    assert_eq!(as_brutaltester([&silent, "random"], &limits).unwrap().0, [-1, 0], "it cannot hang");
}

#[test]
fn the_leagues_get_one_line_whatever_happens() {
    let verdict = as_json([BOT, "greedy"], &[&["-seed", "-5"], &PATIENT[..]].concat());
    assert_eq!(verdict["errors"], json!([0, 0]));
    assert_eq!(verdict["test_data"]["seed"], json!((-5i64).cast_unsigned().to_string()));
    assert_eq!(verdict["player_data"], json!([{}, {}]));
    let missing = as_json(["/nowhere/at-all", "/nowhere/at-all"], &[]);
    assert_eq!((&missing["ranks"], &missing["errors"]), (&json!([1, 0]), &json!([1, 0])));
    let failure = as_json(["random", "random"], &["-l", "/nowhere/at-all/log.json"]);
    assert_eq!((&failure["ranks"], &failure["errors"]), (&json!([0, 0]), &json!([1, 1])));
    assert!(failure["test_data"]["arena_error"].as_str().unwrap().contains("/nowhere/at-all/log.json"));
}

#[test]
fn the_seed_decides_between_openings_and_games() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.txt");
    std::fs::write(&openings, "f5d6\nf5f6\nf5f4\nc4c3\n").unwrap();
    let game = |seed: &str| {
        let log = directory.path().join("log.json");
        let log = log.to_str().unwrap();
        as_brutaltester(
            ["random", "random"],
            &["--seed", seed, "--openings", openings.to_str().unwrap(), "-l", log],
        )
        .unwrap();
        let log: Value = serde_json::from_slice(&std::fs::read(log).unwrap()).unwrap();
        let record: GameRecord = serde_json::from_value(log["game"].clone()).unwrap();
        (record.opening.clone(), record.moves())
    };
    let games: Vec<_> = (0..8).map(|seed| game(&seed.to_string())).collect();
    assert!(games.iter().any(|(opening, _)| *opening != games[0].0), "{games:?}");
    assert_eq!(game("0"), games[0]);
}

#[test]
fn a_page_is_written_where_it_says() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("game.json");
    let (_, text) = as_brutaltester(
        ["random", "greedy"],
        &["-s", "--solve", "6", "-l", log.to_str().unwrap(), "-d", "seed=3"],
    )
    .unwrap();
    let page = text.lines().find_map(|line| line.strip_prefix("page=")).unwrap();
    assert_eq!(std::path::Path::new(page), log.with_extension("html"));
    assert!(std::fs::read_to_string(page).unwrap().starts_with("<!DOCTYPE html>"));
    let shown = Command::new(ARENA).arg("show").arg(&log).args(["--moves", "--solve", "4"]).output().unwrap();
    assert!(shown.status.success(), "{shown:?}");
}

#[test]
fn nonsense_on_the_command_line_is_usage() {
    for arguments in [
        &["-p1", "random"][..],
        &["-p1", "random", "-p2", ""],
        &["-p1", "random", "-p2", "greedy", "-seed", "x"],
        &["-p1", "random", "-p2", "greedy", "-d", "seed=1e3", "--json"],
    ] {
        let output = referee(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty());
    }
}
