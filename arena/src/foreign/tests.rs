use outflank::game::Game;

use super::*;
use crate::bots::BotSpec;
use crate::limits::Limits;
use crate::record::{Fault, Termination};
use crate::referee::{self, Setup};
use crate::stop::Stop;

/// A finished game, and one that white lost by a timeout.
fn records() -> [GameRecord; 2] {
    let stop = Stop::new().unwrap();
    let [mut black, mut white] =
        ["positional", "random"].map(|name| BotSpec::parse(name).unwrap().contestant(None, &stop));
    let setup = Setup::new(Game::from_transcript("f5").unwrap(), 7, Limits::CODINGAME);
    let finished = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
    let mut lost = finished.clone();
    lost.turns.truncate(3);
    lost.turns[2].square = None;
    lost.scores = [1, -1];
    lost.termination = Termination::Fault { by: Color::White, fault: Fault::Timeout { limit_ms: 150 } };
    [finished, lost]
}

#[test]
fn scores_come_first_for_brutaltester() {
    let [_, lost] = records();
    assert_eq!(Verdict::of(&lost).for_brutaltester(), "1\n-1\nseed=7\n");
}

#[test]
fn ranks_and_errors_follow_the_scores() {
    let [_, lost] = records();
    let ranks = |scores| {
        let mut record = lost.clone();
        record.scores = scores;
        let json = Verdict::of(&record).json();
        (json["ranks"].to_string(), json["errors"].to_string())
    };
    let expected = |ranks: &str, errors: &str| (ranks.to_string(), errors.to_string());
    assert_eq!(ranks([1, 0]), expected("[0,1]", "[0,0]"));
    assert_eq!(ranks([0, 1]), expected("[1,0]", "[0,0]"));
    assert_eq!(ranks([0, 0]), expected("[0,0]", "[0,0]"));
    assert_eq!(ranks([1, -1]), expected("[0,1]", "[0,1]"));
    let failure = Verdict::failure("no core").json();
    assert_eq!(failure["ranks"], json!([0, 0]));
    assert_eq!(failure["errors"], json!([1, 1]));
    assert_eq!(failure["test_data"], json!({"arena_error": "no core"}));
}

#[test]
fn attributes_are_those_of_the_bots() {
    let [_, mut lost] = records();
    // White moves first after the opening.
    lost.turns[0].stderr = "[TDATA][1] value = 3\n[PDATA] depth = 9\n[PDATA+] nodes = 5\nfree text".into();
    lost.turns[2].stderr = "[PDATA+][2] nodes = 7\n[TDATA][2] value = x = y\n[PDATA] bad name = 1".into();
    let json = Verdict::of(&lost).json();
    assert_eq!(json["test_data"], json!({"value": "x = y", "seed": "7", "opening": "f5"}));
    assert_eq!(json["player_data"], json!([{}, {"depth": "9", "nodes": 12.0}]));
    assert_eq!(
        json["attributes"],
        json!([
            {"name": "value", "player": null, "turn": 1, "value": "3"},
            {"name": "depth", "player": 1, "turn": null, "value": "9"},
            {"name": "nodes", "player": 1, "turn": null, "value": "5"},
            {"name": "nodes", "player": 1, "turn": 2, "value": "7"},
            {"name": "value", "player": null, "turn": 2, "value": "x = y"},
        ])
    );
}

#[test]
fn the_log_reads_like_codingames_own() {
    let [finished, mut lost] = records();
    lost.turns[1].stderr = "one\ntwo".into();
    let log = log(&lost).unwrap();
    assert_eq!(log["scores"], json!({"0": 1, "1": -1}));
    assert_eq!(log["errors"], json!({"0": [null, "one\ntwo", null], "1": [null, null, null]}));
    let moves: Vec<_> =
        lost.turns.iter().filter_map(|turn| turn.square).map(|square| square.to_string()).collect();
    assert_eq!(log["outputs"], json!({"0": [null, moves[1], null], "1": [moves[0], null, null]}));
    assert_eq!(log["failCause"], json!("white no answer within 150 ms"));
    let game: GameRecord = serde_json::from_value(log["game"].clone()).unwrap();
    assert_eq!(game, lost);
    assert_eq!(super::log(&finished).unwrap()["failCause"], json!(null));
}
