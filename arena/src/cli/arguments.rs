//! Arguments that several subcommands share.

use std::path::{Path, PathBuf};

use supervisor::cores::{self, Core};
use supervisor::sandbox::{Level, Sandbox};
use supervisor::stop::{Stop, Stopped};
use toolkit::text::Visible;

use crate::matches::openings;
use crate::play::bots::{BotKind, BotSpec, Bots, Sources};
use crate::play::limits::{ClockKind, Limits};
use crate::play::record::Protocol;
use anyhow::anyhow;
use outflank::game::Game;
use rustix::thread::CpuSet;

use super::exit::Usage;

/// The default file of bot definitions.
const DEFAULT_BOTS: &str = "bots.toml";

/// The bots and how they are started.
#[derive(Debug, clap::Args)]
pub struct BotArguments {
    /// File of bot definitions [default: bots.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    bots: Option<PathBuf>,
    /// Protocol of commands without a protocol prefix (`gtp:...`).
    #[arg(long, value_enum, default_value_t = Protocol::Codingame)]
    pub protocol: Protocol,
    /// Stops each bot while its opponent is to move, so that it cannot ponder.
    #[arg(long)]
    freeze: bool,
    /// Isolates bots from each other, your files and the network.
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Auto)]
    sandbox: Level,
    /// Prints how bots are isolated; without it, only a lack of isolation is reported.
    #[arg(short, long)]
    verbose: bool,
}

/// The isolation of bots.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SandboxArguments {
    /// Isolates programs from each other, from this ladder, your files and the network.
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Strict)]
    pub sandbox: Level,
}

impl BotArguments {
    /// Reads bots from the command line.
    ///
    /// # Errors
    /// [`Usage`] if a text is not a bot, its program is missing or does not compile, or the bots file cannot
    /// be read.
    pub fn find<const N: usize>(&self, texts: [&str; N], stop: &Stop) -> anyhow::Result<[BotSpec; N]> {
        let found = self.find_all(&texts, stop)?;
        found.try_into().map_err(|_| anyhow!("as many bots as texts were asked for"))
    }

    /// As [`BotArguments::find`], for a caller in whose games a bot that cannot be started loses.
    ///
    /// # Errors
    /// [`Usage`] if a text is not a bot or the bots file cannot be read.
    pub fn find_unchecked(&self, texts: &[&str], stop: &Stop) -> anyhow::Result<Vec<BotSpec>> {
        self.find_by(texts, &|bots, text| {
            // Its standard error carries errors only.
            let mut bots = bots.clone();
            bots.sources.report = |_| {};
            let (bot, failure) = bots.find_unresolved(text, stop)?;
            if let Some(failure) = failure {
                toolkit::complain!("{}", Visible::lines(&format!("{failure:#}")));
            }
            Ok(bot)
        })
    }

    /// The entries of the bots file, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or [`Usage`] if its content is not valid.
    pub fn entries(&self) -> anyhow::Result<Vec<BotSpec>> {
        Ok(self.registry().map_err(Usage::from_content)?.entries)
    }

    /// Reads any number of bots from the command line; bots with the same name are numbered.
    ///
    /// # Errors
    /// As [`BotArguments::find`].
    pub fn find_all(&self, texts: &[&str], stop: &Stop) -> anyhow::Result<Vec<BotSpec>> {
        self.find_by(texts, &|bots, text| bots.find_present(text, stop))
    }

    fn find_by(
        &self,
        texts: &[&str],
        find: &dyn Fn(&Bots, &str) -> anyhow::Result<BotSpec>,
    ) -> anyhow::Result<Vec<BotSpec>> {
        let bots = self.registry().map_err(Usage::from_content)?;
        let mut found: Vec<BotSpec> = Vec::with_capacity(texts.len());
        for text in texts {
            let mut bot = find(&bots, text).map_err(usage_unless_the_machine_failed)?;
            let same = found.iter().filter(|other| other.name == bot.name).count();
            if same > 0 {
                bot.name = format!("{} #{}", bot.name, same + 1);
            }
            found.push(if self.freeze { bot.frozen_between_turns() } else { bot });
        }
        let sandbox = Sandbox::new(self.sandbox, &[]);
        Ok(found.into_iter().map(|bot| bot.sandboxed(&sandbox)).collect())
    }

    /// Prints how these bots are isolated, if any of them is a program and a user must or wants to know.
    ///
    /// # Errors
    /// [`Usage`] if this machine cannot provide the requested isolation.
    pub fn report_sandbox<'a>(&self, bots: impl IntoIterator<Item = &'a BotSpec>) -> anyhow::Result<()> {
        let sandbox = bots.into_iter().find_map(|bot| match &bot.kind {
            BotKind::Process(process) => Some(&process.launch.sandbox),
            BotKind::Builtin(_) => None,
        });
        if let Some(sandbox) = sandbox {
            let line = sandbox.line().map_err(Usage::from_error)?;
            if self.verbose || !sandbox.keeps_its_promise() {
                toolkit::complain!("{line}");
            }
        }
        Ok(())
    }

    fn registry(&self) -> anyhow::Result<Bots> {
        let default = Path::new(DEFAULT_BOTS);
        let file = self.bots.as_deref().or(default.exists().then_some(default));
        let mut bots = file.map_or_else(|| Ok(Bots::default()), Bots::read)?;
        bots.default_protocol = self.protocol;
        bots.sources = Sources { level: self.sandbox, report: |line| toolkit::complain!("{line}") };
        Ok(bots)
    }
}

/// Marks an error as a usage error unless it is a stop, or a file or a program failed.
fn usage_unless_the_machine_failed(error: anyhow::Error) -> anyhow::Error {
    let has_failed = |cause: &(dyn std::error::Error + 'static)| cause.is::<std::io::Error>();
    match error.is::<Stopped>() || error.chain().any(has_failed) {
        true => error,
        false => Usage::from_error(error),
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
    /// Grace time for a late answer, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u32,
    /// The clock of the limits.
    #[arg(long, value_enum, default_value_t = ClockKind::Wall)]
    clock: ClockKind,
}

impl LimitArguments {
    /// The limits, with the protocol's defaults where none are given.
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

/// The number of concurrent games, and their cores.
#[derive(Debug, clap::Args)]
pub struct WorkerArguments {
    /// Number of concurrent games.
    #[arg(short, long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Lets bots run on any core instead of pinning each game to one.
    #[arg(long)]
    no_affinity: bool,
}

/// The cores of each worker. Keeps their leases.
pub struct Workers {
    /// One entry a worker, `None` for all cores.
    pub cores: Vec<Option<CpuSet>>,
    _leases: Vec<Core>,
}

impl WorkerArguments {
    /// Number of concurrent games.
    pub fn jobs(&self) -> usize {
        usize::from(self.jobs)
    }

    /// Leases one core a worker, and warns if too few are free.
    pub fn workers(&self) -> Workers {
        let jobs = self.jobs();
        let leases = cores::lease(jobs);
        if leases.len() < jobs {
            toolkit::complain!(
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

/// Reads an openings file.
///
/// # Errors
/// If it cannot be read, or [`Usage`] if its content is not valid.
pub fn read_openings(path: &Path) -> anyhow::Result<Vec<Game>> {
    openings::read(path).map_err(Usage::from_content)
}

/// The openings that games start from.
#[derive(Debug, clap::Args)]
pub struct OpeningArguments {
    /// `start` (the standard start), `balanced` (the arena's own openings), or a file of transcripts, one a
    /// line [default: balanced for pairs, start for a single game and for the course]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

impl OpeningArguments {
    /// Reads the openings of a single game; none stand for the standard start.
    ///
    /// # Errors
    /// If a file cannot be read, or [`Usage`] if its content is not valid.
    pub fn read(&self) -> anyhow::Result<Vec<Game>> {
        match self.openings.as_deref().map(|path| (path, path.to_str())) {
            Some((_, Some("balanced"))) => openings::own(),
            None | Some((_, Some("start"))) => Ok(Vec::new()),
            Some((path, _)) => read_openings(path),
        }
    }

    /// Reads the openings of pairs between these bots.
    ///
    /// # Errors
    /// As [`OpeningArguments::read`].
    pub fn read_for_pairs(&self, bots: &[BotSpec]) -> anyhow::Result<Vec<Game>> {
        // The course's protocol cannot start from an opening.
        let has_course = bots.iter().any(|bot| bot.record().protocol == Protocol::Course);
        match self.openings {
            None if !has_course => openings::own(),
            _ => self.read(),
        }
    }
}
