//! The report of a search: values, bounds and lines of each move.

use outflank::bits::Symmetry;
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::endgame::Solution;
use outflank::engine;
use outflank::mcts::RootMove;

/// The result of a search of a position. All values are for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The position.
    pub board: Board,
    /// Every legal move, the best first; a pass if it is forced; none once the game is over.
    pub moves: Vec<MoveReport>,
    /// Length of the longest line, in plies; the number of empties once the position is solved.
    pub depth: u32,
    /// Playouts done.
    pub playouts: u64,
    /// Positions visited.
    pub nodes: u64,
}

/// The result of a search for one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Expected result in discs, within `bounds`; exact if they are equal.
    pub value: f32,
    /// Proven bounds of its score.
    pub bounds: Bounds,
    /// Playouts through the move; 0 if the tree did not try it.
    pub visits: u32,
    /// The expected moves from this one on.
    pub line: Vec<Move>,
}

impl MoveReport {
    /// The value as people read it; see [`value_text`].
    pub fn text(&self) -> String {
        value_text(self.value, self.bounds)
    }

    /// Whether the value is proven.
    pub fn is_exact(&self) -> bool {
        self.bounds.lower == self.bounds.upper
    }
}

impl Report {
    pub(super) fn of_finished_game(board: Board) -> Self {
        Self { board, moves: Vec::new(), depth: 0, playouts: 0, nodes: 0 }
    }

    /// The best move; `None` once the game is over.
    pub fn best(&self) -> Option<&MoveReport> {
        self.moves.first()
    }

    /// The result for `mv`, if it is legal.
    pub fn of(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|entry| entry.mv == mv)
    }

    /// Expected result in discs; the final score once the game is over.
    pub fn value(&self) -> f32 {
        self.best().map_or(self.board.final_score() as f32, |best| best.value)
    }

    /// Proven bounds of the position's score.
    pub fn bounds(&self) -> Bounds {
        let lower = self.moves.iter().map(|entry| entry.bounds.lower).max();
        let upper = self.moves.iter().map(|entry| entry.bounds.upper).max();
        match (lower, upper) {
            (Some(lower), Some(upper)) => Bounds { lower, upper },
            _ => Bounds::exact(self.board.final_score()),
        }
    }

    /// The report of the position before, in which the other side had to pass.
    pub(super) fn before_pass(self) -> Self {
        let mut line = vec![Move::PASS];
        line.extend(self.best().map_or(&[][..], |best| &best.line));
        let entry = MoveReport {
            mv: Move::PASS,
            value: -self.value(),
            bounds: self.bounds().negated(),
            visits: self.moves.iter().map(|entry| entry.visits).sum(),
            line,
        };
        Self { board: self.board.pass(), moves: vec![entry], ..self }
    }
}

/// A value as people read it: a proven score without a fraction, an estimate with one, and a bound as a
/// bound.
pub fn value_text(value: f32, bounds: Bounds) -> String {
    match value_kind(value, bounds) {
        "estimate" => format!("{value:+.1}"),
        "at least" => format!("at least {:+}", bounds.lower),
        "at most" => format!("at most {:+}", bounds.upper),
        _ => format!("{:+}", bounds.lower),
    }
}

/// What a value is: `exact`, `estimate`, or the bound `at least` or `at most` that it lies at.
pub fn value_kind(value: f32, bounds: Bounds) -> &'static str {
    let Bounds { lower, upper } = bounds;
    if lower == upper {
        "exact"
    } else if lower > -64 && value <= f32::from(lower) {
        "at least"
    } else if upper < 64 && value >= f32::from(upper) {
        "at most"
    } else {
        "estimate"
    }
}

/// Whether two moves lead to the same position, maybe mirrored or turned: neither can be better.
pub fn are_twins(board: Board, first: Move, second: Move) -> bool {
    let child = |mv: Move| mv.square().and_then(|square| board.play(square));
    match (child(first), child(second)) {
        (Some(first), Some(second)) => Symmetry::all().any(|symmetry| first.transformed(symmetry) == second),
        _ => first == second,
    }
}

/// A move during the search, before its report.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) report: MoveReport,
    /// The position after the move.
    pub(super) child: Board,
    /// The engine's order of root moves.
    rank: f64,
    /// Whether its value is that of a search in discs, so that it decides which move is best.
    pub(super) is_claimed: bool,
}

impl Candidate {
    /// Adds a proof. Two proofs that contradict each other would be a fault of the engine: the earlier one
    /// stays.
    pub(super) fn narrow(&mut self, Bounds { lower, upper }: Bounds) {
        let bounds = self.report.bounds;
        let narrowed = Bounds { lower: bounds.lower.max(lower), upper: bounds.upper.min(upper) };
        debug_assert!(narrowed.lower <= narrowed.upper, "{:?}: {bounds:?} and {lower}..{upper}", self.report);
        if narrowed.lower <= narrowed.upper {
            self.report.bounds = narrowed;
        }
    }
}

/// All legal moves of a position during its search.
#[derive(Clone)]
pub(super) struct Candidates {
    board: Board,
    pub(super) moves: Vec<Candidate>,
    /// The move that the solver would play.
    solved: Option<Move>,
    /// The move that a selective search of the position prefers.
    claimed: Option<Move>,
}

impl Candidates {
    pub(super) fn new(board: Board) -> Self {
        let moves = board.children().map(|(square, child)| {
            let mv = Move::on(square);
            let bounds = if child.is_over() { Bounds::exact(-child.final_score()) } else { Bounds::UNKNOWN };
            let report = MoveReport { mv, value: 0.0, bounds, visits: 0, line: vec![mv] };
            Candidate { report, child, rank: f64::NEG_INFINITY, is_claimed: false }
        });
        Self { board, moves: moves.collect(), solved: None, claimed: None }
    }

    /// Whether every move's score is proven.
    pub(super) fn all_exact(&self) -> bool {
        self.moves.iter().all(|candidate| candidate.report.is_exact())
    }

    /// Proven bounds of the position's score.
    pub(super) fn bounds(&self) -> Bounds {
        let lower = self.moves.iter().map(|candidate| candidate.report.bounds.lower).max();
        let upper = self.moves.iter().map(|candidate| candidate.report.bounds.upper).max();
        Bounds { lower: lower.unwrap_or(-64), upper: upper.unwrap_or(64) }
    }

    pub(super) fn of(&mut self, mv: Move) -> Option<&mut Candidate> {
        self.moves.iter_mut().find(|candidate| candidate.report.mv == mv)
    }

    /// Records that `best` scores at least the lower bound and that no move scores more than the upper one.
    pub(super) fn prove_best(&mut self, best: Move, Bounds { lower, upper }: Bounds) {
        for candidate in &mut self.moves {
            let lower = if candidate.report.mv == best { lower } else { -64 };
            candidate.narrow(Bounds { lower, upper: upper.max(lower) });
        }
        self.solved = Some(best);
    }

    /// Notes the likely best move of the position and its score: no other move is likely to score more.
    pub(super) fn claim_best(&mut self, best: Move, score: Score) {
        for candidate in &mut self.moves {
            let is_best = candidate.report.mv == best;
            if is_best {
                candidate.report.value = score as f32;
            }
            candidate.is_claimed |= is_best;
        }
        self.claimed = Some(best);
    }

    /// Records the solver's proof for the position.
    pub(super) fn prove(&mut self, solution: &Solution) {
        if let Some(best) = solution.best.filter(|_| solution.bounds != Bounds::UNKNOWN) {
            self.prove_best(best, solution.bounds);
        }
    }

    /// Adds the tree's rank, line and bounds of a move.
    pub(super) fn estimate(&mut self, root_move: &RootMove, line: Vec<Move>) {
        if let Some(candidate) = self.of(root_move.mv) {
            candidate.narrow(root_move.bounds);
            candidate.report.visits = root_move.visits;
            candidate.report.line = line;
            candidate.rank = engine::rank(root_move);
        }
    }

    /// Gives twins what is known of any of them, and the mean of their values by visits.
    fn level_twins(&mut self) {
        if !Symmetry::all().skip(1).any(|symmetry| self.board.transformed(symmetry) == self.board) {
            return;
        }
        let known: Vec<MoveReport> = self.moves.iter().map(|candidate| candidate.report.clone()).collect();
        for candidate in &mut self.moves {
            let mv = candidate.report.mv;
            let twins = || known.iter().filter(|other| are_twins(self.board, mv, other.mv));
            twins().for_each(|twin| candidate.narrow(twin.bounds));
            let visits: f32 = twins().map(|twin| twin.visits as f32).sum();
            if visits > 0.0 {
                candidate.report.value =
                    twins().map(|twin| twin.value * twin.visits as f32).sum::<f32>() / visits;
            }
        }
    }

    /// Orders the moves and clamps the values to the proven bounds.
    pub(super) fn into_report(mut self, depth: u32) -> Report {
        self.level_twins();
        if self.moves.iter().any(|candidate| candidate.is_claimed) {
            for candidate in self.moves.iter_mut().filter(|candidate| candidate.report.is_exact()) {
                candidate.report.value = candidate.report.bounds.lower.into();
                candidate.is_claimed = true;
            }
        }
        let floor = self.bounds().lower;
        let order = |one: &Candidate, two: &Candidate| {
            let proof = |Candidate { report, is_claimed, .. }: &Candidate| {
                (self.solved == Some(report.mv), *is_claimed, self.claimed == Some(report.mv))
            };
            let claim =
                |candidate: &Candidate| if candidate.is_claimed { candidate.report.value } else { 0.0 };
            let [a, b] = [one, two].map(|candidate| &candidate.report);
            (proof(one).cmp(&proof(two)))
                .then(claim(one).total_cmp(&claim(two)))
                .then((a.bounds.lower > 0).cmp(&(b.bounds.lower > 0)))
                .then(one.rank.total_cmp(&two.rank))
                .then(a.bounds.lower.cmp(&b.bounds.lower))
                .then(a.value.total_cmp(&b.value))
        };
        let best = (0..self.moves.len())
            .filter(|&index| self.moves[index].report.bounds.upper >= floor)
            .max_by(|&a, &b| order(&self.moves[a], &self.moves[b]));
        if let Some(best) = best {
            self.moves.swap(0, best);
        }
        let mut moves: Vec<MoveReport> = self.moves.into_iter().map(|candidate| candidate.report).collect();
        let mut top = 64.0;
        for (index, report) in moves.iter_mut().enumerate() {
            // A rarely visited move may look better than the one that most playouts chose; that is noise.
            let Bounds { lower, upper } = report.bounds;
            let least = if index == 0 { floor } else { lower };
            let value = report.value.min(top).clamp(f32::from(least), f32::from(upper));
            // Reports that were kept in a cache have hundredths, too. Adding 0 turns -0 into 0.
            report.value = (value * 100.0).round() / 100.0 + 0.0;
            if index == 0 {
                top = report.value;
            }
        }
        if let Some((_, others)) = moves.split_first_mut() {
            others.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.visits.cmp(&a.visits)));
        }
        Report { board: self.board, moves, depth, playouts: 0, nodes: 0 }
    }
}
