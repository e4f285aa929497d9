//! The source of proofs: the searcher's own solver, or one that its host lends.

use std::time::Duration;

use outflank::board::{Board, Move, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solution;
use outflank::engine::{SOLVER_EMPTIES, SOLVER_NODES_PER_MS, SOLVER_SHARE};
use outflank::mcts::Limits;

use super::prove::Prove;
use super::report::Candidates;
use super::searcher::Searcher;

impl Searcher {
    /// Has another solver prove whatever a time or a goal asks for. Estimates by playouts keep to the
    /// searcher's own, so that they are the same everywhere.
    #[must_use]
    pub fn with_prover(self, prover: Box<dyn Prove>) -> Self {
        Self { prover: Some(prover), ..self }
    }

    /// Proves the score as far as the window asks, until the deadline.
    pub(super) fn prove_within(
        &mut self,
        board: Board,
        alpha: Score,
        beta: Score,
        deadline: &Deadline,
    ) -> Solution {
        let solution = match &mut self.prover {
            Some(prover) => prover.prove(board, alpha, beta, deadline),
            None => self.solver.solve(board, alpha, beta, deadline),
        };
        self.solver_nodes += solution.nodes;
        solution
    }

    /// What the engine proves in a turn, by the lent solver: the sign first, then the score in the time that
    /// is left. Returns whether a move is proven; `None` without a lent solver or a time.
    pub(super) fn prove_in_time(
        &mut self,
        board: Board,
        limits: &Limits,
        candidates: &mut Candidates,
    ) -> Option<bool> {
        let speed = self.prover.as_ref()?.speed();
        let time = limits.deadline.remaining().filter(|_| limits.playouts == u64::MAX)?;
        let affordable = milliseconds(time.mul_f64(SOLVER_SHARE)) * SOLVER_NODES_PER_MS as f64 * speed;
        let is_near = board.empty_count() <= SOLVER_EMPTIES;
        if !is_near || !self.is_solved && self.solver.expected_nodes_wld(board) as f64 > affordable {
            return Some(false);
        }
        let by_sign = self.prove_within(board, -1, 1, &limits.deadline.after_share(SOLVER_SHARE));
        let Some(sign) = by_sign.bounds.sign() else { return Some(false) };
        let [alpha, beta] = match sign {
            1 => [Score::from(by_sign.bounds.lower) - 1, 64],
            0 => [-1, 1],
            _ => [-64, Score::from(by_sign.bounds.upper) + 1],
        };
        let by_score = self.prove_within(board, alpha, beta, &limits.deadline);
        let outcome = if by_score.bounds.sign() == Some(sign) { by_score } else { by_sign };
        let best = outcome.best.filter(|&best| best != Move::PASS);
        if let Some(best) = best {
            candidates.prove_best(best, outcome.bounds.lower, outcome.bounds.upper);
        }
        Some(best.is_some())
    }
}

fn milliseconds(time: Duration) -> f64 {
    1_000.0 * time.as_secs_f64()
}
