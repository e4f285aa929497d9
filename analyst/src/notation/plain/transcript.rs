//! Transcripts: a game a line, a game over several lines, or one move a line.

use std::ops::ControlFlow;

use crate::notation::codingame::{parse_output, Battle, Call};
use crate::notation::error::Fault;
use crate::notation::movetext::{has_only_moves, leading_number, Piece, Pieces};
use crate::notation::record::{Note, Position};
use crate::notation::replay::{parse_move, Found, Replay};
use crate::notation::source::{Line, Source};

/// Reads the lines of one paragraph.
pub(super) fn read(lines: &[Line<'_>], source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let is_bots = lines.iter().any(|line| line.text.contains("MSG") || line.text.contains("EXPERT"));
    if is_bots {
        return source.found(lines[0].offset, printed_game(lines));
    }
    // A first move is number 1; whatever the number, a game may start with it.
    let starts = |line: &Line<'_>| leading_number(line.text) == Some(1);
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let next = rest.iter().skip(1).position(starts).map_or(rest.len(), |line| line + 1);
        let (lines, behind) = rest.split_at(next);
        read_lines(lines, first.offset, source)?;
        rest = behind;
    }
    ControlFlow::Continue(())
}

/// Reads lines of which none but the first has the number 1.
fn read_lines(lines: &[Line<'_>], offset: usize, source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let is_numbered = || lines.iter().skip(1).any(|line| leading_number(line.text).is_some());
    let is_move_a_line = || lines.iter().all(|line| parse_move(line.text).is_some());
    let is_one_game = lines.len() > 1
        && (is_move_a_line() || is_numbered() || lines.iter().skip(1).any(|line| continues(*line)));
    if is_one_game {
        let joined = joined(lines);
        // The numbers may also be those of games in a list.
        let is_list = || lines.iter().all(|line| game(Position::START, *line).is_ok());
        if joined.is_ok() || !is_numbered() || !is_list() {
            return source.found(offset, joined);
        }
    }
    for line in lines {
        source.found(line.offset, game(Position::START, *line))?;
    }
    ControlFlow::Continue(())
}

/// Whether a line can only continue the game of the line before: its first move is legal at no start.
fn continues(line: Line<'_>) -> bool {
    let first = Pieces::new(line.text, false).find_map(|piece| match piece {
        Ok((_, Piece::Move(mv))) => Some(mv),
        _ => None,
    });
    let is_start = |mv: outflank::board::Move| {
        mv.square().is_some_and(|square| Position::START.board.flips(square) != 0)
    };
    first.is_some_and(|mv| !is_start(mv))
}

/// Reads the game of one line from `start`.
pub(super) fn game(start: Position, line: Line<'_>) -> Result<Found, Fault> {
    let mut replay = Replay::new(start);
    add_line(&mut replay, line)?;
    finish(replay, line)
}

/// Reads one game of all lines.
fn joined(lines: &[Line<'_>]) -> Result<Found, Fault> {
    let mut replay = Replay::new(Position::START);
    for line in lines {
        add_line(&mut replay, *line)?;
    }
    finish(replay, lines[0])
}

/// Adds the moves of a line. Between tabs, what has no moves is the game's name.
fn add_line(replay: &mut Replay, line: Line<'_>) -> Result<(), Fault> {
    let mut offset = line.offset;
    for text in line.text.split('\t') {
        let is_name = |text: &str| text.contains(char::is_alphabetic) && !is_moves(text);
        if line.text.contains('\t') && is_name(text) {
            let event = &mut replay.record.event;
            event.push_str(if event.is_empty() { "" } else { " " });
            event.push_str(text.trim());
        } else {
            add_moves(replay, text, offset)?;
        }
        offset += text.len() + 1;
    }
    Ok(())
}

/// Whether all words of a text are moves, spelled well or not, numbers or passes.
fn is_moves(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| has_only_moves(word) || !word.contains(char::is_alphabetic) || is_spelled(word))
}

/// Whether a word is moves and passes: `f5passc3`.
fn is_spelled(word: &str) -> bool {
    Pieces::new(word, false).all(|piece| matches!(piece, Ok((_, Piece::Move(_)))))
}

fn finish(replay: Replay, line: Line<'_>) -> Result<Found, Fault> {
    if replay.record.moves.is_empty() {
        return Err(Fault::at(line.offset, "read-no-move"));
    }
    Ok(replay.finish())
}

fn add_moves(replay: &mut Replay, text: &str, start: usize) -> Result<(), Fault> {
    for piece in Pieces::new(text, false) {
        let (offset, piece) = piece.map_err(|fault| Fault { offset: start + fault.offset, ..fault })?;
        let offset = start + offset;
        match piece {
            Piece::Move(mv) => {
                replay.play(None, mv, Note::default()).map_err(|message| Fault::at(offset, message))?;
            }
            Piece::Result(parsed) => replay.record.result = parsed.result,
            Piece::Comment(_) => {}
            Piece::Open | Piece::Close => return Err(Fault::at(offset, "read-parenthesis")),
        }
    }
    Ok(())
}

/// Reads the output of bots, a call a line; spelled passes are not calls.
fn printed_game(lines: &[Line<'_>]) -> Result<Found, Fault> {
    let is_pass =
        |line: &&Line<'_>| parse_move(&parse_output(line.text).text).is_some_and(|mv| mv.square().is_none());
    let calls: Vec<_> = lines.iter().filter(|line| !is_pass(line)).collect();
    let mut battle = Battle::new();
    for (index, line) in calls.iter().enumerate() {
        let call = Call { stdout: line.text, is_last: index + 1 == calls.len(), ..Call::default() };
        battle.call(&call).map_err(|message| Fault::at(line.offset, message))?;
    }
    Ok(battle.finish([None, None]))
}
