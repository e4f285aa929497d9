//! The state of a search of the solver, and its result.
//!
//! Leaves of the tree search have a [`SearchContext`] alone: node count, limits and the near-leaf cache.

use super::stability::{stable_discs, EdgeTable};
use super::transposition_table::{hash, TranspositionTable};
use crate::board::{Board, Move, Score};
use crate::bounds::Bounds;
use crate::eval::{Children, Evaluate, LearnedSums, Value};
use crate::limits::Limits;

/// The result of a solve, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The proven bounds.
    pub bounds: Bounds,
    /// Best guess within the window and the bounds; equals both bounds when the score is exact. From a search
    /// with ProbCut, so it errs about as often as the best move by evaluation does.
    pub expected: Score,
    /// The move that guarantees the lower bound; while nothing is proven, the best by evaluation. `None` once
    /// the game is over.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// The result of a selective search, for the side to move: likely, but not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The likely bounds of the score: equal, unless a limit was reached first.
    pub bounds: Bounds,
    /// The move that leads to the lower bound, if that is known of any.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// Entries of the near-leaf cache: 32 KiB. Twice as many save another 0.5 % of the instructions.
const CACHED_BOUNDS: usize = 1 << 12;

/// Nodes between two reads of the clock: 0.1 ms of work. A debug build may be 40 times slower.
const NODES_PER_POLL: u64 = if cfg!(debug_assertions) { 256 } else { 4096 };

/// Nodes that an inner node of a shallow search counts as, with the evaluations below it: rather too many, so
/// that the clock is read in time.
const NODES_PER_SHALLOW_NODE: u64 = 256;

/// Up to this many empties, where the engine solves, shallow searches do not count: they are a share of each
/// node's work.
const UNCOUNTED_EMPTIES: u32 = 26;

/// Node count, limits and near-leaf cache; the cache stays valid from one search to the next.
pub(crate) struct SearchContext {
    /// Positions visited.
    pub(crate) nodes: u64,
    pub(super) edges: &'static EdgeTable,
    limits: Limits,
    /// What shallow searches far from the end have cost, in nodes.
    shallow: u64,
    next_poll: u64,
    /// Near-leaf cache of proven bounds for positions with 5 to 9 empties, which the transposition table does
    /// not hold: a score in the lowest 8 bits, above them 56 bits of hash over position and window. Always
    /// replaced: most positions that recur do so soon.
    cache: [u64; CACHED_BOUNDS],
    /// Whether a limit is reached; results have no meaning from then on.
    pub(super) stopped: bool,
}

impl Default for SearchContext {
    /// An empty cache, and no limits.
    fn default() -> Self {
        Self::new(Limits::NONE)
    }
}

impl SearchContext {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            nodes: 0,
            edges: EdgeTable::shared(),
            limits,
            shallow: 0,
            next_poll: 0,
            cache: [0; CACHED_BOUNDS],
            stopped: false,
        }
    }

    /// Whether a limit is reached; reads the clock every [`NODES_PER_POLL`] nodes.
    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.next_poll = self.limits.nodes.min(self.nodes + NODES_PER_POLL);
            let nodes = self.nodes.max(self.shallow);
            self.stopped |= nodes >= self.limits.nodes || self.limits.deadline.is_past();
        }
        self.stopped
    }

    /// The same at an inner node of a shallow search, which takes as long as many others. Above
    /// [`UNCOUNTED_EMPTIES`] nearly all work is in shallow searches, so their nodes have a count of their own
    /// against the limit, which the nodes of the search alone would never reach.
    #[inline(always)]
    pub(super) fn poll_shallow(&mut self, empties: u32) -> bool {
        self.shallow += if empties > UNCOUNTED_EMPTIES { NODES_PER_SHALLOW_NODE } else { 0 };
        self.next_poll = self.next_poll.saturating_sub(NODES_PER_SHALLOW_NODE);
        self.poll()
    }

    /// The bound cached for this position and window, else what `search` returns, which is cached.
    #[inline(always)]
    pub(super) fn cached(
        &mut self,
        board: Board,
        alpha: Score,
        search: impl FnOnce(&mut Self) -> Score,
    ) -> Score {
        let (index, check) = hash(board);
        let (index, check) = (index % CACHED_BOUNDS, check ^ (alpha as u64) << 8);
        let entry = self.cache[index];
        if (entry ^ check) >> 8 == 0 {
            return Score::from(entry as i8);
        }
        let score = search(self);
        self.cache[index] = check & !0xff | u64::from(score as u8);
        score
    }

    /// An upper bound from the opponent's stable discs, if it is at most `alpha`. Computed only where `alpha`
    /// is high enough for a likely cutoff.
    #[inline(always)]
    pub(super) fn stability_cutoff(&self, board: Board, alpha: Score, empties: u32) -> Option<Score> {
        if alpha < empties as Score - 4 {
            return None;
        }
        let bound = 64 - 2 * stable_discs(self.edges, board.opponent, board.player).count_ones() as Score;
        (bound <= alpha).then_some(bound)
    }
}

/// Entries of the evaluation cache, 336 KiB in all; a quarter of the evaluations hit it.
const CACHED_EVALUATIONS: usize = 1024;

/// A direct-mapped cache of static evaluations of all children of a position. The checks are kept apart,
/// so that misses, the common case, touch only 8 KiB.
pub(super) struct EvaluationCache {
    checks: Vec<u64>,
    children: Vec<Children>,
}

impl EvaluationCache {
    pub(super) fn new() -> Self {
        Self { checks: vec![0; CACHED_EVALUATIONS], children: vec![Children::new(); CACHED_EVALUATIONS] }
    }
}

/// The margin of an exact search: ProbCut never applies.
pub(super) const EXACT: Value = Value::MAX;

/// A search in progress.
pub(super) struct SolverSearch<'a, E> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) evaluations: &'a mut EvaluationCache,
    pub(super) evaluator: &'a E,
    pub(super) context: SearchContext,
    /// ProbCut margin: how far beyond the window a shallow search must be; [`EXACT`] in an exact search.
    pub(super) margin: Value,
    /// The value at which ProbCut takes shallow searches to put positions with this score.
    pub(super) shallow_value: fn(Score) -> Value,
}

impl<E: Evaluate> SolverSearch<'_, E> {
    /// The static evaluations of all children, each for the side that has just moved.
    #[inline(always)]
    pub(super) fn child_evaluations<C: LearnedSums>(
        &mut self,
        cpu: C,
        board: Board,
        moves: u64,
    ) -> &Children {
        let (index, check) = hash(board);
        let (index, check) = (index % CACHED_EVALUATIONS, check ^ moves);
        let EvaluationCache { checks, children } = &mut *self.evaluations;
        let (cached, children) = (&mut checks[index], &mut children[index]);
        if *cached != check {
            *cached = check;
            self.evaluator.evaluate_children(cpu, board, moves, children);
        }
        children
    }
}
