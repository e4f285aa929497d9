//! The transposition table: bounds, depth and best move of a position.

use outflank::board::Board;
use outflank::eval::{Value, MAX_VALUE};
use outflank::square::Square;

/// The result of a search, with bounds in 1/128 disc for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    board: Board,
    lower: i16,
    upper: i16,
    /// Depth of the search in plies; 0 in an empty entry.
    pub(super) depth: u8,
    best: u8,
}

const NO_SQUARE: u8 = 64;

const EMPTY: Entry = Entry {
    board: Board::START,
    lower: -(MAX_VALUE + 1) as i16,
    upper: (MAX_VALUE + 1) as i16,
    depth: 0,
    best: NO_SQUARE,
};

impl Entry {
    pub(super) fn lower(&self) -> Value {
        self.lower.into()
    }

    pub(super) fn upper(&self) -> Value {
        self.upper.into()
    }

    /// The best move, if the search found one.
    pub(super) fn best(&self) -> Option<Square> {
        (self.best != NO_SQUARE).then(|| Square::new(self.best))
    }
}

/// A direct-mapped table; the newest entry always replaces.
pub(super) struct Table(Vec<Entry>);

impl Table {
    pub(super) fn new(bits: u32) -> Self {
        Self(vec![EMPTY; 1 << bits])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    /// The entry of `board`, empty if there is none.
    pub(super) fn probe(&self, board: Board) -> Entry {
        let entry = self.0[slot(board, self.0.len())];
        if entry.board == board {
            entry
        } else {
            EMPTY
        }
    }

    /// Stores the result of a search of `depth` plies with the window from `alpha` to `beta`.
    pub(super) fn store(
        &mut self,
        board: Board,
        depth: u32,
        (alpha, beta): (Value, Value),
        value: Value,
        best: Option<Square>,
    ) {
        let lower = if value > alpha { value } else { -MAX_VALUE };
        let upper = if value < beta { value } else { MAX_VALUE };
        let best = best.map_or(NO_SQUARE, |square| square.index() as u8);
        let at = slot(board, self.0.len());
        self.0[at] = Entry { board, lower: lower as i16, upper: upper as i16, depth: depth as u8, best };
    }
}

fn slot(board: Board, len: usize) -> usize {
    (board.hash_key() >> 32) as usize & (len - 1)
}
