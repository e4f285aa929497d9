//! Inputs that people brought: each kind of difference from the standards, as reported and in other variants.

use std::ops::ControlFlow;

use analyst::notation::{read_each, Ending, Event, GameRecord, GameResult, Item, Limits, WthorNames};
use outflank::game::Color;

/// What an input holds.
#[derive(Default)]
struct Found {
    games: Vec<GameRecord>,
    /// Positions as 64 squares of `X`, `O` and `-`, a blank and the side to move.
    positions: Vec<String>,
    remarks: Vec<String>,
    errors: Vec<String>,
}

fn find(bytes: &[u8]) -> Found {
    let mut found = Found::default();
    read_each(bytes, "x", &WthorNames::default(), &Limits::default(), &mut |event| {
        match event {
            Event::Item(Item::Game(record)) => found.games.push(*record),
            Event::Item(item @ Item::Position(_)) => {
                let mut line = String::new();
                analyst::notation::write(&item, analyst::notation::Format::Transcript, &mut line);
                found.positions.push(line.trim().to_owned());
            }
            Event::Remark(remark) => found.remarks.push(remark.to_string()),
            Event::Error(error) => found.errors.push(error.to_string()),
        }
        ControlFlow::Continue(())
    });
    found
}

/// The transcripts of the games of an input of which nothing is refused, blanks between them.
fn games(bytes: impl AsRef<[u8]>) -> String {
    let found = find(bytes.as_ref());
    let shown = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    assert_eq!(found.errors, [""; 0], "{shown}");
    transcripts(&found.games)
}

fn transcripts(games: &[GameRecord]) -> String {
    let transcripts = games.iter().map(|record| record.game().expect("legal moves").transcript());
    transcripts.collect::<Vec<_>>().join(" ")
}

/// The only game of an input of which nothing is refused.
fn game(text: impl AsRef<[u8]>) -> (GameRecord, Vec<String>) {
    let mut found = find(text.as_ref());
    let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
    assert_eq!((found.games.len(), &found.errors), (1, &Vec::new()), "{shown}");
    (found.games.remove(0), found.remarks)
}

fn score(score: i32) -> Option<GameResult> {
    Some(GameResult::Score(score))
}

macro_rules! report {
    ($name:literal) => {
        include_bytes!(concat!("reports/", $name))
    };
}

const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

#[test]
fn blanks_may_stand_between_the_tokens_of_lists() {
    assert_eq!(games(report!("blank-before-semicolon.sgf")), "f5d6 c4c3");
    assert_eq!(games(report!("blank-before-semicolon.ggf")), "f5 c4");
    for text in [
        "( ;GM[2];B[f5];W[d6])",
        "\n(\n\n;\nGM [2]\n;B [f5] ; W\t[d6] )",
        "(;GM[2];B[ f5 ];W[d6 ])",
        "(;GM[2](;B[f5];W[d6]))",
        "1 ( ;GM[2];B[f5];W[d6])",
        "(\u{a0};GM[2];B[f5];W[d6])",
        "(;FF[4];;B[f5];;W[d6];)",
    ] {
        assert_eq!(games(text), "f5d6", "{text}");
    }
    assert_eq!(games(format!("( ; GM[Othello]{BOARD} B[f5];) (\r\n;GM[Othello] {BOARD} B[c4]; )")), "f5 c4");
}

#[test]
fn text_around_the_games_is_no_game() {
    assert_eq!(games(report!("text-before.sgf")), "f5d6");
    for text in [
        "From: a server\nSubject: (see below)\n\n(;FF[4]GM[2];B[f5];W[d6])",
        "Hi (; here it is:\n(;GM[2];B[f5];W[d6])\n-- \nBob",
        "; a remark\n(;GM[2];B[f5];W[d6])",
        "f5 was good\n(;GM[2];B[f5];W[d6])",
        "From: a server\nDate: Sat, 28 Nov 2026 11:00:00 +0000\n\n[Event \"A\"]\n\n1. f5 d6 *\n",
        "; a remark\n[Event \"A\"]\n\n1. f5 d6 *\n",
        "[Event \"A\"]\n\n1. f5 d6 *\n\nBye,\nBob\n",
        "Game of the day:\nf5d6\n",
        "From: a server\n\n1. f5 d6\n",
        "; remark\nf5d6",
        "HTTP/1.1 200 OK\nServer: x\n\n{\"format\":\"outflank-game\",\"version\":1,\"moves\":\
         [{\"color\":\"black\",\"move\":\"f5\"},{\"color\":\"white\",\"move\":\"d6\"}]}",
    ] {
        assert_eq!(games(text), "f5d6", "{text}");
    }
    let (record, _) = game("From: x\n\n[Event \"A\"]\n[Black \"Ann\"]\n\n1. f5 d6 1-0\n");
    assert_eq!((record.event.as_str(), record.players[0].name.as_str()), ("A", "Ann"));
    // A slip in the first game is not taken for text.
    assert_eq!(find(b"f5d\nf5d6").errors, ["x:1:3: expected a move such as `f5`, not `d`"]);
    assert_eq!(find(b"what").errors, ["x:1:1: expected a move such as `f5`, not `what`"]);
}

#[test]
fn games_of_a_pgn_do_not_share_their_tags() {
    for (text, players) in [
        ("[Event \"A\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n[Event \"B\"]\n\n1. f5 *\n", ["Ann", ""]),
        ("[Event \"A\"]\n[Black \"Ann\"]\n\n*\n\n[Event \"B\"]\n\n1. f5 *\n", ["Ann", ""]),
        ("[Event \"A\"]\n[Black \"Ann\"]\n\n\n\n[White \"Ben\"]\n\n1. f5 *\n", ["Ann", ""]),
        ("[Black \"Ann\"]\n\n[Black \"Ben\"]\n\n1. f5 *\n", ["Ann", "Ben"]),
        (
            "[Event \"A\"]\r\n[Black \"Ann\"]\r\n\r\n[Event \"B\"]\r\n[Black \"Cy\"]\r\n\r\n1. f5 *",
            ["Ann", "Cy"],
        ),
        ("[Event \"A\"] [Black \"Ann\"]\n[Round \"1\"]\n \t\n[Event \"B\"]\n\n1. f5 *\n", ["Ann", ""]),
    ] {
        let found = find(text.as_bytes());
        let names: Vec<_> = found.games.iter().map(|record| record.players[0].name.as_str()).collect();
        assert_eq!(names, players, "{text}");
        assert_eq!((&found.games[1].result, found.games[1].moves.len()), (&None, 1), "{text}");
        assert_eq!(found.errors, [""; 0]);
    }
    // Some mailers put a blank line behind each line.
    let (record, _) = game("[Event \"A\"]\n\n[Black \"Ann\"]\n\n[White \"Ben\"]\n\n1. f5 *\n");
    assert_eq!((record.event.as_str(), record.players[1].name.as_str()), ("A", "Ben"));
    assert_eq!(games("1. f5 d6 *\n\n1. d3 *\n"), "f5d6 d3");
}

#[test]
fn comments_of_a_pgn_may_hold_anything() {
    assert_eq!(games(report!("percent-line.pgn")), "f5d6");
    for text in [
        "[Event \"A\"]\n\n1. f5 ; a { brace\nd6 *",
        "[Event \"A\"]\n\n1. f5 ; a } brace\nd6 *",
        "[Event \"A\"]\n\n1. f5 {a ; semicolon} d6 *",
        "[Event \"A\"]\n\n1. f5 {\n[Event \"no\"]\n\n1. c4 *} d6 *",
        "[Event \"A\"]\n\n1. f5 ; [Event \"no\"]\nd6 *",
        "[Event \"A\"]\n% { escaped\n[Round \"1\"]\n\n1. f5\n% } ( c4\nd6 *",
        "% escaped\n[Event \"A\"]\n\n1. f5 d6 *",
        "[Event \"A\"]\n\n1. f5 (1. c4 {(} c3) d6 *",
        "1. f5 {no tags; a semicolon} d6 *",
        "1. f5 (1. c4 c3) d6",
    ] {
        assert_eq!(games(text), "f5d6", "{text}");
    }
}

#[test]
fn numbered_lines_go_on_with_their_game() {
    assert_eq!(games(report!("numbered-lines.txt")), "f5f6e6d6");
    for text in [
        "1. f5 f6\n2. e6 d6",
        "1) f5 f6\n2) e6 d6",
        "1: f5 f6\n2: e6 d6",
        "1 f5 f6\n2 e6 d6",
        "1. f5\n2. f6\n3. e6\n4. d6",
        "1. f5 f6\r\n\t2. e6 d6\r\n",
        "1.\tf5\tf6\n2.\te6\td6\n",
        "1. f5 f6\n2. e6 {good} d6",
        "Moves:\n1. f5 f6\n2. e6 d6",
    ] {
        assert_eq!(games(text), "f5f6e6d6", "{text}");
    }
    assert_eq!(games("1. f5 d6\n2. c3 d3\n1. f5 f6\n2. e6 d6"), "f5d6c3d3 f5f6e6d6");
    assert_eq!(games("1. f5d6c3\n2. f5f6e6\n3. d3c5"), "f5d6c3 f5f6e6 d3c5");
    assert_eq!(games("f5d6\nf5f6\nd3c5"), "f5d6 f5f6 d3c5");
    let long = "1. f5 d6 2. c3 d3 3. c4 f4\n4. f6 f3 5. e6 e7 6. d7 c5\n";
    assert_eq!(games(long), "f5d6c3d3c4f4f6f3e6e7d7c5");
}

#[test]
fn tabs_separate_moves_as_blanks_do() {
    assert_eq!(games(report!("tabs.txt")), "f5d6c3");
    for text in [
        "f5\td6\tc3",
        "F5\tD6\tC3\t",
        "1\tf5\td6\n2\tc3",
        "No\tBlack\tWhite\n1\tf5\td6\n2\tc3\n",
        "f5d6\tc3",
        "f5\n\td6\n\tc3",
        "\"f5\"\t\"d6\"\t\"c3\"",
    ] {
        assert_eq!(games(text), "f5d6c3", "{text}");
    }
    for (text, event) in [
        ("f5d6c3\tTiger", "Tiger"),
        ("f5d6c3\tC4 and more", "C4 and more"),
        ("f5d6c3\t\tNo. 7", "No. 7"),
        ("f5 d6\tc3\tAnn - Ben", "Ann - Ben"),
    ] {
        let (record, _) = game(text);
        assert_eq!((record.moves.len(), record.event.as_str()), (3, event), "{text}");
    }
    assert_eq!(find(b"f5d6\tk9k8").errors, ["x:1:6: expected a move such as `f5`, not `k9k8`"]);
}

#[test]
fn every_line_end_ends_a_line() {
    assert_eq!(games(report!("mac-line-ends.pgn")), "f5d6 d3");
    let text = "f5d6\nf5f6\n\n% remark\nd3c5\n";
    for end in ["\n", "\r", "\r\n", "\r\r\n"] {
        let text = text.replace('\n', end);
        assert_eq!(games(&text), "f5d6 f5f6 d3c5", "{text:?}");
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(games([&b"\xff\xfe"[..], &utf16].concat()), "f5d6 f5f6 d3c5", "{text:?}");
        assert_eq!(games(utf16), "f5d6 f5f6 d3c5", "{text:?}");
        assert_eq!(games("\u{feff}".to_owned() + &text), "f5d6 f5f6 d3c5", "{text:?}");
    }
    assert_eq!(games("(;GM[2]\r;B[f5]\r;W[d6]\r)"), "f5d6");
    assert_eq!(games("f5d6\r\nf5f6\rd3c5\n"), "f5d6 f5f6 d3c5");
    assert_eq!(games("[Event \"A\"]\n\n1. f5 *\n\n\u{feff}[Event \"B\"]\n\n1. d3 *\n"), "f5 d3");
}

/// A game that ends with 51 squares empty, white without a disc.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";
/// A game that ends with 12 squares empty, 46 discs against 6.
const EARLY: &str =
    "f5f6e6f4f3c5g6e3e2g5g4g7b5h6c4h4h5g3h3h2f7g2h8f8h7g8e8e7d7f2f1d6g1c8h1d3c3a5c6c7b8a8a6a7c2b6c1d8";

fn ggf(moves: &str, header: &str) -> String {
    let mut record = GameRecord::from_start(analyst::notation::Position::START);
    let game = outflank::game::Game::from_transcript(moves).expect("legal moves");
    record.moves = GameRecord::from_game(record.start, &game).moves;
    let mut text = String::new();
    analyst::notation::write(&Item::Game(Box::new(record)), analyst::notation::Format::Ggf, &mut text);
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
    let early = outflank::game::Game::from_transcript(EARLY).expect("legal moves");
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
fn after_a_fault_reading_goes_on_with_the_next_game() {
    for (text, found) in [
        ("(;GM[2];B[f5](;W[k9];B[c3])(;W[f4];B[c3]))(;GM[2];B[c4])", "c4"),
        ("(;GM[2];B[k9](;W[d6];B[c3])(;B[f5];W[f4]))\n(;B[c4])", "c4"),
        ("(;GM[2];B[k9]C[see (;B[f5\\]) (;GM[2\\])];W[d6])\n(;GM[2];B[c4])", "c4"),
        ("(;GM[2];B[f5;W[d6])\n(;GM[2];B[c4])", "c4"),
        ("(;GM[2];B[k9];W[d6\n(;GM[2];B[c4])", "c4"),
        ("(;GM[2];B[k9]\n(;GM[2];B[c4])", "c4"),
        ("(;GM[1];B[f5](;W[d6]))(;GM[2];B[c4])", "c4"),
        ("[Event \"A\"]\n\n1. f5 k9 {\n\n[Event \"no\"]\n\n1. f5 d6 *}\n*\n\n[Event \"B\"]\n\n1. c4 *", "c4"),
        ("[Event \"A\"]\n\n1. f5 k9 (1. f5 d6) *\n\n[Event \"B\"]\n\n1. c4 *", "c4"),
    ] {
        let read = find(text.as_bytes());
        assert_eq!((transcripts(&read.games).as_str(), read.errors.len()), (found, 1), "{text}");
    }
    let damaged =
        format!("(;GM[Othello]{BOARD}B[f5]CO[(;{BOARD}B[d3];)]W[k9];)\n(;GM[Othello]{BOARD}B[c4];)");
    assert_eq!(transcripts(&find(damaged.as_bytes()).games), "c4");
}

#[test]
fn compressed_points_are_rectangles() {
    let board = |text: &str| {
        let (record, _) = game(text);
        record.start.discs()
    };
    let [black, white] = board(std::str::from_utf8(report!("compressed-points.sgf")).unwrap());
    assert_eq!((black.count_ones(), white.count_ones()), (2, 2));
    let usual = board("(;GM[2]AB[c3][d3]AW[c4][d4]PL[B];B[c5])");
    for points in [
        "AB[c3:d3]AW[c4:d4]",
        "AB[cc:dc]AW[cd:dd]",
        "AB[d3:c3]AW[d4:c4]",
        "AB[dc:cc]AW[c4][d4]",
        "AB[c3:c3][d3]AW[c4:d4]",
        "AB[c3:d4]AE[c4:d4]AW[c4:d4]",
        "AB[]AB[ c3 : d3 ]AW[c4:d4]",
    ] {
        assert_eq!(board(&format!("(;GM[2]{points}PL[B];B[c5])")), usual, "{points}");
        assert_eq!(board(&format!("(;GM[2]{points};B[c5])")), usual, "{points}");
    }
    assert_eq!(game("(;GM[2]AB[a1:h8]AE[a1:h8]AB[c3:d3]AW[c4:d4];W[d2])").0.start.to_move, Color::White);
    assert!(find(b"(;GM[2]AB[c3:k9]AW[d4];B[c5])").errors[0].contains("expected a square, not `c3:k9`"));
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

#[test]
fn what_is_no_file_of_games_is_named() {
    for (bytes, what) in [
        (&report!("zip-taken-for-wthor.zip")[..], "not a file of games: a ZIP archive: unpack it first"),
        (b"PK\x03\x04\x14\0\x08\x08\x08\0", "not a file of games: a ZIP archive: unpack it first"),
        (b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "not a file of games: an empty ZIP archive"),
        (b"%PDF-1.4\n1 f5", "not a file of games: a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "not a file of games: a picture (PNG)"),
        (b"SQLite format 3\0\x10", "not a file of games: a database (SQLite)"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "not a file of games: a 7z archive: unpack it first"),
    ] {
        assert_eq!(find(bytes).errors, [format!("x: {what}")]);
    }
}

/// A WTHOR file of one game.
fn wthor(header: [u8; 4], moves: &[u8], filler: u8) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.extend([1, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 24, 0]);
    bytes.extend([0, 0, 0, 0, 0, 0, 64, 64]);
    bytes.extend(moves);
    bytes.resize(16 + 68, filler);
    bytes
}

#[test]
fn wthor_is_read_without_a_date_and_with_any_filler() {
    const OVER: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];
    let (record, _) = game(report!("w_zero_date.wtb"));
    assert_eq!((record.moves.len(), record.result), (9, score(64)));
    for (header, filler) in [
        ([0; 4], 0),
        ([20, 26, 2, 19], 92),
        ([0; 4], 92),
        ([20, 26, 13, 40], 0),
        ([20, 26, 2, 19], 255),
        ([0; 4], 11),
    ] {
        assert_eq!(game(wthor(header, &OVER, filler)).0.moves.len(), 9, "{header:?} {filler}");
    }
    // The filler of a game that was not finished.
    assert_eq!(game(wthor([20, 26, 2, 19], &[56, 64], 92)).0.moves.len(), 2);
    let mut odd_score = wthor([20, 26, 2, 19], &OVER, 0);
    odd_score[16 + 6] = 65;
    let (record, remarks) = game(odd_score);
    assert_eq!((record.result, remarks.len()), (score(64), 1));
}

#[test]
fn passes_from_a_phone_and_fillers_behind_the_end() {
    for pass in ["--", "\u{2013}", "\u{2014}", "pass", "PA", "Pass", " \u{2014} ", " -- "] {
        assert_eq!(games(format!("c4c3f5b4a4a5b2a3{pass}c1")), "c4c3f5b4a4a5b2a3c1", "{pass}");
    }
    for pass in ["--", "\u{2013}", "\u{2014}", "pass", "PA", ""] {
        let text = format!("(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[b2];W[a3];B[{pass}];W[c1])");
        assert_eq!(games(text), "c4c3f5b4a4a5b2a3c1", "{pass}");
    }
    for end in ["\x1a", "\0", "\0\0\0\0", "\r\n\x1a\0", " \x1a "] {
        assert_eq!(games(format!("f5d6{end}")), "f5d6", "{end:?}");
        assert_eq!(games(format!("(;GM[2];B[f5];W[d6]){end}")), "f5d6", "{end:?}");
        assert_eq!(games(format!("[Event \"A\"]\n\n1. f5 d6 *\n{end}")), "f5d6", "{end:?}");
        assert_eq!(games(format!("(;GM[Othello]{BOARD}B[f5]W[d6];){end}")), "f5d6", "{end:?}");
    }
    assert_eq!(games("f5d6\x1a\0\0\nf5f6\n"), "f5d6 f5f6");
    assert_eq!(games("\u{ff26}\u{ff15}\u{3000}\u{ff44}\u{ff16}"), "f5d6");
}

#[test]
fn a_missing_last_parenthesis_is_remarked() {
    for text in [
        "(;GM[2];B[f5];W[d6]",
        "(;GM[2];B[f5];W[d6]\n",
        "(;GM[2];B[f5](;W[d6])",
        "(;GM[2];B[f5];W[d6];\n\0",
        &format!("(;GM[Othello]{BOARD}B[f5]W[d6];"),
        &format!("(;GM[Othello]{BOARD}B[f5]W[d6]\n"),
    ] {
        assert_eq!(games(text), "f5d6", "{text}");
        assert_eq!(game(text).1.len(), 1, "{text}");
    }
    assert_eq!(games("(;GM[2];B[f5];W[d6]\n(;GM[2];B[c4]\n(;FF[4]GM[2];B[d3])"), "f5d6 c4 d3");
    assert_eq!(games(format!("(;GM[Othello]{BOARD}B[f5]\n(;GM[Othello]{BOARD}B[c4];)")), "f5 c4");
}

#[test]
fn names_are_decoded_in_the_encoding_of_the_file() {
    for (bytes, name) in [
        (&b"(;CA[Shift_JIS]GM[2]PB[\x83I\x83Z\x83\x8d];B[f5])"[..], "オセロ"),
        (b"(;GM[2]CA[shift_jis]PB[\x95\x5c\x83\x5c];B[f5])", "表ソ"),
        (b"(;CA[ISO-8859-1]GM[2]PB[Ren\xe9];B[f5])", "René"),
        (b"(;GM[2]PB[Ren\xe9];B[f5])", "René"),
        (b"(;CA[windows-1251]GM[2]PB[\xc0\xed\xed\xe0];B[f5])", "Анна"),
        (b"(;CA[EUC-JP]GM[2]PB[\xb9\xf5];B[f5])", "黒"),
        ("(;CA[ISO-8859-1]GM[2]PB[René];B[f5])".as_bytes(), "René"),
    ] {
        assert_eq!(game(bytes).0.players[0].name, name);
    }
}

/// The drawing of a program for the course judge, of which a row is `3 |   |   |   | X | ' |   |   |   |`.
fn drawing(mark: &str, bar: &str, frame: &str) -> String {
    let mut text = String::from("    a   b   c   d   e   f   g   h\n");
    for (row, cells) in
        ["        ", "        ", "   '    ", "  'OX   ", "   XO'  ", "    '   ", "        ", "        "]
            .iter()
            .enumerate()
    {
        text += &format!("{frame}\n{} ", row + 1);
        for cell in cells.chars() {
            text += &format!("{bar} {} ", if cell == '\'' { mark.to_owned() } else { cell.to_string() });
        }
        text += &format!("{bar}\n");
    }
    text + frame + "\n"
}

#[test]
fn drawn_boards_may_have_blanks_for_empty_squares() {
    const START: &str = "---------------------------OX------XO--------------------------- X";
    let frame = "  +---+---+---+---+---+---+---+---+";
    let framed = |rows: &str| rows.replace('/', "\n");
    for text in [
        drawing("'", "|", frame),
        drawing("*", "|", frame),
        drawing("\u{2019}", "|", frame),
        drawing(
            "+",
            "\u{2502}",
            "  \u{253c}\u{2500}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2500}\u{253c}",
        ),
        drawing("'", "|", ""),
        drawing(" ", "|", frame) + "black to move\n",
        format!("Black to move\n{}", drawing(".", "|", frame)),
        framed(
            "+--------+/|        |/|        |/|        |/|   OX   |/|   XO   |/\
             |        |/|        |/|        |/+--------+/X",
        ),
        framed(
            "+---------------+/|               |/|               |/|               |/|      O X      |/\
             |      X O      |/|               |/|               |/|               |/+---------------+/X",
        ),
        framed(
            "  abcdefgh/1         1/2         2/3    '    3/4   'OX   4/5    XO'  5/6     '   6/7        \
         7/8         8",
        ),
        framed("  a b c d e f g h/1/2/3/4       O X/5       X O/6/7/8/black to move"),
    ] {
        let found = find(text.as_bytes());
        assert_eq!((&found.positions[..], &found.errors), (&[START.to_owned()][..], &Vec::new()), "{text}");
    }
}

#[test]
fn the_same_bytes_are_the_same_games_whatever_the_encoding() {
    let text = "; r\u{e9}marque\r\n1. f5 d6\r\n2. c3 d3\r\n";
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(games(latin), "f5d6c3d3");
    assert_eq!(games(text), "f5d6c3d3");
}
