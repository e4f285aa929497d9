//! `arena match`: plays pairs and keeps their results; a run can be interrupted, resumed and sharded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use supervisor::stop::Stop;

use super::text::{print_how_to_resume, print_summary, print_voided, Kept};
use crate::cli::{BotArguments, Done, LimitArguments, OpeningArguments, Usage, WorkerArguments, Workers};
use crate::matches::pairs::{self, Plan};
use crate::matches::results::{Header, Journal, PairLine};
use crate::matches::summary::Summary;
use crate::play::bots::BotSpec;
use toolkit::commands::typed;
use toolkit::complain;
use toolkit::shard::Shard;

use super::records::{create_directory, write_pair};
use super::score_bar::ScoreBar;

/// Default number of empty squares for `--adjudicate`.
const ADJUDICATE_EMPTIES: &str = "14";

/// The arguments of `arena match`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena match mybot git:v0.2.0 --pairs 100 --results match.jsonl")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Number of pairs, those in the results file included.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Plays shard I of N only, counted from 1 [default: from Slurm's variables in a job array]
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
}

/// The definition of a run of pairs and its results file; shared with `arena sprt`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArguments {
    /// The first bot: a built-in one, `git:REVISION`, a name from the bots file, a source or a command.
    #[arg(required = true)]
    first: Option<String>,
    /// The second bot, named like the first.
    #[arg(required = true)]
    second: Option<String>,
    /// Results file, one line of JSON a pair; an existing file is continued.
    #[arg(long, value_name = "FILE", required = true)]
    results: Option<PathBuf>,
    #[command(flatten)]
    settings: RunSettings,
}

/// The definition of a run apart from its bots; shared with `arena roundrobin` and `arena gauntlet`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunSettings {
    #[command(flatten)]
    openings: OpeningArguments,
    /// Seed of the order of the openings and of built-in bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Adjudicates games by the exact solver from this number of empty squares on.
    #[arg(long, value_name = "EMPTIES", num_args = 0..=1, default_missing_value = ADJUDICATE_EMPTIES,
        value_parser = clap::value_parser!(u32).range(1..=20))]
    adjudicate: Option<u32>,
    /// Directory for the full records of the games.
    #[arg(long, value_name = "DIR")]
    pub(super) record: Option<PathBuf>,
    /// Ends as soon as this file exists, as all shards that watch it do; the pairs so far are kept.
    #[arg(long, value_name = "FILE")]
    stop_file: Option<PathBuf>,
    /// Exits with code 3 if a bot lost a game by a fault.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

/// A run that is ready to start or resume.
pub(crate) struct Run {
    pub(crate) plan: Plan,
    /// The content of the results file.
    pub(crate) known: BTreeMap<u64, PairLine>,
    /// The results file and its path, if the results are kept.
    pub(crate) results: Option<(Journal, PathBuf)>,
    pub(crate) record: Option<PathBuf>,
    pub(crate) workers: Workers,
    pub(crate) stop_file: Option<PathBuf>,
    pub(crate) strict: bool,
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let shard = shard(arguments.shard.as_deref())?;
    arguments.run.prepare(stop)?.play_share(arguments.pairs, shard, stop)
}

/// The requested shard, else Slurm's.
pub(crate) fn shard(text: Option<&str>) -> anyhow::Result<Shard> {
    let shard = match text {
        Some(text) => text.parse(),
        None => Shard::from_slurm(|name| std::env::var(name).ok()),
    };
    shard.map_err(|error| Usage(error).into())
}

impl RunArguments {
    /// Reads the bots, the openings and the results so far.
    pub(crate) fn prepare(&self, stop: &Stop) -> anyhow::Result<Run> {
        let (Some(first), Some(second), Some(results)) = (&self.first, &self.second, &self.results) else {
            return Err(Usage("two bots and a results file are needed".into()).into());
        };
        let bots = self.settings.bots.find([first, second], stop)?;
        self.settings.bots.report_sandbox(&bots)?;
        self.settings.prepare(bots, results, self.settings.record.clone())
    }
}

impl RunSettings {
    /// A run of these bots: reads the openings and the results so far; full records go to `record`.
    pub(crate) fn prepare(
        &self,
        bots: [BotSpec; 2],
        results: &Path,
        record: Option<PathBuf>,
    ) -> anyhow::Result<Run> {
        let openings = self.openings.read_for_pairs(&bots)?;
        let limits = self.limits.limits(self.bots.protocol);
        let adjudicate_empties = self.adjudicate;
        let plan = Plan { adjudicate_empties, ..Plan::new(bots, openings, self.seed, limits) };
        create_directory(record.as_deref())?;
        let header = Header::of(&plan).map_err(Usage::from_error)?;
        let (journal, known) = Journal::open(results, &header).map_err(Usage::from_content)?;
        Ok(Run {
            plan,
            known: known.pairs,
            results: Some((journal, results.to_path_buf())),
            record,
            workers: self.workers.workers(),
            stop_file: self.stop_file.clone(),
            strict: self.strict,
        })
    }
}

impl Run {
    /// Plays the missing pairs of a shard of a run of `pairs` pairs, and prints the summary of all known
    /// pairs.
    pub(crate) fn play_share(mut self, pairs: u64, shard: Shard, stop: &Stop) -> anyhow::Result<Done> {
        let mut summary = Summary::new(self.plan.limits);
        self.known.range(..pairs).for_each(|(_, pair)| summary.add(pair));
        let known: Vec<u64> = self.known.keys().copied().filter(|&pair| shard.holds(pair)).collect();
        let count = shard.count_items(pairs) - known.iter().filter(|&&pair| pair < pairs).count() as u64;
        let missing = shard.items(pairs).filter(move |pair| known.binary_search(pair).is_err());
        let in_file = self.known.range(..pairs).count() as u64;
        let bar = ScoreBar::new(in_file, count, &summary);
        let outcome = self.play(missing, stop, &mut |finished| {
            finished.iter().for_each(|pair| summary.add(pair));
            bar.advance(finished.len(), &summary, "");
            Ok(ControlFlow::Continue(()))
        });
        bar.finish();
        print_summary(&self.plan, &summary, &self.kept());
        if self.results.is_some() {
            print_how_to_resume(&outcome);
        }
        outcome?;
        Ok(self.verdict(&summary))
    }

    /// Plays these pairs, stores their results, then passes them to `finished`.
    pub(crate) fn play(
        &mut self,
        indices: impl Iterator<Item = u64> + Send,
        stop: &Stop,
        finished: &mut dyn FnMut(Vec<PairLine>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let stop_file = self.stop_file.as_deref();
        if is_stopped_by(stop_file) {
            return Ok(());
        }
        let outcome = pairs::run(&self.plan, indices, &self.workers.cores, stop, &mut |pairs| {
            print_voided(&pairs);
            if let Some(directory) = &self.record {
                pairs.iter().try_for_each(|pair| write_pair(directory, pair))?;
            }
            let lines: Vec<_> = pairs.iter().map(PairLine::from).collect();
            if let Some((journal, _)) = &mut self.results {
                journal.append(&lines)?;
            }
            match finished(lines)? {
                ControlFlow::Continue(()) if is_stopped_by(stop_file) => Ok(ControlFlow::Break(())),
                flow => Ok(flow),
            }
        });
        match self.results {
            Some(_) => outcome.map_err(pairs::with_how_to_resume),
            None => outcome,
        }
    }

    /// Where the games are kept, full records first: they also have the standard error.
    pub(crate) fn kept(&self) -> Kept<'_> {
        match (&self.record, &self.results) {
            (Some(folder), _) => Kept::Records(folder),
            (None, Some((_, file))) => Kept::Results(file),
            (None, None) => Kept::Nowhere,
        }
    }

    /// [`Done::BotFailed`] if a bot lost by a fault under `--strict`.
    pub(crate) fn verdict(&self, summary: &Summary) -> Done {
        match summary.faults() {
            faults if self.strict && faults > 0 => {
                complain!("{}: {faults} games were lost by a fault", typed());
                Done::BotFailed
            }
            _ => Done::Well,
        }
    }
}

/// Whether the file exists at which running shards stop.
fn is_stopped_by(file: Option<&Path>) -> bool {
    let exists = file.is_some_and(Path::exists);
    if exists {
        complain!(
            "{}: stopped by {}; remove it and run the same command again to resume",
            typed(),
            file.unwrap_or(Path::new("")).display()
        );
    }
    exists
}
