//! Arguments and output that several subcommands share.

use std::path::PathBuf;

use arena::bots::BotSpec;
use arena::cores::{self, Core};
use arena::limits::{ClockKind, Limits};
use arena::openings;
use arena::summary::Summary;
use outflank::game::Game;
use rustix::thread::CpuSet;

use super::output::{complain, say, Shown};
use super::Usage;

/// The limits on the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArguments {
    /// Time limit of a bot's first call, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Limits::CODINGAME.first_ms)]
    first_ms: u32,
    /// Time limit of every later call, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Limits::CODINGAME.turn_ms)]
    turn_ms: u32,
    /// How much later an answer may come without losing the game, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u32,
    /// What the limits measure.
    #[arg(long, value_enum, default_value_t = ClockKind::Wall)]
    clock: ClockKind,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> Limits {
        let Self { first_ms, turn_ms, margin: margin_ms, clock } = *self;
        Limits { first_ms, turn_ms, margin_ms, clock }
    }
}

/// How many games run side by side, and where.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArguments {
    /// Plays so many games side by side.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Lets bots run on any core instead of pinning those of each game to one.
    #[arg(long)]
    no_affinity: bool,
}

/// Where the bots of each worker may run. Keeps the cores leased.
pub(crate) struct Workers {
    /// One entry a worker, `None` for every core.
    pub(crate) cores: Vec<Option<CpuSet>>,
    _leases: Vec<Core>,
}

impl WorkerArguments {
    /// Leases cores, one a worker, and warns if there are not enough.
    pub(crate) fn workers(&self) -> Workers {
        let jobs = usize::from(self.jobs);
        let leases = cores::lease(jobs);
        if leases.len() < jobs {
            complain!(
                "arena: warning: {jobs} at once, but other arenas leave {} of {} cores: do not trust the times",
                leases.len(),
                cores::allowed().len()
            );
        }
        let mut cores = vec![None; jobs];
        if !self.no_affinity {
            for (core, lease) in cores.iter_mut().zip(&leases) {
                *core = Some(lease.set());
            }
        }
        Workers { cores, _leases: leases }
    }
}

/// Reads a bot from the command line.
pub(crate) fn bot(text: &str) -> anyhow::Result<BotSpec> {
    BotSpec::parse(text).map_err(Usage::from_error)
}

/// Reads an openings file, if one is named.
pub(crate) fn read_openings(path: Option<&PathBuf>) -> anyhow::Result<Vec<Game>> {
    path.map_or(Ok(Vec::new()), |path| openings::read(path).map_err(Usage::from_error))
}

/// Prints what a run came to.
pub(crate) fn print_summary(bots: &[BotSpec; 2], limits: &Limits, summary: &Summary) {
    let names = [0, 1].map(|bot: usize| Shown(&bots[bot].name));
    let tally = &summary.tally;
    say!("{} against {}: {} games, {limits}\n", names[0], names[1], tally.games());
    say!("{tally}  {:.1} %", 100.0 * tally.score());
    if let Some(elo) = tally.elo() {
        say!("  {elo}");
    }
    say!("\n");
    for (name, bot) in names.iter().zip(&summary.bots) {
        say!("{name}: {bot}\n");
    }
}
