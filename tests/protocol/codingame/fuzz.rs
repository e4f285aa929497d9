//! Mutated dialogues: on any input the bot ends with code 0, or with one line and code 2.
//!
//! The same against the real program, in full:
//! `OUTFLANK_FUZZ_CASES=20000 cargo test --release --test protocol codingame::fuzz::the_program`.

use outflank::protocol::codingame::Settings;
use outflank::protocol::Pace;
use outflank::square::Square;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::hear;
use super::referee::{Referee, Style};
use crate::mutation::{mutated, program_cases, Case};
use crate::process::Program;
use crate::table::Partner;
use crate::{assert_readable, small_engine};

/// Cases in memory, in every test run.
const CASES: u64 = 20_000;

/// The referee's input in the first few turns of a random game.
fn dialogue(seed: u64) -> String {
    let mut referee = Referee::new(seed as usize % 2, seed, Style::default());
    let mut sent = String::new();
    for _ in 0..SmallRng::seed_from_u64(seed).random_range(1..6) {
        let Some(call) = referee.call() else { break };
        let action = call.lines().last().expect("an action ends the call");
        referee.answer(&format!("EXPERT {action}"));
        sent.push_str(&call);
    }
    sent
}

fn case(seed: u64) -> Vec<u8> {
    mutated(seed, dialogue)
}

fn assert_well_formed(output: &str) {
    for line in output.lines() {
        let (answer, message) = line.split_once(" MSG").expect("every answer has a message");
        let square = answer.strip_prefix("EXPERT ").expect("every answer asks for replies");
        square.parse::<Square>().expect("every answer is a square");
        assert!((2..=12).contains(&message.len()), "{line}");
    }
}

#[test]
fn any_input_ends_the_dialogue_well() {
    let mut engine = small_engine();
    let settings = Settings::new(Pace::Playouts(1));
    let (mut answers, mut errors) = (0, 0);
    for seed in 0..CASES {
        let _case = Case(seed, case);
        let outcome = hear(&mut engine, settings, case(seed).as_slice());
        assert_well_formed(&outcome.output);
        assert_readable(&outcome.message());
        answers += outcome.output.lines().count() as u64;
        errors += u64::from(outcome.result.is_err());
    }
    // Cases that all fail at the first line, or never fail, would prove little.
    assert!(answers > CASES && errors > CASES / 4, "{answers} answers, {errors} errors");
}

#[test]
fn the_program_ends_with_0_or_2() {
    for seed in 0..program_cases() {
        let _case = Case(seed, case);
        let ended = Program::outflank().hear(&case(seed));
        let is_remark = |line: &&str| line.starts_with("[TDATA]") || line.ends_with(": the board counts");
        let errors: Vec<&str> = ended.log.lines().filter(|line| !is_remark(line)).collect();
        assert!(errors.len() <= 1, "{}", ended.log);
        assert_well_formed(&ended.output);
        assert_readable(errors.first().unwrap_or(&""));
        assert_eq!(ended.code, Some(if errors.is_empty() { 0 } else { 2 }), "{}", ended.log);
    }
}
