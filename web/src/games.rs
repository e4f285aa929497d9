//! Reads, describes and writes games and positions.

use std::ops::ControlFlow;

use analyst::notation::{
    read, read_each, write, Event, Format, GameRecord, Item, Limits, Position, PositionRecord, ReadError,
    WthorNames,
};
use analyst::openings::{NamedOpening, Openings};
use analyst::sentence::Sentence;
use outflank::board::{Move, Score};
use serde_json::{json, Value};

use crate::spelling::{self, Failure, State};

/// Bounds on reading: bytes before and after unpacking, and games.
pub(crate) const LIMITS: Limits = Limits { bytes: 16 << 20, items: 10_000 };

/// Errors and remarks that are reported of one file.
const MAX_MESSAGES: usize = 20;

/// Bytes of a game's JSON: standard error of a bot for 60 turns fits.
const MAX_GAME_LENGTH: usize = 4 << 20;

/// Characters of a name that messages show.
const MAX_NAME_LENGTH: usize = 100;

/// The items of a file, with the errors and remarks of its reader.
pub(crate) fn read_file(bytes: &[u8], name: &str, names: &WthorNames) -> Result<(Vec<Item>, Value), Failure> {
    let name: String = name.chars().take(MAX_NAME_LENGTH).collect();
    let (mut items, mut errors, mut remarks, mut more) = (Vec::new(), Vec::new(), Vec::new(), false);
    read_each(bytes, &name, names, &LIMITS, &mut |event| {
        match event {
            Event::Item(_) if items.len() == LIMITS.items => more = true,
            Event::Item(item) => items.push(item),
            Event::Error(error) if errors.len() < MAX_MESSAGES => errors.push(error),
            Event::Remark(remark) if remarks.len() < MAX_MESSAGES => remarks.push(remark.sentence()),
            Event::Error(_) | Event::Remark(_) => {}
        }
        if more {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if items.is_empty() {
        let nothing = || ReadError::nothing_in(&name);
        return Err(errors.into_iter().next().unwrap_or_else(nothing).into());
    }
    let errors: Vec<Sentence> = errors.iter().map(ReadError::sentence).collect();
    let summaries: Vec<Value> = items.iter().enumerate().map(|(index, item)| summary(index, item)).collect();
    Ok((items, json!({"items": summaries, "errors": errors, "remarks": remarks, "more": more})))
}

fn summary(index: usize, item: &Item) -> Value {
    match item {
        Item::Game(record) => {
            let game = game_json(record);
            json!({
                "index": index,
                "kind": "game",
                "black": record.players[0].name,
                "white": record.players[1].name,
                "result": game["result"],
                "date": record.date,
                "event": record.event,
                "plies": record.moves.iter().filter(|entry| entry.mv.square().is_some()).count(),
                "line": line_of(record),
                "start": (record.start != Position::START).then(|| State::of(record.start).position),
            })
        }
        Item::Position(record) => json!({
            "index": index,
            "kind": "position",
            "position": State::of(record.position).position,
            "comment": record.comment,
        }),
    }
}

fn line_of(record: &GameRecord) -> String {
    let moves: Vec<_> = record.moves.iter().map(|entry| entry.mv).collect();
    analyst::analysis::json::line_text(&moves)
}

/// A game in the project's JSON.
pub(crate) fn game_json(record: &GameRecord) -> Value {
    let mut text = String::new();
    write(&Item::Game(Box::new(record.clone())), Format::Json, &mut text);
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// The game that JSON from the page spells.
pub(crate) fn game(value: &Value) -> Result<GameRecord, Failure> {
    let text = value.to_string();
    if text.len() > MAX_GAME_LENGTH {
        return Err(format!("game: expected at most {MAX_GAME_LENGTH} bytes, not {}", text.len()).into());
    }
    match read(text.as_bytes(), "game")?.into_iter().next() {
        Some(Item::Game(record)) => Ok(*record),
        _ => Err("game: expected one game".into()),
    }
}

/// One of the items read, with everything that is known about it.
pub(crate) fn item(item: &Item) -> Value {
    match item {
        Item::Game(record) => {
            let mut value = states(record);
            value["kind"] = json!("game");
            value
        }
        Item::Position(record) => {
            let score = |&(mv, score): &(Move, Score)| {
                let name = mv.to_string();
                json!({"move": name, "score": score})
            };
            let state = State::of(record.position);
            json!({
                "kind": "position",
                "position": state.position,
                "comment": record.comment,
                "scores": record.scores.iter().map(score).collect::<Vec<_>>(),
                "state": state,
            })
        }
    }
}

/// A game and its positions.
pub(crate) fn states(record: &GameRecord) -> Value {
    let states: Vec<State> = record.positions().into_iter().map(State::of).collect();
    json!({"game": game_json(record), "states": states})
}

/// The position after a move, and what the move flips.
pub(crate) fn play(position: &str, mv: &str) -> Result<Value, Failure> {
    let (position, mv) = (spelling::position(position)?, spelling::mv(mv)?);
    let next = spelling::after(position, mv)?;
    let flips = mv.square().map_or(0, |square| position.board.flips(square));
    Ok(json!({"flips": spelling::names(flips), "state": State::of(next)}))
}

/// The named openings along a line.
pub(crate) fn opening(line: &str, start: Option<&str>) -> Result<Value, Failure> {
    let start = start.map_or(Ok(Position::START), spelling::position)?;
    let moves = spelling::line(start, line)?;
    let (mut plies, mut along, mut names) = (0, Vec::new(), Vec::new());
    for (mv, position) in moves {
        plies += usize::from(mv.square().is_some());
        if let Some(opening) = Openings::shared().at(position.board) {
            along.push(json!({"plies": plies, "title": opening.title()}));
            names.clone_from(&opening.names);
        }
    }
    let last = along.last().cloned().unwrap_or(json!({"plies": 0, "title": null}));
    Ok(json!({"title": last["title"], "names": names, "plies": last["plies"], "along": along}))
}

/// All named openings; each one's parent is the longest other that its line passes through.
pub(crate) fn openings() -> Value {
    let all = Openings::shared().all();
    let parent = |opening: &NamedOpening| {
        let game = GameRecord::from_game(Position::START, &opening.game());
        let along = Openings::shared().along(&game);
        let (_, parent) = *along.iter().rev().find(|(plies, _)| *plies < opening.plies())?;
        all.iter().position(|known| known == parent)
    };
    let entry = |opening: &NamedOpening| {
        json!({
            "line": opening.line,
            "names": opening.names,
            "title": opening.title(),
            "plies": opening.plies(),
            "parent": parent(opening),
        })
    };
    all.iter().map(entry).collect()
}

/// Writes a game or a position in a format.
pub(crate) fn written(item: &Item, format: &str) -> Result<Value, Failure> {
    let known = Format::named(format);
    let known = known.ok_or_else(|| format!("format: there is none called `{}`", spelling::shown(format)))?;
    let mut text = String::new();
    let lost = write(item, known, &mut text);
    Ok(json!({"text": text, "lost": lost}))
}

/// A position with a remark.
pub(crate) fn position_item(position: &str, comment: String) -> Result<Item, Failure> {
    let position = spelling::position(position)?;
    Ok(Item::Position(PositionRecord { comment, ..PositionRecord::new(position) }))
}
