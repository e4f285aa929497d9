//! Values in discs far from the end: an alpha-beta search of every move, all to the same depth.
//!
//! The tree's mean is a chance of winning and turns into twice the discs that a game ends with. Each round
//! searches every move two plies deeper than the round before it; the values of a whole round count, so that
//! moves are compared at one depth. With a fixed effort no search is cut short, however a host slices the
//! work.

use std::time::Duration;

use outflank::clock::Deadline;
use outflank::eval::DISC;

use super::budget::Goal;
use super::report::are_twins;
use super::searcher::Searcher;
use super::thinking::{Phase, Thinking};

/// The children that the search evaluates in about the time of a playout.
const NODES_PER_PLAYOUT: u64 = 90;

/// The depth of replies where proofs or searches to the end follow, or only the value of a chosen move is
/// wanted.
const SHORT: u32 = 3;

/// The greatest depth of replies.
const MAX_DEPTH: u32 = 25;

impl Searcher {
    /// Searches every move in the first round, later one move at a time one round deeper, or ends the rounds.
    pub(super) fn deepen(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let count = thinking.candidates.moves.len();
        // The value of a move that is chosen by other means takes a single round.
        let depth = if thinking.budget.every_move { 1 } else { SHORT } + 2 * thinking.rounds.done;
        let is_first = thinking.rounds.done == 0 && count > 0;
        let is_spent = thinking.rounds.used >= self.effort_of_rounds(thinking)
            || thinking.left(1.0) == Some(Duration::ZERO)
            || depth > thinking.deepest().min(thinking.board.empty_count());
        if is_spent && !is_first {
            match thinking.budget.goal {
                Goal::Estimate if thinking.is_claimed() => thinking.phase = Phase::Claim(0),
                Goal::Estimate => self.end_round(thinking),
                _ => thinking.phase = Phase::Prove,
            }
            return;
        }
        let until = if is_first { Deadline::Never } else { self.sooner(end, thinking.left(1.0)) };
        loop {
            let before = self.alphabeta.nodes();
            let value = self.value_of_move(thinking, thinking.rounds.begun.len(), depth, until.clone());
            let rounds = &mut thinking.rounds;
            rounds.used += self.alphabeta.nodes() - before;
            let Some(value) = value else { return };
            rounds.begun.push(value);
            if rounds.begun.len() == count {
                rounds.whole = std::mem::take(&mut rounds.begun);
                rounds.done += 1;
                return;
            }
            if !is_first {
                return;
            }
        }
    }

    /// The value of a move; `None` if the time is over first.
    fn value_of_move(
        &mut self,
        thinking: &Thinking,
        index: usize,
        depth: u32,
        until: Deadline,
    ) -> Option<f32> {
        let candidate = thinking.candidates.moves.get(index)?;
        if candidate.report.is_exact() {
            return Some(candidate.report.bounds.lower.into());
        }
        let mv = candidate.report.mv;
        let mut earlier = thinking.candidates.moves.iter().zip(&thinking.rounds.begun);
        if let Some((_, &value)) = earlier.find(|(twin, _)| are_twins(thinking.board, twin.report.mv, mv)) {
            return Some(value);
        }
        let result = self.alphabeta.search_within(candidate.child, depth, until)?;
        Some(-result.value as f32 / DISC as f32)
    }

    /// The nodes that the rounds may take.
    fn effort_of_rounds(&self, thinking: &Thinking) -> u64 {
        let playouts = if thinking.is_endless() {
            thinking.tree_playouts
        } else if thinking.budget.time.is_some() || thinking.budget.goal != Goal::Estimate {
            u64::MAX
        } else {
            (thinking.budget.playouts as f64 * (1.0 - thinking.tree_share())) as u64
        };
        playouts.saturating_mul(NODES_PER_PLAYOUT)
    }
}

impl Thinking {
    /// The greatest depth of replies that the rounds reach.
    fn deepest(&self) -> u32 {
        let is_rough = self.is_claimed() || !self.budget.every_move || self.budget.goal != Goal::Estimate;
        if is_rough {
            SHORT
        } else {
            MAX_DEPTH
        }
    }
}
