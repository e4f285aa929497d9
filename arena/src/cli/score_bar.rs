//! A progress bar with the live score.

use crate::matches::summary::Summary;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `count` units, of which `known` are finished.
pub(crate) fn progress_bar(known: u64, count: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(count).with_position(known);
    // Known units took no time in this run and would distort the estimate.
    bar.reset_eta();
    let template = format!("{{bar:24}} {{pos}}/{{len}} {unit}  {{elapsed}}<{{eta}}  {{msg}}");
    // The template differs only by its unit: it parses.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Shows the number of finished pairs and their score.
pub(crate) struct ScoreBar(ProgressBar);

impl ScoreBar {
    /// A bar with `known` finished and `missing` pending pairs.
    pub(crate) fn new(known: u64, missing: u64, summary: &Summary) -> Self {
        let bar = progress_bar(known, known + missing, "pairs");
        bar.set_message(score(summary));
        Self(bar)
    }

    /// Advances by pairs that the summary already contains, and shows a remark after the score.
    pub(crate) fn advance(&self, pairs: usize, summary: &Summary, remark: &str) {
        self.0.set_message(format!("{}  {remark}", score(summary)));
        self.0.inc(pairs as u64);
        // A sequential test may take longer than is expected.
        if self.0.length().is_some_and(|length| length < self.0.position()) {
            self.0.set_length(self.0.position());
        }
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn score(summary: &Summary) -> String {
    match summary.tally.elo() {
        Some(elo) => format!("{}  {elo}", summary.tally),
        None => String::new(),
    }
}
