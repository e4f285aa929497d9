//! The opening book: settled moves for positions near the start, known under all 8 symmetries.
//!
//! Packed as bits, 15 to a character from U+3400 on, highest first; beyond the end all bits are 0, so that an
//! empty text is an empty book. First the lines for black, then those for white:
//!
//! - a role: 1 and its lines, or 0. Black's lines are a choice at the start, white's the replies at the start.
//! - a choice: the chosen move's number among the legal moves in the order of their squares, in as few bits as
//!   number them all; then the replies to it; then, in the first [`ALTERNATIVE_PLIES`] plies, 1 and another choice of
//!   equal worth, or 0.
//! - replies: 0 if none is known; else 1 and for each legal reply 0, or 1 and the choice after it.

mod book;

use std::collections::HashMap;

use crate::bits::{Squares, Symmetry};
use crate::board::Board;
use crate::rng::Rng;
use crate::square::Square;

/// Discs played up to which a position may have several moves of equal worth.
pub const ALTERNATIVE_PLIES: u32 = 8;

/// Bits a character.
pub const BITS_A_CHARACTER: u32 = 15;

/// The character of 15 zero bits.
pub const FIRST_CHARACTER: u32 = 0x3400;

/// Known moves by position, both in the position's standard orientation.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: HashMap<(u64, u64), Vec<Square>>,
}

/// The smallest of a position's 8 images, and the symmetry that leads to it.
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

/// How many bits number `count` moves.
pub fn bits_for(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

impl Book {
    /// The book that ships.
    pub fn shipped() -> Self {
        Self::unpack(book::BOOK)
    }

    /// Reads a packed book; what follows a mistake is left out.
    pub fn unpack(text: &str) -> Self {
        let mut reader =
            Reader { book: Self::default(), bits: text.chars().flat_map(bits_of as fn(char) -> _) };
        if reader.bit() {
            reader.choices(Board::START);
        }
        if reader.bit() {
            reader.replies(Board::START);
        }
        reader.book
    }

    /// How many positions it knows, counting symmetric ones once.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move for the side to move, always the same one; `None` where the book ends.
    pub fn find(&self, board: Board) -> Option<Square> {
        self.all(board).next()
    }

    /// One of the moves of equal worth, at random.
    pub fn find_any(&self, board: Board, rng: &mut Rng) -> Option<Square> {
        let count = self.all(board).count();
        if count == 0 {
            return None;
        }
        self.all(board).nth(rng.below(count))
    }

    fn all(&self, board: Board) -> impl Iterator<Item = Square> + '_ {
        let (image, symmetry) = standard_orientation(board);
        let moves = self.moves.get(&(image.player, image.opponent)).map_or(&[][..], Vec::as_slice);
        moves.iter().map(move |&square| symmetry.inverse().apply_to(square))
    }
}

fn bits_of(character: char) -> Bits {
    let packed = (character as u32).saturating_sub(FIRST_CHARACTER);
    Bits { packed, left: BITS_A_CHARACTER }
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

    fn choices(&mut self, board: Board) {
        let moves = board.legal_moves();
        let plies = 60u32.saturating_sub(board.empty_count());
        loop {
            let number = self.number(bits_for(moves.count_ones()));
            let Some(square) = Squares(moves).nth(number) else { return };
            let Some(child) = board.play(square) else { return };
            let (image, symmetry) = standard_orientation(board);
            let known = self.book.moves.entry((image.player, image.opponent)).or_default();
            let square = symmetry.apply_to(square);
            if !known.contains(&square) {
                known.push(square);
            }
            self.replies(child);
            if plies >= ALTERNATIVE_PLIES || !self.bit() {
                return;
            }
        }
    }

    fn replies(&mut self, board: Board) {
        if !self.bit() {
            return;
        }
        for (_, child) in board.children() {
            if self.bit() {
                self.choices(child);
            }
        }
    }
}

#[cfg(test)]
mod tests;
