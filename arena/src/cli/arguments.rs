//! Arguments that several subcommands share.

use std::path::{Path, PathBuf};

use crate::matches::openings;
use crate::play::bots::{BotSpec, Bots};
use crate::play::cores::{self, Core};
use crate::play::limits::{ClockKind, Limits};
use crate::play::record::Protocol;
use anyhow::anyhow;
use outflank::game::Game;
use rustix::thread::CpuSet;

use super::exit::Usage;

/// Where bots stand by name unless another file is named.
const DEFAULT_BOTS: &str = "bots.toml";

/// Which bots there are and how they are started.
#[derive(Debug, clap::Args)]
pub struct BotArguments {
    /// Where bots stand by name [default: bots.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    bots: Option<PathBuf>,
    /// The protocol of commands that do not start with one (`gtp:...`).
    #[arg(long, value_enum, default_value_t = Language::Codingame)]
    protocol: Language,
    /// Stops each bot while it is not its turn, so that it cannot think then.
    #[arg(long)]
    freeze: bool,
}

/// A protocol that a program can speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// CodinGame's.
    Codingame,
    /// The Go text protocol, as Othello engines speak it.
    Gtp,
    /// The course judge's; a game has two rounds, and limits are 1000 ms unless given.
    Course,
}

impl From<Language> for Protocol {
    fn from(language: Language) -> Self {
        match language {
            Language::Codingame => Self::Codingame,
            Language::Gtp => Self::Gtp,
            Language::Course => Self::Course,
        }
    }
}

impl BotArguments {
    /// The protocol of commands that do not name one.
    pub fn protocol(&self) -> Protocol {
        self.protocol.into()
    }

    /// Reads bots from the command line.
    ///
    /// # Errors
    /// [`Usage`] if a text names no bot or the bots file cannot be read.
    pub fn find<const N: usize>(&self, texts: [&str; N]) -> anyhow::Result<[BotSpec; N]> {
        let found = self.find_all(&texts)?;
        found.try_into().map_err(|_| anyhow!("as many bots as texts were asked for"))
    }

    /// Reads any number of bots from the command line; bots of the same name are numbered.
    ///
    /// # Errors
    /// As [`BotArguments::find`].
    pub fn find_all(&self, texts: &[&str]) -> anyhow::Result<Vec<BotSpec>> {
        let bots = self.registry().map_err(Usage::from_error)?;
        let mut found: Vec<BotSpec> = Vec::with_capacity(texts.len());
        for text in texts {
            let mut bot = bots.find(text).map_err(Usage::from_error)?;
            let same = found.iter().filter(|other| other.name == bot.name).count();
            if same > 0 {
                bot.name = format!("{} #{}", bot.name, same + 1);
            }
            found.push(if self.freeze { bot.frozen_between_turns() } else { bot });
        }
        Ok(found)
    }

    fn registry(&self) -> anyhow::Result<Bots> {
        let default = Path::new(DEFAULT_BOTS);
        let file = self.bots.as_deref().or(default.exists().then_some(default));
        let mut bots = file.map_or_else(|| Ok(Bots::default()), Bots::read)?;
        bots.default_protocol = self.protocol();
        Ok(bots)
    }
}

/// The limits on the command line.
#[derive(Debug, clap::Args)]
pub struct LimitArguments {
    /// Time limit of a bot's first call, in milliseconds [default: 2000]
    #[arg(long, value_name = "MS")]
    first_ms: Option<u32>,
    /// Time limit of every later call, in milliseconds [default: 150]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u32>,
    /// How much later an answer may come without losing the game, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u32,
    /// What the limits measure.
    #[arg(long, value_enum, default_value_t = ClockKind::Wall)]
    clock: ClockKind,
}

impl LimitArguments {
    /// The limits, as usual for this protocol where they are not given.
    pub fn limits(&self, protocol: Protocol) -> Limits {
        let usual = if protocol == Protocol::Course { Limits::COURSE } else { Limits::CODINGAME };
        Limits {
            first_ms: self.first_ms.unwrap_or(usual.first_ms),
            turn_ms: self.turn_ms.unwrap_or(usual.turn_ms),
            margin_ms: self.margin,
            clock: self.clock,
        }
    }
}

/// How many games run side by side, and where.
#[derive(Debug, clap::Args)]
pub struct WorkerArguments {
    /// Plays so many games side by side.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Lets bots run on any core instead of pinning those of each game to one.
    #[arg(long)]
    no_affinity: bool,
}

/// Where the bots of each worker may run. Keeps the cores leased.
pub struct Workers {
    /// One entry a worker, `None` for every core.
    pub cores: Vec<Option<CpuSet>>,
    _leases: Vec<Core>,
}

impl WorkerArguments {
    /// Leases cores, one a worker, and warns if there are not enough.
    pub fn workers(&self) -> Workers {
        let jobs = usize::from(self.jobs);
        let leases = cores::lease(jobs);
        if leases.len() < jobs {
            crate::complain!(
                "warning: {jobs} at once, but other arenas leave {} of {} cores: do not trust the times",
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

/// Reads an openings file, if one is named.
///
/// # Errors
/// [`Usage`] if it cannot be read.
pub fn read_openings(path: Option<&PathBuf>) -> anyhow::Result<Vec<Game>> {
    path.map_or(Ok(Vec::new()), |path| openings::read(path).map_err(Usage::from_error))
}
