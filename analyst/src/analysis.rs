//! Judges a whole game move by move: the loss of each move, and the move that decided the game.

pub mod json;
pub mod words;

use std::time::Duration;

use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;

use crate::notation::GameRecord;
use crate::search::{are_twins, is_claimed, Budget, Goal, Report};

/// With at most this many empties every move's score is solved, which takes a few milliseconds.
const EVERY_EXACT_EMPTIES: u32 = 10;

/// From 30 empties on a position gets this many times the playouts: its moves are valued by searches to the
/// end, whose scores only then hold.
const LATE_EFFORT: u64 = 30;

/// An estimate that favours one side by this many discs counts as a win in the search for the deciding move.
pub const CLEAR_LEAD: f32 = 3.0;

/// The effort for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Time a position; `None` for playouts.
    pub time: Option<Duration>,
    /// Playouts a position, without a time; from 30 empties on thirty times as many.
    pub playouts: u64,
    /// Positions with at most this many empties are solved, without a limit.
    pub exact_empties: u32,
}

impl Plan {
    /// The search that a position gets.
    pub fn budget(self, board: Board) -> Budget {
        let empties = board.empty_count();
        if empties <= self.exact_empties.min(EVERY_EXACT_EMPTIES) {
            return Budget::exact(Goal::EveryScore);
        }
        if empties <= self.exact_empties {
            return Budget::exact(Goal::Score);
        }
        let effort = if is_claimed(board) { LATE_EFFORT } else { 1 };
        self.time.map_or(Budget::playouts(self.playouts.saturating_mul(effort)), Budget::time)
    }
}

/// How good a move was. The thresholds are losses in discs against the best move; where the move turned the
/// result, half of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Lost nothing: less than half a disc.
    Best,
    /// Lost less than 2 discs.
    Good,
    /// Lost less than 4 discs.
    Inaccuracy,
    /// Lost less than 8 discs.
    Mistake,
    /// Lost 8 discs and more.
    Blunder,
}

impl Class {
    /// The class of a loss in discs; from 2 discs on, a move that turned the result is one class worse.
    pub fn of(loss: f32, changes_result: bool) -> Self {
        let weight = if changes_result && loss >= 2.0 { 2.0 } else { 1.0 };
        match loss * weight {
            loss if loss < 0.5 => Self::Best,
            loss if loss < 2.0 => Self::Good,
            loss if loss < 4.0 => Self::Inaccuracy,
            loss if loss < 8.0 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// The class in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A move of the game and its value. All values are in discs, for the side that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The position before it, seen by the side to move.
    pub board: Board,
    /// The side that moved.
    pub color: Color,
    /// The move; a pass is forced, and loses nothing.
    pub mv: Move,
    /// The value of the best move.
    pub before: f32,
    /// The value of the move made.
    pub after: f32,
    /// What is proven of `before` and of `after`.
    pub bounds: [Bounds; 2],
    /// `before - after`, at least 0.
    pub loss: f32,
    /// Whether both values are proven.
    pub is_exact: bool,
    /// The best move.
    pub best: Move,
    /// The expected moves from the best one on.
    pub line: Vec<Move>,
    /// How good the move was.
    pub class: Class,
    /// Whether the move turned a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
}

/// A game and its moves' values.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis {
    /// One entry a move or pass.
    pub turns: Vec<Turn>,
    /// Black's value before each move and at the end, proven or not.
    pub curve: Vec<CurvePoint>,
    /// The index of the deciding move, the last one that changed the expected result; `None` without one.
    pub decided_by: Option<usize>,
}

/// A position's value for black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Expected result in discs.
    pub value: f32,
    /// Its proven bounds.
    pub bounds: Bounds,
}

/// Judges every move of a game by the reports of its positions, from the last to the first: the value found
/// after a move corrects the search before it. What is proven of a position holds for its neighbours too.
pub fn judge(record: &GameRecord, reports: &[Report]) -> GameAnalysis {
    let mut turns = Vec::new();
    let known = proven(record, reports);
    let (Some(last), Some(&bounds)) = (reports.last(), known.last()) else {
        return GameAnalysis { turns, curve: Vec::new(), decided_by: None };
    };
    let mut next = CurvePoint { value: within(last.value(), bounds), bounds };
    let end_color = record.positions().last().map_or(Color::Black, |last| last.to_move);
    let mut curve = vec![for_black(next, end_color)];
    for ((report, entry), &known) in reports.iter().zip(&record.moves).zip(&known).rev() {
        let (turn, here) = judge_move(report, known, entry.color, entry.mv, next);
        curve.push(for_black(here, entry.color));
        turns.push(turn);
        next = here;
    }
    turns.reverse();
    curve.reverse();
    let decided_by = decided_by(&curve);
    GameAnalysis { turns, curve, decided_by }
}

/// Judges a move by the search of its position alone; `None` if the report does not have it.
pub fn judge_by_report(report: &Report, color: Color, mv: Move) -> Option<Turn> {
    let entry = report.of(mv)?;
    let next = CurvePoint { value: -entry.value, bounds: entry.bounds.negated() };
    Some(judge_move(report, report.bounds(), color, mv, next).0)
}

/// What is proven of each position by its own search and by those before it.
fn proven(record: &GameRecord, reports: &[Report]) -> Vec<Bounds> {
    let mut before = Bounds::UNKNOWN;
    let mut all = Vec::new();
    for (index, report) in reports.iter().enumerate() {
        let here = both(report.bounds(), before);
        all.push(here);
        let Some(entry) = record.moves.get(index) else { break };
        before = proven_of_move(report, here, entry.mv).negated();
    }
    all
}

/// What is proven of a move of a position of which `known` is proven: if no other move can reach its lower
/// bound, this one does.
fn proven_of_move(report: &Report, known: Bounds, mv: Move) -> Bounds {
    let others = report.moves.iter().filter(|entry| entry.mv != mv).map(|entry| entry.bounds.upper).max();
    let lower = if others.is_none_or(|upper| upper < known.lower) { known.lower } else { -64 };
    let found = report.of(mv).map_or(Bounds::UNKNOWN, |entry| entry.bounds);
    both(found, Bounds { lower, upper: known.upper })
}

/// What two proofs leave. They cannot contradict each other; if a fault makes them, the first one holds.
fn both(first: Bounds, second: Bounds) -> Bounds {
    let (lower, upper) = (first.lower.max(second.lower), first.upper.min(second.upper));
    if lower <= upper {
        Bounds { lower, upper }
    } else {
        first
    }
}

fn within(value: f32, bounds: Bounds) -> f32 {
    value.clamp(bounds.lower.into(), bounds.upper.into())
}

/// Judges one move of a position of which `known` is proven; `next` is the position after it, for the side to
/// move there. Also returns the position's corrected value, for the side that moves.
fn judge_move(
    report: &Report,
    known: Bounds,
    color: Color,
    mv: Move,
    next: CurvePoint,
) -> (Turn, CurvePoint) {
    let found = report.of(mv);
    let bounds = both(proven_of_move(report, known, mv), next.bounds.negated());
    let after = within(-next.value, bounds);
    let mut rivals = report.moves.iter().filter(|entry| !are_twins(report.board, entry.mv, mv));
    let highest = rivals.clone().map(|entry| entry.bounds.upper).max();
    let rival = rivals.next();
    let (before, best, line) = match rival {
        Some(rival) if within(rival.value, Bounds { lower: -64, ..known }) > after => {
            (rival.value, rival.mv, rival.line.clone())
        }
        _ => (after, mv, found.map_or_else(|| vec![mv], |entry| entry.line.clone())),
    };
    let upper = highest.map_or(bounds.upper, |highest| highest.max(bounds.upper));
    let whole = both(known, Bounds { lower: bounds.lower, upper });
    let before = within(before, whole);
    let loss = if mv == Move::PASS { 0.0 } else { (before - after).max(0.0) };
    let is_exact = bounds.lower == bounds.upper && whole.lower == whole.upper;
    let here = CurvePoint { value: before, bounds: whole };
    let there = CurvePoint { value: after, bounds };
    let changes_result = loss > 0.0
        && matches!((outcome(here), outcome(there)), (Some(before), Some(after)) if after < before);
    let turn = Turn {
        board: report.board,
        color,
        mv,
        before,
        after,
        bounds: [whole, bounds],
        loss,
        is_exact,
        best,
        line,
        class: Class::of(loss, changes_result),
        changes_result,
    };
    (turn, here)
}

fn for_black(point: CurvePoint, color: Color) -> CurvePoint {
    match color {
        Color::Black => point,
        Color::White => CurvePoint { value: -point.value, bounds: point.bounds.negated() },
    }
}

/// 1 for a win, 0 for a draw, -1 for a loss; `None` while an estimate is not clear.
fn outcome(point: CurvePoint) -> Option<i32> {
    let Bounds { lower, upper } = point.bounds;
    if lower.signum() == upper.signum() {
        return Some(i32::from(lower.signum()));
    }
    (point.value.abs() >= CLEAR_LEAD).then(|| point.value.signum() as i32)
}

/// The last move that changed the result.
fn decided_by(curve: &[CurvePoint]) -> Option<usize> {
    let (&last, before) = curve.split_last()?;
    let result = outcome(last)?;
    before.iter().rposition(|&point| outcome(point) != Some(result))
}

#[cfg(test)]
mod tests;
