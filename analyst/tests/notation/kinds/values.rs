//! Results, ratings and dates that differ from the standards.

use analyst::notation::{Ending, Format, GameRecord, GameResult, Item, Position};
use outflank::game::{Color, Game};

use super::{game, games, report, BOARD};

fn score(score: i32) -> Option<GameResult> {
    Some(GameResult::Score(score))
}

/// A game that ends with 51 squares empty, white without a disc.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";
/// A game that ends with 12 squares empty, 46 discs against 6.
const EARLY: &str =
    "f5f6e6f4f3c5g6e3e2g5g4g7b5h6c4h4h5g3h3h2f7g2h8f8h7g8e8e7d7f2f1d6g1c8h1d3c3a5c6c7b8a8a6a7c2b6c1d8";

fn ggf(moves: &str, header: &str) -> String {
    let mut record = GameRecord::from_start(Position::START);
    let game = Game::from_transcript(moves).expect("legal moves");
    record.moves = GameRecord::from_game(record.start, &game).moves;
    let mut text = String::new();
    analyst::notation::write(&Item::Game(Box::new(record)), Format::Ggf, &mut text);
    let (front, result) = text.split_once("RE[").expect("a result");
    format!("{front}{header}{}", result.split_once(']').expect("its end").1)
}

#[test]
fn komi_is_no_disc() {
    let (record, remarks) = game(report!("komi.ggf"));
    assert_eq!((record.result, remarks.len()), (score(64), 0));
    for (header, result) in [
        ("TY[8k]KM[-3.133]RE[+67.13]", 64),
        ("RE[+67.133]KM[-3.133]", 64),
        ("KM[+0.5]RE[+63.500:t]", 64),
        ("KM[0]RE[+64.000]", 64),
        ("KM[x]RE[+64]", 64),
        ("KM[10]RE[54]", 64),
    ] {
        let (record, remarks) = game(ggf(WIPE_OUT, header));
        assert_eq!((record.result, remarks.len()), (score(result), 0), "{header}");
    }
}

#[test]
fn one_odd_value_does_not_refuse_a_game() {
    let (record, remarks) = game(report!("edax-unfinished.ggf"));
    assert_eq!((record.result, record.game().unwrap().transcript().as_str()), (None, "f5d6"));
    assert_eq!(remarks, ["x:1:1: `-127.000` is no result; it is taken as unknown"]);
    for text in [
        format!("(;GM[Othello]RE[-127.000]{BOARD}B[f5]W[d6];)"),
        format!("(;GM[Othello]RE[what]DT[yesterday]RB[strong]{BOARD}B[f5/?/1:02]W[d6/nan];)"),
        format!("(;GM[othello]TY[8r]KM[?]RE[+5.0:?]{BOARD}B[f5]W[d6];)"),
        "(;GM[2]RE[who knows]BR[5 dan]PL[?];B[f5];W[d6])".into(),
        "(;GM[2]RE[B+many]SZ[8:8];B[f5]V[good];W[d6])".into(),
        "[Result \"won\"]\n[BlackElo \"?\"]\n[Date \"?\"]\n[FEN \"?\"]\n\n1. f5 d6 *".into(),
        "[Result \"1/2\"]\n\n1. f5 d6 1/2".into(),
        "[Result \"*\"]\n[BlackScore \"many\"]\n\n1. f5 d6 *".into(),
        "[Result 1-0]\n[Black Ann]\n\n1. f5 d6 1-0".into(),
        "[Event \"x\"]\n[Black \"Ann \"The\" A\"]\n[White]\n\n1. f5 d6 1-0".into(),
    ] {
        assert_eq!(games(&text), "f5d6", "{text}");
    }
    let result = |text: &str| game(text).0.result;
    assert_eq!(result("[Result \"1/2\"]\n\n1. f5 d6"), score(0));
    assert_eq!(result("[Result 0-1]\n\n1. f5 d6"), Some(GameResult::WonBy(Color::White)));
    assert_eq!(result("[Result \"\u{bd}-\u{bd}\"]\n\n1. f5 d6"), score(0));
    let (record, _) = game("[Black \"Ann \"The\" A\"]\n\n1. f5 d6");
    assert_eq!(record.players[0].name, "Ann \"The\" A");
    let (record, _) = game(format!("(;GM[Othello]RE[+5.0:t]{BOARD}B[f5//1:02]W[d6];)"));
    assert_eq!((record.ending.clone(), record.result), (Ending::TimedOut, score(5)));
    assert_eq!(record.moves[0].seconds(), Some(62.0));
}

#[test]
fn discs_of_an_early_end_become_the_boards_score() {
    let early = Game::from_transcript(EARLY).expect("legal moves");
    assert!(early.is_over());
    assert_eq!((early.disc_counts(), early.black_score()), ([46, 6], 52));
    for text in [
        format!("{EARLY} 46-6"),
        format!("{EARLY} 46\u{2013}6"),
        format!("1. {EARLY} 46:6"),
        format!("[Result \"46-6\"]\n\n1. {EARLY} 1-0"),
        format!("[Result \"1-0\"]\n[BlackScore \"+40\"]\n\n1. {EARLY} 1-0"),
        ggf(EARLY, "RE[+40.000]"),
        ggf(EARLY, "RE[+52.000]"),
        ggf(EARLY, "RE[46-6]"),
    ] {
        let (record, remarks) = game(&text);
        assert_eq!((record.result, remarks), (score(52), Vec::new()), "{text}");
    }
    // The same count before the end of the game.
    assert_eq!(game("f5d6 35-10").0.result, score(44));
}

#[test]
fn a_result_that_is_not_the_boards_is_remarked_and_stays() {
    for (text, result) in [
        (format!("{WIPE_OUT} 30-34"), score(-4)),
        (format!("[Result \"0-1\"]\n\n1. {WIPE_OUT} 0-1"), Some(GameResult::WonBy(Color::White))),
        (format!("[Result \"1/2-1/2\"]\n\n1. {WIPE_OUT}"), score(0)),
        (ggf(WIPE_OUT, "RE[+10.000]"), score(10)),
        (ggf(EARLY, "RE[-52.000]"), score(-52)),
        ("(;GM[2]RE[W+2];B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5])".to_string(), score(-2)),
    ] {
        let (record, remarks) = game(&text);
        assert_eq!(record.result, result, "{text}");
        assert!(remarks.len() == 1 && remarks[0].contains("is not the board's"), "{text}: {remarks:?}");
    }
    // A side may resign or run out of time on any board.
    assert_eq!(game(ggf(WIPE_OUT, "RE[-2.000:t]")).1, [""; 0]);
}

#[test]
fn dates_in_seconds_are_dates() {
    assert_eq!(game(report!("unix-date.ggf")).0.date, "1999-12-15");
    for (date, expected) in [
        ("945277754", "1999-12-15"),
        ("1764327600", "2025-11-28"),
        ("951782400", "2000-02-29"),
        ("1764327600000", "2025-11-28"),
        ("20031215", "2003-12-15"),
        ("2003.12.15_12:33:18.MST", "2003-12-15_12:33:18.MST"),
        ("2003", "2003"),
    ] {
        let (record, _) = game(format!("(;GM[Othello]DT[{date}]{BOARD}B[f5];)"));
        assert_eq!(record.date, expected);
        assert_eq!(game(format!("(;GM[2]DT[{date}];B[f5])")).0.date, expected);
    }
}
