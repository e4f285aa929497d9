//! Reports of searches as JSON, and the newest ones, kept for explanations in words.

use std::collections::VecDeque;

use analyst::analysis::json::PositionJson;
use analyst::analysis::words;
use analyst::search::Report;
use outflank::board::Board;
use outflank::game::Color;
use serde::Serialize;
use serde_json::{json, Value};

/// Reports that are kept: those of a whole game and some more.
const KEPT: usize = 256;

/// The newest report of each recently searched position.
#[derive(Default)]
pub(crate) struct Reports(VecDeque<Report>);

impl Reports {
    /// Keeps a report in place of an earlier one of the same position.
    pub(crate) fn keep(&mut self, report: Report) {
        self.0.retain(|known| known.board != report.board);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(report);
    }

    /// The newest report of a position.
    pub(crate) fn find(&self, board: Board) -> Option<&Report> {
        self.0.iter().rev().find(|known| known.board == board)
    }
}

/// The fields of an answer besides the report.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) ms: f64,
    pub(crate) done: bool,
    pub(crate) stopped: bool,
}

/// A report as JSON; values in discs, for the side to move.
pub(crate) fn report_json(report: &Report, to_move: Color, progress: Progress) -> Value {
    let mut value = to_json(&PositionJson::new(report, to_move));
    mark_exact(&mut value);
    value["sentences"] = json!(words::explain_best(report, to_move));
    value["ms"] = json!(progress.ms.round());
    value["done"] = json!(progress.done);
    value["stopped"] = json!(progress.stopped);
    value
}

/// A value as JSON with as few digits as its numbers need: `json!` would turn 1.1 of 32 bits into
/// 1.10000002384185791.
pub(crate) fn to_json(value: &impl Serialize) -> Value {
    let text = serde_json::to_string(value).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// Adds to a report and its moves whether their values are proven.
pub(crate) fn mark_exact(report: &mut Value) {
    let is_exact = |entry: &Value| json!(entry["lower"] == entry["upper"]);
    report["exact"] = is_exact(report);
    for entry in report.get_mut("moves").and_then(Value::as_array_mut).into_iter().flatten() {
        entry["exact"] = is_exact(entry);
    }
}

/// Discs, rounded: more digits would be noise.
pub(crate) fn hundredths(discs: f32) -> f64 {
    // Adding 0 turns -0 into 0.
    (f64::from(discs) * 100.0).round() / 100.0 + 0.0
}
