//! The analysis of a game, position by position, the last one first.

use std::time::Duration;

use analyst::analysis::json::GameJson;
use analyst::analysis::{judge, words, Plan};
use analyst::notation::{GameRecord, Position};
use analyst::search::{Report, Searcher, Thinking};
use outflank::game::Color;
use serde_json::{json, Value};

use super::effort::{duration, MAX_PLAYOUTS};
use crate::reports::{hundredths, mark_exact, report_json, to_json, Progress, Reports};
use crate::spelling::Failure;

/// The largest accepted `exact_empties`: solving more would take too long.
const MAX_EXACT_EMPTIES: u32 = 26;

/// The analysis of a game in progress.
pub(crate) struct Analysis {
    record: GameRecord,
    positions: Vec<Position>,
    plan: Plan,
    /// The reports of the positions searched so far, the last position first.
    reports: Vec<Report>,
    thinking: Option<Thinking>,
    /// Number of positions that progress has reported.
    told: usize,
}

impl Analysis {
    /// Begins an analysis; without an effort, 300 ms a position.
    pub(crate) fn new(
        record: GameRecord,
        time_ms: Option<f64>,
        playouts: Option<u64>,
        exact_empties: u32,
    ) -> Result<Self, Failure> {
        let time = match (time_ms, playouts) {
            (Some(ms), _) => Some(duration(ms)?),
            (None, None) => Some(Duration::from_millis(300)),
            (None, Some(_)) => None,
        };
        let playouts = playouts.unwrap_or_default().clamp(1, MAX_PLAYOUTS);
        let plan = Plan { time, playouts, exact_empties: exact_empties.min(MAX_EXACT_EMPTIES) };
        let positions = record.positions();
        Ok(Self { record, positions, plan, reports: Vec::new(), thinking: None, told: 0 })
    }

    /// Continues for about `slice`; returns whether every position is searched.
    pub(crate) fn step(&mut self, searcher: &mut Searcher, reports: &mut Reports, slice: Duration) -> bool {
        let Some(index) = (self.positions.len() - self.reports.len()).checked_sub(1) else { return true };
        let board = self.positions[index].board;
        let plan = self.plan;
        let thinking = self.thinking.get_or_insert_with(|| searcher.begin(board, plan.budget(board)));
        if searcher.step(thinking, slice) {
            let report = searcher.report(thinking);
            reports.keep(report.clone());
            self.reports.push(report);
            self.thinking = None;
        }
        self.reports.len() == self.positions.len()
    }

    /// The position searched last, if it has not been reported yet.
    pub(crate) fn progress(&mut self) -> Value {
        let done = self.reports.len();
        let Some(report) = self.reports.last().filter(|_| done > self.told) else { return Value::Null };
        self.told = done;
        let index = self.positions.len() - done;
        let progress = Progress { done: true, ..Progress::default() };
        json!({
            "done_positions": done,
            "all_positions": self.positions.len(),
            "index": index,
            "report": report_json(report, self.positions[index].to_move, progress),
        })
    }

    /// The moves from the first position searched on, judged.
    pub(crate) fn result(&self, stopped: bool) -> Value {
        let first = self.positions.len() - self.reports.len();
        let record = self.record_from(first);
        let reports: Vec<Report> = self.reports.iter().rev().cloned().collect();
        let analysis = judge(&record, &reports);
        let sentences = words::explain_game(&record, &analysis, &reports);
        let mut value = to_json(&GameJson::new(&record, &analysis, &reports, &sentences));
        let whole = to_json(&GameJson::new(&self.record, &analysis, &[], &[]));
        (value["start"], value["transcript"]) = (whole["start"].clone(), whole["transcript"].clone());
        for turn in value["turns"].as_array_mut().into_iter().flatten() {
            turn["number"] = json!(turn["number"].as_u64().unwrap_or_default() + first as u64);
            mark_exact(&mut turn["analysis"]);
        }
        value["decided_by"] = json!(analysis.decided_by.map(|index| index + 1 + first));
        let point = |point: &analyst::analysis::CurvePoint| {
            let value = hundredths(point.value);
            json!({"value": value, "lower": point.bounds.lower, "upper": point.bounds.upper})
        };
        value["curve"] = analysis.curve.iter().map(point).collect();
        value["own"] = own_values(&self.record);
        value["first"] = json!(first);
        value["stopped"] = json!(stopped);
        value
    }

    /// The game from one of its positions on.
    fn record_from(&self, first: usize) -> GameRecord {
        let mut record = self.record.clone();
        if let Some(&start) = self.positions.get(first) {
            record.start = start;
            record.moves.drain(..first.min(record.moves.len()));
        } else {
            record.moves.clear();
        }
        record
    }
}

/// The players' own values for black, one a move.
fn own_values(record: &GameRecord) -> Value {
    let own = |entry: &analyst::notation::MoveRecord| {
        let value = entry.value().filter(|value| value.is_finite())?;
        let for_black = if entry.color == Color::Black { value } else { -value };
        Some(json!({"color": crate::spelling::color(entry.color), "value": for_black}))
    };
    record.moves.iter().map(own).collect()
}
