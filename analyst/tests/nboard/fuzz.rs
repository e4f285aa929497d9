//! Damaged dialogues, in memory and with a process.

#[cfg(feature = "cli")]
use std::io::{BufRead, BufReader, Write};
#[cfg(feature = "cli")]
use std::process::{Command, Stdio};
#[cfg(feature = "cli")]
use std::thread;

use analyst::engines::nboard::Nboard;
use analyst::search::Stop;
use outflank::rng::Rng;

use super::{engine, obey, starting, GAME};

/// The lines that mutations start from.
const LINES: [&str; 14] = [
    "nboard 2",
    GAME,
    "set depth 2",
    "ping 1",
    "hint 2",
    "go",
    "move F5/1.2/0.1",
    "move PA",
    "learn",
    "analyze",
    "set contempt 4",
    "move d6",
    "status",
    "set game (;GM[Othello]BO[8 * *];)",
];

/// A dialogue of damaged lines, each followed by a `ping` with a number of its own.
fn damaged_dialogue(rng: &mut Rng, next_ping: &mut usize) -> Vec<String> {
    let mut dialogue = Vec::new();
    for _ in 0..4 + rng.below(6) {
        dialogue.push(crate::mutated::line(rng, &LINES));
        dialogue.push(format!("ping {next_ping}"));
        *next_ping += 1;
    }
    // Depths of any size are legal, but a test has no time for them.
    dialogue.retain(|line| !line.contains("depth") || line == "set depth 2");
    dialogue
}

/// The answer that a line is owed if it is a `ping`.
fn owed_pong(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("ping")?;
    let is_ping = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_ping.then(|| format!("pong {}", rest.trim()).trim_end().to_string())
}

/// Asserts that the engine, whatever it has been told, hints at legal moves and plays one.
fn assert_sane(engine: &mut Nboard) {
    assert!(obey(engine, GAME).is_empty());
    let board = engine.game().board();
    let lines = [obey(engine, "hint 2"), obey(engine, "go")].concat();
    let named = lines.iter().filter_map(|line| line.strip_prefix("search ").or(line.strip_prefix("=== ")));
    let squares: Vec<_> = named.map(|rest| rest[..2].parse().expect("a square")).collect();
    assert!(squares.len() >= 2 && squares.iter().all(|&square| board.flips(square) != 0), "{lines:?}");
}

fn fuzz(count: usize) {
    let mut rng = Rng::new(2026);
    let stop = Stop::default();
    let mut engine = engine(stop.clone());
    let mut next_ping = 0;
    for number in 0..count {
        // Only the dialogue is tested here: most searches end at once.
        let is_stopped = number % 16 != 0;
        if is_stopped {
            stop.raise();
        }
        for line in damaged_dialogue(&mut rng, &mut next_ping) {
            let answer = obey(&mut engine, &line);
            let pongs = starting(&answer, "pong");
            assert_eq!(pongs, owed_pong(&line).as_deref().into_iter().collect::<Vec<_>>(), "{line:?}");
            assert!(
                answer.iter().all(|line| !line.contains("NaN") && !line.contains('\n')),
                "{line}: {answer:?}"
            );
        }
        if engine.is_over() {
            engine = self::engine(stop.clone());
        }
        assert_sane(&mut engine);
        if is_stopped {
            stop.settle();
        }
    }
}

#[test]
fn mutated_dialogues_neither_panic_nor_get_a_wrong_pong() {
    fuzz(150);
}

#[test]
#[ignore = "a minute: `MUTATIONS=10000 cargo test --release -p analyst --test all -- --ignored nboard::fuzz`"]
fn many_mutated_dialogues_neither_panic_nor_get_a_wrong_pong() {
    fuzz(crate::mutated::dialogues());
}

/// Sends damaged dialogues to one process, as fast as it reads them: pings overtake searches there, and yet
/// each gets its own pong, in order.
#[cfg(feature = "cli")]
fn fuzz_process(count: usize) {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"))
        .args(["nboard", "--playouts", "50", "--no-book", "--memory", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut rng = Rng::new(2027);
    let mut next_ping = 0;
    let lines: Vec<String> = (0..count).flat_map(|_| damaged_dialogue(&mut rng, &mut next_ping)).collect();
    let owed: Vec<String> = lines.iter().filter_map(|line| owed_pong(line)).collect();
    let mut input = engine.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        input.write_all(text.as_bytes()).expect("the engine reads to the end of input");
    });
    let output = BufReader::new(engine.stdout.take().expect("a pipe"));
    let said = output.lines().map(|line| line.expect("text"));
    let pongs: Vec<String> = said.filter(|line| line.starts_with("pong")).collect();
    writer.join().expect("all is written");
    assert!(engine.wait().expect("an exit code").success());
    assert_eq!(pongs.len(), owed.len());
    for (pong, owed) in pongs.iter().zip(&owed) {
        assert_eq!(pong, owed);
    }
}

#[cfg(feature = "cli")]
#[test]
fn a_process_answers_every_ping_of_mutated_dialogues_in_order() {
    fuzz_process(150);
}

#[cfg(feature = "cli")]
#[test]
#[ignore = "a minute: `MUTATIONS=10000 cargo test --release -p analyst --test all -- --ignored nboard::fuzz`"]
fn a_process_answers_every_ping_of_many_mutated_dialogues_in_order() {
    fuzz_process(crate::mutated::dialogues());
}
