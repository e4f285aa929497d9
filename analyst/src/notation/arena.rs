//! Reads the files of the arena and the ladder: records of games, results of runs, exported ladders.

use outflank::board::Move;
use outflank::game::{Color, Game};
use serde_json::Value;

use super::codingame::{discs, in_call, no_array, parse_output, Battle, Call};
use super::error::{in_part, quoting};
use super::record::{Ending, GameRecord, GameResult, Note, Position};
use super::replay::{expect_move, refusal, Found, Replay};
use super::result::by_scores;
use crate::sentence::Sentence;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn color(value: &Value) -> Result<Color, Sentence> {
    match text(value) {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        other => Err(quoting("read-no-color", other)),
    }
}

/// The schema of the arena's records and results that this reader knows.
const SCHEMA: u64 = 1;

fn expect_schema(value: &Value) -> Result<(), Sentence> {
    match &value["schema"] {
        schema if schema.as_u64() == Some(SCHEMA) => Ok(()),
        other => Err(quoting("read-no-schema", &other.to_string()).with("version", SCHEMA.to_string())),
    }
}

/// A game from the standard start after the moves of its opening.
fn after_opening(opening: &str) -> Result<Replay, Sentence> {
    let mut replay = Replay::new(Position::START);
    let in_opening = |error| Sentence::new("read-in-opening").with("message", refusal(&error));
    let game = Game::from_transcript(opening).map_err(in_opening)?;
    for &(_, mv) in game.history().iter().filter(|(_, mv)| *mv != Move::PASS) {
        replay.play(None, mv, Note::default())?;
    }
    Ok(replay)
}

/// Reads the record of one game, as `arena play --json` writes it.
pub(crate) fn read_record(value: &Value) -> Result<Found, Sentence> {
    replay_record(value).map(Replay::finish)
}

fn replay_record(value: &Value) -> Result<Replay, Sentence> {
    expect_schema(value)?;
    let mut replay = after_opening(text(&value["opening"]))?;
    let turns = value["turns"].as_array().ok_or_else(|| no_array("turns"))?;
    for (number, turn) in (1..).zip(turns) {
        let in_call = |sentence| in_call(number, sentence);
        let color = color(&turn["color"]).map_err(in_call)?;
        let name = match &turn["move"] {
            Value::Null if number == turns.len() => break,
            name => text(name),
        };
        let mv = expect_move(name).map_err(in_call)?;
        let note = Note {
            value: discs(text(&turn["stderr"]), text(&turn["message"])),
            seconds: turn["clock_ms"].as_f64().map(|ms| ms / 1000.0),
            comment: text(&turn["message"]).to_owned(),
            stderr: text(&turn["stderr"]).trim_end().to_owned(),
        };
        replay.play(Some(color), mv, note).map_err(in_call)?;
    }
    replay.record.seed = value["seed"].as_u64().map_or(String::new(), |seed| seed.to_string());
    read_end(&mut replay.record, value, [0, 1].map(|seat: usize| text(&value["bots"][seat]["name"])))?;
    Ok(replay)
}

/// Adds what a record and a line of results say alike.
fn read_end(record: &mut GameRecord, value: &Value, names: [&str; 2]) -> Result<(), Sentence> {
    for (player, name) in record.players.iter_mut().zip(names) {
        player.name = name.to_owned();
    }
    record.ending = ending(&value["termination"])?;
    record.result = by_scores([0, 1].map(|seat: usize| value["scores"][seat].as_f64()));
    if let Some(score) =
        value["termination"]["black_score"].as_i64().and_then(|score| i32::try_from(score).ok())
    {
        record.result = Some(GameResult::Score(score.clamp(-64, 64)));
    }
    Ok(())
}

fn ending(termination: &Value) -> Result<Ending, Sentence> {
    Ok(match (text(&termination["reason"]), text(&termination["fault"])) {
        ("no_moves" | "wipe_out", _) => Ending::Played,
        ("adjudicated", _) => Ending::Adjudicated,
        ("fault", "illegal_move") => Ending::IllegalMove(text(&termination["output"]).to_owned()),
        ("fault", "timeout") => Ending::TimedOut,
        ("fault", "crash") => Ending::Crashed(text(&termination["how"]).to_owned()),
        ("fault", "output_too_long") => Ending::Crashed("printed too long a line".to_owned()),
        (reason, _) => return Err(quoting("read-no-reason", reason)),
    })
}

/// Reads both games of a line of results; `bots` are the names in the file's header.
pub(crate) fn read_pair(value: &Value, bots: &[String; 2]) -> Result<Vec<Found>, Sentence> {
    let games = value["games"].as_array().map_or(&[][..], Vec::as_slice);
    let mut records = Vec::new();
    for (index, game) in games.iter().take(2).enumerate() {
        let mut replay = after_opening(text(&value["opening"]))?;
        let mut clocks = [0, 1].map(|seat: usize| {
            game["clock_ms"][seat].as_array().map_or(&[][..], Vec::as_slice).iter().map(Value::as_f64)
        });
        let moves = text(&game["moves"]);
        for number in 0..moves.len() / 2 {
            let name = moves.get(2 * number..2 * number + 2).unwrap_or_default();
            let mv = expect_move(name)?;
            let seat = usize::from(replay.game().to_move() == Color::White);
            let seconds = clocks[seat].next().flatten().map(|ms| ms / 1000.0);
            replay.play(None, mv, Note { seconds, ..Note::default() })?;
        }
        // The first bot is black in the first game.
        let names = [&bots[index], &bots[1 - index]].map(String::as_str);
        read_end(&mut replay.record, game, names)?;
        records.push(replay.finish());
    }
    Ok(records)
}

/// The names of the bots in the header of a results file.
pub(crate) fn bots_of_header(value: &Value) -> Result<[String; 2], Sentence> {
    expect_schema(value)?;
    Ok([0, 1].map(|seat: usize| text(&value["bots"][seat]["name"]).to_owned()))
}

/// Reads the two games of a line of `ladder export`.
pub(crate) fn read_export(value: &Value) -> Result<Vec<Found>, Sentence> {
    let rounds = value["rounds"].as_array().ok_or_else(|| no_array("rounds"))?;
    let mut records = Vec::new();
    for (number, round) in (1..).zip(rounds) {
        let mut replay = replay_record(round).map_err(|message| in_part("read-in-round", number, message))?;
        let record = &mut replay.record;
        record.event = "ladder".to_owned();
        record.round = match value["id"].as_u64() {
            Some(id) => format!("{id}.{number}"),
            None => number.to_string(),
        };
        for (seat, player) in record.players.iter_mut().enumerate() {
            let participants = value["participants"].as_array().map_or(&[][..], Vec::as_slice);
            let names: Vec<&str> = participants.iter().filter_map(Value::as_str).collect();
            let index = names.iter().position(|name| *name == player.name);
            player.rating = index.and_then(|index| value["ratings_before"][index].as_f64());
            if player.name.is_empty() {
                // The participants swap colours in the second round.
                player.name =
                    names.get((seat + number + 1) % 2).map_or(String::new(), |name| (*name).to_owned());
            }
        }
        records.push(replay.finish());
    }
    Ok(records)
}

/// Reads a game recorded with every byte of its referee: `turns` of `seat`, `input` and `output`.
pub(crate) fn read_referee(value: &Value) -> Result<Found, Sentence> {
    let turns = value["turns"].as_array().ok_or_else(|| no_array("turns"))?;
    let mut battle = Battle::new();
    for (number, turn) in (1..).zip(turns) {
        let stdout = turn["output"].as_str().map(|line| format!("{line}\n")).unwrap_or_default();
        let call = Call {
            color: Some(if turn["seat"].as_u64() == Some(0) { Color::Black } else { Color::White }),
            stdout: &stdout,
            is_last: number == turns.len(),
            is_called_invalid: parse_output(&stdout).text.is_empty(),
            ..Call::default()
        };
        battle.call(&call)?;
    }
    Ok(battle.finish([0, 1].map(|seat: usize| value["scores"][seat].as_f64())))
}
