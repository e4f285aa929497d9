use super::*;

fn squares(names: &[&str]) -> Vec<Square> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn replies_are_squares_or_a_pass() {
    for (text, expected) in [
        ("d3;", squares(&["d3"])),
        ("a1;b1;", squares(&["a1", "b1"])),
        ("A1;h8;C5;", squares(&["a1", "h8", "c5"])),
        ("d3", squares(&["d3"])),
        ("pass;", vec![]),
        ("PASS", vec![]),
    ] {
        assert_eq!(parse_replies(text), Some(Replies { squares: expected }), "{text}");
    }
}

#[test]
fn other_replies_are_refused() {
    for text in
        ["", ";", "d3;;", ";d3;", "d3 e6;", "i1;", "a0;", "pass;d3;", "d3;pass;", "null", "d3;\u{e9}1;"]
    {
        assert_eq!(parse_replies(text), None, "{text}");
    }
}

#[test]
fn rows_go_from_the_top_and_columns_from_a() {
    let input = b"0.......\n........\n........\n...10...\n...01...\n........\n........\n.......1\n1\nd3\n";
    let turn = read_first_turn(&mut Lines::new(&input[..]), Instant::now()).unwrap();
    let corners = Board { player: 1, opponent: 1 << 63 };
    let expected = Board {
        player: Board::START.player | corners.player,
        opponent: Board::START.opponent | corners.opponent,
    };
    assert_eq!(turn.board(Color::Black), expected);
    assert_eq!(turn.board(Color::White), expected.pass());
}
