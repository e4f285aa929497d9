//! Mutated dialogues: whatever is sent, the bot ends with code 0, or with one line and code 2.
//!
//! The same against the real program, in full:
//! `OUTFLANK_FUZZ_CASES=20000 cargo test --release --test protocol_codingame fuzz::the_program`.

use outflank::protocol::codingame::Settings;
use outflank::protocol::Pace;
use outflank::rng::Rng;

use crate::process::Program;
use crate::referee::{Referee, Style};
use crate::{hear, small_engine};

/// Cases in memory, in every test run.
const CASES: u64 = 20_000;

/// Cases for the real program unless `OUTFLANK_FUZZ_CASES` says otherwise: starting it costs far more than a game.
const PROGRAM_CASES: u64 = 40;

/// Shows which case was running when a test fails.
struct Case(u64);

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("case {}: {}", self.0, mutated_dialogue(self.0).escape_ascii());
        }
    }
}

/// What the referee sends in the first few turns of a random game.
fn dialogue(seed: u64) -> Vec<u8> {
    let mut referee = Referee::new(seed as usize % 2, seed, Style::default());
    let mut sent = String::new();
    for _ in 0..Rng::new(seed).below(5) + 1 {
        let Some(call) = referee.call() else { break };
        let action = call.lines().last().expect("an action ends the call");
        referee.answer(&format!("EXPERT {action}"));
        sent.push_str(&call);
    }
    sent.into_bytes()
}

/// A dialogue with a few mutations; about one in a hundred is noise altogether.
fn mutated_dialogue(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    if rng.below(100) == 0 {
        return (0..rng.below(3_000)).map(|_| rng.next() as u8).collect();
    }
    let mut bytes = dialogue(seed);
    for _ in 0..rng.below(4) {
        mutate(&mut bytes, &mut rng);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    /// What breaks parsers.
    const PIECES: [&[u8]; 16] = [
        b"",
        b"\n",
        b"\r",
        b"\0",
        b"8",
        b"-1",
        b"65535",
        b"18446744073709551616",
        b"pass;",
        b"a1;b1;",
        b"z9",
        b"........\n",
        b"\xff\xfe",
        "\u{1f600}".as_bytes(),
        b"%n%s",
        &[b'0'; 2_000],
    ];
    let at = rng.below(bytes.len() + 1);
    let line_end = |from: usize, bytes: &[u8]| {
        bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| from + end + 1)
    };
    match rng.below(6) {
        0 => bytes.truncate(at),
        1 => {
            let piece = PIECES[rng.below(PIECES.len())];
            bytes.splice(at..at, piece.iter().copied());
        }
        2 => {
            let (start, end) = (line_end(at, bytes), line_end(line_end(at, bytes), bytes));
            bytes.drain(start..end);
        }
        3 => {
            let (start, end) = (line_end(at, bytes), line_end(line_end(at, bytes), bytes));
            let line = bytes[start..end].to_vec();
            let elsewhere = line_end(rng.below(bytes.len() + 1), bytes);
            bytes.splice(elsewhere..elsewhere, line);
        }
        4 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = b"01.8\n a;dP"[rng.below(10)];
            }
        }
    }
}

/// Checks every answer, and that an error is one readable line; `error` is empty where there is none.
fn assert_well_formed(output: &str, error: &str) {
    for line in output.lines() {
        let (answer, message) = line.split_once(" MSG").expect("every answer has a message");
        let square = answer.strip_prefix("EXPERT ").expect("every answer asks for replies");
        square.parse::<outflank::square::Square>().expect("every answer is a square");
        assert!((2..=12).contains(&message.len()), "{line}");
    }
    assert!(error.is_empty() || error.starts_with("line "), "{error}");
    assert!(error.len() <= 300 && error.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{error}");
}

#[test]
fn whatever_is_sent_the_dialogue_ends_well() {
    let mut engine = small_engine();
    let settings = Settings { pace: Pace::Playouts(1), asks_for_replies: true };
    let (mut answers, mut errors) = (0, 0);
    for seed in 0..CASES {
        let _case = Case(seed);
        let outcome = hear(&mut engine, settings, mutated_dialogue(seed).as_slice());
        assert_well_formed(&outcome.output, &outcome.message());
        answers += outcome.output.lines().count() as u64;
        errors += u64::from(outcome.result.is_err());
    }
    // Mutations that always broke the first line, or never broke anything, would prove little.
    assert!(answers > CASES && errors > CASES / 4, "{answers} answers, {errors} errors");
}

#[test]
fn the_program_ends_with_0_or_2() {
    let cases = std::env::var("OUTFLANK_FUZZ_CASES")
        .map_or(PROGRAM_CASES, |cases| cases.parse().expect("OUTFLANK_FUZZ_CASES is a number of cases"));
    for seed in 0..cases {
        let _case = Case(seed);
        let ended = Program::start().hear(&mutated_dialogue(seed));
        let is_remark =
            |line: &&str| line.starts_with("[TDATA]") || line.starts_with("the opponent's moves do not lead");
        let errors: Vec<&str> = ended.log.lines().filter(|line| !is_remark(line)).collect();
        assert!(errors.len() <= 1, "{}", ended.log);
        assert_well_formed(&ended.output, errors.first().unwrap_or(&""));
        assert_eq!(ended.code, Some(if errors.is_empty() { 0 } else { 2 }), "{}", ended.log);
    }
}
