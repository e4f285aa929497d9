//! A ladder of 200 participants and 10,000 games: its standings, its pairing, and each kind of page. Pairing
//! also after 20,000 simulated games. Without optimisation, fewer games: the benches then only have to run.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use arena::play::limits::Limits;
use criterion::{criterion_group, criterion_main, BatchSize, Criterion, SamplingMode};
use ladder::course::matchmaking::Policy;
use ladder::course::programs::Program;
use ladder::course::rating::Outcome;
use ladder::course::runner::{self, Plan};
use ladder::course::simulation::{self, simulate};
use ladder::course::state::Ladder;
use ladder::course::store::{LadderState, Store, Submission};
use rustix::net::{bind, connect, socket, AddressFamily, SocketType};
use supervisor::stop::Stop;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const PARTICIPANTS: usize = 200;
const GAMES: u64 = if cfg!(debug_assertions) { 400 } else { 10_000 };
const SIMULATED_GAMES: usize = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
const BOTS: [&str; 4] = ["random", "greedy", "positional", "mobility"];

/// One page of each kind.
const PAGES: [&str; 12] = [
    "/",
    "/participants/100",
    "/head-to-head",
    "/versus/99/100",
    "/games",
    "/games?page=5",
    "/games/200",
    "/games/200/rounds/1",
    "/play",
    "/play/100",
    "/transcripts",
    "/assets/play.js",
];

fn ladder(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let mut group = criterion.benchmark_group("ladder");
    group.sample_size(20);
    group.bench_function("standings", |bencher| bencher.iter(|| run_standings(folder.path())));
    let ladder = LadderState::load(&Store::open_read_only(folder.path()).unwrap()).unwrap().ladder;
    let plan =
        simulation::Plan { participants: PARTICIPANTS, games: SIMULATED_GAMES, spread: 250.0, seed: 1 };
    let seasoned = simulate(&plan);
    for (name, ladder, is_paired) in [
        ("pairing", ladder, true),
        ("pairing in a seasoned ladder", seasoned.ladder, true),
        ("pairing where no two may meet", stuck(), false),
    ] {
        assert_eq!(ladder.clone().start_next(Policy::default()).is_some(), is_paired, "{name}");
        group.bench_function(name, |bencher| {
            let pair = |mut ladder: Ladder| ladder.start_next(Policy::default());
            bencher.iter_batched(|| ladder.clone(), pair, BatchSize::LargeInput);
        });
    }
    group.finish();

    let server = Server::start(folder.path());
    let mut group = criterion.benchmark_group("pages");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let mut visitor = 0;
    for page in PAGES {
        group.bench_function(page, |bencher| {
            bencher.iter(|| {
                visitor += 1;
                server.get(black_box(page), visitor)
            });
        });
    }
    group.finish();
}

/// Makes a ladder and plays its games.
fn fill(folder: &Path) {
    let mut store = Store::create(folder, 1, &Limits::COURSE, None).unwrap();
    for number in 0..PARTICIPANTS {
        let program = Program::Builtin { bot: BOTS[number % BOTS.len()].to_string() };
        let submission = Submission {
            name: &format!("participant {number:03}"),
            program: &program,
            sha256: &program.sha256("", &store.programs()).unwrap(),
            is_effective: true,
            finding: "",
            messages: "",
        };
        store.submit(&submission).unwrap();
    }
    let plan = Plan { games: Some(GAMES), ..Plan::default() };
    runner::run(&mut store, &plan, &[None], &Stop::new().unwrap(), &mut |_, _| {}).unwrap();
    assert_eq!(store.verify().unwrap().games as u64, GAMES);
}

fn run_standings(folder: &Path) {
    let output = Command::new(LADDER).args(["standings"]).arg(folder).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap().lines().count();
    assert!(output.status.success() && lines == 1 + PARTICIPANTS, "{lines} lines of standings");
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

/// A running `ladder serve` and its port.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut serve = Command::new(LADDER);
        serve.arg("serve").arg(folder).args(["--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = serve.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Self { process, port }
    }

    /// Loads a page as a visitor from an address of its own, since the server bounds the rate of each.
    fn get(&self, page: &str, visitor: u32) {
        let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
        let own = Ipv4Addr::from(Ipv4Addr::LOCALHOST.to_bits() + visitor % 0xff_0000);
        bind(&socket, &SocketAddrV4::new(own, 0)).unwrap();
        connect(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let mut stream = TcpStream::from(socket);
        write!(stream, "GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{page}: {:?}", answer.get(..40));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

criterion_group!(benches, ladder);
criterion_main!(benches);
