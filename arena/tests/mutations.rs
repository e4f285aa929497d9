//! Mutated inputs of every parser of the arena: none panics, and what is accepted keeps its promises.

use std::ops::ControlFlow;

use analyst::notation::remarks;
use arena::files::json_line;
use arena::foreign::battle;
use arena::matches::openings;
use arena::matches::pairs::{self, Plan};
use arena::matches::results::{Header, PairLine, Results};
use arena::play::bots::{BotSpec, Bots};
use arena::play::contestant::builtin::Builtin;
use arena::play::limits::Limits;
use arena::play::record::GameRecord;
use arena::play::referee::{self, Setup};
use arena::show::replay::Replay;
use arena::tuning::{self, Parameter, Schedule, Tuning};
use outflank::game::Game;
use outflank::rng::Rng;
use supervisor::stop::Stop;
use toolkit::shard::Shard;

/// Mutated inputs of each parser on every commit.
const FEW: u64 = 400;

/// The same in the long form, unless the environment says otherwise.
const MANY: u64 = 100_000;

/// Well-formed inputs.
type Seeds = Vec<Vec<u8>>;

/// A parser by its name, with the inputs that are mutated; it says whether it accepts an input.
type Parser = (&'static str, fn() -> Seeds, fn(&[u8]) -> bool);

const PARSERS: [Parser; 10] = [
    ("results", || vec![results()], accepts_results),
    ("records", records, accepts_record),
    ("tuning logs", || vec![tuning_log()], |bytes| Tuning::parse(bytes).is_ok_and(|log| log.is_some())),
    ("openings", || texts(&["# arena openings\nf5d6c3\nf5f6e6f4\n", "F5 D6 C3\r\n"]), accepts_openings),
    ("bots files", || texts(&[BOTS_FILE]), |bytes| Bots::parse(&text(bytes)).is_ok()),
    ("battles", || vec![BATTLE.to_vec()], accepts_battle),
    ("remarks", || texts(&[REMARKS]), accepts_remarks),
    ("built-in bots", || texts(&BUILT_IN), |bytes| text(bytes).parse::<Builtin>().is_ok()),
    ("shards", || texts(&["3/16"]), |bytes| text(bytes).parse::<Shard>().is_ok()),
    ("constants", || texts(&["exploration=0.3..3@1:0.25"]), |bytes| text(bytes).parse::<Parameter>().is_ok()),
];

const BOTS_FILE: &str =
    "[[bot]]\nname = \"rhino\"\ncommand = \"gtp-rhino -l 5\"\nprotocol = \"gtp\"\nmemory_mib = 0\n\
     environment = { HOME = \"/tmp\" }\nlimits = { turn_ms = 5000 }\n\
     [[bot]]\nname = \"b\"\ncommand = [\"a\", \"b\"]\n";
const BATTLE: &[u8] = include_bytes!("../../analyst/tests/notation/battle.json");
const REMARKS: &str = "[TDATA][1] value = 3\n[PDATA] depth = 9\n[PDATA+] nodes = 5\nfree text\n";
const BUILT_IN: [&str; 3] = ["outflank:playouts=10,exploration=1.5", "alphabeta:ms=5,confidence=1", "uct:20"];

/// Pieces that parsers may trip over.
const PIECES: [&[u8]; 20] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"\xc3",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"18446744073709551616",
    b"a1",
    b"..",
];

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(24)).min(bytes.len());
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            2 => drop(bytes.drain(at..end)),
            3 if rng.below(4) == 0 => bytes.truncate(at),
            4 => {
                let copied = bytes[at..end].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => drop(bytes.splice(at..at, PIECES[rng.below(PIECES.len())].iter().copied())),
        }
    }
}

/// Gives every parser this many mutations of its seeds.
fn attack(cases: u64) {
    for (name, seeds, accepts) in PARSERS {
        let seeds = seeds();
        for seed in &seeds {
            assert!(accepts(seed), "{name}: the unchanged input is accepted");
        }
        let mut rng = Rng::new(name.len() as u64);
        let mut accepted = 0u64;
        for _ in 0..cases {
            let mut bytes = seeds[rng.below(seeds.len())].clone();
            mutate(&mut bytes, &mut rng);
            accepted += u64::from(accepts(&bytes));
        }
        println!("{name}: {cases} inputs, {accepted} accepted");
    }
}

#[test]
fn mutated_inputs_are_refused_or_keep_their_promises() {
    attack(FEW);
}

#[test]
#[ignore = "minutes: `MUTATIONS=100000 cargo test --release -p arena --test all mutations -- --ignored`"]
fn many_mutated_inputs_are_refused_or_keep_their_promises() {
    attack(std::env::var("MUTATIONS").map_or(MANY, |cases| cases.parse().expect("a number of inputs")));
}

fn texts(texts: &[&str]) -> Seeds {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn results() -> Vec<u8> {
    let bots = ["random", "greedy"].map(|name| BotSpec::parse(name).unwrap());
    let plan = Plan::new(bots, openings::parse("f5d6c3\nf5f6e6\n").unwrap(), 1, Limits::CODINGAME);
    let mut lines = serde_json::to_vec(&Header::of(&plan).unwrap()).unwrap();
    pairs::run(&plan, 0..2, &[None], &Stop::new().unwrap(), &mut |finished| {
        for pair in &finished {
            lines.push(b'\n');
            lines.extend(serde_json::to_vec(&PairLine::from(pair)).unwrap());
        }
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    lines.push(b'\n');
    lines
}

fn record() -> GameRecord {
    let stop = Stop::new().unwrap();
    let [mut black, mut white] =
        ["greedy", "random"].map(|name| BotSpec::parse(name).unwrap().contestant(None, &stop));
    let setup = Setup::new(Game::from_transcript("f5d6").unwrap(), 7, Limits::CODINGAME);
    referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap()
}

fn tuning_log() -> Vec<u8> {
    let parameters: Vec<Parameter> = vec!["exploration=0.3..3@1".parse().unwrap()];
    let header = tuning::Header {
        schema: tuning::SCHEMA,
        bot: "outflank:playouts=10".into(),
        parameters,
        schedule: Schedule { iterations: 10, rate: 0.05 },
        pairs: 2,
        seed: 7,
        openings: String::new(),
        own: None,
    };
    let mut tuning = Tuning::new(header).unwrap();
    let mut lines = json_line(&tuning.header).unwrap();
    for result in 0..3 {
        let iteration = tuning.outcome(vec![result, 4 - result]);
        lines.extend(json_line(&iteration).unwrap());
        tuning.iterations.push(iteration);
    }
    lines
}

/// Results whose moves say otherwise are never accepted.
fn accepts_results(bytes: &[u8]) -> bool {
    match Results::parse(bytes) {
        Ok(Some(results)) => {
            results.pairs.values().for_each(|pair| pair.check().unwrap());
            true
        }
        _ => false,
    }
}

fn records() -> Seeds {
    vec![serde_json::to_vec(&record()).unwrap(), serde_json::to_vec_pretty(&record()).unwrap()]
}

fn accepts_record(bytes: &[u8]) -> bool {
    serde_json::from_slice(bytes).is_ok_and(|record| {
        let Ok(replay) = Replay::of(&record) else { return false };
        assert!(replay.steps.len() <= 61 + record.opening.len());
        true
    })
}

/// Openings are unfinished games.
fn accepts_openings(bytes: &[u8]) -> bool {
    openings::parse(&text(bytes)).is_ok_and(|openings| openings.iter().all(|opening| !opening.is_over()))
}

/// Battles are games that replay.
fn accepts_battle(bytes: &[u8]) -> bool {
    battle::read(bytes, "battle").is_ok_and(|record| Replay::of(&record).is_ok())
}

/// A line of remarks is at most one attribute.
fn accepts_remarks(bytes: &[u8]) -> bool {
    remarks::attributes(&text(bytes)).count() <= bytes.iter().filter(|&&byte| byte == b'\n').count() + 1
}
