//! A progress bar with the live score.

use arena::matches::summary::Summary;
use indicatif::{ProgressBar, ProgressStyle};

/// Shows how many pairs are played and what they came to.
pub(crate) struct ScoreBar(ProgressBar);

impl ScoreBar {
    /// A bar that starts with `known` pairs and waits for `missing` ones.
    pub(crate) fn new(known: u64, missing: u64, summary: &Summary) -> Self {
        let bar = ProgressBar::new(known + missing).with_position(known);
        // What was known before took no time now.
        bar.reset_eta();
        // The template is a constant: it parses.
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} pairs  {elapsed}<{eta}  {msg}")
        {
            bar.set_style(style);
        }
        bar.set_message(score(summary));
        Self(bar)
    }

    /// Counts pairs, which stand in the summary already.
    pub(crate) fn advance(&self, pairs: usize, summary: &Summary) {
        self.advance_with(pairs, summary, "");
    }

    /// Counts pairs and shows a remark behind the score.
    pub(crate) fn advance_with(&self, pairs: usize, summary: &Summary, remark: &str) {
        self.0.set_message(format!("{}  {remark}", score(summary)));
        self.0.inc(pairs as u64);
    }

    /// Takes the bar away.
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
