//! A hand-made evaluation: mobility, corners, stable edge discs and parity.
//!
//! It plays the first generation of training games, and is the baseline that learned weights must beat. No
//! bundle contains it.

use crate::bits::{with_neighbours, Squares, COLUMN_A, COLUMN_H, CORNERS, ROW_1, ROW_8};
use crate::board::Board;
use crate::cpu::Cpu;
use crate::eval::{Children, Evaluate, LearnedSums, Value, DISC, MAX_VALUE};

/// The hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handmade;

impl Evaluate for Handmade {
    #[inline(always)]
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        children.count = 0;
        for square in Squares(moves & board.empties()) {
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            let value = -evaluate(cpu, child);
            children.push(square, value);
        }
    }
}

impl Handmade {
    /// The evaluation of `board` for its player, who has just moved, in 1/128 disc.
    pub fn evaluate_moved<C: Cpu>(self, cpu: C, board: Board) -> Value {
        -evaluate(cpu, board.pass())
    }
}

// Weights in 1/128 disc, set by hand and never tuned: a baseline has to stay the same.
const MOBILITY: Value = 5 * DISC;
const POTENTIAL_MOBILITY: Value = DISC / 2;
const CORNER: Value = 10 * DISC;
const X_SQUARE: Value = 5 * DISC;
const C_SQUARE: Value = 2 * DISC;
const STABLE_EDGE_DISC: Value = DISC;
const LAST_MOVE: Value = 2 * DISC;

/// The evaluation of `board` for the side to move, in 1/128 disc.
#[inline(always)]
fn evaluate<C: Cpu>(cpu: C, board: Board) -> Value {
    let Board { player, opponent } = board;
    let empties = board.empties();
    let mobility = count(cpu.legal_moves(player, opponent)) - count(cpu.legal_moves(opponent, player));
    let potential = count(with_neighbours(opponent) & empties) - count(with_neighbours(player) & empties);
    let corners = count(player & CORNERS) - count(opponent & CORNERS);
    let (x, c) = squares_beside_empty_corners(empties);
    let value = MOBILITY * mobility * 4 / (4 + i32::min(8, count(empties) / 8))
        + POTENTIAL_MOBILITY * potential
        + CORNER * corners
        + X_SQUARE * (count(opponent & x) - count(player & x))
        + C_SQUARE * (count(opponent & c) - count(player & c))
        + STABLE_EDGE_DISC * (count(stable_on_edges(player)) - count(stable_on_edges(opponent)))
        + if count(empties) % 2 == 1 { LAST_MOVE } else { -LAST_MOVE };
    value.clamp(-MAX_VALUE, MAX_VALUE)
}

#[inline(always)]
fn count(bits: u64) -> Value {
    bits.count_ones() as Value
}

/// The X squares and the C squares adjacent to an empty corner.
#[inline(always)]
fn squares_beside_empty_corners(empties: u64) -> (u64, u64) {
    let corners = empties & CORNERS;
    let beside = (corners & COLUMN_A) << 1 | (corners & COLUMN_H) >> 1;
    let vertical = (corners & ROW_1) << 8 | (corners & ROW_8) >> 8;
    let x = (beside & ROW_1) << 8 | (beside & ROW_8) >> 8;
    (x, beside | vertical)
}

/// The discs of one side on an edge in an unbroken run from a corner that it owns.
#[inline(always)]
fn stable_on_edges(discs: u64) -> u64 {
    let mut along_rows = discs & CORNERS;
    let mut along_columns = along_rows;
    for _ in 0..6 {
        along_rows |= discs & (along_rows << 1 & !COLUMN_A | along_rows >> 1 & !COLUMN_H) & (ROW_1 | ROW_8);
        along_columns |= discs & (along_columns << 8 | along_columns >> 8) & (COLUMN_A | COLUMN_H);
    }
    along_rows | along_columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Symmetry;
    use crate::cpu::Portable;
    use crate::random_games::positions;
    use crate::square::Square;
    use crate::with_cpu;

    fn squares(names: &str) -> u64 {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap().bit()).sum()
    }

    fn children_of(board: Board) -> Children {
        let mut children = Children::new();
        with_cpu!(cpu => Handmade.evaluate_children(cpu, board, board.legal_moves(), &mut children));
        children
    }

    #[test]
    fn symmetric_positions_have_the_same_values() {
        for board in positions(20) {
            let values = |board| {
                let mut values: Vec<Value> = children_of(board).iter().map(|(_, value)| value).collect();
                values.sort_unstable();
                values
            };
            for symmetry in Symmetry::all() {
                assert_eq!(values(board.transformed(symmetry)), values(board), "{symmetry:?}");
            }
        }
    }

    #[test]
    fn every_cpu_gives_the_same_values() {
        for board in positions(20) {
            let mut portable = Children::new();
            Handmade.evaluate_children(Portable, board, board.legal_moves(), &mut portable);
            assert!(children_of(board).iter().eq(portable.iter()));
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_an_x_square() {
        // h1 and g2 flip one disc each, but h1 is a corner and g2 an X square.
        let board = Board { player: squares("f1 g4 d4"), opponent: squares("g1 g3 c6 d6") };
        let children = children_of(board);
        let value_of = |name: &str| children.iter().find(|(square, _)| square.to_string() == name).unwrap().1;
        assert!(value_of("h1") > value_of("g2") + 8 * DISC);
    }

    #[test]
    fn stable_edge_discs_extend_from_own_corners() {
        assert_eq!(stable_on_edges(squares("a1 b1 c1 e1 a2 h8")), squares("a1 b1 c1 a2 h8"));
        assert_eq!(stable_on_edges(squares("b1 c1 d1")), 0);
    }

    #[test]
    fn x_and_c_squares_count_beside_an_empty_corner_only() {
        let (x, c) = squares_beside_empty_corners(!squares("a1"));
        assert_eq!(x, squares("g2 b7 g7"));
        assert_eq!(c, squares("g1 h2 a7 b8 g8 h7"));
    }
}
