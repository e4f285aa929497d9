//! Values in discs where the end is near: the solver's selective searches, and its proof where that is cheap.
//!
//! The tree counts a solved leaf as won or lost, so near the end its mean is a chance of winning and no
//! score. For people each move is therefore valued by a search to the end of the game that prunes by shallow
//! searches: first every move with a narrow margin, then the position with ever wider ones and at last
//! without any, then the other moves again. Each search runs in pieces of a fixed number of nodes, so that a
//! fixed effort gives the same values however a host slices the work.

use outflank::board::Score;
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::eval::{Value, DISC};
use outflank::mcts::Limits;

use super::report::Candidate;
use super::searcher::Searcher;
use super::stop::deadline;
use super::thinking::{Phase, Thinking, PIECES};

/// The solver's nodes that take about as long as a playout.
pub(super) const NODES_PER_PLAYOUT: u64 = 160;

/// The margins of the searches, in ever deeper rounds: each takes about three times as long as the one before
/// it. With 26 even empties their scores are 2.9, 2.0, 0.5 and 0.1 discs off on average.
const MARGINS: [Value; 4] = [DISC, 4 * DISC, 8 * DISC, 12 * DISC];

/// The margin of the searches of the other moves at the end.
const LAST: Value = MARGINS[1];

/// The solver's own margin, so that its proof finds the table filled.
const SOLVERS: Value = MARGINS[2];

/// The effort is spent to these shares when every move, the position and the other moves are valued.
const SHARES: [f64; 3] = [0.3, 0.85, 1.0];

/// A search of a move by its index, or of the position; without a margin, a proof.
struct Task {
    index: Option<usize>,
    margin: Option<Value>,
    /// Share of the effort that is spent by its end.
    share: f64,
}

/// The search with this number: every move, then the position with wider margins and without, then the moves
/// again.
fn task(step: usize, count: usize) -> Option<Task> {
    let each =
        |margin, share| (0..count).map(move |index| Task { index: Some(index), margin: Some(margin), share });
    let position = |margin| Task { index: None, margin, share: SHARES[1] };
    let wider = MARGINS[1..].iter().map(|&margin| position(Some(margin)));
    let proof = position(None);
    each(MARGINS[0], SHARES[0]).chain(wider).chain([proof]).chain(each(LAST, SHARES[2])).nth(step)
}

impl Searcher {
    /// Carries out a piece of the claim with this number.
    pub(super) fn claim(&mut self, thinking: &mut Thinking, step: usize, end: &Deadline) {
        let count = thinking.candidates.moves.len();
        let Some(Task { index, margin, share }) = task(step, count) else {
            self.end_round(thinking);
            return;
        };
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
            || match (index, margin) {
                (Some(index), margin) => self.claim_move(thinking, index, margin.unwrap_or(LAST), limits),
                (None, Some(margin)) => self.claim_position(thinking, margin, limits),
                (None, None) => self.prove_score(thinking, limits),
            };
        if is_done {
            thinking.claims.piece = PIECES[0];
            thinking.phase = Phase::Claim(step + 1);
            if task(step + 1, count).and_then(|next| next.margin) != margin {
                self.claimer.clear();
            }
        } else {
            thinking.claims.piece = (2 * thinking.claims.piece).min(PIECES[1]);
        }
    }

    /// Values one move; returns whether that is done.
    fn claim_move(&mut self, thinking: &mut Thinking, index: usize, margin: Value, limits: Limits) -> bool {
        let Candidate { report, child, .. } = &thinking.candidates.moves[index];
        if report.is_exact() || thinking.claims.best.is_some_and(|(best, _)| best == report.mv) {
            return true;
        }
        let nodes = limits.nodes;
        let claim = self.claimer.claim(*child, margin, None, limits);
        let is_done = self.charge(thinking, claim.bounds, claim.nodes, nodes);
        let known = &mut thinking.claims.moves[index];
        let likely = claim.bounds.negated();
        *known = is_done.then_some(likely.lower.into()).or(known.map(|score| within(score, likely)));
        is_done
    }

    /// Values the position; returns whether that is done.
    fn claim_position(&mut self, thinking: &mut Thinking, margin: Value, limits: Limits) -> bool {
        if thinking.candidates.bounds().score().is_some() {
            return true;
        }
        let solver = if margin == SOLVERS { &mut self.solver } else { &mut self.claimer };
        let (known, nodes) = (thinking.claims.best, limits.nodes);
        let claim = solver.claim(thinking.board, margin, known.map(|(mv, score)| (score, mv)), limits);
        let is_done = self.charge(thinking, claim.bounds, claim.nodes, nodes);
        // The bounds of a search that is not finished correct the score of the one before it.
        let score = known.map(|(_, score)| within(score, claim.bounds)).or(claim.bounds.score());
        thinking.claims.best = claim.best.or(known.map(|(mv, _)| mv)).zip(score);
        is_done
    }

    /// Counts the nodes of a search; one that is not done has used its limit. Returns whether it is.
    fn charge(&mut self, thinking: &mut Thinking, bounds: Bounds, nodes: u64, limit: u64) -> bool {
        let is_done = bounds.score().is_some();
        self.solver_nodes += nodes;
        thinking.claims.used += if is_done { nodes } else { limit };
        is_done
    }

    /// Proves the score of the position; returns whether that is done.
    fn prove_score(&mut self, thinking: &mut Thinking, limits: Limits) -> bool {
        if thinking.candidates.bounds().score().is_some() {
            return true;
        }
        let nodes = limits.nodes;
        let solution = self.solver.solve(thinking.board, -64, 64, limits);
        let is_proven = self.charge(thinking, solution.bounds, solution.nodes, nodes);
        thinking.candidates.prove(&solution);
        if let (Some(score), Some(best)) = (solution.bounds.score(), solution.best) {
            thinking.claims.best = Some((best, score));
        }
        is_proven
    }
}

/// The score, moved as far as the bounds ask.
fn within(score: Score, bounds: Bounds) -> Score {
    score.max(bounds.lower.into()).min(bounds.upper.into())
}
