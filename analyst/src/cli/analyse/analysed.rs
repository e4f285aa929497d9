//! An analysed game.

use analyst::analysis::json::GameJson;
use analyst::analysis::words::explain_game;
use analyst::analysis::{judge, GameAnalysis};
use analyst::notation::GameRecord;
use analyst::search::Report;
use analyst::sentence::Sentence;

/// A game with everything that is displayed of it.
pub(super) struct Analysed {
    pub(super) record: GameRecord,
    pub(super) reports: Vec<Report>,
    pub(super) analysis: GameAnalysis,
    /// Why each move was good or bad.
    pub(super) sentences: Vec<Vec<Sentence>>,
}

impl Analysed {
    pub(super) fn new(record: GameRecord, reports: Vec<Report>) -> Self {
        let analysis = judge(&record, &reports);
        let sentences = explain_game(&record, &analysis, &reports);
        Self { record, reports, analysis, sentences }
    }

    pub(super) fn json(&self) -> GameJson {
        GameJson::new(&self.record, &self.analysis, &self.reports, &self.sentences).in_english()
    }
}
