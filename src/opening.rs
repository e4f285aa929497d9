//! The opening book: the best move of positions near the start, known under all 8 symmetries.
//!
//! The text packs bits, 15 per character from U+3400 on, the highest first. Bits beyond its end are 0, so an
//! empty text is an empty book. Black's lines come first, then White's:
//!
//! - a side: 1 and its lines, or 0. Black's lines are a move from the start, White's are replies to the
//!   start.
//! - a move: its number among the legal moves in the order of their squares, in as few bits as can number
//!   them all; then the replies to it.
//! - replies: 0 if the book answers none of them; otherwise 1, then for each legal reply 0, or 1 and the move
//!   that answers it.
//!
//! A position that several lines reach is written once.

mod book;

use crate::bits::{Squares, Symmetry};
use crate::board::Board;
use crate::square::Square;

/// Bits per character.
pub const BITS_PER_CHARACTER: u32 = 15;

/// The character of 15 zero bits.
pub const FIRST_CHARACTER: u32 = 0x3400;

/// The best moves of positions, both in the position's standard orientation.
///
/// In no order: looking through all of them takes microseconds a turn, and a hash map is more code than the
/// rest of this module, for the site's compiler.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: Vec<(Board, Square)>,
}

/// The least of a position's 8 images, by the player's discs and then by the opponent's, and the symmetry
/// that maps the position to it.
pub fn standard_orientation(board: Board) -> (Board, Symmetry) {
    let mut best = (board, Symmetry::IDENTITY);
    for symmetry in Symmetry::all() {
        let image = board.transformed(symmetry);
        if (image.player, image.opponent) < (best.0.player, best.0.opponent) {
            best = (image, symmetry);
        }
    }
    best
}

/// The number of bits that number `count` moves.
pub fn bits_for(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

impl Book {
    /// The book that ships.
    pub fn shipped() -> Self {
        Self::unpack(book::BOOK)
    }

    /// Reads a packed book up to the first mistake.
    pub fn unpack(text: &str) -> Self {
        let mut reader =
            Reader { book: Self::default(), bits: text.chars().flat_map(bits_of as fn(char) -> _) };
        if reader.bit() {
            reader.best_move(Board::START);
        }
        if reader.bit() {
            reader.replies(Board::START);
        }
        reader.book
    }

    /// The number of known positions; symmetric ones count once.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no position is known.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move for the side to move; `None` for an unknown position.
    pub fn find(&self, board: Board) -> Option<Square> {
        let (image, symmetry) = standard_orientation(board);
        let (_, square) = self.moves.iter().find(|(known, _)| *known == image)?;
        Some(symmetry.inverse().apply_to(*square))
    }
}

fn bits_of(character: char) -> Bits {
    let packed = (character as u32).saturating_sub(FIRST_CHARACTER);
    Bits { packed, left: BITS_PER_CHARACTER }
}

/// The bits of one character.
struct Bits {
    packed: u32,
    left: u32,
}

impl Iterator for Bits {
    type Item = bool;

    fn next(&mut self) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        Some(self.packed >> self.left & 1 == 1)
    }
}

struct Reader<I> {
    book: Book,
    bits: I,
}

impl<I: Iterator<Item = bool>> Reader<I> {
    fn bit(&mut self) -> bool {
        self.bits.next().unwrap_or(false)
    }

    fn number(&mut self, bits: u32) -> usize {
        (0..bits).fold(0, |number, _| number << 1 | usize::from(self.bit()))
    }

    fn best_move(&mut self, board: Board) {
        let moves = board.legal_moves();
        let number = self.number(bits_for(moves.count_ones()));
        let Some(square) = Squares(moves).nth(number) else { return };
        let Some(child) = board.play(square) else { return };
        let (image, symmetry) = standard_orientation(board);
        self.book.moves.push((image, symmetry.apply_to(square)));
        self.replies(child);
    }

    fn replies(&mut self, board: Board) {
        if !self.bit() {
            return;
        }
        for (_, child) in board.children() {
            if self.bit() {
                self.best_move(child);
            }
        }
    }
}

#[cfg(test)]
mod tests;
