//! Null-window searches with the transposition table and static evaluations: ProbCut and move ordering.

use super::mid::MidNodes;
use super::move_list::MoveList;
use super::ordering::{far_score, lead_score, TT_MOVE_BONUS};
use super::search::{SolverSearch, EXACT};
use super::shallow::ShallowNodes;
use super::transposition_table::NO_MOVE;
use crate::board::{Board, Score};
use crate::cpu::hot_functions;
use crate::eval::{Evaluate, Value, DISC};

hot_functions! {
    // The nodes with more than 12 empties.
    pub(super) trait FarNodes: MidNodes {
        // A null-window search with any number of empties: above `alpha` a lower bound of the score, else an
        // upper bound; without meaning once the search has stopped.
        fn search_far<E: Evaluate>(search: &mut SolverSearch<'_, E>, board: Board, alpha: Score)
            -> Score = search_far;
    }
}

/// Up to this many empties static evaluations cost more than they save.
const MID_EMPTIES: u32 = 12;

/// From this many empties on, moves are re-ranked by shallow searches.
const RERANK_EMPTIES: u32 = 14;

#[inline(always)]
fn search_far<C: FarNodes + ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    alpha: Score,
) -> Score {
    let empties = board.empty_count();
    if empties <= MID_EMPTIES {
        let moves = cpu.legal_moves(board.player, board.opponent);
        return cpu.search_mid(search, board, moves, alpha);
    }
    if search.context.poll() {
        return alpha;
    }
    search.context.nodes += 1;
    if let Some(bound) = search.context.stability_cutoff(board, alpha, empties) {
        return bound;
    }
    let exact_key = search.table.key(board);
    let exact_entry = search.table.probe(cpu, exact_key);
    if let Some(bound) = exact_entry.and_then(|entry| entry.bounds.cutoff(alpha)) {
        return bound;
    }
    // Selective searches store entries of their own, so that no unproven bound passes for a proven one.
    let is_selective = search.margin != EXACT;
    let selective_entry = search.table.probe(cpu, exact_key.selective());
    let tt_entry =
        if is_selective { selective_entry.or(exact_entry) } else { exact_entry.or(selective_entry) };
    let key = if is_selective { exact_key.selective() } else { exact_key };
    if is_selective {
        if let Some(bound) = selective_entry.and_then(|entry| entry.bounds.cutoff(alpha)) {
            return bound;
        }
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            return board.final_score();
        }
        return -cpu.search_far(search, board.pass(), -alpha - 1);
    }
    if is_selective {
        if let Some(bound) = probcut(cpu, search, board, alpha) {
            return bound;
        }
    }
    let start = search.context.nodes;
    let tt_move = tt_entry.map_or(NO_MOVE, |entry| entry.best);
    let mut list = MoveList::<40>::new();
    list.fill(
        cpu,
        board,
        moves,
        |child| search.table.prefetch(cpu, child),
        |square, child| {
            let bonus = if square.index() as u8 == tt_move { TT_MOVE_BONUS } else { 0 };
            (far_score(cpu, child) + bonus, 0)
        },
    );
    if let Some(bound) = search.table.etc_cutoff(cpu, list.children(), alpha) {
        return bound;
    }
    // The hash move mostly fails high, and then the other moves need no evaluation.
    let mut needs_evaluation = true;
    let mut best = -64;
    let mut best_square = NO_MOVE;
    loop {
        if needs_evaluation && (best_square != NO_MOVE || tt_move == NO_MOVE) {
            add_evaluations(cpu, search, board, moves, alpha, &mut list);
            needs_evaluation = false;
        }
        let Some((square, child, _)) = list.pick_next() else { break };
        let score = -cpu.search_far(search, child, -alpha - 1);
        if search.context.stopped {
            return alpha;
        }
        if score > best || best_square == NO_MOVE {
            best = score;
            best_square = square.index() as u8;
            if score > alpha {
                break;
            }
        }
    }
    let nodes = search.context.nodes - start;
    search.table.store(cpu, key, alpha, best, best_square, nodes);
    best
}

/// ProbCut: the bound claimed when a shallow search lies `margin` beyond the window; even, like all scores.
#[inline(always)]
fn probcut<C: ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    alpha: Score,
) -> Option<Score> {
    let depth = 2 + (board.empty_count() - MID_EMPTIES) / 4;
    let level = (search.shallow_value)(alpha);
    let (low, high) = (level - search.margin, level + search.margin);
    let mut value = |depth, window| cpu.search_shallow(search, board, depth, window).value;
    // One ply first: a deeper search pays only where that comes near.
    let static_value = value(1, [low, high]);
    let near = 4 * DISC;
    if static_value > high - near && value(depth, [high, high + 1]) > high {
        return Some((alpha + 2) & !1);
    }
    if static_value < low + near && value(depth, [low - 1, low]) < low {
        return Some(alpha & !1);
    }
    None
}

/// The value at which shallow searches put positions with this score: they see wide scores too near zero,
/// by a sixth and at most 2.6 discs; beyond 32 discs ever less of it, and beyond 42 nothing (2,500 positions
/// with 23 and 25 empties).
pub(super) fn shallow_value(score: Score) -> Value {
    let size = score.abs();
    let missing = (size * DISC / 6).min(13 * DISC / 5).min((42 - size) * DISC / 4).max(0);
    score * DISC - score.signum() * missing
}

/// Weight of [`lead_score`] in a move-ordering score, in 64ths.
const LEAD_WEIGHT: i32 = 20;

/// Shallow searches treat all leads over the window above this one alike.
const LEAD_LIMIT: Value = 20 * DISC;

/// Adds static evaluations to the move-ordering scores. Where the best of them is near the window, the moves
/// with scores near the first are re-ranked by shallow searches.
#[inline(always)]
fn add_evaluations<C: ShallowNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    moves: u64,
    alpha: Score,
    list: &mut MoveList<40>,
) {
    let empties = board.empty_count();
    let level = alpha * DISC;
    let children = search.child_evaluations(cpu, board, moves);
    let count = children.count;
    let leads = children.values.map(|value| value - level);
    let leads = &leads[..count];
    list.add(|index| LEAD_WEIGHT * lead_score(leads[index]) / 64);
    let top = leads.iter().copied().fold(-64 * DISC, Value::max);
    if empties >= RERANK_EMPTIES && (-8 * DISC..=30 * DISC).contains(&top) {
        let depth = 1 + (empties - RERANK_EMPTIES) * 3 / 8;
        let score_margin = 128 * (2 + 2 * depth as i32);
        let mut floor = -8 * DISC;
        let every_move = 40;
        list.rerank(every_move, score_margin, |index, _, child| {
            let window = [-LEAD_LIMIT - DISC - level, -floor - level];
            let estimate = -cpu.search_shallow(search, child, depth, window);
            let lead = estimate.value - level;
            floor = floor.max(lead - 6 * DISC).min(LEAD_LIMIT);
            let mean = (estimate.mean - level).clamp(-30 * DISC, 40 * DISC);
            // The shallow search takes over; the static evaluation keeps a weight of 3/64.
            (LEAD_WEIGHT * lead_score(lead) + (3 - LEAD_WEIGHT) * lead_score(leads[index]) + 18 * mean) / 64
        });
    }
}
