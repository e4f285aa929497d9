//! Inputs that people brought: each kind of difference from the standards, as reported and in other variants.

mod boards;
mod bytes;
mod values;

use std::ops::ControlFlow;

use analyst::notation::{read_each, Event, GameRecord, Item, Limits, WthorNames};

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

macro_rules! report {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/notation/reports/", $name))
    };
}
use report;

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
