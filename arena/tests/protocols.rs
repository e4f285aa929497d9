//! Bots of every protocol in one game: the dialogues, and that all of them play the same games.

use arena::play::bots::BotSpec;
use arena::play::contestant::Contestant;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{Fault, GameRecord, Termination};
use arena::play::referee::{self, Setup};
use outflank::board::Move;
use outflank::game::{Color, Game};
use supervisor::stop::Stop;

/// Plays the first legal move in GTP or in the course judge's protocol.
const SPEAKING: &str = env!("CARGO_BIN_EXE_speaking-bot");
/// Plays the first action listed on CodinGame's protocol.
const CODINGAME: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn bot(command: &str) -> Box<dyn Contestant> {
    BotSpec::parse(command).unwrap().contestant(None, &Stop::new().unwrap())
}

fn play(black: &mut dyn Contestant, white: &mut dyn Contestant, opening: &str) -> GameRecord {
    let setup = Setup::new(Game::from_transcript(opening).unwrap(), 1, PATIENT);
    referee::play([black, white], &setup, &mut ()).unwrap()
}

/// The log of everything that was sent to a bot.
fn heard(record: &GameRecord, color: Color) -> Vec<String> {
    let turns = record.turns.iter().filter(|turn| turn.color == color);
    turns.flat_map(|turn| turn.stderr.lines()).map(str::to_string).collect()
}

/// The whole game, passes included.
fn history(record: &GameRecord) -> Vec<(Color, Move)> {
    let game = Game::from_transcript(&format!("{}{}", record.opening, record.moves())).unwrap();
    game.history().to_vec()
}

fn passes(record: &GameRecord, color: Color) -> usize {
    history(record).iter().filter(|&&turn| turn == (color, Move::PASS)).count()
}

#[test]
fn a_gtp_engine_is_led_to_the_position_and_told_every_turn() {
    let record = play(&mut *bot(&format!("gtp:{SPEAKING} gtp")), &mut *bot("random"), "f5d6c3");
    assert_eq!(record.fault(), None);
    let mut expected: Vec<String> =
        ["list_commands", "set_game Othello", "boardsize 8", "clear_board", "time_settings 0 60 1"]
            .map(str::to_string)
            .to_vec();
    let mut replayed = false;
    let own_moves = record.turns.iter().filter(|turn| turn.color == Color::Black).count();
    let mut own_seen = 0;
    for (index, (color, mv)) in history(&record).into_iter().enumerate() {
        replayed |= index >= 3;
        if replayed && color == Color::Black && mv != Move::PASS {
            expected.push("genmove black".to_string());
            own_seen += 1;
        } else if own_seen < own_moves {
            expected.push(format!("play {color} {mv}"));
        }
    }
    assert_eq!(heard(&record, Color::Black), expected);
}

#[test]
fn a_gtp_engine_plays_game_after_game_and_may_pass_by_itself() {
    for quirk in ["", "pass-by-itself"] {
        let mut engine = bot(&format!("gtp:{SPEAKING} gtp {quirk}"));
        let mut opponent = bot("random");
        let mut passed = 0;
        for opening in ["", "f5d6c3", "d3c3e6d2d1e1b3c1", "f5f6f7g7h7c5b5h8d3h6f8"] {
            let record = play(&mut *engine, &mut *opponent, opening);
            assert_eq!(record.fault(), None, "{opening}");
            let record = play(&mut *opponent, &mut *engine, opening);
            assert_eq!(record.fault(), None, "{opening}");
            passed += passes(&record, Color::White) + passes(&record, Color::Black);
        }
        assert!(passed > 0, "there were passes");
    }
}

#[test]
fn an_engine_that_refuses_a_necessary_command_loses() {
    let record = play(&mut *bot(&format!("gtp:{SPEAKING} gtp stubborn")), &mut *bot("random"), "");
    let fault = Fault::IllegalMove { output: "`clear_board` was answered with `? no`".into() };
    assert_eq!(record.termination, Termination::Fault { by: Color::Black, fault, command: None });
}

#[test]
fn a_course_bot_hears_the_dialogue_of_its_specification() {
    let mut course = bot(&format!("course:{SPEAKING} course"));
    let record = play(&mut *course, &mut *bot("random"), "");
    let start = ["START", "PLACE d 5 1", "PLACE e 5 2", "PLACE e 4 1", "PLACE d 4 2", "DONE", "BEGIN"];
    assert_eq!(heard(&record, Color::Black)[..7], start);
    let record = play(&mut *bot("random"), &mut *course, "");
    let start = ["START", "PLACE d 5 2", "PLACE e 5 1", "PLACE e 4 2", "PLACE d 4 1", "DONE"];
    let heard = heard(&record, Color::White);
    assert_eq!(heard[..6], start);
    let first = record.turns[0].square.unwrap().to_string();
    assert_eq!(heard[6], format!("TURN {} {}", &first[..1], &first[1..]));
    assert_eq!(heard.last().unwrap(), "END");
}

#[test]
fn a_course_bot_is_told_of_passes_and_says_its_own() {
    let (mut own, mut others) = (0, 0);
    for seed in 0..10 {
        let (mut course, mut random) = (bot(&format!("course:{SPEAKING} course")), bot("random"));
        let setup = Setup::new(Game::new(), seed, PATIENT);
        let record = referee::play([&mut *random, &mut *course], &setup, &mut ()).unwrap();
        assert_eq!(record.fault(), None);
        let history = history(&record);
        let heard = heard(&record, Color::White);
        let count = |prefix: &str| heard.iter().filter(|line| line.starts_with(prefix)).count();
        let moves_of_black = history.iter().filter(|(color, mv)| *color == Color::Black && *mv != Move::PASS);
        assert_eq!(count("TURN"), moves_of_black.count(), "every move is sent");
        let has_last_move = record.turns.last().unwrap().color == Color::White;
        assert_eq!(count("PASS"), passes(&record, Color::Black) + usize::from(has_last_move));
        own += passes(&record, Color::White);
        others += passes(&record, Color::Black);
    }
    assert!(own > 0 && others > 0, "both sides passed: {own}, {others}");
}

#[test]
fn a_course_bot_that_does_not_say_pass_loses() {
    let mut has_lost = false;
    for seed in 0..10 {
        let (mut course, mut random) =
            (bot(&format!("course:{SPEAKING} course never-passes")), bot("random"));
        let setup = Setup::new(Game::new(), seed, PATIENT);
        let record = referee::play([&mut *random, &mut *course], &setup, &mut ()).unwrap();
        if let Some(fault) = record.fault() {
            assert_eq!(
                fault,
                (Color::White, &Fault::IllegalMove { output: "`a 1` instead of `PASS`".into() })
            );
            assert_eq!(record.scores, [0, -1]);
            has_lost = true;
        } else {
            assert_eq!(passes(&record, Color::White), 0);
        }
    }
    assert!(has_lost);
}

#[test]
fn a_course_bot_cannot_start_from_an_opening() {
    let setup = Setup::new(Game::from_transcript("f5").unwrap(), 1, PATIENT);
    let (mut course, mut random) = (bot(&format!("course:{SPEAKING} course")), bot("random"));
    let error = referee::play([&mut *course, &mut *random], &setup, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "speaking-bot: the course protocol cannot start from an opening");
}

#[test]
fn bots_of_different_protocols_meet() {
    let bots = [CODINGAME.to_string(), format!("gtp:{SPEAKING} gtp"), format!("course:{SPEAKING} course")];
    for black in &bots {
        for white in &bots {
            let record = play(&mut *bot(black), &mut *bot(white), "");
            assert_eq!(record.fault(), None, "{black} against {white}");
        }
    }
}

#[test]
fn freezing_a_bot_between_its_turns_changes_no_move() {
    let moves = |frozen: bool| {
        let spec = BotSpec::parse(CODINGAME).unwrap();
        let spec = if frozen { spec.frozen_between_turns() } else { spec };
        let stop = Stop::new().unwrap();
        play(&mut *spec.contestant(None, &stop), &mut *spec.contestant(None, &stop), "").moves()
    };
    assert_eq!(moves(true), moves(false));
}
