//! The project's own JSON, which holds all of a record: one object a line.
//!
//! Absent fields are empty. A reader refuses a `version` that it does not know; a field that changes its
//! meaning or goes away raises it.

use outflank::game::Color;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use super::board::{squares_text, take_squares};
use super::error::{in_part, quoted_message, quoting};
use super::record::{GameRecord, GameResult, MoveRecord, Note, Player, Position, PositionRecord, Side};
use super::replay::{expect_move, parse_move, Found, Replay};
use crate::sentence::Sentence;

/// The version of both formats.
const VERSION: u64 = 1;
const GAME: &str = "outflank-game";
const POSITION: &str = "outflank-position";

/// A game: its start unless that is the usual one, and its moves. The rest is as [`GameRecord`] has it.
#[derive(Serialize, Deserialize)]
struct Game {
    format: String,
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    #[serde(default)]
    players: [Player; 2],
    #[serde(default)]
    moves: Vec<Played>,
    #[serde(flatten)]
    rest: GameRecord,
}

#[derive(Serialize, Deserialize)]
struct Start {
    board: String,
    #[serde(with = "Side")]
    to_move: Color,
}

#[derive(Serialize, Deserialize)]
struct Played {
    #[serde(with = "Side")]
    color: Color,
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    note: Note,
}

impl Start {
    fn of(position: Position) -> Self {
        Self { board: squares_text(position.discs()), to_move: position.to_move }
    }

    fn position(&self) -> Result<Position, Sentence> {
        let parsed = take_squares(&self.board).filter(|(_, rest)| rest.trim().is_empty());
        let position =
            parsed.and_then(|((black, white), _)| Position::from_discs(black, white, self.to_move));
        position.ok_or_else(|| quoting("read-no-squares", &self.board))
    }
}

/// Reads an object with a `format`.
pub(crate) fn read(value: &Value) -> Result<Found, Sentence> {
    let (format, version) = (&value["format"], &value["version"]);
    match format.as_str() {
        Some(GAME | POSITION) if version.as_u64() != Some(VERSION) => {
            Err(quoting("read-no-version", &version.to_string()).with("version", VERSION.to_string()))
        }
        Some(GAME) => {
            let game = Game::deserialize(value).map_err(|error| other_fields(GAME, &error))?;
            read_game(game)
        }
        Some(POSITION) => read_position(value).map(Found::from),
        _ => {
            let sentence = quoting("read-no-format", &format.to_string());
            Err(sentence.with("game", GAME).with("position", POSITION))
        }
    }
}

/// The refusal of an object that has other fields than its format asks for.
fn other_fields(format: &str, error: &serde_json::Error) -> Sentence {
    let sentence = Sentence::new("read-other-fields").with("format", format);
    sentence.with("detail", quoted_message(&error.to_string()))
}

fn read_game(game: Game) -> Result<Found, Sentence> {
    let start = game.start.map_or(Ok(Position::START), |start| start.position())?;
    let mut replay = Replay::new(start);
    replay.record = GameRecord { players: game.players, ..game.rest };
    replay.start_at(start);
    for (number, Played { color, mv, note }) in (1..).zip(game.moves) {
        let played = expect_move(&mv).and_then(|mv| replay.play(Some(color), mv, note));
        played.map_err(|message| in_part("read-in-entry", number, message))?;
    }
    match replay.record.result {
        Some(GameResult::Score(score)) if !(-64..=64).contains(&score) => {
            Err(Sentence::new("read-far-score").with("text", score.to_string()))
        }
        _ => Ok(replay.finish()),
    }
}

/// Writes a game on one line.
pub(crate) fn game(record: &GameRecord) -> String {
    let game = Game {
        format: GAME.to_owned(),
        version: VERSION,
        start: (record.start != Position::START).then(|| Start::of(record.start)),
        players: record.players.clone(),
        moves: record.spelled_moves().iter().map(played).collect(),
        rest: record.clone(),
    };
    serde_json::to_string(&game).expect("names, numbers and texts are always JSON")
}

fn played(record: &MoveRecord) -> Played {
    let note = record.note().cloned().unwrap_or_default();
    Played { color: record.color, mv: record.mv.to_string(), note }
}

fn read_position(value: &Value) -> Result<PositionRecord, Sentence> {
    let start = Start::deserialize(value).map_err(|error| other_fields(POSITION, &error))?;
    let mut record = PositionRecord::new(start.position()?);
    record.comment = value["comment"].as_str().unwrap_or_default().to_owned();
    for score in value["scores"].as_array().into_iter().flatten() {
        let mv = score["move"].as_str().and_then(parse_move);
        let discs = score["score"].as_i64().and_then(|score| i32::try_from(score).ok());
        match mv.zip(discs.filter(|discs| (-64..=64).contains(discs))) {
            Some(score) => record.scores.push(score),
            None => return Err(quoting("read-no-score", &score.to_string())),
        }
    }
    Ok(record)
}

/// Writes a position on one line.
pub(crate) fn position(record: &PositionRecord) -> String {
    let Start { board, to_move } = Start::of(record.position);
    let scores = record.scores.iter().map(|(mv, score)| json!({"move": mv.to_string(), "score": score}));
    json!({
        "format": POSITION,
        "version": VERSION,
        "board": board,
        "to_move": to_move.to_string(),
        "scores": scores.collect::<Vec<_>>(),
        "comment": record.comment,
    })
    .to_string()
}
