//! Values in discs where the end is near: the solver's selective searches, and its proof where that is cheap.
//!
//! The tree counts a solved leaf as won or lost, so near the end its mean is a chance of winning and no
//! score. For people each move is therefore valued by a search to the end of the game that prunes by shallow
//! searches: first every move with a narrow margin, then the position with wider ones and at last without
//! any, then the other moves again. Each search runs in pieces of a fixed number of nodes, so that a fixed
//! effort gives the same values however a host slices the work.

use outflank::board::{Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::Claim;
use outflank::eval::{Value, DISC};
use outflank::mcts::Limits;

use super::searcher::Searcher;
use super::stop::deadline;
use super::thinking::{Phase, Thinking, PIECES};

/// The solver's nodes that take about as long as a playout.
pub(super) const NODES_PER_PLAYOUT: u64 = 160;

/// The margin of the first search of every move.
const QUICK: Value = 2 * DISC;

/// The margin of the first search of the position, and of the last ones of the other moves.
const NARROW: Value = 4 * DISC;

/// The solver's own margin, so that its proof finds the table filled.
const WIDE: Value = 8 * DISC;

/// The effort is spent to these shares when every move, the position and the other moves are valued.
const SHARES: [f64; 3] = [0.3, 0.85, 1.0];

/// The next search: by index, every move, then the position with two margins and without, then the others.
enum Task {
    EachQuick(usize),
    Position(Value),
    Proof,
    EachNarrow(usize),
    None,
}

impl Task {
    fn of(step: usize, count: usize) -> Self {
        match step.checked_sub(count) {
            None => Self::EachQuick(step),
            Some(0) => Self::Position(NARROW),
            Some(1) => Self::Position(WIDE),
            Some(2) => Self::Proof,
            Some(later) if later - 3 < count => Self::EachNarrow(later - 3),
            Some(_) => Self::None,
        }
    }

    const fn share(&self) -> f64 {
        match self {
            Self::EachQuick(_) => SHARES[0],
            Self::Position(_) | Self::Proof => SHARES[1],
            Self::EachNarrow(_) | Self::None => SHARES[2],
        }
    }
}

impl Searcher {
    /// Carries out a piece of the claim with this number.
    pub(super) fn claim(&mut self, thinking: &mut Thinking, step: usize, end: &Deadline) {
        let task = Task::of(step, thinking.candidates.len());
        if matches!(task, Task::None) {
            self.end_round(thinking);
            return;
        }
        let share = task.share();
        let left = (thinking.claims.most as f64 * share) as u64;
        let left = left.saturating_sub(thinking.claims.used);
        let time = thinking.left(share);
        let is_spent = left == 0 || time.is_some_and(|time| time.is_zero());
        let nodes = thinking.claims.piece.min(left);
        let until = match time {
            Some(_) => self.sooner(end, time),
            None => deadline(&self.stop, self.clock, None),
        };
        let limits = Limits { nodes, ..Limits::from(&until) };
        let is_done = is_spent
            || match task {
                Task::EachQuick(index) => self.claim_move(thinking, index, QUICK, limits),
                Task::Position(margin) => self.claim_position(thinking, margin, limits),
                Task::Proof => self.prove_score(thinking, limits),
                Task::EachNarrow(index) => self.claim_move(thinking, index, NARROW, limits),
                Task::None => true,
            };
        if is_done {
            thinking.claims.piece = PIECES[0];
            thinking.phase = Phase::Claim(step + 1);
            if step + 1 == thinking.candidates.len() {
                // The next margin is another.
                self.claimer.clear();
            }
        } else {
            thinking.claims.piece = (2 * thinking.claims.piece).min(PIECES[1]);
        }
    }

    /// Values one move; returns whether that is done.
    fn claim_move(&mut self, thinking: &mut Thinking, index: usize, margin: Value, limits: Limits) -> bool {
        let Some(candidate) = thinking.candidates.iter().nth(index) else { return true };
        let is_best = thinking.claims.best.is_some_and(|(best, _)| best == candidate.report.mv);
        let Some(child) = candidate.child.filter(|_| !candidate.is_exact() && !is_best) else { return true };
        let nodes = limits.nodes;
        let claim = self.claimer.claim(child, margin, limits);
        let found = self.charge(thinking, claim, nodes);
        if let Some((score, _)) = found {
            thinking.claims.moves[index] = Some(-score);
        }
        found.is_some()
    }

    /// Values the position; returns whether that is done.
    fn claim_position(&mut self, thinking: &mut Thinking, margin: Value, limits: Limits) -> bool {
        if thinking.candidates.best_is_settled() {
            return true;
        }
        let solver = if margin == WIDE { &mut self.solver } else { &mut self.claimer };
        let nodes = limits.nodes;
        let claim = solver.claim(thinking.board, margin, limits);
        let found = self.charge(thinking, claim, nodes);
        if let Some((score, best)) = found {
            thinking.claims.best = Some((best, score));
        }
        found.is_some()
    }

    fn charge(&mut self, thinking: &mut Thinking, claim: Claim, limit: u64) -> Option<(Score, Move)> {
        self.solver_nodes += claim.nodes;
        thinking.claims.used += if claim.found.is_some() { claim.nodes } else { limit };
        claim.found
    }

    /// Proves the score of the position; returns whether that is done.
    fn prove_score(&mut self, thinking: &mut Thinking, limits: Limits) -> bool {
        if thinking.candidates.best_is_settled() {
            return true;
        }
        let nodes = limits.nodes;
        let outcome = self.solver.solve(thinking.board, -64, 64, limits);
        self.solver_nodes += outcome.nodes;
        let is_proven = outcome.bounds.score().is_some();
        thinking.claims.used += if is_proven { outcome.nodes } else { nodes };
        if outcome.bounds != Bounds::UNKNOWN {
            thinking.candidates.prove(&outcome);
        }
        if let (Some(score), Some(best)) = (outcome.bounds.score(), outcome.best) {
            thinking.claims.best = Some((best, score));
        }
        is_proven
    }
}
