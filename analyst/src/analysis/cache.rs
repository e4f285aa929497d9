//! The cache of finished searches: reports by position, engine and effort, one JSON object a line.
//!
//! The library keeps and formats entries; the host reads the file and appends to it. Lines of another engine,
//! torn lines and lines changed by hand are skipped, but stay in the file.

use std::collections::HashMap;

use outflank::board::Board;
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

    /// Whether a report of this effort is at least as deep as one of `other`.
    fn covers(self, other: Self) -> bool {
        if other.exact || self.exact {
            return self.exact;
        }
        match (other.ms, self.ms) {
            (0, 0) => self.playouts >= other.playouts,
            (0, _) | (_, 0) => false,
            (wanted, done) => done >= wanted,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    engine: u64,
    effort: Effort,
    report: PositionJson,
}

/// Reports of one engine.
#[derive(Debug)]
pub struct Cache {
    engine: u64,
    reports: HashMap<Board, Vec<(Effort, Report)>>,
}

impl Cache {
    /// An empty cache for the engine with this bench signature.
    pub fn new(engine: u64) -> Self {
        Self { engine, reports: HashMap::new() }
    }

    /// Adds a line of a cache file; returns whether it was an entry of this engine.
    pub fn read_line(&mut self, line: &str) -> bool {
        let Ok(Line { engine, effort, report }) = serde_json::from_str(line) else { return false };
        let report = report.report().filter(|_| engine == self.engine);
        report.is_some_and(|report| {
            self.insert(effort, report);
            true
        })
    }

    /// The deepest report, if it is at least as deep as requested.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, Memory, Searcher};
    use std::time::Duration;

    fn plan(playouts: u64) -> Plan {
        Plan { time: None, playouts, exact_empties: 18 }
    }

    #[test]
    fn a_line_brings_the_report_back_for_the_same_engine_and_no_deeper_question() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let report = searcher.search(Board::START, Budget::playouts(200));
        let effort = |playouts| Effort::of(plan(playouts), Board::START);
        let (mut first, mut cache) = (Cache::new(7), Cache::new(7));
        let line = first.add(effort(200), &report);
        assert!(cache.read_line(&line));
        let found = cache.find(Board::START, effort(100)).expect("deep enough");
        assert_eq!((found.moves.len(), Some(found)), (4, first.find(Board::START, effort(100))));
        assert_eq!(cache.find(Board::START, effort(201)), None);
        let timed = Plan { time: Some(Duration::from_millis(50)), ..plan(0) };
        assert_eq!(cache.find(Board::START, Effort::of(timed, Board::START)), None);
        let mut other = Cache::new(8);
        assert!(!other.read_line(&line) && !other.read_line(&line[..40]) && !other.read_line("{}"));
        assert!(other.is_empty());
    }
}
