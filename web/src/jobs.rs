//! Jobs, which take longer than an answer may: searches, the choice of a move, the analysis of a game.
//!
//! A job is started, continued in slices, and has a result at any time.

mod analyse;
mod choose;
mod effort;

use std::time::Duration;

use analyst::notation::Position;
use analyst::search::{Budget, Goal, Searcher, Thinking};
use serde_json::{json, Value};

use crate::reports::{report_json, Progress, Reports};
use crate::request::Mode;
use crate::spelling::Failure;
pub(crate) use analyse::Analysis;
pub(crate) use choose::{choose_by_level, Choice};
pub(crate) use effort::duration;
use effort::MAX_PLAYOUTS;

/// A job in progress.
pub(crate) enum Job {
    Search(Search),
    Choice(Choice),
    Analysis(Box<Analysis>),
}

impl Job {
    /// Continues for about `slice`; returns whether the job is done.
    pub(crate) fn step(&mut self, searcher: &mut Searcher, reports: &mut Reports, slice: Duration) -> bool {
        match self {
            Self::Search(search) => searcher.step(&mut search.thinking, slice),
            Self::Choice(choice) => searcher.step(&mut choice.thinking, slice),
            Self::Analysis(analysis) => analysis.step(searcher, reports, slice),
        }
    }

    /// The progress so far; null if there is nothing new.
    pub(crate) fn progress(&mut self, searcher: &Searcher) -> Value {
        match self {
            Self::Search(search) => search.report(searcher, false, false, None),
            Self::Choice(choice) => choice.progress(searcher),
            Self::Analysis(analysis) => analysis.progress(),
        }
    }

    /// The result; a partial one if the job was stopped.
    pub(crate) fn result(&mut self, searcher: &Searcher, reports: &mut Reports, stopped: bool) -> Value {
        match self {
            Self::Search(search) => search.report(searcher, true, stopped, Some(reports)),
            Self::Choice(choice) => choice.result(searcher, stopped),
            Self::Analysis(analysis) => analysis.result(stopped),
        }
    }
}

/// The search of one position.
pub(crate) struct Search {
    position: Position,
    thinking: Thinking,
}

impl Search {
    /// Begins a search.
    pub(crate) fn begin(
        searcher: &mut Searcher,
        position: Position,
        mode: Mode,
        time_ms: Option<f64>,
        playouts: Option<u64>,
    ) -> Result<Self, Failure> {
        let budget = match mode {
            Mode::Live => Budget::playouts(u64::MAX),
            Mode::Exact => Budget::exact(Goal::Score),
            Mode::ExactAll => Budget::exact(Goal::EveryScore),
            Mode::Estimate => estimate(time_ms, playouts)?,
        };
        Ok(Self { position, thinking: searcher.begin(position.board, budget) })
    }

    fn report(&self, searcher: &Searcher, done: bool, stopped: bool, reports: Option<&mut Reports>) -> Value {
        let report = searcher.report(&self.thinking);
        let ms = self.thinking.spent().as_secs_f64() * 1_000.0;
        let value = report_json(&report, self.position.to_move, Progress { ms, done, stopped });
        if let Some(reports) = reports {
            reports.keep(report);
        }
        value
    }
}

/// The budget of an estimate: a time or playouts.
fn estimate(time_ms: Option<f64>, playouts: Option<u64>) -> Result<Budget, Failure> {
    match (time_ms, playouts) {
        (Some(ms), None) => Ok(Budget::time(duration(ms)?)),
        (None, Some(playouts)) => Ok(Budget::playouts(playouts.clamp(1, MAX_PLAYOUTS))),
        _ => Err("search: expected either `time_ms` or `playouts`".into()),
    }
}

/// An answer that says that a job runs.
pub(crate) fn started() -> Value {
    json!({"started": true})
}
