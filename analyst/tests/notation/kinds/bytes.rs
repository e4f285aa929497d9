//! Line ends, encodings, fillers and binary files.

use analyst::notation::GameResult;

use super::{find, game, games, report, BOARD};

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
    assert_eq!((record.moves.len(), record.result), (9, Some(GameResult::Score(64))));
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
    assert_eq!((record.result, remarks.len()), (Some(GameResult::Score(64)), 1));
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

#[test]
fn the_same_bytes_are_the_same_games_whatever_the_encoding() {
    let text = "; r\u{e9}marque\r\n1. f5 d6\r\n2. c3 d3\r\n";
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(games(latin), "f5d6c3d3");
    assert_eq!(games(text), "f5d6c3d3");
}
