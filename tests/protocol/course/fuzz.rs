//! Mutated dialogues: on any input the program ends with code 0, or with one line and code 2.
//!
//! The same against the real program, in full:
//! `OUTFLANK_FUZZ_CASES=20000 cargo test --release --test protocol course::fuzz::the_program`.

use std::ops::Range;

use outflank::engine::Engine;
use outflank::square::Square;

use super::games::play_game;
use super::hear;
use super::referee::{Judge, SetUp};
use crate::mutation::{mutated, program_cases, Case};
use crate::process::Program;
use crate::{assert_readable, small_engine};

/// Cases in memory, in every test run.
const CASES: u64 = 20_000;

/// What the judge sent in some games. Hearing it again, the engine gives the same answers, so that what a
/// mutation leaves intact is still a game.
fn dialogues(engine: &mut Engine) -> Vec<String> {
    let set_ups = [SetUp::Standard, SetUp::Mirrored, SetUp::Odd];
    let games = (0..24).map(|seed| Judge::new(seed % 2, set_ups[seed % 3], 3 + seed, seed as u64));
    games.map(|judge| play_game(engine, judge, 4096).sent).collect()
}

fn assert_well_formed(output: &str) {
    for line in output.lines().filter(|line| !["OK", "PASS"].contains(line)) {
        let (x, y) = line.split_once(' ').expect("column and row are written apart");
        assert!(x.len() == 1 && format!("{x}{y}").parse::<Square>().is_ok(), "{line}");
    }
}

#[test]
fn any_input_ends_the_dialogue_well() {
    let dialogues = dialogues(&mut small_engine());
    let case = |seed| mutated(seed, |seed| dialogues[seed as usize % dialogues.len()].clone());
    let hear_all = |seeds: Range<u64>| {
        let mut engine = small_engine();
        let (mut answers, mut errors) = (0, 0);
        for seed in seeds {
            let _case = Case(seed, &case);
            let outcome = hear(&mut engine, &case(seed));
            assert_well_formed(&outcome.output);
            assert_readable(&outcome.message());
            answers += outcome.output.lines().count() as u64;
            errors += u64::from(outcome.result.is_err());
        }
        (answers, errors)
    };
    let halves = std::thread::scope(|scope| {
        [0..CASES / 2, CASES / 2..CASES].map(|seeds| scope.spawn(|| hear_all(seeds))).map(|half| half.join())
    });
    let [first, second] = halves.map(Result::unwrap);
    let (answers, errors) = (first.0 + second.0, first.1 + second.1);
    // Cases that all fail at the first line, or never fail, would prove little.
    assert!(answers > 2 * CASES && errors > CASES / 4, "{answers} answers, {errors} errors");
}

#[test]
fn the_program_ends_with_0_or_2() {
    let dialogues = dialogues(&mut small_engine());
    let case = |seed| mutated(seed, |seed| dialogues[seed as usize % dialogues.len()].clone());
    for seed in 0..program_cases() {
        let _case = Case(seed, &case);
        let ended = Program::judge().hear(&case(seed));
        let error = ended.log.lines().last().filter(|line| line.starts_with("line ")).unwrap_or("");
        assert_well_formed(&ended.output);
        assert_readable(error);
        assert_eq!(ended.code, Some(if error.is_empty() { 0 } else { 2 }), "{}", ended.log);
    }
}
