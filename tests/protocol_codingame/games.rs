//! Whole games against the referee's twin, in every style that the protocol allows.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

use outflank::engine::Engine;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::Streams;

use crate::referee::{Referee, Style};
use crate::{small_engine, SETTINGS};

/// The referee as a reader and a writer: it reads the bot's answer when the bot wants to hear more.
struct Table {
    referee: Referee,
    /// What the bot wrote since its last call.
    answer: String,
    /// All answers.
    answers: Vec<String>,
    /// What is sent and not yet read.
    sent: Vec<u8>,
    /// How many bytes a read may give.
    read_size: usize,
}

#[derive(Clone)]
struct Seat(Rc<RefCell<Table>>);

impl Read for Seat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let table = &mut *self.0.borrow_mut();
        if table.sent.is_empty() {
            if table.referee.calls() > 0 {
                let line = table.answer.strip_suffix('\n').expect("one whole line is answered");
                assert!(!line.contains('\n'), "a second line would be the next turn's answer");
                table.referee.answer(line);
                table.answers.push(line.to_owned());
                table.answer.clear();
            }
            table.sent = table.referee.call().unwrap_or_default().into_bytes();
        }
        let size = table.read_size.min(buffer.len()).min(table.sent.len());
        buffer[..size].copy_from_slice(&table.sent[..size]);
        table.sent.drain(..size);
        Ok(size)
    }
}

impl Write for Seat {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().answer.push_str(std::str::from_utf8(bytes).expect("answers are text"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A finished game as the bot played it.
struct Played {
    answers: Vec<String>,
    log: String,
}

/// Plays until the referee has nothing more to say.
fn play_game(engine: &mut Engine, settings: Settings, referee: Referee, read_size: usize) -> Played {
    let table = Table { referee, answer: String::new(), answers: Vec::new(), sent: Vec::new(), read_size };
    let seat = Seat(Rc::new(RefCell::new(table)));
    let mut log = Vec::new();
    let mut streams = Streams::new(BufReader::new(seat.clone()), seat.clone(), &mut log);
    codingame::play(&mut streams, engine, settings).expect("the referee keeps to the protocol");
    let answers = std::mem::take(&mut seat.0.borrow_mut().answers);
    Played { answers, log: String::from_utf8(log).expect("remarks are text") }
}

#[test]
fn random_games_are_played_to_their_end() {
    let mut engine = small_engine();
    for seed in 0..200 {
        let line_end = ["", "\r", " ", " \t\r"][seed as usize % 4];
        let style = Style { line_end, upper_case: seed / 4 % 2 == 1 };
        let settings = Settings { asks_for_replies: seed / 8 % 2 == 0, ..SETTINGS };
        let read_size = if seed % 5 == 0 { 1 } else { 4096 };
        let referee = Referee::new(seed as usize % 2, seed, style);
        let played = play_game(&mut engine, settings, referee, read_size);
        assert!(!played.answers.is_empty(), "game {seed}");
        let attributes = played.log.lines().filter(|line| line.starts_with("[TDATA][")).count();
        assert_eq!(attributes, 6 * played.answers.len(), "game {seed}: {}", played.log);
        assert_eq!(attributes, played.log.lines().count(), "game {seed}: {}", played.log);
    }
}

#[test]
fn games_with_passes_are_followed() {
    let mut engine = small_engine();
    // Black passes twice running, white passes twice running.
    for transcript in ["c4c3c2b2a2f4g4a1f5a3c1", "e6f4g3g4c3g2h2c4b3b4a4g1"] {
        for bot in [0, 1] {
            let played = play_game(&mut engine, SETTINGS, Referee::scripted(bot, transcript), 4096);
            assert!(played.answers.len() > 3, "{transcript}");
            assert!(!played.log.contains("do not lead"), "{transcript}: {}", played.log);
        }
    }
}

#[test]
fn knowing_the_replies_changes_no_answer() {
    for seed in 0..20 {
        let answers = |asks_for_replies| {
            let settings = Settings { asks_for_replies, ..SETTINGS };
            let referee = Referee::new(seed as usize % 2, seed, Style::default());
            let played = play_game(&mut small_engine(), settings, referee, 4096);
            played.answers.iter().map(|answer| answer.replace("EXPERT ", "")).collect::<Vec<_>>()
        };
        assert_eq!(answers(true), answers(false), "game {seed}");
    }
}
