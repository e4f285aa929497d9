//! A search that runs in slices, for a host with one thread that must answer in between: the browser.
//!
//! [`Searcher::search`] runs to its end; a [`Thinking`] is resumed by [`Searcher::step`] as often as the host
//! likes, gives a report at any time, and is stopped by not being resumed. The tree, the solver's table and
//! the proofs of earlier slices are kept, so that little is done twice.

use std::time::Duration;

use outflank::board::Board;
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::Solution;
use outflank::engine::{SOLVER_EMPTIES, SOLVER_NODES_PER_PLAYOUT, SOLVER_SHARE};
use outflank::eval::{Evaluator, DISC};
use outflank::mcts::Limits;

use super::budget::{Budget, Goal};
use super::claims::NODES_PER_PLAYOUT;
use super::report::{Candidates, Report};
use super::searcher::{note_early_ends, Searcher, MIN_PLAYOUTS};
use super::stop::deadline;
use super::thinking::{Claims, Phase, Rounds, Stage, Thinking};

/// The solver's nodes a millisecond in a browser, on the slow side.
const BROWSER_NODES_PER_MS: u64 = 10_000;

/// Playouts of the first round of an endless search; each later round doubles the tree.
const FIRST_ROUND: u64 = 4_096;

/// Playouts between two looks at the slice when the number of playouts is fixed.
const PIECE: u64 = 1_024;

/// The most playouts of a tree that is there for lines alone.
const MAX_LINE_PLAYOUTS: u64 = 1 << 15;

/// Visits are counted in 31 bits.
const MAX_PLAYOUTS: u64 = 1 << 30;

impl Searcher {
    /// Starts a search that [`Searcher::step`] carries out. One search at a time keeps the tree.
    pub fn begin(&mut self, position: Board, budget: Budget) -> Thinking {
        let passes = position.legal_moves() == 0 && !position.is_over();
        let board = if passes { position.pass() } else { position };
        let mut candidates = Candidates::new(board);
        note_early_ends(board, &mut candidates);
        let count = candidates.len();
        let empties = board.empty_count();
        let effort = if budget.time.is_some() { u64::MAX } else { budget.playouts };
        let mut thinking = Thinking {
            position,
            board,
            budget,
            candidates,
            claims: Claims::new(count, effort.saturating_mul(NODES_PER_PLAYOUT)),
            rounds: Rounds::default(),
            phase: Phase::Tree,
            stage: Stage::Sign,
            spent: Duration::ZERO,
            spent_on_proofs: Duration::ZERO,
            nodes_left: 0,
            tree_target: FIRST_ROUND,
            tree_playouts: 0,
            is_stuck: false,
            work_before: None,
        };
        if !thinking.is_endless() {
            thinking.tree_target =
                (budget.playouts.min(MAX_PLAYOUTS) as f64 * thinking.tree_share()).ceil() as u64;
            if thinking.is_claimed() && budget.time.is_none() {
                thinking.tree_target = thinking.tree_target.min(MAX_LINE_PLAYOUTS);
            }
        }
        thinking.nodes_left = budget.time.map_or_else(
            || budget.playouts.saturating_mul(SOLVER_NODES_PER_PLAYOUT),
            |time| (time.mul_f64(SOLVER_SHARE).as_millis() as u64).saturating_mul(BROWSER_NODES_PER_MS),
        );
        thinking.stage = thinking.next_stage();
        let is_affordable =
            empties <= SOLVER_EMPTIES && self.solver.expected_nodes_wld(board) <= thinking.nodes_left;
        thinking.phase = match budget.goal {
            _ if position.is_over() => Phase::Done,
            Goal::Estimate if thinking.candidates.best_is_settled() && !budget.every_move => Phase::Done,
            Goal::Estimate if is_affordable && !thinking.is_endless() && !thinking.is_claimed() => {
                Phase::Prove
            }
            // Before a proof, a short search: there is something to show while it lasts.
            _ => Phase::Tree,
        };
        if budget.time.is_none() && budget.every_move && !thinking.is_endless() {
            // Nothing of an earlier search may show in a fixed one.
            self.clear();
        }
        self.alphabeta.clear();
        self.claimer.clear();
        self.solver.new_turn();
        self.tree.advance_to(board);
        thinking
    }

    /// Continues for about `slice` by the host's clock; returns whether the search is complete. Without a
    /// clock, one step completes the search.
    pub fn step(&mut self, thinking: &mut Thinking, slice: Duration) -> bool {
        let start = self.time();
        let before = *thinking.work_before.get_or_insert(self.work());
        let end = deadline(&self.stop, self.clock, Some(slice));
        let mut last = start;
        while !thinking.is_done() {
            let phase = thinking.phase;
            self.advance(thinking, &end);
            let now = self.time();
            let took = now.saturating_sub(last);
            last = now;
            thinking.spent += took;
            if phase == Phase::Prove {
                thinking.spent_on_proofs += took;
            }
            if end.is_past() {
                break;
            }
        }
        thinking.work_before = Some(before);
        thinking.is_done()
    }

    /// The report of the search so far.
    pub fn report(&self, thinking: &Thinking) -> Report {
        if thinking.position.is_over() {
            return Report::of_finished_game(thinking.position);
        }
        let mut candidates = thinking.candidates.clone();
        if thinking.tree_playouts > 0 {
            self.take_estimates(&mut candidates);
        }
        for (candidate, known) in candidates.iter_mut().zip(thinking.candidates.iter()) {
            if known.is_exact() && known.report.line.len() >= candidate.report.line.len().min(2) {
                candidate.report.line.clone_from(&known.report.line);
            }
        }
        for (candidate, &value) in candidates.iter_mut().zip(&thinking.rounds.whole) {
            candidate.report.value = value;
            candidate.is_claimed = thinking.budget.every_move;
        }
        let Claims { moves, best, .. } = &thinking.claims;
        for (candidate, claim) in candidates.iter_mut().zip(moves) {
            if let Some(score) = claim.filter(|_| best.is_none_or(|(best, _)| best != candidate.report.mv)) {
                candidate.report.value = score as f32;
                candidate.is_claimed = true;
            } else if let Some(child) = candidate.child.filter(|_| thinking.rounds.whole.is_empty()) {
                // Not yet searched: the evaluation of the position after it.
                let estimate = Evaluator::shipped().evaluate(child.pass());
                candidate.report.value = estimate as f32 / DISC as f32;
            }
        }
        if let &Some((best, score)) = best {
            candidates.claim_best(best, score);
        }
        let is_solved = thinking.candidates.best_is_settled();
        let depth = if is_solved { thinking.board.empty_count() } else { self.tree.depth() };
        let mut report = candidates.into_report(depth);
        if thinking.position != thinking.board {
            report = report.before_pass();
        }
        let (playouts, nodes) = self.work();
        let before = thinking.work_before.unwrap_or((playouts, nodes));
        (report.playouts, report.nodes) = (playouts - before.0, nodes - before.1);
        report
    }

    fn time(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// A piece of work that ends with the slice.
    fn advance(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let end = if thinking.is_fixed() { &deadline(&self.stop, self.clock, None) } else { end };
        match thinking.phase {
            Phase::Prove => self.prove(thinking, end),
            Phase::Claim(step) => self.claim(thinking, step, end),
            Phase::Tree => self.grow(thinking, end),
            Phase::Deepen => self.deepen(thinking, end),
            Phase::RoundsEnd => self.end_round(thinking),
            Phase::Line(index) => self.complete_line(thinking, index, end),
            Phase::Done => {}
        }
    }

    fn prove(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let is_estimate = thinking.budget.goal == Goal::Estimate;
        let is_bounded = is_estimate && !thinking.is_endless();
        let is_spent = thinking.nodes_left == 0 || thinking.left(SOLVER_SHARE) == Some(Duration::ZERO);
        if is_bounded && is_spent {
            thinking.phase = Phase::Tree;
            return;
        }
        let nodes = if is_bounded { thinking.nodes_left } else { u64::MAX };
        let until = self.sooner(end, thinking.left(SOLVER_SHARE).filter(|_| is_bounded));
        let limits = Limits { nodes, ..Limits::from(&until) };
        let used = match thinking.stage {
            Stage::Sign => self.prove_position(thinking, [-1, 1], limits),
            Stage::Score => {
                let bounds = thinking.candidates.bounds();
                let window = [i32::from(bounds.lower) - 1, i32::from(bounds.upper) + 1];
                self.prove_position(thinking, window, limits)
            }
            Stage::Each(index) => self.prove_move(thinking, index, limits),
            Stage::Proven => 0,
        };
        thinking.nodes_left = thinking.nodes_left.saturating_sub(used);
        if thinking.stage == Stage::Proven {
            let goes_on = is_estimate && thinking.budget.every_move;
            thinking.phase = if goes_on { Phase::Deepen } else { Phase::Line(0) };
        } else if thinking.is_endless() && !thinking.is_stuck && thinking.proofs_are_ahead() {
            thinking.phase = Phase::Tree;
        }
    }

    /// Asks the lent solver, if there is one, unless the number of nodes is limited.
    fn ask(&mut self, board: Board, [alpha, beta]: [i32; 2], limits: Limits) -> Solution {
        if limits.nodes == u64::MAX {
            return self.prove_within(board, alpha, beta, &limits.deadline);
        }
        let solution = self.solver.solve(board, alpha, beta, limits);
        self.solver_nodes += solution.nodes;
        solution
    }

    /// Goes on proving the position within a window; the nodes that it took.
    fn prove_position(&mut self, thinking: &mut Thinking, [alpha, beta]: [i32; 2], limits: Limits) -> u64 {
        let outcome = self.ask(thinking.board, [alpha.max(-64), beta.min(64)], limits);
        thinking.candidates.prove(&outcome);
        thinking.stage = thinking.next_stage();
        outcome.nodes
    }

    /// Goes on proving a move; the nodes that it took.
    fn prove_move(&mut self, thinking: &mut Thinking, index: usize, limits: Limits) -> u64 {
        let by_sign = thinking.budget.goal == Goal::EverySign;
        let Some(candidate) = thinking.candidates.iter_mut().nth(index) else {
            thinking.stage = Stage::Proven;
            return 0;
        };
        let is_known = |bounds: Bounds| bounds.score().is_some() || by_sign && bounds.sign().is_some();
        let bounds = candidate.report.bounds;
        let mut nodes = 0;
        if let Some(child) = candidate.child.filter(|_| !is_known(bounds)) {
            let mut window = [-1 - i32::from(bounds.upper), 1 - i32::from(bounds.lower)];
            if by_sign {
                window = [window[0].max(-1), window[1].min(1)];
            }
            let outcome = self.ask(child, [window[0].max(-64), window[1].min(64)], limits);
            candidate.narrow(-outcome.bounds.upper, -outcome.bounds.lower);
            nodes = outcome.nodes;
        }
        if is_known(candidate.report.bounds) || candidate.child.is_none() {
            thinking.stage = Stage::Each(index + 1);
        }
        nodes
    }

    fn grow(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let share = thinking.tree_share();
        let is_first = thinking.tree_playouts == 0;
        let is_over = thinking.left(share) == Some(Duration::ZERO);
        let left = thinking.tree_target.saturating_sub(thinking.tree_playouts);
        let is_settled = thinking.candidates.best_is_settled() && !thinking.is_endless();
        if is_settled || left == 0 || is_over && !is_first {
            thinking.phase = Phase::Deepen;
            return;
        }
        let before = self.tree.counters().playouts;
        self.tree.run(Limits::playouts(MIN_PLAYOUTS.min(left)));
        let until = self.sooner(end, thinking.left(share));
        let left = if thinking.is_fixed() { left.min(PIECE) } else { left };
        self.tree.run(Limits { playouts: left.saturating_sub(MIN_PLAYOUTS), ..Limits::from(&until) });
        let done = self.tree.counters().playouts - before;
        thinking.tree_playouts += done;
        // No playout although there was time: the tree is proven or full.
        thinking.is_stuck = done == 0 || done < left && !until.is_past();
        if thinking.is_stuck {
            thinking.tree_target = thinking.tree_playouts;
        }
        for root_move in self.tree.root_moves() {
            if let Some(candidate) = thinking.candidates.of(root_move.mv) {
                candidate.narrow(root_move.bounds.lower, root_move.bounds.upper);
            }
        }
        if !matches!(thinking.stage, Stage::Each(_)) {
            thinking.stage = thinking.next_stage();
        }
        if thinking.proves_endlessly() && !thinking.proofs_are_ahead() {
            thinking.phase = Phase::Prove;
        }
    }

    pub(super) fn end_round(&mut self, thinking: &mut Thinking) {
        let has_room = !thinking.is_stuck && thinking.tree_target < MAX_PLAYOUTS;
        thinking.phase = if !thinking.is_endless() || thinking.candidates.all_exact() {
            Phase::Line(0)
        } else if has_room {
            thinking.tree_target *= 2;
            Phase::Tree
        } else if thinking.proves_endlessly() {
            Phase::Prove
        } else {
            Phase::Line(0)
        };
    }

    fn complete_line(&mut self, thinking: &mut Thinking, index: usize, end: &Deadline) {
        thinking.phase = Phase::Line(index + 1);
        let Some(candidate) = thinking.candidates.iter_mut().nth(index) else {
            thinking.phase = Phase::Done;
            return;
        };
        if candidate.is_exact() && thinking.budget.every_move {
            self.solve_line(candidate, end);
        }
    }

    /// Whichever comes first: the end of the slice, or the end of a time from now on.
    pub(super) fn sooner(&self, end: &Deadline, time: Option<Duration>) -> Deadline {
        match (time, end.remaining()) {
            (Some(time), Some(left)) if time < left => deadline(&self.stop, self.clock, Some(time)),
            _ => end.clone(),
        }
    }
}
