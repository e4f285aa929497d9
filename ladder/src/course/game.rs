//! One game: here, or in another process on this machine or elsewhere, as a job without state.
//!
//! The job goes to the standard input of `COMMAND outflank-ladder play-game`, and its report comes from the
//! standard output. Programs are read from the ladder's folder, which the machines share, and their content
//! is compared with the hashes of the job. A report counts only if it answers this very job and its games can
//! be replayed.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure, Context};
use rustix::process::{kill_process_group, Pid, Signal};
use serde::{Deserialize, Serialize};
use supervisor::process::Voided;
use supervisor::sandbox::{Level, Sandbox};
use supervisor::stop::Stop;

use super::programs::Program;
use super::store::{random_token, verify_rounds, Store};
use arena::matches::openings;
use arena::matches::pairs::Plan;
use arena::play::bots::BotSpec;
use arena::play::limits::Limits;
use arena::play::record::{GameRecord, Protocol};
use arena::play::referee::{self, Setup};
use outflank::game::Game;
use rustix::thread::CpuSet;

/// The largest job, in bytes.
const JOB_BYTES: u64 = 1 << 20;
/// The largest report, in bytes: two rounds with the standard error of all calls.
const REPORT_BYTES: u64 = 64 << 20;
/// The interval at which a stop request is polled.
const POLL: Duration = Duration::from_millis(100);

/// A command that plays games elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// The words of the command that starts a worker, `outflank-ladder play-game` among them.
    pub command: Vec<String>,
    /// Time limit of a game, the wait for a machine included.
    pub time: Duration,
}

/// One of the two players of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The participant's name.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The SHA-256 of its content at submission, in hexadecimal digits.
    pub sha256: String,
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSpec {
    /// A random number that the report repeats, in hexadecimal digits.
    nonce: String,
    /// The folder of submitted files.
    pub programs: PathBuf,
    /// The players; the first is black in the first round.
    pub players: [Player; 2],
    /// How they play.
    pub setting: Setting,
}

/// Seeds, limits, opening and rule of faults of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The seeds of the rounds.
    pub seeds: [u64; 2],
    /// The limits.
    pub limits: Limits,
    /// The moves before the programs' own, as a transcript.
    pub opening: String,
    /// Whether a fault loses only its round, as in leagues; it loses the whole game in the course.
    pub goes_on: bool,
}

/// What a worker reports.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    nonce: String,
    sha256: [String; 2],
    rounds: Vec<GameRecord>,
}

impl GameSpec {
    /// A game with a new number.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(programs: &Path, players: [Player; 2], setting: Setting) -> anyhow::Result<Self> {
        let programs = std::path::absolute(programs)?;
        Ok(Self { nonce: random_token()?, programs, players, setting })
    }
}

impl Setting {
    /// The setting of the game of a ladder that has this number.
    ///
    /// # Errors
    /// Never.
    pub fn new(store: &Store, index: u64, bots: &[BotSpec; 2]) -> anyhow::Result<Self> {
        let goes_on = store.leagues.is_some();
        // The course's protocol cannot start from an opening.
        let has_course = bots.iter().any(|bot| bot.record().protocol == Protocol::Course);
        let openings = if goes_on && !has_course { openings::own()? } else { Vec::new() };
        let setups = Plan::new(bots.clone(), openings, store.seed, store.limits).setups(index);
        let opening = setups[0].opening.transcript();
        Ok(Self { seeds: setups.map(|setup| setup.seed), limits: store.limits, opening, goes_on })
    }
}

/// Plays the two rounds of a game; in the course a fault in the first one ends it.
///
/// # Errors
/// [`Voided`], [`supervisor::stop::Stopped`], or trouble of the arena's own.
pub fn play_rounds(
    bots: &[BotSpec; 2],
    setting: &Setting,
    cores: Option<CpuSet>,
    halt: &Stop,
) -> anyhow::Result<Vec<GameRecord>> {
    let [mut first, mut second] = [0, 1].map(|seat: usize| bots[seat].contestant(cores, halt));
    let opening = Game::from_transcript(&setting.opening).context("the opening of a game")?;
    let [setup, swapped] = setting.seeds.map(|seed| Setup::new(opening.clone(), seed, setting.limits));
    let mut rounds = vec![referee::play([&mut *first, &mut *second], &setup, &mut ())?];
    if setting.goes_on || rounds[0].fault().is_none() {
        rounds.push(referee::play([&mut *second, &mut *first], &swapped, &mut ())?);
    }
    Ok(rounds)
}

/// Plays the job of standard input and returns its report as JSON.
///
/// # Errors
/// If the job cannot be read, a program is not what the job says, or the game is void.
pub fn play_job(input: &mut dyn Read, level: Level, stop: &Stop) -> anyhow::Result<String> {
    let mut text = String::new();
    input.take(JOB_BYTES).read_to_string(&mut text).context("cannot read the job")?;
    let job: GameSpec = serde_json::from_str(&text).context("the job on standard input")?;
    let directory = job.programs.parent().context("the job's folder")?;
    let sandbox = Sandbox::new(level, &[directory]);
    let bots = job.players.each_ref().map(|Player { name, program, sha256 }| {
        ensure!(program.sha256(sha256, &job.programs)? == *sha256, "the program of {name} is another");
        let bot = program.bot(name, sha256, &job.programs)?;
        anyhow::Ok(bot.frozen_between_turns().sandboxed(&sandbox))
    });
    let [first, second] = bots;
    let rounds = play_rounds(&[first?, second?], &job.setting, None, stop)?;
    let sha256 = job.players.map(|player| player.sha256);
    Ok(serde_json::to_string(&Report { nonce: job.nonce, sha256, rounds })?)
}

/// Runs a game elsewhere. A worker that dies, hangs or reports anything but this game makes it void.
///
/// # Errors
/// [`Voided`], or [`supervisor::stop::Stopped`].
pub fn play(remote: &Remote, spec: &GameSpec, stop: &Stop) -> anyhow::Result<Vec<GameRecord>> {
    let voided = |error: anyhow::Error| match error.is::<supervisor::stop::Stopped>() {
        true => error,
        false => {
            Voided { command: shell_words::join(&remote.command), how: format!("failed: {error:#}") }.into()
        }
    };
    ask(remote, spec, stop).and_then(|report| check(spec, &report)).map_err(voided)
}

/// Starts a worker, and returns all that it prints.
fn ask(remote: &Remote, spec: &GameSpec, stop: &Stop) -> anyhow::Result<Vec<u8>> {
    let (program, arguments) = remote.command.split_first().context("an empty command")?;
    let mut command = Command::new(program);
    command.args(arguments).process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut worker = Worker(command.spawn().with_context(|| format!("cannot start {program}"))?);
    let mut job = serde_json::to_vec(spec)?;
    job.push(b'\n');
    let (mut input, output) = (worker.0.stdin.take(), worker.0.stdout.take());
    let (sender, results) = mpsc::channel();
    // The threads end when the worker's group is killed, at the latest.
    let talk = std::thread::Builder::new().name("worker".into()).spawn(move || {
        // A worker that does not read its job is found by its report.
        let _ = input.take().map(|mut input| input.write_all(&job));
        let mut report = Vec::new();
        let read = output.map(|output| output.take(REPORT_BYTES).read_to_end(&mut report));
        let _ = sender.send(read.unwrap_or(Ok(0)).map(|_| report));
    });
    talk.context("cannot start a thread")?;
    let start = Instant::now();
    let is_late = || start.elapsed() >= remote.time;
    let report = loop {
        stop.check()?;
        match results.recv_timeout(POLL) {
            Ok(report) => break report.context("cannot read its report")?,
            Err(mpsc::RecvTimeoutError::Timeout) if !is_late() => {}
            Err(_) => bail!("no report within {} s", remote.time.as_secs()),
        }
    };
    let status = loop {
        stop.check()?;
        if let Some(status) = worker.0.try_wait()? {
            break status;
        }
        ensure!(!is_late(), "it did not end within {} s", remote.time.as_secs());
        std::thread::sleep(POLL);
    };
    ensure!(status.success(), "it ended with {status}");
    Ok(report)
}

/// Checks that a report answers the job, and nothing else.
fn check(spec: &GameSpec, report: &[u8]) -> anyhow::Result<Vec<GameRecord>> {
    // Also refuses a second report behind the first.
    let report: Report = serde_json::from_slice(report).context("its report")?;
    ensure!(report.nonce == spec.nonce, "its report is of another game");
    let hashes = spec.players.each_ref().map(|player| player.sha256.as_str());
    ensure!(report.sha256.each_ref().map(String::as_str) == hashes, "it played other programs");
    ensure!(matches!(report.rounds.len(), 1 | 2), "its report has {} rounds", report.rounds.len());
    for (number, round) in report.rounds.iter().enumerate() {
        let [black, white] = [number, 1 - number].map(|seat| &spec.players[seat]);
        let names = round.bots.each_ref().map(|bot| bot.name.as_str());
        ensure!(names == [&*black.name, &*white.name], "its report has other players");
        let Setting { seeds, limits, opening, .. } = &spec.setting;
        ensure!(round.seed == seeds[number], "its report has another seed");
        ensure!(round.limits == *limits && round.opening == *opening, "its report has other rules");
    }
    let goes_on = spec.setting.goes_on;
    verify_rounds(&report.rounds, goes_on).context("its report")?;
    let has_fault = report.rounds[0].fault().is_some();
    ensure!(goes_on || !has_fault || report.rounds.len() == 1, "its report goes on after a fault");
    Ok(report.rounds)
}

/// A started worker, which is killed with its children when it is dropped.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}
