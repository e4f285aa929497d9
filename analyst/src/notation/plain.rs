//! Plain text: transcripts, boards with a side to move, OBF, one move a line.

mod drawing;
mod transcript;

use std::ops::ControlFlow;

use outflank::game::Color;
use outflank::obf::ObfPosition;

use super::board::{
    columns_of, is_decoration, parse_fen, parse_side, row_cells, squares_text, take_squares, Cell, Columns,
};
use super::error::{quoting, Fault};
use super::movetext::is_prose;
use super::record::{Position, PositionRecord};
use super::replay::Found;
use super::source::{Line, Source};
use crate::sentence::Sentence;
use drawing::Drawing;

/// The reader's state between two lines.
#[derive(Default)]
struct Plain<'a> {
    /// The first line that is neither moves nor a board, if it came before all of them.
    prose: Option<Line<'a>>,
    /// The columns of a board that a line names.
    columns: Option<Columns>,
    /// Lines of moves that belong together.
    paragraph: Vec<Line<'a>>,
    /// The board that is being read.
    drawing: Option<Drawing<'a>>,
    /// The side to move that a line before a board names.
    side: Option<Color>,
}

/// Reads all games and positions of a text.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let mut plain = Plain::default();
    let mut offset = 0;
    for raw in source.text.split_inclusive('\n') {
        let text = raw.trim();
        let indentation = raw.len() - raw.trim_start().len();
        let line = Line { offset: offset + indentation, text, indented: raw.trim_end() };
        offset += raw.len();
        if !text.starts_with(['#', '%', ';']) {
            plain.line(line, source)?;
        }
    }
    plain.end_of_block(source)?;
    match plain.prose {
        Some(line) if source.items == 0 && source.errors == 0 => {
            source.found(line.offset, transcript::game(Position::START, line))
        }
        Some(line) => source.remark(Fault::at(line.offset, "read-prose")),
        None => ControlFlow::Continue(()),
    }
}

impl<'a> Plain<'a> {
    fn line(&mut self, line: Line<'a>, source: &mut Source<'_, '_>) -> ControlFlow<()> {
        if line.text.is_empty() {
            // Blank lines between the rows of a board do not end it.
            let is_open = self.drawing.as_ref().is_some_and(|drawing| !drawing.is_complete());
            return if is_open { ControlFlow::Continue(()) } else { self.end_of_block(source) };
        }
        if let Some(mut drawing) = self.drawing.take() {
            return match drawing.add(line) {
                Ok(true) => {
                    self.drawing = Some(drawing);
                    ControlFlow::Continue(())
                }
                Ok(false) => {
                    self.finish_drawing(drawing, source)?;
                    self.line(line, source)
                }
                Err(fault) => source.fault(fault),
            };
        }
        if let Some(item) = one_line_board(line) {
            self.end_of_block(source)?;
            return match item {
                Ok(OneLine::Found(found)) => source.found(line.offset, Ok(found)),
                Ok(OneLine::Squares(cells)) => {
                    self.drawing = Some(Drawing::new(line, cells, None));
                    ControlFlow::Continue(())
                }
                Err(fault) => source.fault(fault),
            };
        }
        self.start_of_drawing(line, source)
    }

    /// A first row of a board, a line that may precede it, or a line of moves.
    fn start_of_drawing(&mut self, line: Line<'a>, source: &mut Source<'_, '_>) -> ControlFlow<()> {
        if let Some(cells) = row_cells(line.indented, 1, self.columns.as_ref()) {
            self.end_of_paragraph(source)?;
            self.drawing = Some(Drawing::new(line, cells, self.columns));
        } else if let Some(columns) = columns_of(line.indented) {
            self.columns = Some(columns);
        } else if let Some(side) = parse_side(line.text) {
            self.end_of_paragraph(source)?;
            self.side = Some(side);
        } else if self.paragraph.is_empty() && matches!(line.text, "0" | "1" | "8") {
            // CodinGame's first input: the player's number and the size of the board.
            self.side = match line.text {
                "0" => Some(Color::Black),
                "1" => Some(Color::White),
                _ => self.side,
            };
        } else if is_decoration(line.text) {
            // A frame, or the names of columns.
        } else if source.items == 0 && self.paragraph.is_empty() && is_prose(line.text) {
            self.prose.get_or_insert(line);
        } else {
            self.paragraph.push(line);
        }
        ControlFlow::Continue(())
    }

    fn end_of_block(&mut self, source: &mut Source<'_, '_>) -> ControlFlow<()> {
        if let Some(drawing) = self.drawing.take() {
            self.finish_drawing(drawing, source)?;
        }
        self.end_of_paragraph(source)
    }

    fn finish_drawing(&mut self, drawing: Drawing<'a>, source: &mut Source<'_, '_>) -> ControlFlow<()> {
        let offset = drawing.start.offset;
        let position = drawing.finish(self.side.take());
        source.found(offset, position.map(|position| PositionRecord::new(position).into()))
    }

    fn end_of_paragraph(&mut self, source: &mut Source<'_, '_>) -> ControlFlow<()> {
        transcript::read(&std::mem::take(&mut self.paragraph), source)
    }
}

/// The content of a line that starts with 64 squares.
enum OneLine {
    Found(Found),
    /// Another line names the side to move.
    Squares(Vec<Cell>),
}

/// Reads 64 squares on one line, or FEN, and what follows them. `None` if the line is something else.
fn one_line_board(line: Line<'_>) -> Option<Result<OneLine, Fault>> {
    let text = line.text;
    if text.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7) {
        let position = parse_fen(text).map_err(|message| Fault::at(line.offset, message));
        return Some(position.map(|position| OneLine::Found(PositionRecord::new(position).into())));
    }
    let squares = text.trim_start_matches('[').trim_start();
    let squares = squares.strip_prefix("8 ").unwrap_or(squares);
    let (discs, rest) = take_squares(squares)?;
    if rest.trim().is_empty() {
        let cells = squares.chars().filter_map(Cell::of).collect();
        return Some(Ok(OneLine::Squares(cells)));
    }
    let offset = line.offset + (text.len() - rest.len());
    Some(after_squares(discs, rest, offset).map(OneLine::Found))
}

/// Reads the side to move behind 64 squares, and scores, moves or a remark behind that.
fn after_squares((black, white): (u64, u64), rest: &str, offset: usize) -> Result<Found, Fault> {
    let (rest, comment) = rest.split_once('%').unwrap_or((rest, ""));
    let (side, rest) = split_side(rest.trim_start());
    let to_move = parse_side(side).ok_or_else(|| Fault::at(offset, quoting("read-side", side)))?;
    let position =
        Position::from_discs(black, white, to_move).ok_or_else(|| Fault::at(offset, "read-two-discs"))?;
    let rest = rest.trim_start_matches(']').trim();
    let is_moves = !rest.is_empty() && !rest.contains(':');
    if is_moves {
        let line = Line { offset, text: rest, indented: rest };
        return transcript::game(position, line);
    }
    let mut record = PositionRecord::new(position);
    record.comment = comment.trim().to_owned();
    record.scores = scores(position, rest).map_err(|message| Fault::at(offset, message))?;
    Ok(record.into())
}

/// The side and what follows it.
fn split_side(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ';' | ']')).unwrap_or(text.len());
    let (side, rest) = text.split_at(end);
    let rest = rest.trim_start();
    // `Black to move` is a side, too.
    let rest = ["to move", "to play"].iter().find_map(|filler| rest.strip_prefix(filler)).unwrap_or(rest);
    (side, rest.trim_start().strip_prefix(';').unwrap_or(rest))
}

/// The moves and scores of OBF; placeholders such as `--:-127` are skipped.
fn scores(position: Position, text: &str) -> Result<Vec<(outflank::board::Move, i32)>, Sentence> {
    let known = text.split(';').map(str::trim).filter(|field| !field.is_empty() && !field.starts_with("--:"));
    let side = if position.to_move == Color::Black { 'X' } else { 'O' };
    let board = squares_text(position.discs());
    let mut scores = Vec::new();
    for field in known {
        let parsed = format!("{board} {side}; {field}").parse::<ObfPosition>();
        scores.extend(parsed.map_err(|_| quoting("read-scores", field))?.scores);
    }
    Ok(scores)
}
