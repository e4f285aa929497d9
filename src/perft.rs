//! Perft: the leaf counts of the game tree, reference numbers for moves, flips and passes.

use crate::bits::Squares;
use crate::board::Board;
use crate::cpu::hot_functions;
use crate::with_cpu;

/// Whether a pass is a ply of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCosts {
    /// A pass costs one ply of depth (depth 9 from the start: 3,005,288 leaves).
    APly,
    /// A pass is free (depth 9 from the start: 3,005,320 leaves).
    Nothing,
}

/// The number of leaves `depth` plies below `board`; a finished game is one leaf. The moves of the last ply
/// are counted, not made.
pub fn perft(board: Board, depth: u32, pass_costs: PassCosts) -> u64 {
    with_cpu!(cpu => cpu.count_leaves(board, depth, pass_costs))
}

hot_functions! {
    // The recursion of [`perft`].
    trait PerftNodes {
        // [`perft`] with the instructions of this token.
        fn count_leaves(board: Board, depth: u32, pass_costs: PassCosts) -> u64 = count_leaves;
    }
}

#[inline(always)]
fn count_leaves<C: PerftNodes>(cpu: C, board: Board, depth: u32, pass_costs: PassCosts) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        return count_after_no_move(cpu, board, depth, pass_costs);
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    Squares(moves)
        .map(|square| {
            let flips = cpu.flips(square, board.player, board.opponent);
            cpu.count_leaves(board.after(square, flips), depth - 1, pass_costs)
        })
        .sum()
}

#[inline(always)]
fn count_after_no_move<C: PerftNodes>(cpu: C, board: Board, depth: u32, pass_costs: PassCosts) -> u64 {
    if cpu.legal_moves(board.opponent, board.player) == 0 {
        return 1;
    }
    match pass_costs {
        PassCosts::APly => cpu.count_leaves(board.pass(), depth - 1, pass_costs),
        PassCosts::Nothing => cpu.count_leaves(board.pass(), depth, pass_costs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;

    const LEAVES: [u64; 8] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216];

    #[test]
    fn the_portable_code_counts_the_same_leaves() {
        for (depth, leaves) in (1..).zip(LEAVES).take(if cfg!(miri) { 4 } else { 8 }) {
            for pass_costs in [PassCosts::APly, PassCosts::Nothing] {
                assert_eq!(Portable.count_leaves(Board::START, depth, pass_costs), leaves, "depth {depth}");
            }
        }
    }

    #[test]
    fn a_finished_game_is_one_leaf() {
        let wiped_out = Board { player: 0, opponent: 1 };
        for depth in 0..4 {
            assert_eq!(perft(wiped_out, depth, PassCosts::APly), 1);
        }
    }
}
