//! Times a ladder of 200 participants and 10,000 games: its standings, its pairing (also after 20,000 games),
//! and each kind of page.
//!
//! `cargo bench --package ladder` fails if a time exceeds its limit (`docs/ladder.md`). The fastest of
//! several tries counts: other work on the machine can only add to a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{ensure, Context};
use arena::play::limits::Limits;
use ladder::course::matchmaking::Policy;
use ladder::course::programs::Program;
use ladder::course::rating::Outcome;
use ladder::course::runner::{self, Plan};
use ladder::course::simulation::{self, simulate};
use ladder::course::state::Ladder;
use ladder::course::store::{Replica, Store, Submission};
use supervisor::stop::Stop;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const PARTICIPANTS: usize = 200;
const GAMES: u64 = 10_000;
const BOTS: [&str; 4] = ["random", "greedy", "positional", "mobility"];
/// Number of times that each operation is timed.
const REPEATS: usize = 20;

const STANDINGS_TIME: Duration = Duration::from_millis(100);
const PAIRING_TIME: Duration = Duration::from_millis(10);
const PAGE_TIME: Duration = Duration::from_millis(50);

/// One page of each kind; games and participants are in the middle of the list.
const PAGES: [&str; 15] = [
    "/",
    "/participants/100",
    "/participants/100?page=2",
    "/head-to-head",
    "/versus/99/100",
    "/games",
    "/games?page=100",
    "/games/5000",
    "/games/5000/rounds/1",
    "/games/5000/rounds/2",
    "/play",
    "/play/100",
    "/transcripts",
    "/assets/play.js",
    "/nothing",
];

fn main() -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("ladder-bench-{}", std::process::id()));
    let timed = fill(&folder).and_then(|()| time_everything(&folder));
    std::fs::remove_dir_all(&folder)?;
    ensure!(timed?, "something took longer than promised");
    Ok(())
}

/// Makes a ladder and plays its games.
fn fill(folder: &Path) -> anyhow::Result<()> {
    let mut store = Store::create(folder, 1, &Limits::COURSE)?;
    for number in 0..PARTICIPANTS {
        let program = Program::Builtin { bot: BOTS[number % BOTS.len()].to_string() };
        let sha256 = program.sha256("", &store.programs())?;
        let name = format!("participant {number:03}");
        let submission = Submission {
            name: &name,
            program: &program,
            sha256: &sha256,
            is_effective: true,
            finding: "",
            messages: "",
        };
        store.submit(&submission)?;
    }
    let plan = Plan { games: Some(GAMES), ..Plan::default() };
    runner::run(&mut store, &plan, &[None], &Stop::new()?, &mut |_, _| {})?;
    let verified = store.verify()?;
    ensure!(verified.games as u64 == GAMES, "only {} games could be played", verified.games);
    Ok(())
}

/// Whether every time is within its limit.
fn time_everything(folder: &Path) -> anyhow::Result<bool> {
    let mut keeps = Vec::new();
    let mut report = |what: &str, limit: Duration, times: Vec<Duration>| {
        let [fastest, median, slowest] =
            [0, times.len() / 2, times.len() - 1].map(|index| times[index].as_secs_f64() * 1e3);
        println!("{what:<24} {fastest:7.2} ms, median {median:7.2} ms, slowest {slowest:7.2} ms");
        keeps.push(times[0] <= limit);
    };
    report("ladder standings", STANDINGS_TIME, times(|| run_standings(folder))?);
    let ladder = Replica::load(&Store::open_read_only(folder)?)?.ladder;
    report("pairing", PAIRING_TIME, times(|| pair(&ladder))?);
    let seasoned = seasoned();
    report("pairing, 20,000 games", PAIRING_TIME, times(|| pair(&seasoned))?);
    let stuck = stuck();
    report("pairing, nobody may meet", PAIRING_TIME, times(|| find_nobody(&stuck))?);
    let server = Server::start(folder)?;
    for page in PAGES {
        report(page, PAGE_TIME, times(|| server.get(page))?);
    }
    Ok(keeps.into_iter().all(|keeps| keeps))
}

/// The times of [`REPEATS`] runs, the shortest first.
fn times(mut action: impl FnMut() -> anyhow::Result<Duration>) -> anyhow::Result<Vec<Duration>> {
    let mut times = (0..REPEATS).map(|_| action()).collect::<anyhow::Result<Vec<_>>>()?;
    times.sort();
    Ok(times)
}

fn run_standings(folder: &Path) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let output = Command::new(LADDER).args(["standings"]).arg(folder).output()?;
    let time = start.elapsed();
    let lines = String::from_utf8(output.stdout)?.lines().count();
    ensure!(output.status.success() && lines == 1 + PARTICIPANTS, "{lines} lines of standings");
    Ok(time)
}

fn pair(ladder: &Ladder) -> anyhow::Result<Duration> {
    let mut ladder = ladder.clone();
    let start = Instant::now();
    let pairing = ladder.start_next(Policy::default());
    let time = start.elapsed();
    ensure!(pairing.is_some(), "nobody was paired");
    Ok(time)
}

/// The ladder that `ladder simulate` leaves behind: strengths are spread, so that most pairs are out of each
/// other's window.
fn seasoned() -> Ladder {
    simulate(&simulation::Plan { participants: PARTICIPANTS, games: 20_000, spread: 250.0, seed: 1 }).ladder
}

/// A ladder in which nobody may meet anybody: each participant has beaten all that came later twice, in order
/// of their ratings. Pairing then checks the rules for all pairs.
fn stuck() -> Ladder {
    let mut ladder = Ladder::default();
    for number in 0..PARTICIPANTS {
        let participant = ladder.add(format!("participant {number:03}"));
        ladder.submit(participant);
    }
    while let Some(pairing) = ladder.start_next(Policy::default()) {
        let is_better = pairing.participants[0] < pairing.participants[1];
        ladder.finish(&pairing, if is_better { Outcome::Win } else { Outcome::Loss });
    }
    ladder
}

fn find_nobody(stuck: &Ladder) -> anyhow::Result<Duration> {
    let mut ladder = stuck.clone();
    let start = Instant::now();
    let pairing = ladder.start_next(Policy::default());
    let time = start.elapsed();
    ensure!(pairing.is_none(), "somebody was paired");
    Ok(time)
}

/// A running `ladder serve` and its address.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> anyhow::Result<Self> {
        let mut serve = Command::new(LADDER);
        let mut process =
            serve.arg("serve").arg(folder).args(["--port", "0"]).stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().context("standard output")?;
        let mut server = Self { process, address: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        server.address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Ok(server)
    }

    /// Loads a page; the time from the connection to the last byte.
    fn get(&self, page: &str) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let mut stream = TcpStream::connect(&self.address)?;
        let request = format!("GET {page} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let time = start.elapsed();
        let expected: &[u8] = if page == "/nothing" { b"HTTP/1.1 404" } else { b"HTTP/1.1 200" };
        ensure!(answer.starts_with(expected), "{page}: {:?}", answer.get(..40));
        // Slower than the server lets visitors ask.
        std::thread::sleep(Duration::from_millis(40));
        Ok(time)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
