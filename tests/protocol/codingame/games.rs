//! Whole games with the referee, in every style that the protocol allows.

use outflank::engine::Engine;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::Streams;

use super::referee::{Referee, Style};
use super::settings;
use crate::small_engine;
use crate::table::{hold, Held};

fn play_game(engine: &mut Engine, settings: Settings, referee: Referee, read_size: usize) -> Held<Referee> {
    hold(referee, read_size, |input, output, log| {
        let mut streams = Streams::new(input, output, log);
        codingame::play(&mut streams, engine, settings).expect("the referee keeps to the protocol");
    })
}

#[test]
fn random_games_reach_their_end() {
    let mut engine = small_engine();
    for seed in 0..200 {
        let line_end = ["", "\r", " ", " \t\r"][seed as usize % 4];
        let style = Style { line_end, upper_case: seed / 4 % 2 == 1 };
        let settings = Settings { asks_for_replies: seed / 8 % 2 == 0, ..settings() };
        let read_size = if seed % 5 == 0 { 1 } else { 4096 };
        let referee = Referee::new(seed as usize % 2, seed, style);
        let mv = play_game(&mut engine, settings, referee, read_size);
        assert!(!mv.answers.is_empty(), "game {seed}");
        let attributes = mv.log.lines().filter(|line| line.starts_with("[TDATA][")).count();
        assert_eq!(attributes, 6 * mv.answers.len(), "game {seed}: {}", mv.log);
        assert_eq!(attributes, mv.log.lines().count(), "game {seed}: {}", mv.log);
    }
}

#[test]
fn games_with_passes_are_followed() {
    let mut engine = small_engine();
    // Black passes twice running, white passes twice running.
    for transcript in ["c4c3c2b2a2f4g4a1f5a3c1", "e6f4g3g4c3g2h2c4b3b4a4g1"] {
        for bot in [0, 1] {
            let mv = play_game(&mut engine, settings(), Referee::scripted(bot, transcript), 4096);
            assert!(mv.answers.len() > 3, "{transcript}");
            assert!(!mv.log.contains("do not lead"), "{transcript}: {}", mv.log);
        }
    }
}

#[test]
fn the_replies_change_no_answer() {
    for seed in 0..20 {
        let answers = |asks_for_replies| {
            let settings = Settings { asks_for_replies, ..settings() };
            let referee = Referee::new(seed as usize % 2, seed, Style::default());
            let mv = play_game(&mut small_engine(), settings, referee, 4096);
            mv.answers.iter().map(|answer| answer.replace("EXPERT ", "")).collect::<Vec<_>>()
        };
        assert_eq!(answers(true), answers(false), "game {seed}");
    }
}
