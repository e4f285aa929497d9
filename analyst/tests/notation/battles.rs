//! CodinGame battles in every wrapping that players have on disk, and in every way to end.

use std::io::Write;

use analyst::notation::{read, Ending, GameRecord, GameResult, Item};
use flate2::write::GzEncoder;
use flate2::Compression;
use outflank::board::Move;
use outflank::game::{Color, Game};
use serde_json::{json, Value};

/// A battle that black loses by a timeout on its third call.
const BATTLE: &str = include_str!("battle.json");

/// Black wipes white out with the ninth disc of the game.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";
/// Black has to pass after white's fourth disc.
const WITH_PASS: &str = "c4c3f5b4a4a5b2a3c1";

fn read_all(bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
    let items = read(bytes, "battle").map_err(|error| error.to_string())?;
    let game = |item| match item {
        Item::Game(record) => *record,
        Item::Position(position) => panic!("expected a game, not {position:?}"),
    };
    Ok(items.into_iter().map(game).collect())
}

fn read_one(value: &Value) -> GameRecord {
    let mut games = read_all(value.to_string().as_bytes()).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn error_of(value: &Value) -> String {
    read_all(value.to_string().as_bytes()).unwrap_err()
}

fn battle() -> Value {
    serde_json::from_str(BATTLE).unwrap()
}

fn transcript(record: &GameRecord) -> String {
    record.game().unwrap().transcript()
}

/// A battle of the moves of a transcript.
fn battle_of(transcript: &str, scores: [i32; 2]) -> Value {
    let game = Game::from_transcript(transcript).unwrap();
    let mut frames = vec![json!({"agentId": -1, "view": "x"})];
    for (color, mv) in game.history().iter().filter(|(_, mv)| *mv != Move::PASS) {
        frames.push(json!({"agentId": i32::from(*color == Color::White), "stdout": format!("{mv}\n")}));
    }
    json!({"frames": frames, "scores": scores, "ranks": [0, 1]})
}

/// The record as which the example must be read, in every wrapping.
fn assert_is_example(record: &GameRecord) {
    assert_eq!(transcript(record), "d3c5d6e3");
    assert_eq!(record.ending, Ending::TimedOut);
    assert_eq!(record.result, Some(GameResult::WonBy(Color::White)));
    assert_eq!(record.moves[0].comment(), "hello");
}

#[test]
fn the_example_is_read_as_it_is() {
    let record = read_one(&battle());
    assert_is_example(&record);
    assert_eq!(record.players.clone().map(|player| player.name), ["PlayerA", "PlayerB"]);
    assert_eq!((record.seed.as_str(), record.round.as_str()), ("1234567890123456800", "900000001"));
}

#[test]
fn wrappings_make_no_difference() {
    let plain = battle();
    for wrapped in [
        json!({"success": plain}),
        json!({"gameResult": plain, "puzzleTitle": "Othello", "viewer": "x"}),
        json!({"metadata": {"rawResponse": plain}}),
        json!({"success": {"gameResult": plain}}),
        json!([plain]),
    ] {
        let record = read_one(&wrapped);
        assert_is_example(&record);
        assert_eq!(record.players[1].name, "PlayerB");
    }
}

#[test]
fn frames_may_stand_at_the_top_beside_players() {
    let mut hoisted = json!({"players": [{"nickname": "Ann"}, {"nickname": "Ben"}]});
    hoisted["frames"] = battle()["frames"].clone();
    for frame in hoisted["frames"].as_array_mut().unwrap() {
        frame.as_object_mut().unwrap().remove("view");
    }
    let record = read_one(&hoisted);
    assert_is_example(&record);
    assert_eq!(record.players.map(|player| player.name), ["Ann", "Ben"]);
}

#[test]
fn several_battles_stand_in_an_array_or_one_a_line() {
    let lines = format!("{0}\n{0}\n\n{0}\n", battle());
    let array = json!([battle(), battle(), battle()]).to_string();
    for text in [lines, array] {
        let games = read_all(text.as_bytes()).unwrap();
        assert_eq!(games.len(), 3);
        games.iter().for_each(assert_is_example);
    }
}

#[test]
fn gzipped_battles_are_unpacked() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(format!("{0}\n{0}\n", battle()).as_bytes()).unwrap();
    let games = read_all(&encoder.finish().unwrap()).unwrap();
    assert_eq!(games.len(), 2);
    games.iter().for_each(assert_is_example);
}

#[test]
fn missing_null_and_empty_fields_are_the_same() {
    for absent in [None, Some(Value::Null), Some(json!(""))] {
        let mut value = battle();
        let object = value.as_object_mut().unwrap();
        for field in ["agents", "tooltips", "metadata", "ranks", "refereeInput", "gameId", "scores"] {
            match &absent {
                None => drop(object.remove(field)),
                Some(absent) => drop(object.insert(field.to_owned(), absent.clone())),
            }
        }
        let last = value["frames"].as_array_mut().unwrap().last_mut().unwrap();
        last.as_object_mut().unwrap().remove("stdout");
        let record = read_one(&value);
        assert_is_example(&record);
        assert_eq!(record.players.map(|player| player.name), ["seat 0", "seat 1"]);
    }
}

#[test]
fn bosses_lend_their_nicknames() {
    let mut value = battle();
    value["agents"][1] = json!({"index": 1, "codingamer": null, "arenaboss": {"nickname": "Boss"}});
    assert_eq!(read_one(&value).players[1].name, "Boss");
}

#[test]
fn the_players_own_standard_error_stays_with_its_move() {
    let mut value = battle();
    value["frames"][1]["stderr"] = json!("depth 12\nvalue +3\n");
    assert_eq!(read_one(&value).moves[0].stderr(), "depth 12\nvalue +3");
}

#[test]
fn an_illegal_last_move_is_the_reason_of_the_end() {
    for (stdout, text) in
        [("a1\n", "a1"), ("HELLO WORLD\n", "helloworld"), ("\n", ""), ("MSG d3\n", ""), ("pass\n", "pass")]
    {
        let mut value = battle();
        value["frames"][5]["stdout"] = json!(stdout);
        let record = read_one(&value);
        assert_eq!(record.ending, Ending::IllegalMove(text.to_owned()), "{stdout:?}");
        assert_eq!(record.result, Some(GameResult::WonBy(Color::White)));
        assert_eq!(transcript(&record), "d3c5d6e3");
    }
}

#[test]
fn an_illegal_move_that_is_not_the_last_is_refused() {
    let mut value = battle();
    value["frames"][2]["stdout"] = json!("a1\n");
    assert_eq!(error_of(&value), "battle:1:1: call 2: white may not play a1, but the battle went on");
    value["frames"][2]["stdout"] = json!("");
    assert_eq!(error_of(&value), "battle:1:1: call 2: white printed nothing, but the battle went on");
}

#[test]
fn a_game_of_something_else_is_one_clear_error() {
    let mut value = battle();
    value["frames"][1]["stdout"] = json!("BUILD 3 4 MINE\n");
    let expected = "battle:1:1: call 1: expected a move such as `d3`, not `build34mine`: no Othello battle";
    assert_eq!(error_of(&value), expected);
    value["frames"][1]["agentId"] = json!(2);
    assert!(error_of(&value).contains("expected seat 0 or 1, not 2: no Othello battle"));
}

#[test]
fn passes_have_no_frame_and_are_filled_in() {
    let record = read_one(&battle_of(WITH_PASS, [0, 0]));
    assert_eq!(record.moves[8].mv, Move::PASS);
    assert_eq!(record.moves[8].color, Color::Black);
    assert_eq!(record.moves.len(), 10);
    assert_eq!(record.ending, Ending::Unfinished);
}

#[test]
fn the_seat_must_be_the_side_to_move() {
    let mut value = battle_of(WITH_PASS, [0, 0]);
    value["frames"][2]["agentId"] = json!(0);
    assert_eq!(error_of(&value), "battle:1:1: call 2: expected a call of white, not of black");
}

#[test]
fn a_wipe_out_ends_the_game() {
    let record = read_one(&battle_of(WIPE_OUT, [1, 0]));
    assert_eq!(record.result, Some(GameResult::Score(64)));
    assert_eq!(record.ending, Ending::Played);
    let mut value = battle_of(WIPE_OUT, [1, 0]);
    value["frames"].as_array_mut().unwrap().push(json!({"agentId": 1, "stdout": "a1\n"}));
    assert!(error_of(&value).contains("expected nothing after the end of the game, not `a1"));
}

#[test]
fn draws_are_decided_by_scores() {
    let mut rng = outflank::rng::Rng::new(1);
    let drawn = loop {
        let mut game = Game::new();
        while !game.is_over() {
            let legal: Vec<_> = outflank::bits::Squares(game.board().legal_moves()).collect();
            game.play(legal[rng.below(legal.len())]).unwrap();
        }
        if game.leader().is_none() {
            break game;
        }
    };
    let record = read_one(&battle_of(&drawn.transcript(), [0, 0]));
    assert_eq!(record.result, Some(GameResult::Score(0)));
    assert_eq!(record.ending, Ending::Played);
}

#[test]
fn expert_and_messages_are_taken_out_of_every_spelling() {
    for stdout in ["D3\n", "EXPERT d3\n", "d3 EXPERT\n", "EXPERT d3 MSG hi\n", " d 3 \n", "dEXPERT3\n", "d3"]
    {
        let mut value = battle();
        value["frames"][1]["stdout"] = json!(stdout);
        assert_eq!(transcript(&read_one(&value)), "d3c5d6e3", "{stdout:?}");
    }
}

#[test]
fn a_list_of_battles_says_that_it_holds_no_moves() {
    let list = json!([{"players": [{"nickname": "Ann", "position": 0}], "gameId": 1, "done": true}]);
    let error = error_of(&list);
    assert!(error.contains("a list of battles holds no moves"), "{error}");
}

#[test]
fn the_sdk_runner_writes_outputs_by_seat() {
    let run = json!({
        "outputs": {"0": ["d3 MSG hi\n", null, "d6\n", null, null], "1": [null, "c5\n", null, "e3\n", null]},
        "errors": {"0": ["deep", null, null, null, null], "1": [null, null, null, null, null]},
        "summaries": [], "views": [], "scores": {"0": -1, "1": 0}, "tooltips": [],
        "agents": [{"index": 0, "name": "Ann"}, {"index": 1, "name": "Ben"}], "uinput": ["seed=7\n"],
    });
    let record = read_one(&run);
    assert_eq!(transcript(&record), "d3c5d6e3");
    assert_eq!(
        (record.ending.clone(), record.result),
        (Ending::TimedOut, Some(GameResult::WonBy(Color::White)))
    );
    assert_eq!(record.moves[0].stderr(), "deep");
    assert_eq!((record.seed.as_str(), record.players[1].name.as_str()), ("7", "Ben"));
    // Some scripts leave out the turns of the other seat.
    let compact = json!({"outputs": {"0": ["d3", "d6"], "1": ["c5", "e3"]}, "scores": {"0": 0, "1": 0}});
    assert_eq!(transcript(&read_one(&compact)), "d3c5d6e3");
}

#[test]
fn text_of_the_sites_console_is_read() {
    let text =
        "Game information:\n\nStandard Output Stream:\nd3 MSG hello\nStandard Error Stream:\nthinking\n\
                Game Summary:\nx\n\nStandard Output Stream:\n\nc5\nStandard Output Stream:\nEXPERT d6\n\
                Standard Output Stream:\ne3\nStandard Output Stream:\n\nGame Summary:\n\
                PlayerA did not output in time!\nPlayerB won\n";
    let games = read_all(text.as_bytes()).unwrap();
    assert_is_example(&games[0]);
    assert_eq!(games[0].moves[0].stderr(), "thinking");
    let passing: Vec<String> = (0..WITH_PASS.len() / 2)
        .map(|index| {
            format!(
                "Standard Output Stream:\n{}\nGame Summary:\nAnn had to pass.\n",
                &WITH_PASS[2 * index..2 * index + 2]
            )
        })
        .collect();
    assert_eq!(read_all(passing.concat().as_bytes()).unwrap()[0].moves.len(), 10);
}

#[test]
fn one_move_a_line_is_a_game() {
    for text in ["d3\nc5\nd6\ne3\n", "d3 MSG hi\nEXPERT c5\nd6\ne3", "d3\r\nc5\r\nd6\r\ne3\r\n"] {
        let games = read_all(text.as_bytes()).unwrap();
        assert_eq!((games.len(), transcript(&games[0]).as_str()), (1, "d3c5d6e3"), "{text:?}");
    }
}
