//! What was found of each position: bounds, depth and best move.

use crate::board::Board;
use crate::eval::{Value, MAX_VALUE};
use crate::square::Square;

/// What is known of one position, for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    board: Board,
    lower: i16,
    upper: i16,
    /// 0 if nothing is known.
    pub(super) depth: u8,
    best: u8,
}

const NO_SQUARE: u8 = 64;

const EMPTY: Entry = Entry {
    board: Board { player: 0, opponent: 0 },
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

    /// The best move, if one was found.
    pub(super) fn best(&self) -> Option<Square> {
        (self.best != NO_SQUARE).then(|| Square::new(self.best))
    }
}

/// A table with one place for each position, where the latest stays.
pub(super) struct Table(Vec<Entry>);

impl Table {
    pub(super) fn new(bits: u32) -> Self {
        Self(vec![EMPTY; 1 << bits])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn find(&self, board: Board) -> Entry {
        let entry = self.0[slot(board, self.0.len())];
        if entry.board == board {
            entry
        } else {
            EMPTY
        }
    }

    /// Keeps what a search of `depth` plies with the window `alpha..beta` found.
    #[inline(always)]
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

#[inline(always)]
fn slot(board: Board, len: usize) -> usize {
    let mixed = (board.player ^ board.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ board.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as usize & (len - 1)
}
