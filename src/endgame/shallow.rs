//! Shallow alpha-beta searches over static evaluations, for ProbCut and move ordering.

use super::search::SolverSearch;
use crate::board::Board;
use crate::cpu::hot_functions;
use crate::eval::{Evaluate, LearnedSums, Value, DISC};

hot_functions! {
    // The nodes of shallow searches.
    pub(super) trait ShallowNodes: LearnedSums {
        // Searches `depth` plies, at least 1; without meaning once the search has stopped.
        fn search_shallow<E: Evaluate>(
            search: &mut SolverSearch<'_, E>, board: Board, depth: u32, window: [Value; 2],
        ) -> Estimate = search_shallow;
    }
}

/// The result of a shallow search, for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    /// Exact inside the window, else a bound outside.
    pub(super) value: Value,
    /// The mean static evaluation of all moves.
    pub(super) mean: Value,
}

impl std::ops::Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, mean: -self.mean }
    }
}

#[inline(always)]
fn search_shallow<C: ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    depth: u32,
    [mut alpha, beta]: [Value; 2],
) -> Estimate {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            let value = board.final_score() * DISC;
            return Estimate { value, mean: value };
        }
        return -cpu.search_shallow(search, board.pass(), depth, [-beta, -alpha]);
    }
    let children = search.child_evaluations(cpu, board, moves);
    let values = &children.values[..children.count];
    let mean = values.iter().sum::<Value>() / values.len().max(1) as Value;
    if depth <= 1 {
        let value = values.iter().copied().fold(-64 * DISC, Value::max);
        return Estimate { value, mean };
    }
    let mut children = children.clone();
    if search.context.poll_shallow(board.empty_count()) {
        return Estimate { value: alpha, mean };
    }
    children.sort();
    let mut value = -64 * DISC;
    for (square, _) in children.iter() {
        let child = board.after_unverified(square, cpu.flips(square, board.player, board.opponent));
        value = value.max(-cpu.search_shallow(search, child, depth - 1, [-beta, -alpha]).value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    Estimate { value, mean }
}
