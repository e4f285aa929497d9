//! `arena sprt`: a match that ends as soon as an SPRT decides whether the first bot is better.
//!
//! Pairs are counted in the order of their indices, never in that in which they happen to finish: the same
//! run always ends with the same decision after the same pair.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use supervisor::stop::Stop;
use toolkit::text::Visible;

use super::text::{print_how_to_resume, print_summary};
use crate::cli::{Done, Usage};
use crate::files::{self, Kind};
use crate::matches::results::{self, PairLine};
use crate::matches::summary::Summary;
use crate::stats::{Decision, Sprt, SprtProgress};
use toolkit::say;

use super::matches::RunArguments;
use super::score_bar::ScoreBar;

/// The file of a decision, at which shards stop.
const STOP: Kind = Kind { name: "a decision of arena sprt", starts: &["H0 accepted", "H1 accepted"] };

/// The arguments of `arena sprt`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena sprt git:HEAD git:HEAD~1 --clock cpu --results step.jsonl")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Plays nothing: tests the pairs in these results files of one run, its shards', up to the first pair
    /// that is missing.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["first", "second", "results"])]
    merged: Vec<PathBuf>,
    /// The file that a decision on merged results creates: the shards' --stop-file.
    #[arg(long, value_name = "FILE", requires = "merged")]
    decided: Option<PathBuf>,
    /// H0: the first bot is better by at most this normalised Elo.
    #[arg(long, value_name = "NELO", allow_hyphen_values = true, default_value_t = 0.0)]
    elo0: f64,
    /// H1: the first bot is better by at least this normalised Elo.
    #[arg(long, value_name = "NELO", allow_hyphen_values = true, default_value_t = 30.0)]
    elo1: f64,
    /// Probability of accepting H1 wrongly.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 wrongly.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Unit of the test.
    #[arg(long, value_enum, default_value_t = Model::Pentanomial)]
    model: Model,
    /// Ends without a decision after this many pairs.
    #[arg(long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    max_pairs: u64,
}

/// The unit of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Model {
    /// Pairs by their points (pentanomial).
    Pentanomial,
    /// Single games, assumed independent (trinomial).
    Trinomial,
}

/// The test over the pairs before the first missing one.
struct Progress {
    test: Sprt,
    model: Model,
    /// Finished pairs after a missing one.
    waiting: BTreeMap<u64, PairLine>,
    next: u64,
    summary: Summary,
    decision: Option<Decision>,
}

/// Plays until the test has a decision.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let test = Sprt::new(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta);
    let test = test.map_err(Usage::from_error)?;
    let mut progress = Progress {
        test,
        model: arguments.model,
        waiting: BTreeMap::new(),
        next: 0,
        summary: Summary::default(),
        decision: None,
    };
    if !arguments.merged.is_empty() {
        return judge(arguments, progress);
    }
    let mut run = arguments.run.prepare(stop)?;
    progress.summary = Summary::new(run.plan.limits);
    let known = std::mem::take(&mut run.known);
    let missing: Vec<u64> = (0..arguments.max_pairs).filter(|pair| !known.contains_key(pair)).collect();
    known.into_values().filter(|pair| pair.pair < arguments.max_pairs).for_each(|pair| progress.add(pair));
    let expected = print_expectation(&test).min(arguments.max_pairs);
    let bar = ScoreBar::new(progress.next, expected.saturating_sub(progress.next), &progress.summary);
    let outcome = match progress.decision {
        Some(_) => Ok(()),
        None => run.play(missing.into_iter(), stop, &mut |finished| {
            let count = finished.len();
            finished.into_iter().for_each(|pair| progress.add(pair));
            bar.advance(count, &progress.summary, &progress.state().to_string());
            let is_open = progress.decision.is_none();
            Ok(if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        }),
    };
    bar.finish();
    print_summary(&run.plan, &progress.summary, &run.kept());
    say!("{}: {}\n", progress.state(), decision_text(progress.decision));
    print_how_to_resume(&outcome);
    outcome?;
    Ok(match (run.verdict(&progress.summary), progress.decision) {
        (Done::BotFailed, _) => Done::BotFailed,
        (_, decision) => done(decision),
    })
}

/// Prints how many pairs the test takes; returns the largest expectation.
fn print_expectation(test: &Sprt) -> u64 {
    let Sprt { elo0, elo1, .. } = *test;
    let middle = (elo0 + elo1) / 2.0;
    let [worse, between, better] = [elo0, middle, elo1].map(|elo| test.expected_pairs(elo).ceil() as u64);
    say!(
        "expected: {worse} pairs if the difference is {elo0} normalised Elo, {between} if it is {middle}, \
         {better} if it is {elo1}\n"
    );
    worse.max(between).max(better)
}

/// The exit status of a decision.
fn done(decision: Option<Decision>) -> Done {
    match decision {
        Some(Decision::H1) => Done::AcceptedH1,
        Some(Decision::H0) => Done::AcceptedH0,
        None => Done::Well,
    }
}

/// Tests the finished pairs of a run's shards.
fn judge(arguments: &Arguments, mut progress: Progress) -> anyhow::Result<Done> {
    let results = results::merge(&arguments.merged).map_err(Usage::from_content)?;
    let count = results.pairs.len();
    progress.summary = Summary::new(results.header.limits);
    results
        .pairs
        .into_values()
        .filter(|pair| pair.pair < arguments.max_pairs)
        .for_each(|pair| progress.add(pair));
    let tally = &progress.summary.tally;
    let [first, second] = [0, 1].map(|bot: usize| Visible::line(&results.header.bots[bot].bot.name));
    say!("{first} against {second}: {} of {count} pairs are without a gap\n", progress.next);
    say!("{tally}  {:.1} %\n", 100.0 * tally.score());
    say!("{}: {}\n", progress.state(), decision_text(progress.decision));
    if let (Some(_), Some(path)) = (progress.decision, &arguments.decided) {
        let text = format!("{}\n", decision_text(progress.decision));
        files::write(path, STOP, text.as_bytes())?;
    }
    Ok(done(progress.decision))
}

impl Progress {
    /// Takes a pair, and tests as long as no pair is missing and there is no decision.
    fn add(&mut self, pair: PairLine) {
        self.waiting.insert(pair.pair, pair);
        while self.decision.is_none() {
            let Some(pair) = self.waiting.remove(&self.next) else { return };
            self.summary.add(&pair);
            self.next += 1;
            self.decision = self.state().decision();
        }
    }

    fn state(&self) -> SprtProgress {
        let tally = &self.summary.tally;
        match self.model {
            Model::Pentanomial => self.test.after_pairs(tally.pairs),
            Model::Trinomial => self.test.after_games([tally.losses, tally.draws, tally.wins]),
        }
    }
}

fn decision_text(decision: Option<Decision>) -> &'static str {
    match decision {
        Some(Decision::H1) => "H1 accepted: the first bot is better",
        Some(Decision::H0) => "H0 accepted: the first bot is not better by that much",
        None => "no decision",
    }
}
