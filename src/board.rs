//! The position as a pure value: the discs of the side to move and of the other side.
//!
//! Colours, history and automatic passes belong to `game`.

use crate::bits::{Squares, Symmetry};
use crate::cpu::{Cpu, Portable};
use crate::square::Square;

/// A position: two disjoint bitboards, the side to move first.
///
/// Unchecked table look-ups rely on disjoint discs, so other crates build a board from bitboards only with
/// [`Board::new`], which checks them:
///
/// ```compile_fail,E0451
/// let overlapping = outflank::board::Board { player: 1, opponent: 1 };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub(crate) player: u64,
    /// Discs of the opponent.
    pub(crate) opponent: u64,
}

/// A disc on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

/// An exact score in discs, -64 to 64, for the side to move; empty squares go to the winner.
pub type Score = i32;

impl Move {
    /// The pass of a side without a legal move.
    pub const PASS: Self = Self(64);

    /// A disc on `square`.
    pub const fn on(square: Square) -> Self {
        Self(square.index() as u8)
    }

    /// The square of the disc; `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        if self.0 < 64 {
            Some(Square::new(self.0))
        } else {
            None
        }
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.square() {
            Some(square) => square.fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Board {
    /// The standard start: black (e4, d5) to move against white (d4, e5).
    pub const START: Self = Self { player: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// The position with these discs; `None` if they overlap.
    pub const fn new(player: u64, opponent: u64) -> Option<Self> {
        if player & opponent == 0 {
            Some(Self { player, opponent })
        } else {
            None
        }
    }

    /// Discs of the side to move.
    #[inline(always)]
    pub const fn player(self) -> u64 {
        self.player
    }

    /// Discs of the opponent.
    #[inline(always)]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// The empty squares.
    #[inline(always)]
    pub const fn empties(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// The number of empty squares.
    #[inline(always)]
    pub const fn empty_count(self) -> u32 {
        self.empties().count_ones()
    }

    /// The legal moves of the side to move, as a bitboard.
    pub fn legal_moves(self) -> u64 {
        Portable.legal_moves(self.player, self.opponent)
    }

    /// The discs that a move on `square` flips; 0 if the move is illegal.
    pub fn flips(self, square: Square) -> u64 {
        if self.empties() & square.bit() == 0 {
            return 0;
        }
        Portable.flips(square, self.player, self.opponent)
    }

    /// The position after a move on `square`, the other side to move; `None` if the move is illegal.
    pub fn play(self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        (flips != 0).then(|| self.after(square, flips))
    }

    /// The position after a move on the empty `square` that flips `flips`, a subset of the opponent's discs;
    /// the opponent is to move.
    #[inline(always)]
    pub(crate) const fn after(self, square: Square, flips: u64) -> Self {
        debug_assert!(self.empties() & square.bit() != 0 && flips & !self.opponent == 0);
        Self { player: self.opponent ^ flips, opponent: self.player ^ flips ^ square.bit() }
    }

    /// Like [`Board::after`], for a square from an evaluator of another crate, which may name an occupied
    /// one: the discs stay disjoint all the same.
    #[inline(always)]
    pub(crate) const fn after_unverified(self, square: Square, flips: u64) -> Self {
        let Self { player, opponent } = self;
        Self { player: (opponent ^ flips) & !square.bit(), opponent: (player ^ flips) | square.bit() }
    }

    /// A hash for tables: the lower half selects an entry, the upper half verifies it.
    #[inline(always)]
    pub const fn hash_key(self) -> u64 {
        let mixed = (self.player ^ self.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ self.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub const fn pass(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }

    /// Whether neither side has a legal move.
    pub fn is_over(self) -> bool {
        self.legal_moves() == 0 && self.pass().legal_moves() == 0
    }

    /// Discs of the side to move minus discs of the opponent; empty squares do not count.
    #[inline(always)]
    pub const fn disc_difference(self) -> Score {
        self.player.count_ones() as Score - self.opponent.count_ones() as Score
    }

    /// The score if the game ended here: the disc difference, with the empty squares going to the winner.
    #[inline(always)]
    pub const fn final_score(self) -> Score {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empty_count() as Score
    }

    /// The positions after each legal move, with the move's square.
    pub fn children(self) -> impl Iterator<Item = (Square, Self)> {
        Squares(self.legal_moves()).map(move |square| (square, self.after(square, self.flips(square))))
    }

    /// The position under a symmetry of the board.
    pub const fn transformed(self, symmetry: Symmetry) -> Self {
        Self { player: symmetry.apply(self.player), opponent: symmetry.apply(self.opponent) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{perft, PassCosts};

    #[test]
    fn the_game_tree_has_its_published_size() {
        const LEAVES: [u64; 7] = [4, 12, 56, 244, 1396, 8200, 55092];
        for (depth, leaves) in (1..).zip(LEAVES).take(if cfg!(miri) { 4 } else { 7 }) {
            assert_eq!(perft(Board::START, depth, PassCosts::APly), leaves, "depth {depth}");
        }
    }

    #[test]
    fn the_start_position_is_that_of_codingame() {
        let squares =
            |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap().bit()).sum::<u64>();
        assert_eq!(Board::START.player, squares("e4 d5"));
        assert_eq!(Board::START.opponent, squares("d4 e5"));
        assert_eq!(Board::START.legal_moves(), squares("d3 c4 f5 e6"));
    }

    #[test]
    fn a_move_flips_discs_and_changes_the_side_to_move() {
        let after = Board::START.play("d3".parse().unwrap()).unwrap();
        assert_eq!(after.disc_difference(), -3);
        assert_eq!(after.opponent.count_ones(), 4);
        assert_eq!(Board::START.play("a1".parse().unwrap()), None);
        assert_eq!(Board::START.play("d4".parse().unwrap()), None, "an occupied square");
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(Board { player: 7, opponent: 0 }.final_score(), 64);
        assert_eq!(Board { player: 0, opponent: 7 }.final_score(), -64);
        assert_eq!(Board { player: 1, opponent: 2 }.final_score(), 0);
        assert_eq!(Board { player: 3, opponent: 4 }.final_score(), 1 + 61);
    }

    #[test]
    fn overlapping_discs_are_rejected() {
        assert_eq!(Board::new(3, 2), None);
        assert!(Board::new(1, 2).is_some());
    }

    #[test]
    fn no_public_method_makes_discs_overlap() {
        let board = Board::new(0x0000_0018_1c00_0000, 0x0000_0020_2040_0000).unwrap();
        for square in Square::all() {
            let flips = Portable.flips(square, board.player, board.opponent);
            for board in [board.after_unverified(square, flips), board.play(square).unwrap_or(board)] {
                assert_eq!(board.player & board.opponent, 0, "{square}");
                assert_eq!(board.pass().player & board.pass().opponent, 0, "{square}");
            }
        }
    }

    #[test]
    fn a_wiped_out_side_ends_the_game() {
        assert!(Board { player: 0, opponent: 0xff }.is_over());
        assert!(!Board::START.is_over());
    }
}
