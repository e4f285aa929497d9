//! Transcripts: a game a line, a game over several lines, or one move a line.

use std::ops::ControlFlow;

use super::line::Line;
use crate::notation::codingame::{parse_output, Battle, Call};
use crate::notation::error::Fault;
use crate::notation::movetext::{Piece, Pieces};
use crate::notation::record::{GameRecord, Item, Note, Position};
use crate::notation::replay::{parse_move, Replay};
use crate::notation::source::Source;

/// Reads the lines of one paragraph.
pub(super) fn read(lines: &[Line<'_>], source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let is_bots = lines.iter().any(|line| line.text.contains("MSG") || line.text.contains("EXPERT"));
    if is_bots {
        return source.item_or_fault(printed_game(lines).map(Item::Game));
    }
    let is_move_a_line = || lines.iter().all(|line| parse_move(line.text).is_some());
    let is_one_game =
        lines.len() > 1 && (is_move_a_line() || lines.iter().skip(1).any(|line| continues(*line)));
    if is_one_game {
        return source.item_or_fault(joined(lines).map(Item::Game));
    }
    for line in lines {
        source.item_or_fault(game(Position::START, *line).map(Item::Game))?;
    }
    ControlFlow::Continue(())
}

/// Whether a line can only continue the game of the line before: its first move is legal at no start.
fn continues(line: Line<'_>) -> bool {
    let first = Pieces::new(line.text, false).find_map(|piece| match piece {
        Ok((_, Piece::Move(played))) => Some(played),
        _ => None,
    });
    let is_start = |played: outflank::board::Move| {
        played.square().is_some_and(|square| Position::START.board.flips(square) != 0)
    };
    first.is_some_and(|played| !is_start(played))
}

/// Reads the game of one line from `start`; what follows a tab is its name.
pub(super) fn game(start: Position, line: Line<'_>) -> Result<Box<GameRecord>, Fault> {
    let mut replay = Replay::new(start);
    let (moves, event) = line.text.split_once('\t').unwrap_or((line.text, ""));
    add_moves(&mut replay, Line { text: moves, ..line })?;
    replay.record.event = event.trim().to_owned();
    finish(replay, line)
}

/// Reads one game of all lines.
fn joined(lines: &[Line<'_>]) -> Result<Box<GameRecord>, Fault> {
    let mut replay = Replay::new(Position::START);
    for line in lines {
        add_moves(&mut replay, *line)?;
    }
    finish(replay, lines[0])
}

fn finish(replay: Replay, line: Line<'_>) -> Result<Box<GameRecord>, Fault> {
    if replay.record.moves.is_empty() {
        return Err(Fault::at(line.offset, "expected a move such as `f5`: this line has none"));
    }
    Ok(replay.finish())
}

fn add_moves(replay: &mut Replay, line: Line<'_>) -> Result<(), Fault> {
    for piece in Pieces::new(line.text, false) {
        let (offset, piece) = piece.map_err(|fault| Fault { offset: line.offset + fault.offset, ..fault })?;
        let offset = line.offset + offset;
        match piece {
            Piece::Move(played) => {
                replay.play(None, played, Note::default()).map_err(|message| Fault::at(offset, message))?;
            }
            Piece::Result(parsed) => replay.record.result = parsed.result,
            Piece::Comment(_) => {}
            Piece::Open | Piece::Close => {
                return Err(Fault::at(offset, "expected a move, not a parenthesis"))
            }
        }
    }
    Ok(())
}

/// Reads the output of bots, a call a line; spelled passes are not calls.
fn printed_game(lines: &[Line<'_>]) -> Result<Box<GameRecord>, Fault> {
    let is_pass = |line: &&Line<'_>| {
        parse_move(&parse_output(line.text).text).is_some_and(|played| played.square().is_none())
    };
    let calls: Vec<_> = lines.iter().filter(|line| !is_pass(line)).collect();
    let mut battle = Battle::new();
    for (index, line) in calls.iter().enumerate() {
        let call = Call {
            color: None,
            stdout: line.text,
            stderr: "",
            is_last: index + 1 == calls.len(),
            is_called_invalid: false,
        };
        battle.call(&call).map_err(|message| Fault::at(line.offset, message))?;
    }
    Ok(battle.finish([None, None]))
}
