//! An analysed game.

use analyst::analysis::json::GameJson;
use analyst::analysis::{judge, words, GameAnalysis};
use analyst::notation::GameRecord;
use analyst::search::Report;

/// A game with everything that is displayed of it.
pub(super) struct Analysed {
    pub(super) record: GameRecord,
    pub(super) reports: Vec<Report>,
    pub(super) analysis: GameAnalysis,
    /// Why each move was good or bad.
    pub(super) words: Vec<Vec<String>>,
}

impl Analysed {
    pub(super) fn new(record: GameRecord, reports: Vec<Report>) -> Self {
        let analysis = judge(&record, &reports);
        let words = analysis.turns.iter().zip(&reports).map(|(turn, report)| words::explain(turn, report));
        let words = words.collect();
        Self { record, reports, analysis, words }
    }

    pub(super) fn json(&self) -> GameJson {
        GameJson::new(&self.record, &self.analysis, &self.reports, &self.words)
    }
}
