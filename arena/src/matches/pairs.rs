//! Pairs of games: one opening, colours swapped. The plan's seed and `k` determine pair `k`.
//!
//! Games run concurrently on worker threads; the caller's thread processes finished pairs.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

use anyhow::{anyhow, Context};
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use rustix::thread::CpuSet;
use supervisor::process::{Voided, MAX_VOIDS};
use supervisor::stop::{Stop, Stopped};
use toolkit::text::Visible;

use crate::matches::openings;
use crate::play::bots::BotSpec;
use crate::play::contestant::Contestant;
use crate::play::limits::Limits;
use crate::play::record::{seat, GameRecord};
use crate::play::referee::{self, Setup};

/// The definition of a run of pairs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two bots.
    pub bots: [BotSpec; 2],
    /// The openings in playing order, at least one.
    pub openings: Vec<Game>,
    /// The run's seed.
    pub seed: u64,
    /// The limits of every game.
    pub limits: Limits,
    /// Number of empty squares from which on the exact solver adjudicates; `None` if it does not.
    pub adjudicate_empties: Option<u32>,
}

/// A finished pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its index in the plan.
    pub index: u64,
    /// Its two games; the first bot is black in the first.
    pub games: [GameRecord; 2],
    /// Why games of it were void, in order; each was repeated.
    pub voided: Vec<Voided>,
}

impl Plan {
    /// A plan for two bots; the seed also determines the order of the openings. Without openings every game
    /// begins at the standard start.
    pub fn new(bots: [BotSpec; 2], mut openings: Vec<Game>, seed: u64, limits: Limits) -> Self {
        if openings.is_empty() {
            openings.push(Game::new());
        }
        openings::shuffle(&mut openings, seed);
        Self { bots, openings, seed, limits, adjudicate_empties: None }
    }

    /// The set-ups of a pair's two games.
    pub fn setups(&self, index: u64) -> [Setup; 2] {
        let opening = &self.openings[(index % self.openings.len() as u64) as usize];
        game_seeds(self.seed, index).map(|seed| Setup {
            adjudicate_empties: self.adjudicate_empties,
            ..Setup::new(opening.clone(), seed, self.limits)
        })
    }
}

/// The seeds of a pair's two games.
pub(crate) fn game_seeds(seed: u64, index: u64) -> [u64; 2] {
    let mut seeds = Rng::new(Rng::new(seed).next() ^ index);
    [(); 2].map(|()| seeds.next())
}

impl Pair {
    /// The first bot's colours in the two games.
    pub const FIRST_BOTS_COLORS: [Color; 2] = [Color::Black, Color::White];

    /// The games' results for the first bot: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> [u8; 2] {
        [0, 1].map(|game| half_points(self.games[game].scores, Self::FIRST_BOTS_COLORS[game]))
    }
}

/// The result of `scores` (black first) for `color`: 2 for a win, 1 for a draw, 0 for a loss.
pub fn half_points(scores: [i32; 2], color: Color) -> u8 {
    let (own, others) = (scores[seat(color)], scores[seat(color.opposite())]);
    match own.cmp(&others) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    }
}

/// What the rounds of a course's game are worth together to the first bot, black in the first round: 0 to 4.
///
/// A fault loses the whole game, so that nothing after it counts.
pub fn course_half_points(rounds: &[GameRecord]) -> u8 {
    let mut sum = 0;
    for (round, color) in rounds.iter().zip(Pair::FIRST_BOTS_COLORS) {
        if let Some((by, _)) = round.fault() {
            return if by == color { 0 } else { 4 };
        }
        sum += half_points(round.scores, color);
    }
    sum
}

/// Takes the pairs that finished since its last call, at least one, in the order in which they finished;
/// returns whether the run continues.
pub type Finished<'a> = dyn FnMut(Vec<Pair>) -> anyhow::Result<ControlFlow<()>> + 'a;

/// The largest number of pairs passed on at once.
const MAX_PAIRS_AT_ONCE: usize = 1000;

/// Plays the pairs of these indices, `cores.len()` at a time, and passes finished pairs to `finished` until
/// it breaks. Each entry of `cores` is the cores of one worker's bots, `None` for all.
///
/// # Errors
/// The first error of a worker or of `finished`, or [`Stopped`]; every bot has been ended by then.
pub fn run(
    plan: &Plan,
    indices: impl Iterator<Item = u64> + Send,
    cores: &[Option<CpuSet>],
    stop: &Stop,
    finished: &mut Finished<'_>,
) -> anyhow::Result<()> {
    let indices = Mutex::new(indices);
    let next = || indices.lock().unwrap_or_else(PoisonError::into_inner).next();
    let halt = stop.part()?;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for &cores in cores {
            let (sender, next, halt) = (sender.clone(), &next, &halt);
            let work = move || Table::new(plan, cores, halt).work(next, &sender);
            if let Err(error) = std::thread::Builder::new().name("games".into()).spawn_scoped(scope, work) {
                halt.request(None);
                return Err(error).context("cannot start a worker");
            }
        }
        drop(sender);
        collect(receiver, &halt, finished)
    })
}

/// Receives pairs until all workers have ended; cancels them after an error or a break.
fn collect(
    receiver: mpsc::Receiver<anyhow::Result<Pair>>,
    halt: &Stop,
    finished: &mut Finished<'_>,
) -> anyhow::Result<()> {
    let mut outcome: Option<anyhow::Result<()>> = None;
    while let Ok(first) = receiver.recv() {
        let (mut pairs, mut endings) = (Vec::new(), Vec::new());
        for pair in std::iter::once(first).chain(receiver.try_iter().take(MAX_PAIRS_AT_ONCE)) {
            match pair {
                Ok(pair) => pairs.push(pair),
                Err(error) => endings.push(Err(error)),
            }
        }
        // Pairs that finished before a stop still count.
        let is_open = outcome.as_ref().is_none_or(is_stopped);
        if is_open && !pairs.is_empty() {
            match finished(pairs) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => endings.insert(0, Ok(())),
                Err(error) => endings.insert(0, Err(error)),
            }
        }
        for ending in endings {
            halt.request(None);
            if outcome.as_ref().is_none_or(|known| is_stopped(known) && !is_stopped(&ending)) {
                outcome = Some(ending);
            }
        }
    }
    outcome.unwrap_or(Ok(()))
}

fn is_stopped(outcome: &anyhow::Result<()>) -> bool {
    outcome.as_ref().is_err_and(|error| error.is::<Stopped>())
}

fn contestants(plan: &Plan, cores: Option<CpuSet>, halt: &Stop) -> [Box<dyn Contestant>; 2] {
    plan.bots.each_ref().map(|bot| bot.contestant(cores, halt))
}

/// A worker's bots, cores and plan.
struct Table<'a> {
    plan: &'a Plan,
    cores: Option<CpuSet>,
    halt: &'a Stop,
    contestants: [Box<dyn Contestant>; 2],
}

impl<'a> Table<'a> {
    fn new(plan: &'a Plan, cores: Option<CpuSet>, halt: &'a Stop) -> Self {
        Self { plan, cores, halt, contestants: contestants(plan, cores, halt) }
    }

    fn work(&mut self, next: &(dyn Fn() -> Option<u64> + Sync), sender: &mpsc::Sender<anyhow::Result<Pair>>) {
        while let Some(index) = next() {
            let pair = self.halt.check().map_err(Into::into).and_then(|()| self.play_pair(index));
            let is_last = pair.is_err();
            if sender.send(pair).is_err() || is_last {
                return;
            }
        }
    }

    fn play_pair(&mut self, index: u64) -> anyhow::Result<Pair> {
        let mut voided = Vec::new();
        let [setup, swapped] = self.plan.setups(index);
        let game = self.play_game(index, 0, &setup, &mut voided)?;
        let swapped = self.play_game(index, 1, &swapped, &mut voided)?;
        Ok(Pair { index, games: [game, swapped], voided })
    }

    /// Plays one of a pair's two games, and again while it is void, [`MAX_VOIDS`] times at most.
    fn play_game(
        &mut self,
        index: u64,
        game: usize,
        setup: &Setup,
        voided: &mut Vec<Voided>,
    ) -> anyhow::Result<GameRecord> {
        let mut voids = 0;
        loop {
            let [first, second] = &mut self.contestants;
            let [black, white] = if game == 0 { [first, second] } else { [second, first] };
            let error = match referee::play([&mut **black, &mut **white], setup, &mut ()) {
                Ok(record) => return Ok(record),
                Err(error) => error.downcast::<Voided>()?,
            };
            voids += 1;
            if voids == MAX_VOIDS {
                let [first, second] = [0, 1].map(|bot: usize| Visible::line(&self.plan.bots[bot].name));
                let what = format!("pair {index}, game {}, {first} against {second}", game + 1);
                return Err(error).with_context(|| format!("{what}: void {voids} times in a row"));
            }
            voided.push(error);
            // Ends what the other bot is still at.
            self.contestants = contestants(self.plan, self.cores, self.halt);
        }
    }
}

/// Adds how to resume it to the error of a run whose results are kept, if void games ended the run.
pub fn with_how_to_resume(error: anyhow::Error) -> anyhow::Error {
    match error.is::<Voided>() {
        true => anyhow!("{error:#}; finished games are kept; the same command resumes the run"),
        false => error,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use anyhow::anyhow;

    use super::*;

    fn plan(seed: u64) -> Plan {
        let openings = openings::parse("f5d6c3\nf5f6e6\nf5f4e3\n").unwrap();
        let bots = ["random", "greedy"].map(|name| BotSpec::parse(name).unwrap());
        Plan::new(bots, openings, seed, Limits::CODINGAME)
    }

    fn run_all(plan: &Plan, indices: std::ops::Range<u64>, jobs: usize) -> BTreeMap<u64, Pair> {
        let mut pairs = BTreeMap::new();
        run(plan, indices, &vec![None; jobs], &Stop::new().unwrap(), &mut |finished| {
            for pair in finished {
                assert!(pairs.insert(pair.index, pair).is_none(), "no pair comes twice");
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        pairs
    }

    #[test]
    fn a_pair_swaps_colours_and_keeps_the_opening() {
        for (index, pair) in run_all(&plan(1), 0..4, 1) {
            assert_eq!(pair.index, index);
            let [game, swapped] = &pair.games;
            assert_eq!(game.opening, swapped.opening);
            assert_eq!([&*game.bots[0].name, &*game.bots[1].name], ["random", "greedy"]);
            assert_eq!([&*swapped.bots[0].name, &*swapped.bots[1].name], ["greedy", "random"]);
            assert_ne!(game.seed, swapped.seed);
        }
    }

    #[test]
    fn seed_and_index_determine_a_pair_however_many_run_at_once() {
        let alone = run_all(&plan(1), 0..40, 1);
        assert_eq!(alone.len(), 40);
        assert_eq!(run_all(&plan(1), 0..40, 3), alone);
        let mut parts = run_all(&plan(1), 25..40, 2);
        parts.extend(run_all(&plan(1), 0..25, 1));
        assert_eq!(parts, alone);
        assert_ne!(run_all(&plan(2), 0..40, 1), alone);
    }

    #[test]
    fn every_opening_is_used_before_one_comes_again() {
        let plan = plan(3);
        let mut used: Vec<_> = (0..3).map(|index| plan.setups(index)[0].opening.transcript()).collect();
        assert_eq!(plan.setups(3)[1].opening.transcript(), used[0]);
        used.sort();
        used.dedup();
        assert_eq!(used.len(), 3);
    }

    #[test]
    fn results_are_the_first_bots() {
        assert_eq!(half_points([1, 0], Color::Black), 2);
        assert_eq!(half_points([0, -1], Color::White), 0);
        assert_eq!(half_points([0, 0], Color::White), 1);
        let pair = &run_all(&plan(1), 0..1, 1)[&0];
        let own = [
            half_points(pair.games[0].scores, Color::Black),
            half_points(pair.games[1].scores, Color::White),
        ];
        assert_eq!(pair.half_points(), own);
    }

    #[test]
    fn a_break_or_an_error_ends_the_run() {
        let run_until = |outcome: fn() -> anyhow::Result<ControlFlow<()>>| {
            let (mut seen, mut has_ended) = (0, false);
            run(&plan(1), 0..u64::MAX, &[None, None], &Stop::new().unwrap(), &mut |finished| {
                assert!(!has_ended, "nothing is handed over after the end");
                seen += finished.len();
                has_ended = seen >= 5;
                if has_ended {
                    outcome()
                } else {
                    Ok(ControlFlow::Continue(()))
                }
            })
        };
        assert!(run_until(|| Ok(ControlFlow::Break(()))).is_ok());
        let error = run_until(|| Err(anyhow!("the disk is full"))).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full");
    }

    #[test]
    fn a_stop_ends_the_run() {
        let stop = Stop::new().unwrap();
        let result = run(&plan(1), 0..u64::MAX, &[None, None], &stop, &mut |_| {
            stop.request(None);
            Ok(ControlFlow::Continue(()))
        });
        assert!(result.unwrap_err().is::<Stopped>());
    }
}
