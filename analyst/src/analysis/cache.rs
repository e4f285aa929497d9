//! The cache of finished searches: reports by position, engine and effort, one JSON object a line.
//!
//! The library keeps and formats entries; the host reads the file and appends to it. Lines of another engine,
//! torn lines and lines changed by hand are skipped, but stay in the file.

use std::collections::HashMap;

use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use serde::{Deserialize, Serialize};

use super::json::PositionJson;
use super::Plan;
use crate::search::Report;

/// The effort of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Milliseconds, 0 if the search was limited by playouts.
    ms: u64,
    /// Playouts, 0 if the search was limited by time.
    playouts: u64,
    /// Whether the position was to be solved.
    exact: bool,
}

impl Effort {
    /// The effort that a plan puts into a position.
    pub fn of(plan: Plan, board: Board) -> Self {
        let ms = plan.time.map_or(0, |time| time.as_millis().max(1) as u64);
        let playouts = if ms == 0 { plan.playouts } else { 0 };
        Self { ms, playouts, exact: board.empty_count() <= plan.exact_empties }
    }

    /// Whether a report of this effort answers for one of `other`: at least as deep, and the same if playouts
    /// are asked for, so that equal budgets give equal values.
    fn covers(self, other: Self) -> bool {
        if other.exact {
            return self.exact;
        }
        if other.ms == 0 {
            return self == other;
        }
        self.exact || self.ms >= other.ms
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    engine: u64,
    effort: Effort,
    report: PositionJson,
}

/// How values are found, above the bits of the engine's signature: reports of another method are not used.
const METHOD: u64 = 4 << 32;

/// Reports of one engine.
#[derive(Debug)]
pub struct Cache {
    engine: u64,
    reports: HashMap<Board, Vec<(Effort, Report)>>,
}

impl Cache {
    /// An empty cache for the engine with this bench signature.
    pub fn new(engine: u64) -> Self {
        Self { engine: engine | METHOD, reports: HashMap::new() }
    }

    /// Adds a line of a cache file; returns whether it was an entry of this engine.
    pub fn read_line(&mut self, line: &str) -> bool {
        let Ok(Line { engine, effort, report }) = serde_json::from_str(line) else { return false };
        let report = report.report().filter(|report| engine == self.engine && is_sound(report));
        report.is_some_and(|report| {
            self.insert(effort, report);
            true
        })
    }

    /// The last report that is deep enough.
    pub fn find(&self, board: Board, effort: Effort) -> Option<&Report> {
        let known = self.reports.get(&board)?;
        known.iter().rev().find(|(done, _)| done.covers(effort)).map(|(_, report)| report)
    }

    /// Adds a report, rounded as its line rounds it, and returns that line for the cache file: what is read
    /// later says the same.
    pub fn add(&mut self, effort: Effort, report: &Report) -> String {
        let kept = PositionJson::new(report, Color::Black);
        self.insert(effort, kept.report().unwrap_or_else(|| report.clone()));
        let line = Line { engine: self.engine, effort, report: kept };
        serde_json::to_string(&line).unwrap_or_default()
    }

    fn insert(&mut self, effort: Effort, report: Report) {
        self.reports.entry(report.board).or_default().push((effort, report));
    }

    /// Number of reports.
    pub fn len(&self) -> usize {
        self.reports.values().map(Vec::len).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty()
    }
}

/// Whether a search may have made this report: every legal move once, each within its bounds, with a legal
/// line.
fn is_sound(report: &Report) -> bool {
    let board = report.board;
    let legal = board.legal_moves();
    let count = if legal == 0 { usize::from(!board.is_over()) } else { legal.count_ones() as usize };
    let mut left = legal;
    let mut is_left = |mv: Move| match mv.square() {
        Some(square) => {
            let was_left = left & square.bit() != 0;
            left &= !square.bit();
            was_left
        }
        None => legal == 0,
    };
    report.moves.len() == count
        && report.moves.iter().all(|entry| {
            let Bounds { lower, upper } = entry.bounds;
            let is_bounded = lower >= -64 && upper <= 64;
            is_bounded
                && (f32::from(lower)..=f32::from(upper)).contains(&entry.value)
                && is_left(entry.mv)
                && is_legal_line(board, &entry.line)
        })
}

fn is_legal_line(mut board: Board, line: &[Move]) -> bool {
    line.iter().all(|mv| {
        let next = match mv.square() {
            Some(square) => board.play(square),
            None => (board.legal_moves() == 0).then(|| board.pass()),
        };
        board = next.unwrap_or(board);
        next.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, Memory, Searcher};
    use outflank::random_games::position;
    use outflank::rng::Rng;
    use std::time::Duration;

    #[test]
    fn every_report_comes_back_and_mutated_ones_only_if_they_are_sound() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let mut rng = Rng::new(5);
        let (mut cache, mut accepted) = (Cache::new(7), 0);
        for empties in [50, 30, 14, 8, 4, 2] {
            let board = position(&mut rng, empties);
            let report = searcher.search(board, Budget::playouts(100));
            let line = cache.add(Effort::of(plan(100), board), &report);
            assert!(Cache::new(7).read_line(&line), "{line}");
            for _ in 0..60 {
                let mut bytes = line.clone().into_bytes();
                let at = rng.below(bytes.len());
                bytes[at] = b"0159-\",:[]{}aehXO"[rng.below(17)];
                let mut other = Cache::new(7);
                accepted += usize::from(other.read_line(&String::from_utf8_lossy(&bytes)));
                assert!(other.reports.values().flatten().all(|(_, report)| is_sound(report)));
            }
        }
        assert!((5..300).contains(&accepted), "{accepted} accepted");
    }

    fn plan(playouts: u64) -> Plan {
        Plan { time: None, playouts, exact_empties: 18 }
    }

    #[test]
    fn a_line_brings_the_report_back_for_the_same_engine_and_playouts() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let report = searcher.search(Board::START, Budget::playouts(200));
        let effort = |playouts| Effort::of(plan(playouts), Board::START);
        let (mut first, mut cache) = (Cache::new(7), Cache::new(7));
        let line = first.add(effort(200), &report);
        assert!(cache.read_line(&line));
        let found = cache.find(Board::START, effort(200)).expect("the same");
        assert_eq!((found.moves.len(), Some(found)), (4, first.find(Board::START, effort(200))));
        assert_eq!([100, 201].map(|playouts| cache.find(Board::START, effort(playouts))), [None, None]);
        let timed = Plan { time: Some(Duration::from_millis(50)), ..plan(0) };
        assert_eq!(cache.find(Board::START, Effort::of(timed, Board::START)), None);
        let mut other = Cache::new(8);
        assert!(!other.read_line(&line) && !other.read_line(&line[..40]) && !other.read_line("{}"));
        assert!(other.is_empty());
    }
}
