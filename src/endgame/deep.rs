//! Null-window searches with the table, the clock and the learned estimate, and the root that closes in on the score.

use super::estimate::{self, Estimate, Estimator};
use super::last;
use super::middle::{self, stability_bound, Leaf};
use super::order::{far_merit, safety, Candidates, BEST_BEFORE};
use super::table::{Table, NO_MOVE};
use super::Outcome;
use crate::board::{Board, Move, Score};
use crate::cpu::hot_functions;
use crate::eval::{Value, DISC};
use crate::square::Square;

hot_functions! {
    /// The solver's nodes on each CPU.
    pub trait EndgameNodes {
        /// The score of a position of at most 16 empty squares, better fewer than ten, without table or clock: exact
        /// between `alpha` and `beta`, else a bound on the proper side.
        fn solve_leaf(leaf: &mut Leaf, board: Board, alpha: Score, beta: Score) -> Score = middle::solve_leaf;
        /// A null-window search with 3 squares empty, `empties`, those of `front` first: above `alpha` a lower bound of
        /// the score, else an upper bound.
        fn solve_3(nodes: &mut u64, board: Board, empties: u64, front: u64, alpha: Score) -> Score = last::solve_3;
        /// The same with 4 empty squares; the caller counts the node.
        fn solve_4(nodes: &mut u64, board: Board, empties: u64, alpha: Score) -> Score = last::solve_4;
        /// The same with up to 5 empty squares and the legal moves.
        fn few(leaf: &mut Leaf, board: Board, empties: u64, moves: u64, alpha: Score) -> Score = middle::few;
        /// The same with up to 16 and the legal moves, without table or clock.
        fn low(leaf: &mut Leaf, board: Board, moves: u64, alpha: Score) -> Score = middle::low;
        /// The same with a table.
        fn middle(leaf: &mut Leaf, table: &mut Table, board: Board, moves: u64, alpha: Score) -> Score = middle::middle;
        /// The same with any number of empty squares; without meaning once the search has stopped.
        fn deep(search: &mut Search<'_>, board: Board, alpha: Score) -> Score = deep;
        /// The learned estimate some plies deep, for the side to move; without meaning once the search has stopped.
        fn shallow(leaf: &mut Leaf, estimator: &mut Estimator, board: Board, depth: u32, window: [Value; 2]) -> Estimate = estimate::shallow;
        /// Solves a position within a window.
        fn close_in(search: &mut Search<'_>, board: Board, alpha: Score, beta: Score) -> Outcome = close_in;
    }
}

/// Up to this many empty squares the learned estimate costs more than it saves.
const WITHOUT_ESTIMATE: u32 = 12;

/// A search in progress.
pub struct Search<'a> {
    pub(super) table: &'a mut Table,
    pub(super) estimator: &'a mut Estimator,
    pub(super) leaf: Leaf,
    /// How far outside the window an estimate must be to be believed; [`NEVER_BELIEVED`] in an exact search.
    pub(super) margin: Value,
}

/// The margin of an exact search.
pub(super) const NEVER_BELIEVED: Value = Value::MAX;

/// The margin of the selective search that comes before the exact one: what it finds orders its moves and tells which
/// side of the window to prove. It takes a sixth of the nodes and saves more.
const MARGIN: Value = 8 * DISC;

/// From this many empty squares on, a selective search pays.
const SELECTIVE_EMPTIES: u32 = 16;

#[inline(always)]
fn deep<C: EndgameNodes>(cpu: C, search: &mut Search<'_>, board: Board, alpha: Score) -> Score {
    let empties = board.empty_count();
    if empties <= WITHOUT_ESTIMATE {
        let moves = cpu.legal_moves(board.player, board.opponent);
        return cpu.middle(&mut search.leaf, search.table, board, moves, alpha);
    }
    if search.leaf.poll() {
        return alpha;
    }
    search.leaf.nodes += 1;
    if let Some(bound) = stability_bound(search.leaf.edges, board, alpha, empties) {
        return bound;
    }
    let exact_key = search.table.key(board);
    let exact = search.table.probe(cpu, exact_key);
    if let Some(bound) = exact.and_then(|entry| entry.cut_off(alpha)) {
        return bound;
    }
    // What a selective search found has an entry of its own, so that it never passes for proven.
    let is_selective = search.margin != NEVER_BELIEVED;
    let believed = search.table.probe(cpu, exact_key.selective());
    let known = if is_selective { believed.or(exact) } else { exact.or(believed) };
    let key = if is_selective { exact_key.selective() } else { exact_key };
    if is_selective {
        if let Some(bound) = believed.and_then(|entry| entry.cut_off(alpha)) {
            return bound;
        }
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            return board.final_score();
        }
        return -cpu.deep(search, board.pass(), -alpha - 1);
    }
    if is_selective {
        if let Some(bound) = believed_bound(cpu, search, board, alpha) {
            return bound;
        }
    }
    let start = search.leaf.nodes;
    let hashed = known.map_or(NO_MOVE, |entry| entry.best);
    let mut candidates = Candidates::<40>::none();
    candidates.fill(
        cpu,
        board,
        moves,
        |child| search.table.prefetch(cpu, search.table.key(child)),
        |square, child| {
            let best_before = if square.index() as u8 == hashed { BEST_BEFORE } else { 0 };
            (far_merit(cpu, child) + best_before, 0)
        },
    );
    if let Some(bound) = search.table.cut_off_by_child(cpu, candidates.boards(), alpha) {
        return bound;
    }
    // The move that was best before mostly cuts off, and then the others need no estimates.
    let mut needs_estimates = true;
    let mut best = -64;
    let mut best_square = NO_MOVE;
    loop {
        if needs_estimates && (best_square != NO_MOVE || hashed == NO_MOVE) {
            add_estimates(cpu, search, board, moves, alpha, &mut candidates);
            needs_estimates = false;
        }
        let Some((square, child, _)) = candidates.next_best() else {
            break;
        };
        let score = -cpu.deep(search, child, -alpha - 1);
        if search.leaf.stopped {
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
    let nodes = search.leaf.nodes - start;
    search.table.store(cpu, key, alpha, best, best_square, nodes);
    best
}

/// A bound that a search of a few plies lets one believe, being far enough outside the window; even, like all scores.
#[inline(always)]
fn believed_bound<C: EndgameNodes>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: Score,
) -> Option<Score> {
    let depth = 2 + (board.empty_count() - WITHOUT_ESTIMATE) / 4;
    let (low, high) = (alpha * DISC - search.margin, alpha * DISC + search.margin);
    let mut value =
        |depth, window| cpu.shallow(&mut search.leaf, search.estimator, board, depth, window).value;
    let first = value(1, [low, high]);
    let nearly = 4 * DISC;
    if first > high - nearly && value(depth, [high, high + 1]) > high {
        return Some((alpha + 2) & !1);
    }
    if first < low + nearly && value(depth, [low - 1, low]) < low {
        return Some(alpha & !1);
    }
    None
}

/// What an estimated lead counts in a merit, in 64ths of a 128th of a reply for each 128th of a disc.
const SAFETY: i32 = 20;

/// So far above the window the estimate is no longer asked to tell moves apart.
const PROMISING: Value = 20 * DISC;

/// Adds the learned estimate to the merits of a position's moves. Where the window is near, those that come near the first
/// are looked at some plies ahead; the others would hardly come to the front by that.
#[inline(always)]
fn add_estimates<C: EndgameNodes>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    moves: u64,
    alpha: Score,
    candidates: &mut Candidates<40>,
) {
    let empties = board.empty_count();
    let level = alpha * DISC;
    let children = search.estimator.children(cpu, board, moves);
    let count = children.count;
    let leads = children.values.map(|value| value - level);
    let leads = &leads[..count];
    candidates.add(|index| SAFETY * safety(leads[index]) / 64);
    let top = leads.iter().copied().fold(-64 * DISC, Value::max);
    if empties >= 14 && (-8 * DISC..=30 * DISC).contains(&top) {
        let depth = 1 + (empties - 14) * 3 / 8;
        let near = 128 * (2 + 2 * depth as i32);
        let mut floor = -8 * DISC;
        // As many as there may be.
        candidates.refine(40, near, |index, _, child| {
            let window = [-PROMISING - DISC - level, -floor - level];
            let ahead = -cpu.shallow(&mut search.leaf, search.estimator, child, depth, window);
            let lead = ahead.value - level;
            floor = floor.max(lead - 6 * DISC).min(PROMISING);
            let mean = (ahead.mean - level).clamp(-30 * DISC, 40 * DISC);
            // The look replaces nearly all of what the first estimate counted.
            (SAFETY * safety(lead) + (3 - SAFETY) * safety(leads[index]) + 18 * mean) / 64
        });
    }
}

/// A move at the root and what a few plies said about it.
struct RootMove {
    square: Square,
    board: Board,
    value: Value,
}

/// The moves at the root, the most promising first.
fn root_moves<C: EndgameNodes>(cpu: C, search: &mut Search<'_>, board: Board, moves: u64) -> Vec<RootMove> {
    let child = |square| board.after(square, cpu.flips(square, board.player, board.opponent));
    let mut list: Vec<RootMove> = crate::bits::Squares(moves)
        .map(|square| RootMove { square, board: child(square), value: 0 })
        .collect();
    for depth in 1..=2 {
        let mut best = -64 * DISC;
        for root_move in &mut list {
            let window = [-64 * DISC, -best];
            let (leaf, estimator) = (&mut search.leaf, &mut *search.estimator);
            root_move.value = -cpu.shallow(leaf, estimator, root_move.board, depth, window).value;
            best = best.max(root_move.value);
        }
        list.sort_by_key(|root_move| -root_move.value);
    }
    list
}

/// Null-window searches at the root until the window is settled or the search has stopped.
#[inline(always)]
fn close_in<C: EndgameNodes>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: Score,
    beta: Score,
) -> Outcome {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            let score = board.final_score();
            return Outcome { lower: score, upper: score, expected: score, best: None, nodes: 1 };
        }
        let passed = cpu.close_in(search, board.pass(), -beta, -alpha);
        return Outcome {
            lower: -passed.upper,
            upper: -passed.lower,
            expected: -passed.expected,
            best: Some(Move::PASS),
            nodes: passed.nodes,
        };
    }
    let mut list = root_moves(cpu, search, board, moves);
    let mut expected = list[0].value.div_euclid(2 * DISC) * 2;
    let mut test = expected;
    if board.empty_count() >= SELECTIVE_EMPTIES {
        search.margin = MARGIN;
        let believed = settle(cpu, search, &mut list, [alpha, beta], test);
        // Proven first what is believed: the score is at least this, not only more than that.
        test = believed.lower.max(alpha + 1) - 1;
        if !search.leaf.stopped {
            expected = if believed.lower > alpha { believed.lower } else { believed.upper };
        }
    }
    search.margin = NEVER_BELIEVED;
    let mut outcome = settle(cpu, search, &mut list, [alpha, beta], test);
    outcome.expected = expected.clamp(outcome.lower, outcome.upper);
    outcome.best = list.first().map(|root_move| Move::on(root_move.square));
    outcome.nodes = search.leaf.nodes;
    outcome
}

/// Null-window searches of the moves in `list`, the first one above `test`, until the window from `alpha` to `beta` is
/// settled or the search has stopped; the best move comes to the front of the list.
#[inline(always)]
fn settle<C: EndgameNodes>(
    cpu: C,
    search: &mut Search<'_>,
    list: &mut [RootMove],
    [alpha, beta]: [Score; 2],
    mut test: Score,
) -> Outcome {
    let mut outcome = Outcome { lower: -64, upper: 64, expected: 0, best: None, nodes: 0 };
    while !search.leaf.stopped && !outcome.settles(alpha, beta) {
        let bound = test.clamp(outcome.lower.max(alpha), outcome.upper.min(beta) - 1);
        let mut best = -127;
        for index in 0..list.len() {
            let score = -cpu.deep(search, list[index].board, -bound - 1);
            if search.leaf.stopped {
                break;
            }
            best = best.max(score);
            if score > bound {
                list[..=index].rotate_right(1);
                break;
            }
        }
        if best > bound {
            // What was only believed may contradict itself.
            outcome.lower = best.min(outcome.upper);
            test = best;
        } else if !search.leaf.stopped {
            outcome.upper = best.max(outcome.lower);
            test = best - 1;
        }
    }
    outcome
}
