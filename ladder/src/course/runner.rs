//! Runs a ladder: pairs participants, plays their games on worker threads, and records the results.
//!
//! Only the calling thread touches the ladder and the database, so games count in the order in which they
//! end.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{anyhow, bail, Context};
use outflank::game::Color;
use parking_lot::Mutex;
use rustix::thread::CpuSet;
use supervisor::process::{Voided, MAX_VOIDS};
use supervisor::sandbox::Sandbox;
use supervisor::stop::Stop;
use toolkit::text::Visible;

use super::game::{self, play_rounds, GameSpec, Player, Remote, Setting};
use super::matchmaking::Policy;
use super::programs::ContentFingerprint;
use super::rules::half_points;
use super::stability::is_stable;
use super::state::Pairing;
use super::store::{now_ms, GameRow, LadderState, Store};
use arena::matches::pairs::with_how_to_resume;
use arena::play::bots::BotSpec;
use arena::play::record::GameRecord;

/// The interval at which submissions and stop requests are polled between the ends of games.
const POLL: Duration = Duration::from_millis(200);

/// A program of leagues that loses both rounds of this many games in a row by faults sits out.
const MAX_FAULTY: u64 = 4;

/// The largest number of void games in a row of two participants whose games other processes play.
const MAX_REMOTE_VOIDS: usize = 20;

/// How to run a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Plan {
    /// Exits after this number of games.
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Exits when the standings have converged over ten laps, or when no two participants may meet; in
    /// leagues when everybody is placed.
    #[arg(long)]
    pub until_stable: bool,
    /// The rules of matchmaking.
    #[command(flatten)]
    pub policy: Policy,
    /// The isolation of programs.
    #[arg(skip)]
    pub sandbox: Sandbox,
    /// Other processes that play the games; `None` to play them here.
    #[arg(skip)]
    pub remote: Option<Remote>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All requested games are finished.
    Played,
    /// The standings are stable.
    Stable,
    /// No two participants may meet, and the plan does not wait for submissions.
    NobodyMayMeet,
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game has been recorded; its number.
    Finished(u64, &'a GameRow),
    /// A participant sits out until its next submission, and why.
    Withheld(usize, &'a anyhow::Error),
    /// A game was void: a signal from outside ended or stopped a program. The two meet again.
    Voided(&'a Voided),
    /// No two may meet until someone submits a program.
    Waiting,
}

/// A game for a worker.
struct Job {
    pairing: Pairing,
    bots: [BotSpec; 2],
    spec: GameSpec,
}

/// The outcome of a [`Job`].
struct Played {
    pairing: Pairing,
    /// Two, or one if a fault in it lost the game; or why there is no game.
    rounds: Result<Vec<GameRecord>, Voided>,
    started_ms: i64,
}

/// Plays until the plan is fulfilled, `cores.len()` games at a time, each on its cores (`None` for all).
///
/// # Errors
/// [`supervisor::stop::Stopped`], a damaged database, a game that is void [`MAX_VOIDS`] times in a row, or
/// trouble of the arena's own. The games in progress are lost, every other is recorded.
pub fn run(
    store: &mut Store,
    plan: &Plan,
    cores: &[Option<CpuSet>],
    stop: &Stop,
    observe: &mut dyn FnMut(&LadderState, Event<'_>),
) -> anyhow::Result<Ended> {
    let _lock = Store::lock(&store.directory)?;
    store.check()?;
    let halt = stop.part()?;
    let (job_sender, jobs) = mpsc::channel();
    let (sender, results) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for &cores in cores {
            let (sender, jobs, halt) = (sender.clone(), &jobs, &halt);
            let work = move || work(jobs, cores, plan.remote.as_ref(), halt, &sender);
            if let Err(error) = std::thread::Builder::new().name("games".into()).spawn_scoped(scope, work) {
                halt.request(None);
                return Err(error).context("cannot start a worker");
            }
        }
        let mut run = Run {
            ladder_state: LadderState::load(store)?,
            version: store.data_version()?,
            store,
            plan,
            observe,
            jobs: job_sender,
            fingerprints: HashMap::new(),
            voids: HashMap::new(),
            held: Vec::new(),
            faulty: (0, 0),
            idle: cores.len(),
            started: 0,
            waits: false,
        };
        let ended = run.play(&results, stop);
        // Workers end when there are no more jobs; this also ends their games in progress at once.
        halt.request(None);
        ended
    })
}

/// A run in progress.
struct Run<'a> {
    store: &'a mut Store,
    plan: &'a Plan,
    observe: &'a mut dyn FnMut(&LadderState, Event<'_>),
    jobs: mpsc::Sender<Job>,
    ladder_state: LadderState,
    /// The database's [`Store::data_version`] when it was last read.
    version: i64,
    /// By participant and program number: its files as they were when their content was last compared.
    fingerprints: HashMap<(usize, u32), ContentFingerprint>,
    /// By the lower and the higher participant: how many of their games in a row have been void.
    voids: HashMap<[usize; 2], usize>,
    /// Games of leagues that wait for earlier ones of their placement.
    held: Vec<(Pairing, Vec<GameRecord>, i64)>,
    /// Who is placed, and how many of its latest games in a row it has lost by faults in both rounds.
    faulty: (usize, u64),
    /// Number of idle workers.
    idle: usize,
    /// Number of games that this run has started.
    started: u64,
    /// Whether [`Event::Waiting`] has been reported since the last game.
    waits: bool,
}

impl Run<'_> {
    fn play(
        &mut self,
        results: &mpsc::Receiver<anyhow::Result<Played>>,
        stop: &Stop,
    ) -> anyhow::Result<Ended> {
        loop {
            stop.check()?;
            self.look_for_submissions()?;
            if !self.ladder_state.is_paused {
                self.start_games()?;
            }
            if self.ladder_state.ladder.playing.is_empty() {
                if self.plan.games == Some(self.started) {
                    return Ok(Ended::Played);
                }
                if self.plan.until_stable {
                    return Ok(Ended::NobodyMayMeet);
                }
                if !std::mem::replace(&mut self.waits, true) {
                    (self.observe)(&self.ladder_state, Event::Waiting);
                }
            }
            match results.recv_timeout(POLL) {
                Ok(game) => self.record(game?)?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => bail!("the workers have ended"),
            }
            if self.plan.until_stable && is_stable(&self.ladder_state) {
                return Ok(Ended::Stable);
            }
        }
    }

    fn look_for_submissions(&mut self) -> anyhow::Result<()> {
        let version = self.store.data_version()?;
        if version != self.version {
            self.version = version;
            self.ladder_state.catch_up(self.store)?;
        }
        Ok(())
    }

    /// Gives every idle worker a game, as far as the plan and the rules allow.
    fn start_games(&mut self) -> anyhow::Result<()> {
        while self.idle > 0 && self.plan.games.is_none_or(|games| self.started < games) {
            let Some(pairing) = self.ladder_state.ladder.start_next(self.plan.policy) else { break };
            let Some([(first, first_player), (second, second_player)]) = self.entrants(&pairing)? else {
                self.ladder_state.ladder.cancel(&pairing);
                continue;
            };
            let (bots, players) = ([first, second], [first_player, second_player]);
            let index = self.ladder_state.ladder.game_index(&pairing, self.ladder_state.games.len());
            let setting = Setting::new(self.store, index, &bots)?;
            let job = Job { pairing, bots, spec: GameSpec::new(&self.store.programs(), players, setting)? };
            self.jobs.send(job).map_err(|_| anyhow!("the workers have ended"))?;
            self.idle -= 1;
            self.started += 1;
            self.waits = false;
        }
        Ok(())
    }

    /// The two programs of a pairing. `None` if one of them is not what was submitted: its participant sits
    /// out.
    fn entrants(&mut self, pairing: &Pairing) -> anyhow::Result<Option<[(BotSpec, Player); 2]>> {
        let mut bots = Vec::with_capacity(2);
        for (&participant, &number) in pairing.participants.iter().zip(&pairing.versions) {
            match self.entrant(participant, number) {
                Ok(bot) => bots.push(bot),
                Err(error) => {
                    let leagues = self.ladder_state.ladder.leagues();
                    if leagues.is_some_and(|leagues| leagues.is_boss(participant)) {
                        return Err(error.context(format!("{} cannot play", self.name(participant))));
                    }
                    self.withhold(participant, &error);
                }
            }
        }
        Ok(bots.try_into().ok())
    }

    /// Lets a participant sit out until its next submission.
    fn withhold(&mut self, participant: usize, error: &anyhow::Error) {
        self.ladder_state.ladder.participants[participant].is_withheld = true;
        (self.observe)(&self.ladder_state, Event::Withheld(participant, error));
    }

    fn name(&self, participant: usize) -> Visible<'_> {
        Visible::line(&self.ladder_state.ladder.participants[participant].name)
    }

    fn entrant(&mut self, participant: usize, number: u32) -> anyhow::Result<(BotSpec, Player)> {
        let version = self.store.version(participant, number)?;
        let programs = self.store.programs();
        let fingerprint = self.fingerprints.entry((participant, number)).or_default();
        fingerprint.check(&version.program, &version.sha256, &programs)?;
        let name = &self.ladder_state.ladder.participants[participant].name;
        let bot = version.program.bot(name, &version.sha256, &programs)?;
        let player = Player { name: name.clone(), program: version.program, sha256: version.sha256 };
        Ok((bot.frozen_between_turns().sandboxed(&self.plan.sandbox), player))
    }

    fn record(&mut self, game: Played) -> anyhow::Result<()> {
        let Played { pairing, rounds, started_ms } = game;
        let rounds = match rounds {
            Ok(rounds) => rounds,
            Err(voided) => return self.cancel(&pairing, voided),
        };
        self.voids.remove(&in_order(&pairing));
        self.idle += 1;
        self.held.push((pairing, rounds, started_ms));
        loop {
            let ladder = &self.ladder_state.ladder;
            let is_next = |(pairing, ..): &(Pairing, _, _)| ladder.is_void(pairing) || ladder.is_due(pairing);
            let Some(next) = self.held.iter().position(is_next) else { return Ok(()) };
            let (pairing, rounds, started_ms) = self.held.swap_remove(next);
            if self.ladder_state.ladder.is_void(&pairing) {
                self.ladder_state.ladder.cancel(&pairing);
                self.started -= 1;
            } else {
                self.count(pairing, &rounds, started_ms)?;
            }
        }
    }

    fn count(&mut self, pairing: Pairing, rounds: &[GameRecord], started_ms: i64) -> anyhow::Result<()> {
        let id = self.ladder_state.games.len() as u64 + 1;
        let is_league = self.ladder_state.ladder.leagues().is_some();
        let half_points = half_points(rounds, is_league);
        let row = self.ladder_state.finish(pairing, half_points, [started_ms, now_ms()]);
        self.store.add_game(id, &row, rounds)?;
        (self.observe)(&self.ladder_state, Event::Finished(id, &row));
        let [own, _] = pairing.participants;
        let before = if self.faulty.0 == own { self.faulty.1 } else { 0 };
        self.faulty = (own, if is_league && has_only_faults(rounds) { before + 1 } else { 0 });
        if self.faulty.1 == MAX_FAULTY {
            self.faulty.1 = 0;
            self.withhold(own, &anyhow!("it lost both rounds of its last {MAX_FAULTY} games by faults"));
        }
        Ok(())
    }

    /// Counts a void game as not started, so that the two meet again.
    fn cancel(&mut self, pairing: &Pairing, voided: Voided) -> anyhow::Result<()> {
        self.ladder_state.ladder.cancel(pairing);
        self.idle += 1;
        self.started -= 1;
        let entry = self.voids.entry(in_order(pairing)).or_default();
        *entry += 1;
        let voids = *entry;
        let max_voids = if self.plan.remote.is_some() { MAX_REMOTE_VOIDS } else { MAX_VOIDS };
        if voids < max_voids {
            (self.observe)(&self.ladder_state, Event::Voided(&voided));
            return Ok(());
        }
        let [first, second] = pairing.participants.map(|participant| self.name(participant));
        let what = format!("{first} against {second}: void {voids} times in a row");
        Err(with_how_to_resume(anyhow::Error::new(voided).context(what)))
    }
}

/// Whether the first player has lost all rounds by faults.
fn has_only_faults(rounds: &[GameRecord]) -> bool {
    let own = [Color::Black, Color::White];
    rounds.iter().zip(own).all(|(round, color)| round.fault().is_some_and(|(by, _)| by == color))
}

/// The participants of a pairing, the lower first: the two meet again with the seats in either order.
fn in_order(pairing: &Pairing) -> [usize; 2] {
    let mut participants = pairing.participants;
    participants.sort_unstable();
    participants
}

fn work(
    jobs: &Mutex<mpsc::Receiver<Job>>,
    cores: Option<CpuSet>,
    remote: Option<&Remote>,
    halt: &Stop,
    sender: &mpsc::Sender<anyhow::Result<Played>>,
) {
    let next = || jobs.lock().recv();
    while let Ok(job) = next() {
        let game = halt.check().map_err(Into::into).and_then(|()| play(&job, cores, remote, halt));
        let is_last = game.is_err();
        if sender.send(game).is_err() || is_last {
            return;
        }
    }
}

/// Plays a game, unless it is void.
fn play(job: &Job, cores: Option<CpuSet>, remote: Option<&Remote>, halt: &Stop) -> anyhow::Result<Played> {
    let started_ms = now_ms();
    let rounds = match remote {
        Some(remote) => game::play(remote, &job.spec, halt),
        None => play_rounds(&job.bots, &job.spec.setting, cores, halt),
    };
    let rounds = match rounds {
        Ok(rounds) => Ok(rounds),
        Err(error) => Err(error.downcast::<Voided>()?),
    };
    Ok(Played { pairing: job.pairing, rounds, started_ms })
}

#[cfg(test)]
mod tests;
