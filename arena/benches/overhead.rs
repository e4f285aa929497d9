//! The referee's overhead: games a second with bots that answer at once, wall clock of a game beyond the
//! bots' own, and the deviation of its clock from a bot's.
//!
//! Needs an idle machine with two cores. `cargo bench --package arena --bench overhead`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{ensure, Context};
use arena::matches::pairs::{self, Pair, Plan};
use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::GameRecord;
use supervisor::cores;
use supervisor::stop::Stop;

/// Answers at once, or measures its own time.
const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
const LIMITS: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn main() -> anyhow::Result<()> {
    let built_in = Run::of("random", 1000, 2)?;
    println!("built-in bots, 2 at once:  {:8.1} games/s", built_in.games_per_second());
    let processes = Run::of(BOT, 100, 2)?;
    println!("processes, 2 at once:      {:8.1} games/s", processes.games_per_second());
    let alone = Run::of(BOT, 100, 1)?;
    println!("beyond what the bots use:  {:8.3} ms a game", alone.overhead().as_secs_f64() * 1000.0);
    let clocked = Run::of(&format!("{BOT} clocked"), 10, 1)?;
    let [median, highest] = clocked.clock_difference_ms()?;
    println!("clock minus the bot's own: {median:8.3} ms median, {highest:.3} ms at most");
    Ok(())
}

/// Finished games and their duration.
struct Run {
    games: Vec<GameRecord>,
    wall: Duration,
}

impl Run {
    fn of(bot: &str, pairs: u64, workers: usize) -> anyhow::Result<Self> {
        let plan = Plan::new([BotSpec::parse(bot)?, BotSpec::parse(bot)?], Vec::new(), 1, LIMITS);
        let cores: Vec<_> = cores::lease(workers);
        ensure!(cores.len() == workers, "{workers} free cores are needed");
        let sets: Vec<_> = cores.iter().map(|core| Some(core.set())).collect();
        let mut games = Vec::new();
        let start = Instant::now();
        pairs::run(&plan, 0..pairs, &sets, &Stop::new()?, &mut |finished: Vec<Pair>| {
            games.extend(finished.into_iter().flat_map(|pair| pair.games));
            Ok(ControlFlow::Continue(()))
        })?;
        let wall = start.elapsed();
        ensure!(games.iter().all(|game| game.fault().is_none()), "a bot failed");
        Ok(Self { games, wall })
    }

    fn games_per_second(&self) -> f64 {
        self.games.len() as f64 / self.wall.as_secs_f64()
    }

    /// The wall clock of a game outside the bots' clocks.
    fn overhead(&self) -> Duration {
        let clocks_ms = self.games.iter().flat_map(|game| &game.turns).filter_map(|turn| turn.clock_ms);
        let counted = Duration::from_secs_f64(clocks_ms.sum::<f64>() / 1000.0);
        self.wall.saturating_sub(counted) / self.games.len() as u32
    }

    /// Median and maximum of the referee's clock minus the bot's, without first calls, which include the
    /// start of the process.
    fn clock_difference_ms(&self) -> anyhow::Result<[f64; 2]> {
        let mut differences = Vec::new();
        for turn in self.games.iter().flat_map(|game| &game.turns[2..]) {
            let own_us: f64 = turn.stderr.trim().parse().with_context(|| format!("log {:?}", turn.stderr))?;
            differences.push(turn.clock_ms.context("a clock")? - own_us / 1000.0);
        }
        differences.sort_by(f64::total_cmp);
        Ok([differences[differences.len() / 2], differences[differences.len() - 1]])
    }
}
