//! Pasted text: transcripts and boards in all spellings, OBF, single games of the other formats.

use analyst::notation::{read, Ending, GameResult, Item, Position, PositionRecord};
use outflank::board::Move;
use outflank::game::Color;

const START: &str = "---------------------------OX------XO---------------------------";

/// Transcripts and positions of what a text holds.
fn read_text(text: &str) -> Vec<Result<String, PositionRecord>> {
    let items = read(text.as_bytes(), "paste").unwrap_or_else(|error| panic!("{error}: {text:?}"));
    let transcript = |item| match item {
        Item::Game(record) => Ok(record.game().unwrap().transcript()),
        Item::Position(position) => Err(position),
    };
    items.into_iter().map(transcript).collect()
}

fn one_game(text: &str) -> String {
    let mut found = read_text(text);
    assert_eq!(found.len(), 1, "{text:?}");
    found.remove(0).unwrap()
}

fn one_position(text: &str) -> PositionRecord {
    let mut found = read_text(text);
    assert_eq!(found.len(), 1, "{text:?}");
    found.remove(0).unwrap_err()
}

fn error_of(text: &str) -> String {
    read(text.as_bytes(), "paste").unwrap_err().to_string()
}

#[test]
fn transcripts_are_read_in_all_spellings() {
    for text in [
        "F5d6c3",
        "f5 d6 c3",
        "1. F5 d6 2. C3",
        "f5d6\nc3",
        "1. f5 d6\n2. c3",
        "# remark\nf5d6c3",
        "\u{feff}f5d6c3\r\n",
        "f5-d6-c3",
        "f5, d6, c3",
        "f5\nd6\nc3",
        "  f5d6c3\tsome name",
    ] {
        assert_eq!(one_game(text), "f5d6c3", "{text:?}");
    }
}

#[test]
fn passes_may_be_spelled_or_left_out() {
    for pass in ["", "pass", "PA", "--", " ps "] {
        assert_eq!(one_game(&format!("c4c3f5b4a4a5b2a3{pass}c1")), "c4c3f5b4a4a5b2a3c1", "{pass}");
    }
    assert_eq!(error_of("f5--d6"), "paste:1:3: expected a move: white can move and may not pass");
}

#[test]
fn each_line_is_a_game_unless_it_goes_on_with_the_one_before() {
    assert_eq!(read_text("f5d6c3\nf5f6e6\n\nc4c3\n").len(), 3);
    assert_eq!(read_text("f5 d6\nc3 d3\nc4\n").len(), 1);
    assert_eq!(read_text("f5d6c3\tone\nf5f6\ttwo\n").len(), 2);
}

#[test]
fn boards_are_read_in_all_spellings() {
    let rows = |text: &str, side: &str| format!("{text}\n{side}\n");
    let drawn = "........\n........\n........\n...OX...\n...XO...\n........\n........\n........";
    let labelled = "  a b c d e f g h\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n3 . . . . . . . . 3\n\
                    4 . . . o x . . . 4\n5 . . . x o . . . 5\n6 . . . . . . . . 6\n7 . . . . . . . . 7\n\
                    8 . . . . . . . . 8\n  a b c d e f g h";
    let codingames = "........\n........\n........\n...10...\n...01...\n........\n........\n........\n\
                      4\ne6\nc4\nd3\nf5\n";
    for text in [
        format!("{START} X"),
        format!("{START}\nblack to move"),
        format!("{START} X;"),
        format!("[8 {START} *]"),
        format!("8 {START} *"),
        START.replace('X', "*").replace('-', "_") + " *",
        START.replace('X', "b").replace('O', "w") + " b",
        START.replace('X', "●").replace('O', "○") + " ●",
        START.replace('X', "0").replace('O', "1") + " X",
        START.replace('O', "0") + " X",
        rows(drawn, "X"),
        rows(drawn, "Black to move"),
        format!("Black to move\n{drawn}"),
        rows(labelled, "side to move: black"),
        rows(&drawn.replace('\n', "\n\n"), "X"),
        rows(&drawn.replace('.', "- ").replace('X', "X ").replace('O', "O "), "X"),
        "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1".to_owned(),
        format!("0\n8\n{codingames}"),
        codingames.to_owned(),
    ] {
        assert_eq!(one_position(&text).position, Position::START, "{text}");
    }
}

#[test]
fn codingames_later_input_names_the_side_by_its_moves() {
    let input = "........\n........\n...0....\n...00...\n...01...\n........\n........\n........\n\
                 d3;\n3\ne3\nc5\nc3\n";
    assert_eq!(one_position(input).position.to_move, Color::White);
}

#[test]
fn a_board_may_be_followed_by_moves() {
    let items = read(format!("{START} X f5d6c3\n").as_bytes(), "paste").unwrap();
    let [Item::Game(record)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(record.game().unwrap().transcript(), "f5d6c3");
}

#[test]
fn obf_of_the_wild_is_read() {
    let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- \
                X; A2:+38; C7:+36; --:-127; % no. 40";
    let record = one_position(line);
    assert_eq!(record.scores.len(), 2);
    assert_eq!(record.scores[0], (Move::on("a2".parse().unwrap()), 38));
    assert_eq!(record.comment, "no. 40");
}

#[test]
fn mistakes_are_named_with_line_and_column() {
    for (text, error) in [
        ("f5d6c3\nf5 k9\n", "paste:2:4: expected a move such as `f5`, not `k9`"),
        ("f5d6f5", "paste:1:5: move 3: black may not play f5"),
        ("", "paste: expected a game or a position: nothing is in here"),
        ("........\n...x\n", "paste:2:1: expected row 2 of a board, not `...x`"),
        ("(;GM[Othello]PB[a", "paste:1:16: expected a `]` that ends this value"),
        ("(;GM[1]SZ[19];B[aa])", "paste:1:6: expected a game of Othello, `GM[2]`, not `1`"),
        ("(;GM[Othello]TY[10];)", "paste:1:17: expected games on 8 x 8 squares, not `10`"),
        ("{\"schema\": 9}", "paste:1:1: expected a game, not an object with the fields `schema`"),
        ("{\"a\": ]", "paste:1:7: expected JSON: expected value"),
        ("[Event \"x\"]\n\n1. e4 e5\n", "paste:3:4: move 1: black may not play e4"),
    ] {
        assert_eq!(error_of(text), error);
    }
    assert!(error_of(START).contains("expected the side to move behind the board"), "{}", error_of(START));
}

#[test]
fn a_game_of_ggf_is_read_with_all_it_says() {
    let text =
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]RB[2196.37]RW[2200.35]\
                TI[05:00//02:00]TY[8]RE[-64.000:t]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
                -------- -------- *]B[d3//0.01]W[c5/-1.5/0.02]B[F6/2.25];)\n(;GM[Othello]BO[8 \
                ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)";
    let items = read(text.as_bytes(), "paste").unwrap();
    let [Item::Game(record), Item::Game(_)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(record.players[0].name, "Saio1200");
    assert_eq!(record.players[1].rating, Some(2200.35));
    assert_eq!(record.date, "2003-12-15_12:33:18.MST");
    assert_eq!((record.ending.clone(), record.result), (Ending::TimedOut, Some(GameResult::Score(-64))));
    assert_eq!((record.moves[1].value(), record.moves[1].seconds()), (Some(-1.5), Some(0.02)));
    assert_eq!((record.moves[2].value(), record.moves[2].seconds()), (Some(2.25), None));
}

#[test]
fn sgf_is_read_with_either_kind_of_square_and_without_variations() {
    let text = "(;FF[4]GM[2]AP[x:1]PC[p]DT[2026-11-22]PB[a\\]b]PW[b]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]\
                ;B[f5]C[good];W[fd](;B[c3])(;B[e6];W[a1]))";
    let items = read(text.as_bytes(), "paste").unwrap();
    let [Item::Game(record)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(record.game().unwrap().transcript(), "f5f4c3");
    assert_eq!(record.players[0].name, "a]b");
    assert_eq!(record.moves[0].comment(), "good");
    assert_eq!(record.result, Some(GameResult::Score(12)));
}

#[test]
fn pgn_says_that_black_won() {
    let text = "[Event \"Club \\\"x\\\"\"] [Site \"?\"] [Date \"2026.11.22\"]\n\
                [Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n\
                1. f5 d6 {[%eval -1.5] [%emt 0:01:02.5] so-so} 2. c3 (2. c4 d3) d3 $1 1-0\n\n\
                [Event \"y\"]\n\n1. f5 *\n";
    let items = read(text.as_bytes(), "paste").unwrap();
    let [Item::Game(record), Item::Game(_)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(record.event, "Club \"x\"");
    assert_eq!(record.result, Some(GameResult::WonBy(Color::Black)));
    assert_eq!(record.game().unwrap().transcript(), "f5d6c3d3");
    let note = record.moves[1].note().unwrap();
    assert_eq!((note.value, note.seconds, note.comment.as_str()), (Some(1.5), Some(62.5), "so-so"));
    assert_eq!(one_game("[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\"]\n\n1. f5 *"), "f5");
}

#[test]
fn recorded_games_of_the_official_referee_are_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/referee/games.jsonl");
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("SKIPPED: no recorded games at {path}");
        return;
    };
    assert_eq!(read(&bytes, "games.jsonl").unwrap().len(), 55);
}
