//! The root: null-window searches until the window has converged.

use super::far::FarNodes;
use super::search::{Solution, SolverSearch, EXACT};
use super::shallow::ShallowNodes;
use crate::bits::Squares;
use crate::board::{Board, Move, Score};
use crate::bounds::Bounds;
use crate::cpu::hot_functions;
use crate::eval::{Evaluate, Value, DISC};
use crate::square::Square;

hot_functions! {
    // The root of a solve.
    pub(super) trait RootNode: FarNodes {
        // Solves a position within a window.
        fn solve_root<E: Evaluate>(search: &mut SolverSearch<'_, E>, board: Board, alpha: Score, beta: Score)
            -> Solution = solve_root;

        // The likely bounds and best move by a search with the ProbCut margin alone.
        fn claim_root<E: Evaluate>(
            search: &mut SolverSearch<'_, E>, board: Board, guess: Option<(Score, Move)>,
        ) -> (Bounds, Option<Move>) = claim_root;
    }
}

/// ProbCut margin of the selective search that precedes the exact one: its result orders the moves and says
/// which side of the window to prove first. It takes a sixth of the nodes and saves more.
const SELECTIVE_MARGIN: Value = 8 * DISC;

/// From this many empties on, a selective search pays.
const SELECTIVE_EMPTIES: u32 = 16;

/// A move at the root.
struct OrderedMove {
    square: Square,
    board: Board,
    /// From a shallow search, for the side to move at the root.
    value: Value,
}

/// Puts the highest values first; equal ones keep their order. The standard library's sort is more code than
/// the rest of this module, for the site's compiler.
fn sort(list: &mut [OrderedMove]) {
    for end in 1..list.len() {
        let at = list[..end].partition_point(|better| better.value >= list[end].value);
        list[at..=end].rotate_right(1);
    }
}

/// The moves at the root, ordered by shallow searches.
fn root_moves<C: ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    moves: u64,
) -> Vec<OrderedMove> {
    let child = |square| board.after(square, cpu.flips(square, board.player, board.opponent));
    let mut list: Vec<OrderedMove> =
        Squares(moves).map(|square| OrderedMove { square, board: child(square), value: 0 }).collect();
    for depth in 1..=2 {
        let mut best = -64 * DISC;
        for root_move in &mut list {
            let window = [-64 * DISC, -best];
            root_move.value = -cpu.search_shallow(search, root_move.board, depth, window).value;
            best = best.max(root_move.value);
        }
        sort(&mut list);
    }
    list
}

#[inline(always)]
fn solve_root<C: RootNode + ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    alpha: Score,
    beta: Score,
) -> Solution {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            let score = board.final_score();
            return Solution { bounds: Bounds::exact(score), expected: score, best: None, nodes: 1 };
        }
        let passed = cpu.solve_root(search, board.pass(), -beta, -alpha);
        return Solution {
            bounds: passed.bounds.negated(),
            expected: -passed.expected,
            best: Some(Move::PASS),
            nodes: passed.nodes,
        };
    }
    let mut list = root_moves(cpu, search, board, moves);
    let mut expected = list[0].value.div_euclid(2 * DISC) * 2;
    let mut guess = expected;
    if board.empty_count() >= SELECTIVE_EMPTIES {
        search.margin = SELECTIVE_MARGIN;
        let claimed = converge(cpu, search, &mut list, [alpha, beta], guess);
        // The claimed lower bound is to be proven first: the score is at least that, not more than that.
        let (lower, upper) = (Score::from(claimed.lower), Score::from(claimed.upper));
        guess = lower.max(alpha + 1) - 1;
        if !search.context.stopped {
            expected = if lower > alpha { lower } else { upper };
        }
    }
    search.margin = EXACT;
    let bounds = converge(cpu, search, &mut list, [alpha, beta], guess);
    Solution {
        bounds,
        expected: expected.clamp(bounds.lower.into(), bounds.upper.into()),
        best: list.first().map(|root_move| Move::on(root_move.square)),
        nodes: search.context.nodes,
    }
}

#[inline(always)]
fn claim_root<C: RootNode + ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    guess: Option<(Score, Move)>,
) -> (Bounds, Option<Move>) {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            return (Bounds::exact(board.final_score()), Some(Move::PASS));
        }
        let (bounds, _) = cpu.claim_root(search, board.pass(), guess.map(|(score, mv)| (-score, mv)));
        return (bounds.negated(), Some(Move::PASS));
    }
    let mut list = root_moves(cpu, search, board, moves);
    let mut expected = list[0].value.div_euclid(2 * DISC) * 2;
    if let Some((score, mv)) = guess {
        expected = score - 1;
        if let Some(at) = list.iter().position(|known| mv.square() == Some(known.square)) {
            list[..=at].rotate_right(1);
        }
    }
    let bounds = converge(cpu, search, &mut list, [-64, 64], expected);
    let best = list.first().filter(|_| bounds.lower > -64 || bounds.upper == -64);
    (bounds, best.map(|best| Move::on(best.square)))
}

/// The null-window driver: searches above `guess`, then above or below the bounds found, until the window
/// from `alpha` to `beta` has converged or the search has stopped. Moves the best move to the front of
/// `list`.
#[inline(always)]
fn converge<C: FarNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    list: &mut [OrderedMove],
    [alpha, beta]: [Score; 2],
    mut guess: Score,
) -> Bounds {
    let mut bounds = Bounds::UNKNOWN;
    while !search.context.stopped && !bounds.settle(alpha, beta) {
        let (lower, upper) = (Score::from(bounds.lower), Score::from(bounds.upper));
        let bound = guess.clamp(lower.max(alpha), upper.min(beta) - 1);
        let mut best = -127;
        for index in 0..list.len() {
            let score = -cpu.search_far(search, list[index].board, -bound - 1);
            if search.context.stopped {
                break;
            }
            best = best.max(score);
            if score > bound {
                list[..=index].rotate_right(1);
                break;
            }
        }
        // Selective searches may contradict each other, so a bound never crosses the other.
        if best > bound {
            bounds.lower = (best as i8).min(bounds.upper);
            guess = best;
        } else if !search.context.stopped {
            bounds.upper = (best as i8).max(bounds.lower);
            guess = best - 1;
        }
    }
    bounds
}
