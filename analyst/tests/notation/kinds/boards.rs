//! Drawn boards and positions as lists of squares.

use outflank::game::Color;

use super::{find, game, report};

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
