//! The state of a search that runs in slices.

use std::time::Duration;

use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;

use super::budget::{Budget, Goal};
use super::report::Candidates;

/// With more empty squares, an endless search proves nothing.
const ENDLESS_SOLVER_EMPTIES: u32 = 22;

/// Up to this many empty squares, moves are valued by searches to the end.
pub(super) const CLAIM_EMPTIES: u32 = 30;

/// Share of the effort that the tree gets where every move is valued, for lines; and where claims follow it.
const TREE_SHARES: [f64; 2] = [0.2, 0.1];

/// Nodes of the first piece of a search; each further one is twice as long, up to the largest.
pub(super) const PIECES: [u64; 2] = [1 << 18, 1 << 23];

/// The next stage of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Prove,
    Tree,
    /// Values every move, ever deeper; see `deepen`.
    Deepen,
    /// The claim with this number; see `claims`.
    Claim(usize),
    /// Completes the line of the candidate with this index.
    Line(usize),
    Done,
}

/// What the rounds have found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    /// Whole rounds.
    pub(super) done: u32,
    /// Nodes visited.
    pub(super) used: u64,
    /// The value of each move in the last whole round, for the side to move.
    pub(super) whole: Vec<f32>,
    /// The same in the round that is not finished.
    pub(super) begun: Vec<f32>,
}

/// What claims have found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The likely score of each move, for the side to move.
    pub(super) moves: Vec<Option<Score>>,
    /// The likely score of the position and its best move.
    pub(super) best: Option<(Move, Score)>,
    /// Nodes visited, and the most that may be.
    pub(super) used: u64,
    pub(super) most: u64,
    /// Nodes of the next piece.
    pub(super) piece: u64,
}

impl Claims {
    pub(super) fn new(count: usize, most: u64) -> Self {
        Self { moves: vec![None; count], most, piece: PIECES[0], ..Self::default() }
    }
}

/// Whether moves of a position are valued by searches to the end.
pub fn is_claimed(board: Board) -> bool {
    board.empty_count() <= CLAIM_EMPTIES
}

/// A search in progress.
#[derive(Clone)]
pub struct Thinking {
    /// The position as it was given.
    pub(super) position: Board,
    /// The position searched: after the pass, if the side to move must pass.
    pub(super) board: Board,
    pub(super) budget: Budget,
    pub(super) candidates: Candidates,
    pub(super) claims: Claims,
    pub(super) rounds: Rounds,
    pub(super) phase: Phase,
    /// Time spent in steps.
    pub(super) spent: Duration,
    /// Of it, on proofs.
    pub(super) spent_on_proofs: Duration,
    /// The solver's nodes that are left for an estimate by playouts.
    pub(super) nodes_left: u64,
    /// Playouts that the tree must have had before the moves are valued.
    pub(super) tree_target: u64,
    pub(super) tree_playouts: u64,
    /// Whether the tree is proven or full, so that more playouts add nothing.
    pub(super) is_stuck: bool,
    pub(super) work_before: (u64, u64),
}

impl Thinking {
    /// Whether there is nothing left to do.
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Time spent so far.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Whether moves are valued by claims; see `claims`.
    pub(super) fn is_claimed(&self) -> bool {
        self.budget.every_move && is_claimed(self.board)
    }

    /// The share of the effort that the tree gets.
    pub(super) fn tree_share(&self) -> f64 {
        match self.budget.every_move {
            true if is_claimed(self.board) && !self.is_endless() => TREE_SHARES[1],
            true => TREE_SHARES[0],
            false => 1.0,
        }
    }

    /// Whether the effort is a number of playouts, so that the result must not depend on slices.
    pub(super) fn is_fixed(&self) -> bool {
        self.budget.goal == Goal::Estimate && self.budget.time.is_none() && !self.is_endless()
    }

    pub(super) fn is_endless(&self) -> bool {
        self.budget.goal == Goal::Estimate && self.budget.time.is_none() && self.budget.playouts == u64::MAX
    }

    /// The time left until this share of the budget's is spent; `None` without a time.
    pub(super) fn left(&self, share: f64) -> Option<Duration> {
        self.budget.time.map(|time| time.mul_f64(share).saturating_sub(self.spent))
    }

    /// Whether an endless search still tries to prove something.
    pub(super) fn proves_endlessly(&self) -> bool {
        let is_near = self.board.empty_count() <= ENDLESS_SOLVER_EMPTIES;
        self.is_endless() && is_near && self.next_proof().is_some()
    }

    /// Whether proofs have taken more than half of the time.
    pub(super) fn proofs_are_ahead(&self) -> bool {
        self.spent_on_proofs * 2 > self.spent
    }

    /// The next proof that the goal needs: of the position, or of the move with this index; and its window.
    pub(super) fn next_proof(&self) -> Option<(Option<usize>, [Score; 2])> {
        let by_sign = matches!(self.budget.goal, Goal::Sign | Goal::EverySign);
        let is_known = |bounds: Bounds| bounds.score().is_some() || by_sign && bounds.sign().is_some();
        let around = |Bounds { lower, upper }: Bounds| [Score::from(lower) - 1, Score::from(upper) + 1];
        let bounds = self.candidates.bounds();
        if bounds.sign().is_none() {
            return Some((None, [-1, 1]));
        }
        if !is_known(bounds) {
            return Some((None, around(bounds)));
        }
        let is_every = matches!(self.budget.goal, Goal::EveryScore | Goal::EverySign) || self.is_endless();
        let mut moves = self.candidates.moves.iter().enumerate().filter(|_| is_every);
        let (index, next) = moves.find(|(_, candidate)| !is_known(candidate.report.bounds))?;
        let [alpha, beta] = around(next.report.bounds.negated());
        Some((Some(index), if by_sign { [alpha.max(-1), beta.min(1)] } else { [alpha, beta] }))
    }
}
