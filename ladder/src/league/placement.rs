//! Placement: meetings in one league after the other, until the bot does not pass a boss's score.

use anyhow::Context;
use rustix::thread::CpuSet;
use std::ops::ControlFlow;
use supervisor::process::Voided;
use supervisor::stop::Stop;

use super::bot::EnteredBot;
use super::directory::League;
use super::event::{Event, Meeting, Outcome};
use super::matchmaking::{self, score, Member, Reason};
use super::store::{HeadToHead, Seat};
use arena::cli::Usage;
use arena::matches::openings;
use arena::matches::pairs::{self, Pair, Plan};
use arena::matches::results::PairLine;
use arena::play::bots::BotSpec;
use arena::play::record::{Fault, GameRecord, Protocol};
use toolkit::text::Visible;

/// Meetings chosen at once. It does not depend on the number of workers, so neither does the placement.
const BATCH: u64 = 4;

/// One league of a placement.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The index of the league, 0 for the lowest.
    pub league: usize,
    /// The outcome there.
    pub outcome: Outcome,
}

/// A game that the bot to be placed lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyGame {
    /// Its opponent.
    pub opponent: String,
    /// The fault, such as `black crashed: exit code 1`.
    pub fault: String,
    /// The last lines that it wrote to standard error.
    pub last_words: Vec<String>,
}

/// Every game of some meetings was lost by a fault, so more games would be useless. All finished games are
/// recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it lost all of its last {0} games by faults: mend it, then submit it again")]
pub struct LostEveryGame(pub usize);

/// Observer of a placement.
pub trait PlacementObserver {
    /// A bot's placement in its league begins or is resumed.
    fn started(&mut self, _seat: &Seat, _meetings: u64) {}

    /// Some meetings are over; `seat` is the bot's standing after them.
    fn met(&mut self, _seat: &Seat, _meetings: &[Meeting]) {}

    /// The bot lost a game by a fault.
    fn lost_by_fault(&mut self, _game: &FaultyGame) {}

    /// A game was void and has been played again.
    fn voided(&mut self, _opponent: &str, _voided: &Voided) {}

    /// A member of the league cannot play.
    fn absent(&mut self, _member: &str, _why: &str) {}

    /// The placement is over; `faced` holds its results by opponent.
    fn placed(&mut self, _seat: &Seat, _faced: &[HeadToHead], _outcome: &Outcome) {}
}

/// The observer that ignores everything.
impl PlacementObserver for () {}

/// A chosen meeting.
struct Appointment {
    opponent: BotSpec,
    is_boss: bool,
    reason: Reason,
    /// Its index in the league's plan of openings and seeds.
    pair: u64,
}

impl League {
    /// Enters a bot. One of the same name is replaced, unless it is this very bot and not placed yet.
    ///
    /// # Errors
    /// If the name is empty or a boss's, its program has changed since, or the log cannot be written.
    pub fn submit(&mut self, bot: &EnteredBot) -> anyhow::Result<()> {
        anyhow::ensure!(!bot.name.is_empty(), Usage("a bot needs a name".to_string()));
        let seat = self.store().seat(&bot.name)?;
        anyhow::ensure!(
            !seat.as_ref().is_some_and(|seat| seat.is_boss),
            Usage(format!("`{}` is a boss: choose another name", bot.name))
        );
        let is_unplaced = seat.is_some_and(|seat| seat.outcome.is_none());
        if is_unplaced && self.store().entered(&bot.name)? == *bot {
            return Ok(());
        }
        self.keep_program(bot)?;
        self.record(&Event::Submitted(bot.clone()))
    }

    /// Removes a bot; its games remain.
    ///
    /// # Errors
    /// If nobody or a boss has this name, or the log cannot be written.
    pub fn remove(&mut self, name: &str) -> anyhow::Result<()> {
        match self.store().seat(name)? {
            None => Err(Usage(format!("nobody in this league is called `{name}`")).into()),
            Some(seat) if seat.is_boss => Err(Usage(format!("`{name}` is a boss, which stays")).into()),
            Some(_) => self.record(&Event::Removed { bot: name.to_string() }),
        }
    }

    /// Plays the missing meetings of a bot's placement, and of those in the leagues above as long as it is
    /// promoted.
    ///
    /// # Errors
    /// If nobody has this name, a bot cannot be started, a game is void too often in a row, the log cannot be
    /// written, or the run is stopped; the recorded meetings stay, and the placement can be resumed.
    pub fn place(
        &mut self,
        name: &str,
        cores: &[Option<CpuSet>],
        stop: &Stop,
        witness: &mut dyn PlacementObserver,
    ) -> anyhow::Result<Vec<Placement>> {
        let mut way = Vec::new();
        loop {
            let seat = self.seat(name)?;
            if seat.outcome.is_some() {
                return Ok(way);
            }
            witness.started(&seat, self.founding().meetings);
            while self.seat(name)?.meetings < self.founding().meetings {
                self.play_batch(name, cores, stop, witness)?;
            }
            let outcome = self.outcome(name)?;
            let faced = self.store().faced(&seat)?;
            self.record(&Event::Placed { bot: name.to_string(), outcome })?;
            witness.placed(&seat, &faced, &outcome);
            way.push(Placement { league: seat.league, outcome });
        }
    }

    fn seat(&self, name: &str) -> anyhow::Result<Seat> {
        self.store().seat(name)?.with_context(|| format!("nobody is called `{name}`"))
    }

    /// The outcome of a placement after its last meeting.
    fn outcome(&self, name: &str) -> anyhow::Result<Outcome> {
        let seat = self.seat(name)?;
        let rivals = self.store().rivals(&seat)?;
        let boss = rivals.iter().find(|member| member.is_boss).context("a league without a boss")?;
        // Compared as logged: with four decimals.
        let rounded = |score: f64| (1e4 * score).round() / 1e4;
        let (own, boss_score) = (rounded(score(&seat.rating)), rounded(score(&boss.rating)));
        let is_highest = seat.league + 1 == self.founding().leagues.len();
        Ok(Outcome { score: own, boss_score, is_promoted: own > boss_score && !is_highest })
    }

    fn play_batch(
        &mut self,
        name: &str,
        cores: &[Option<CpuSet>],
        stop: &Stop,
        witness: &mut dyn PlacementObserver,
    ) -> anyhow::Result<()> {
        let own = self.spec(name)?;
        let appointments = self.appointments(name, witness)?;
        let mut pairs = Vec::new();
        for some in appointments.chunks(cores.len()) {
            pairs.extend(self.play(&own, some, cores, stop)?);
        }
        let mut faulty = Vec::new();
        let mut meetings = Vec::new();
        for (Appointment { opponent, reason, .. }, finished) in appointments.into_iter().zip(pairs) {
            let Played { pair, faults, voided, absence } = finished;
            let (bot, opponent) = (name.to_string(), opponent.name);
            absence.iter().for_each(|why| witness.absent(&opponent, why));
            voided.iter().for_each(|voided| witness.voided(&opponent, voided));
            let faulty_game =
                |(fault, last_words)| FaultyGame { opponent: opponent.clone(), fault, last_words };
            faulty.extend(faults.into_iter().map(faulty_game));
            meetings.push(Meeting { bot, opponent, reason, pair });
        }
        // All or nothing: a resumed placement plays exactly the meetings of an uninterrupted one.
        self.record(&Event::Met { meetings: meetings.clone() })?;
        witness.met(&self.seat(name)?, &meetings);
        faulty.iter().for_each(|game| witness.lost_by_fault(game));
        if faulty.len() == 2 * meetings.len() {
            return Err(LostEveryGame(faulty.len()).into());
        }
        Ok(())
    }

    /// The next meetings of a bot, at most [`BATCH`].
    fn appointments(
        &self,
        name: &str,
        witness: &mut dyn PlacementObserver,
    ) -> anyhow::Result<Vec<Appointment>> {
        let seat = self.seat(name)?;
        let mut members = Vec::new();
        for member in self.store().rivals(&seat)? {
            match self.spec(&member.name) {
                Ok(spec) => members.push((member, spec)),
                Err(error) if member.is_boss => return Err(error),
                Err(error) => witness.absent(&member.name, &format!("{error:#}")),
            }
        }
        let (mut members, specs): (Vec<Member>, Vec<BotSpec>) = members.into_iter().unzip();
        let first_pair = self.store().meetings()?;
        let end = seat.meetings + BATCH;
        let mut appointments = Vec::new();
        for meeting in seat.meetings..end.min(self.founding().meetings) {
            let (index, reason) =
                matchmaking::choose(&seat.rating, meeting, &members).context("nobody is in the league")?;
            members[index].meetings += 1;
            let pair = first_pair + appointments.len() as u64;
            let is_boss = members[index].is_boss;
            appointments.push(Appointment { opponent: specs[index].clone(), is_boss, reason, pair });
        }
        Ok(appointments)
    }

    /// Plays meetings side by side, at most one a core.
    fn play(
        &self,
        own: &BotSpec,
        appointments: &[Appointment],
        cores: &[Option<CpuSet>],
        stop: &Stop,
    ) -> anyhow::Result<Vec<Played>> {
        let founding = self.founding();
        let balanced = openings::own()?;
        let play = |appointment: &Appointment, core: Option<CpuSet>| {
            let bots = [own.clone(), appointment.opponent.clone()];
            // The course's protocol cannot start from an opening.
            let has_course = bots.iter().any(|bot| bot.record().protocol == Protocol::Course);
            let openings = if has_course { Vec::new() } else { balanced.clone() };
            let plan = Plan::new(bots, openings, founding.seed, founding.limits);
            // A league without its boss promotes everybody.
            let plan = plan.forfeiting([true, !appointment.is_boss]);
            let pair = play_pair(&plan, appointment.pair, core, stop);
            pair.with_context(|| format!("against {}", Visible::line(&appointment.opponent.name)))
        };
        let play = &play;
        std::thread::scope(|scope| {
            let start = |(appointment, &core): (_, &Option<CpuSet>)| {
                std::thread::Builder::new().spawn_scoped(scope, move || play(appointment, core))
            };
            let threads: Vec<_> = appointments
                .iter()
                .zip(cores)
                .map(start)
                .collect::<Result<_, _>>()
                .context("cannot start a worker")?;
            // A thread panics only where this program has a bug.
            threads.into_iter().map(|thread| thread.join().expect("a game of a league")).collect()
        })
    }
}

/// What became of a meeting.
struct Played {
    pair: PairLine,
    /// The faults by which the first bot lost its games, each with its last words.
    faults: Vec<(String, Vec<String>)>,
    /// Why games of it were void before they were played again.
    voided: Vec<Voided>,
    /// Why the opponent could not be started, if it could not.
    absence: Option<String>,
}

fn play_pair(plan: &Plan, index: u64, core: Option<CpuSet>, stop: &Stop) -> anyhow::Result<Played> {
    let mut finished = None;
    pairs::run(plan, std::iter::once(index), &[core], stop, &mut |pairs| {
        finished = pairs.into_iter().next().map(Played::from);
        Ok(ControlFlow::Continue(()))
    })?;
    finished.context("a pair was not played")
}

impl From<Pair> for Played {
    fn from(pair: Pair) -> Self {
        let absence = absence(&pair);
        Self { pair: PairLine::from(&pair), faults: own_faults(&pair), voided: pair.voided, absence }
    }
}

/// Why the second bot could not be started in one of the games, if it could not.
fn absence(pair: &Pair) -> Option<String> {
    pair.games.iter().enumerate().find_map(|(index, game)| {
        let (by, fault) = game.fault()?;
        // A program that was started has a clock.
        let is_absent = by != Pair::first_bots_color(index) && game.turns.last()?.clock_ms.is_none();
        is_absent.then(|| match fault {
            Fault::Crash { how } => how.clone(),
            fault => fault.to_string(),
        })
    })
}

fn own_faults(pair: &Pair) -> Vec<(String, Vec<String>)> {
    let games = pair.games.iter().enumerate();
    let is_own = |index: usize, game: &GameRecord| {
        game.fault().is_some_and(|(by, _)| by == Pair::first_bots_color(index))
    };
    let own = games.filter(|(index, game)| is_own(*index, game));
    own.map(|(_, game)| {
        let last_words = game.last_words().into_iter().map(str::to_string).collect();
        (game.termination.to_string(), last_words)
    })
    .collect()
}
