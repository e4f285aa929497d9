//! Null-window searches with the hash table and the clock, and the root that closes in on the score.

use super::last;
use super::middle::{self, merit, stability_bound, Candidates, Leaf};
use super::parity::odd_quadrants;
use super::stability::EdgeTable;
use super::table::{Table, NO_MOVE};
use super::{Budget, Outcome};
use crate::board::{Board, Move, Score};
use crate::cpu::hot_functions;

hot_functions! {
    /// The solver's nodes on each CPU.
    pub trait EndgameNodes {
        /// The score of a position of at most about ten empty squares, without table or clock: exact between
        /// `alpha` and `beta`, else a bound on the proper side.
        fn solve_leaf(board: Board, alpha: Score, beta: Score) -> Score = middle::solve_leaf;
        /// A null-window search with 3 empty squares: above `alpha` a lower bound of the score, else an upper bound.
        fn solve_3(nodes: &mut u64, board: Board, alpha: Score) -> Score = last::solve_3;
        /// The same with 4 empty squares.
        fn solve_4(nodes: &mut u64, board: Board, alpha: Score) -> Score = last::solve_4;
        /// The same with any number, without table or clock.
        fn middle(leaf: &mut Leaf, board: Board, alpha: Score) -> Score = middle::middle;
        /// The same with table and clock; without meaning once the search has stopped.
        fn deep(search: &mut Search<'_>, board: Board, alpha: Score) -> Score = deep;
        /// Solves a position within a window.
        fn close_in(search: &mut Search<'_>, board: Board, alpha: Score, beta: Score) -> Outcome = close_in;
    }
}

/// Up to this many empty squares the table costs more than it saves.
const WITHOUT_TABLE: u32 = 7;

/// How many positions may be visited between two looks at the clock: 0.1 ms of work. A build with checks may be 40
/// times slower.
const NODES_PER_POLL: u64 = if cfg!(debug_assertions) { 256 } else { 4096 };

/// A search in progress.
pub struct Search<'a> {
    table: &'a mut Table,
    budget: Budget,
    leaf: Leaf,
    edges: &'static EdgeTable,
    next_poll: u64,
    stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a mut Table, budget: Budget) -> Self {
        let edges = EdgeTable::shared();
        Self { table, budget, leaf: Leaf::new(), edges, next_poll: 0, stopped: false }
    }

    /// Whether the budget is spent; looks at the clock now and then.
    #[inline(always)]
    fn poll(&mut self) -> bool {
        if self.leaf.nodes >= self.next_poll {
            self.next_poll = self.budget.nodes.min(self.leaf.nodes + NODES_PER_POLL);
            self.stopped |= self.leaf.nodes >= self.budget.nodes || self.budget.deadline.is_past();
        }
        self.stopped
    }
}

#[inline(always)]
fn deep<C: EndgameNodes>(cpu: C, search: &mut Search<'_>, board: Board, alpha: Score) -> Score {
    let empties = board.empty_count();
    if empties <= WITHOUT_TABLE {
        return cpu.middle(&mut search.leaf, board, alpha);
    }
    if search.poll() {
        return alpha;
    }
    search.leaf.nodes += 1;
    if let Some(bound) = stability_bound(search.edges, board, alpha, empties) {
        return bound;
    }
    let key = search.table.key(board);
    let known = search.table.probe(key);
    if let Some(entry) = known {
        if Score::from(entry.lower) > alpha {
            return Score::from(entry.lower);
        }
        if Score::from(entry.upper) <= alpha {
            return Score::from(entry.upper);
        }
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            return board.final_score();
        }
        return -cpu.deep(search, board.pass(), -alpha - 1);
    }
    let start = search.leaf.nodes;
    let hashed = known.map_or([NO_MOVE; 2], |entry| entry.best);
    let odd = odd_quadrants(board.empties());
    let mut candidates = Candidates::new(cpu, board, moves, |square, child| {
        search.table.prefetch(search.table.key(child));
        let index = square.index() as u8;
        if index == hashed[0] {
            1 << 20
        } else if index == hashed[1] {
            1 << 19
        } else {
            merit(cpu, square, child, odd)
        }
    });
    // A child's upper bound may already be enough.
    if empties > WITHOUT_TABLE + 1 {
        for candidate in candidates.as_mut_slice() {
            if let Some(entry) = search.table.probe(search.table.key(candidate.board)) {
                if -Score::from(entry.upper) > alpha {
                    return -Score::from(entry.upper);
                }
            }
        }
    }
    let mut best = -127;
    let mut best_square = NO_MOVE;
    while let Some(candidate) = candidates.next_best() {
        let score = -cpu.deep(search, candidate.board, -alpha - 1);
        if search.stopped {
            return alpha;
        }
        if score > best {
            best = score;
            best_square = candidate.square.index() as u8;
            if score > alpha {
                break;
            }
        }
    }
    let nodes = search.leaf.nodes - start;
    search.table.store(key, alpha, best, best_square, nodes);
    best
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
    let mut outcome = Outcome { lower: -64, upper: 64, best: None, nodes: 0 };
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            let score = board.final_score();
            return Outcome { lower: score, upper: score, best: None, nodes: 1 };
        }
        let passed = cpu.close_in(search, board.pass(), -beta, -alpha);
        return Outcome {
            lower: -passed.upper,
            upper: -passed.lower,
            best: Some(Move::PASS),
            nodes: passed.nodes,
        };
    }
    let odd = odd_quadrants(board.empties());
    let mut list = Candidates::new(cpu, board, moves, |square, child| merit(cpu, square, child, odd));
    let list = list.as_mut_slice();
    list.sort_unstable_by_key(|candidate| (-candidate.merit, candidate.square));
    let mut test = (alpha + beta) / 2;
    while !search.stopped && !outcome.settles(alpha, beta) {
        let bound = test.clamp(outcome.lower.max(alpha), outcome.upper.min(beta) - 1);
        let mut best = -127;
        for index in 0..list.len() {
            let score = -cpu.deep(search, list[index].board, -bound - 1);
            if search.stopped {
                break;
            }
            best = best.max(score);
            if score > bound {
                list[..=index].rotate_right(1);
                break;
            }
        }
        if best > bound {
            outcome.lower = best;
            test = best;
        } else if !search.stopped {
            outcome.upper = best;
            test = best - 1;
        }
    }
    outcome.best = list.first().map(|candidate| Move::on(candidate.square));
    outcome.nodes = search.leaf.nodes;
    outcome
}
