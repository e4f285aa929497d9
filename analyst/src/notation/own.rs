//! The project's own JSON, which holds all of a record: one object a line.
//!
//! Absent fields are empty. A reader refuses a `version` that it does not know; a field that changes its
//! meaning or goes away raises it.

use outflank::game::Color;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use super::board::{squares_text, take_squares};
use super::error::{Shown, ShownMessage};
use super::record::{
    Ending, GameRecord, GameResult, MoveRecord, Note, Player, Position, PositionRecord, Side,
    TheoreticalScore,
};
use super::replay::{parse_move, ReadGame, Replay};
use super::source::Found;
use crate::sentence::Sentence;

/// The version of both formats.
const VERSION: u64 = 1;
const GAME: &str = "outflank-game";
const POSITION: &str = "outflank-position";

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    #[serde(default)]
    ending: Ending,
    #[serde(default, skip_serializing_if = "is_default")]
    date: String,
    #[serde(default, skip_serializing_if = "is_default")]
    event: String,
    #[serde(default, skip_serializing_if = "is_default")]
    place: String,
    #[serde(default, skip_serializing_if = "is_default")]
    round: String,
    #[serde(default, skip_serializing_if = "is_default")]
    time_control: String,
    #[serde(default, skip_serializing_if = "is_default")]
    seed: String,
    #[serde(default, skip_serializing_if = "is_default")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theoretical: Option<TheoreticalScore>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    comment: String,
    #[serde(default, skip_serializing_if = "is_default")]
    stderr: String,
}

impl Start {
    fn of(position: Position) -> Self {
        Self { board: squares_text(position.discs()), to_move: position.to_move }
    }

    fn position(&self) -> Result<Position, Sentence> {
        let parsed = take_squares(&self.board).filter(|(_, rest)| rest.trim().is_empty());
        let position =
            parsed.and_then(|((black, white), _)| Position::from_discs(black, white, self.to_move));
        position.ok_or_else(|| Sentence::new("read-no-squares").with("text", Shown(&self.board)))
    }
}

/// Reads an object with a `format`.
pub(crate) fn read(value: &Value) -> Result<Found, Sentence> {
    let (format, version) = (&value["format"], &value["version"]);
    match format.as_str() {
        Some(GAME | POSITION) if version.as_u64() != Some(VERSION) => {
            let sentence = Sentence::new("read-no-version").with("version", VERSION.to_string());
            Err(sentence.with("text", Shown(&version.to_string())))
        }
        Some(GAME) => {
            let game = Game::deserialize(value).map_err(|error| other_fields(GAME, &error))?;
            read_game(game).map(Found::Game)
        }
        Some(POSITION) => read_position(value).map(Found::Position),
        _ => {
            let sentence = Sentence::new("read-no-format").with("game", GAME).with("position", POSITION);
            Err(sentence.with("text", Shown(&format.to_string())))
        }
    }
}

/// The refusal of an object that has other fields than its format asks for.
fn other_fields(format: &str, error: &serde_json::Error) -> Sentence {
    let sentence = Sentence::new("read-other-fields").with("format", format);
    sentence.with("detail", ShownMessage(&error.to_string()))
}

fn read_game(game: Game) -> Result<ReadGame, Sentence> {
    let start = game.start.map_or(Ok(Position::START), |start| start.position())?;
    let mut replay = Replay::new(start);
    for (number, mv) in (1..).zip(game.moves) {
        let Played { color, mv, value, seconds, comment, stderr } = mv;
        let in_entry = |sentence: Sentence| {
            Sentence::new("read-in-entry").with("number", number.to_string()).with("message", sentence)
        };
        let no_move = || Sentence::new("read-move").with("text", Shown(&mv));
        let name = parse_move(&mv).ok_or_else(|| in_entry(no_move()))?;
        let note = Note { value, seconds, comment, stderr };
        replay.play(Some(color), name, note).map_err(in_entry)?;
    }
    let record = &mut replay.record;
    match game.result {
        Some(GameResult::Score(score)) if !(-64..=64).contains(&score) => {
            return Err(Sentence::new("read-far-score").with("text", score.to_string()));
        }
        result => record.result = result,
    }
    (record.players, record.ending, record.theoretical) = (game.players, game.ending, game.theoretical);
    (record.date, record.event, record.place, record.round) = (game.date, game.event, game.place, game.round);
    (record.time_control, record.seed, record.comment) = (game.time_control, game.seed, game.comment);
    Ok(replay.finish())
}

/// Writes a game on one line.
pub(crate) fn game(record: &GameRecord) -> String {
    let game = Game {
        format: GAME.to_owned(),
        version: VERSION,
        start: (record.start != Position::START).then(|| Start::of(record.start)),
        players: record.players.clone(),
        moves: record.spelled_moves().iter().map(mv).collect(),
        result: record.result,
        ending: record.ending.clone(),
        date: record.date.clone(),
        event: record.event.clone(),
        place: record.place.clone(),
        round: record.round.clone(),
        time_control: record.time_control.clone(),
        seed: record.seed.clone(),
        comment: record.comment.clone(),
        theoretical: record.theoretical,
    };
    serde_json::to_string(&game).expect("names, numbers and texts are always JSON")
}

fn mv(record: &MoveRecord) -> Played {
    let Note { value, seconds, comment, stderr } = record.note().cloned().unwrap_or_default();
    Played { color: record.color, mv: record.mv.to_string(), value, seconds, comment, stderr }
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
            None => return Err(Sentence::new("read-no-score").with("text", Shown(&score.to_string()))),
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
