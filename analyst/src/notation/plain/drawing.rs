//! A board drawn over several lines, and what says whose move it is.

use outflank::game::Color;
use outflank::square::Square;

use crate::notation::board::{is_decoration, parse_side, row_cells, squares, Cell, Columns, Squares};
use crate::notation::error::{quoting, Fault};
use crate::notation::record::Position;
use crate::notation::source::Line;
use crate::sentence::Sentence;

/// A board that is being read.
pub(super) struct Drawing<'a> {
    pub(super) start: Line<'a>,
    cells: Vec<Cell>,
    /// The places of the columns in its lines, if a line names them.
    columns: Option<Columns>,
    /// The side to move, once a line behind the board has named it.
    side: Option<Color>,
    /// The lines of CodinGame's input behind the board: a count and the legal moves.
    listed: Vec<&'a str>,
}

impl<'a> Drawing<'a> {
    /// A board whose first squares are on the line `start`.
    pub(super) fn new(start: Line<'a>, cells: Vec<Cell>, columns: Option<Columns>) -> Self {
        Self { start, cells, columns, side: None, listed: Vec::new() }
    }

    /// Whether all squares are known.
    pub(super) fn is_complete(&self) -> bool {
        self.cells.len() >= 64
    }

    /// Adds a line; returns whether it belongs to the board.
    pub(super) fn add(&mut self, line: Line<'a>) -> Result<bool, Fault> {
        const MAX_LIST_LENGTH: usize = 64;
        if !self.is_complete() {
            return self.add_row(line).map(|()| true);
        }
        if self.side.is_some() || self.listed.len() == MAX_LIST_LENGTH {
            return Ok(false);
        }
        if is_decoration(line.text) {
            return Ok(true);
        }
        if self.listed.is_empty() {
            self.side = parse_side(line.text);
            if self.side.is_some() {
                return Ok(true);
            }
        }
        // Either the count and the moves, or before them the opponent's moves, `d3;`.
        let is_listed = line.text.parse::<u8>().is_ok()
            || (!self.listed.is_empty() && line.text.parse::<Square>().is_ok())
            || (self.listed.is_empty() && line.text.ends_with(';') && line.text.len() <= 256);
        if is_listed {
            self.listed.push(line.text);
        }
        Ok(is_listed)
    }

    fn add_row(&mut self, line: Line<'a>) -> Result<(), Fault> {
        let row = self.cells.len() / 8 + 1;
        match row_cells(line.indented, row, self.columns.as_ref()) {
            Some(cells) if self.cells.len() + cells.len() <= 64 => {
                self.cells.extend(cells);
                Ok(())
            }
            None if is_decoration(line.text) => Ok(()),
            _ => Err(Fault::at(line.offset, quoting("read-row", line.text).with("row", row.to_string()))),
        }
    }

    /// The position; `before` is the side that a line before the board named.
    pub(super) fn finish(self, before: Option<Color>) -> Result<Position, Fault> {
        let refused = |key| Fault::at(self.start.offset, Sentence::new(key));
        if !self.is_complete() {
            let sentence = Sentence::new("read-few-squares").with("count", self.cells.len() as u32);
            return Err(Fault::at(self.start.offset, sentence));
        }
        let squares @ Squares { black, white, .. } = squares(&self.cells);
        let to_move = self.side.or(before).or_else(|| self.side_of_list(squares));
        let to_move = to_move.ok_or_else(|| refused("read-missing-side"))?;
        Position::from_discs(black, white, to_move).ok_or_else(|| refused("read-two-discs"))
    }

    /// The side that has exactly the moves that are listed behind the board or marked on it.
    fn side_of_list(&self, Squares { black, white, playable }: Squares) -> Option<Color> {
        let squares = self.listed.iter().filter_map(|line| line.parse::<Square>().ok());
        let listed = squares.fold(playable, |listed, square| listed | square.bit());
        let has_listed = |&color: &Color| {
            let position = Position::from_discs(black, white, color);
            listed != 0 && position.is_some_and(|position| position.board.legal_moves() == listed)
        };
        [Color::Black, Color::White].into_iter().find(has_listed)
    }
}
