//! The search, in slices for a host with one thread that must answer in between: the browser.
//!
//! A [`Thinking`] is resumed by [`Searcher::step`] as often as the host likes, gives a report at any time,
//! and is stopped by not being resumed; [`Searcher::search`] is a single step. The tree, the solver's table
//! and the proofs of earlier slices are kept, so that little is done twice.

use std::time::Duration;

use outflank::board::{Board, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solution;
use outflank::engine::{SOLVER_EMPTIES, SOLVER_NODES_PER_MS, SOLVER_NODES_PER_PLAYOUT, SOLVER_SHARE};
use outflank::eval::{Evaluator, DISC};
use outflank::mcts::Limits;

use super::budget::{Budget, Goal};
use super::claims::NODES_PER_PLAYOUT;
use super::report::{Candidates, Report};
use super::searcher::{note_early_ends, Searcher};
use super::stop::deadline;
use super::thinking::{Claims, Phase, Rounds, Thinking};

/// The least number of playouts, done even by a search that was stopped: less than 0.2 ms.
const MIN_PLAYOUTS: u64 = 64;

/// The solver's nodes a millisecond, on the slow side.
const NODES_PER_MS: u64 = if cfg!(target_arch = "wasm32") { 10_000 } else { SOLVER_NODES_PER_MS };

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
        let count = candidates.moves.len();
        let effort = if budget.time.is_some() { u64::MAX } else { budget.playouts };
        let mut thinking = Thinking {
            position,
            board,
            budget,
            candidates,
            claims: Claims::new(count, effort.saturating_mul(NODES_PER_PLAYOUT)),
            rounds: Rounds::default(),
            phase: Phase::Tree,
            spent: Duration::ZERO,
            spent_on_proofs: Duration::ZERO,
            nodes_left: budget.playouts.saturating_mul(SOLVER_NODES_PER_PLAYOUT),
            tree_target: FIRST_ROUND,
            tree_playouts: 0,
            is_stuck: false,
            work_before: (0, 0),
        };
        if !thinking.is_endless() {
            thinking.tree_target =
                (budget.playouts.min(MAX_PLAYOUTS) as f64 * thinking.tree_share()).ceil() as u64;
            if thinking.is_claimed() && budget.time.is_none() {
                thinking.tree_target = thinking.tree_target.min(MAX_LINE_PLAYOUTS);
            }
        }
        thinking.phase = match budget.goal {
            _ if position.is_over() => Phase::Done,
            Goal::Estimate if thinking.candidates.bounds().score().is_some() && !budget.every_move => {
                Phase::Deepen
            }
            Goal::Estimate
                if !thinking.is_endless() && !thinking.is_claimed() && self.can_afford_proofs(&thinking) =>
            {
                Phase::Prove
            }
            // Before a proof, a short search: there is something to show while it lasts.
            _ => Phase::Tree,
        };
        self.is_solved = false;
        if budget.time.is_none() && budget.every_move && !thinking.is_endless() {
            // Nothing of an earlier search may show in a fixed one.
            self.clear();
        }
        self.alphabeta.clear();
        self.claimer.clear();
        self.solver.new_turn();
        self.tree.advance_to(board);
        thinking.work_before = self.work();
        thinking
    }

    /// Whether a proof of the sign is expected in the solver's share of the effort, or was found on the turn
    /// before.
    fn can_afford_proofs(&self, thinking: &Thinking) -> bool {
        let speed = self.prover.as_ref().map_or(1.0, |prover| prover.speed());
        let in_time = |time: Duration| time.mul_f64(SOLVER_SHARE * speed).as_millis() as u64;
        let nodes = thinking
            .budget
            .time
            .map_or(thinking.nodes_left, |time| in_time(time).saturating_mul(NODES_PER_MS));
        thinking.board.empty_count() <= SOLVER_EMPTIES
            && (self.is_solved || self.solver.expected_nodes_wld(thinking.board) <= nodes)
    }

    /// Continues for about `slice` by the host's clock; returns whether the search is complete. Without a
    /// clock, one step completes the search.
    pub fn step(&mut self, thinking: &mut Thinking, slice: Duration) -> bool {
        let start = self.now();
        let end = deadline(&self.stop, self.clock, Some(slice));
        let mut last = start;
        while !thinking.is_done() {
            let phase = thinking.phase;
            self.advance(thinking, &end);
            let now = self.now();
            let took = now.saturating_sub(last);
            last = now;
            thinking.spent += took;
            if phase == Phase::Prove {
                thinking.spent_on_proofs += took;
            }
            if self.stop.is_raised() || now.saturating_sub(start) >= slice {
                break;
            }
        }
        thinking.is_done()
    }

    /// The report of the search so far.
    pub fn report(&self, thinking: &Thinking) -> Report {
        if thinking.position.is_over() {
            return Report::of_finished_game(thinking.position);
        }
        let mut candidates = thinking.candidates.clone();
        if thinking.tree_playouts > 0 {
            for root_move in self.tree.root_moves() {
                candidates.estimate(&root_move, self.tree.line(root_move.mv));
            }
        }
        let Claims { moves, best, .. } = &thinking.claims;
        for (index, candidate) in candidates.moves.iter_mut().enumerate() {
            let known = &thinking.candidates.moves[index].report;
            let report = &mut candidate.report;
            if known.is_exact() && known.line.len() >= report.line.len().min(2) {
                report.line.clone_from(&known.line);
            }
            if let Some(score) = moves[index].filter(|_| best.is_none_or(|(best, _)| best != report.mv)) {
                (report.value, candidate.is_claimed) = (score as f32, true);
            } else if let Some(&value) = thinking.rounds.whole.get(index) {
                (report.value, candidate.is_claimed) = (value, thinking.budget.every_move);
            } else {
                // Not yet searched: the evaluation of the position after it.
                let estimate = Evaluator::shipped().evaluate(candidate.child.pass());
                report.value = estimate as f32 / DISC as f32;
            }
        }
        if let &Some((best, score)) = best {
            candidates.claim_best(best, score);
        }
        let is_solved = thinking.candidates.bounds().score().is_some();
        let depth = if is_solved { thinking.board.empty_count() } else { self.tree.depth() };
        let mut report = candidates.into_report(depth);
        if thinking.position != thinking.board {
            report = report.before_pass();
        }
        let (playouts, nodes) = self.work();
        let before = thinking.work_before;
        (report.playouts, report.nodes) = (playouts - before.0, nodes - before.1);
        report
    }

    /// Playouts and nodes since this searcher was made.
    fn work(&self) -> (u64, u64) {
        let tree = self.tree.counters();
        (tree.playouts, tree.nodes + self.alphabeta.nodes() + self.solver_nodes)
    }

    /// A piece of work that ends with the slice.
    fn advance(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let end = if thinking.is_fixed() { &deadline(&self.stop, self.clock, None) } else { end };
        match thinking.phase {
            Phase::Prove => self.prove(thinking, end),
            Phase::Claim(step) => self.claim(thinking, step, end),
            Phase::Tree => self.grow(thinking, end),
            Phase::Deepen => self.deepen(thinking, end),
            Phase::Line(index) => self.complete_line(thinking, index, end),
            Phase::Done => {}
        }
    }

    fn prove(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let is_estimate = thinking.budget.goal == Goal::Estimate;
        let sign = thinking.candidates.bounds().sign();
        let Some((subject, window)) = thinking.next_proof() else {
            self.is_solved = true;
            thinking.phase = if is_estimate { Phase::Deepen } else { Phase::Line(0) };
            return;
        };
        // For a move to play, once its result is proven, the score is worth the time that is left.
        let share = if sign.is_some() { 1.0 } else { SOLVER_SHARE };
        let time = thinking.left(share).filter(|_| is_estimate);
        let nodes = if thinking.is_fixed() { thinking.nodes_left } else { u64::MAX };
        if nodes == 0 || time == Some(Duration::ZERO) {
            self.is_solved = sign.is_some();
            thinking.phase = if self.is_solved { Phase::Deepen } else { Phase::Tree };
            return;
        }
        let limits = Limits { nodes, ..Limits::from(&self.sooner(end, time)) };
        let board = subject.map_or(thinking.board, |index| thinking.candidates.moves[index].child);
        let solution = self.ask(board, window, limits);
        match subject {
            None => thinking.candidates.prove(&solution),
            Some(index) => thinking.candidates.moves[index].narrow(solution.bounds.negated()),
        }
        thinking.nodes_left = thinking.nodes_left.saturating_sub(solution.nodes);
        if thinking.proves_endlessly() && !thinking.is_stuck && thinking.proofs_are_ahead() {
            thinking.phase = Phase::Tree;
        }
    }

    /// Asks the lent solver, if there is one, unless the number of nodes is limited.
    fn ask(&mut self, board: Board, [alpha, beta]: [Score; 2], limits: Limits) -> Solution {
        let [alpha, beta] = [alpha.max(-64), beta.min(64)];
        let solution = match &mut self.prover {
            Some(prover) if limits.nodes == u64::MAX => prover.prove(board, alpha, beta, &limits.deadline),
            _ => self.solver.solve(board, alpha, beta, limits),
        };
        self.solver_nodes += solution.nodes;
        solution
    }

    fn grow(&mut self, thinking: &mut Thinking, end: &Deadline) {
        let share = thinking.tree_share();
        let is_first = thinking.tree_playouts == 0;
        let is_over = thinking.left(share) == Some(Duration::ZERO);
        let left = thinking.tree_target.saturating_sub(thinking.tree_playouts);
        let is_settled = thinking.candidates.bounds().score().is_some() && !thinking.is_endless();
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
                candidate.narrow(root_move.bounds);
            }
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
        let is_wanted = thinking.budget.every_move;
        let Some(candidate) = thinking.candidates.moves.get_mut(index).filter(|_| is_wanted) else {
            thinking.phase = Phase::Done;
            return;
        };
        if candidate.report.is_exact() {
            self.solve_line(candidate, end);
        }
        thinking.phase = Phase::Line(index + 1);
    }

    /// Whichever comes first: the end of the slice, or the end of a time from now on.
    pub(super) fn sooner(&self, end: &Deadline, time: Option<Duration>) -> Deadline {
        match (time, end.remaining()) {
            (Some(time), Some(left)) if time < left => deadline(&self.stop, self.clock, Some(time)),
            _ => end.clone(),
        }
    }
}
