use super::*;
use crate::limits::Limits;

fn parsed(line: &str) -> (Option<String>, bool, Option<String>) {
    let line = Line::parse(line);
    (line.reply.square.map(|square| square.to_string()), line.wants_expert, line.reply.message)
}

fn input_of(transcript: &str, color: Color, is_first: bool, wants_expert: bool) -> String {
    let game = Game::from_transcript(transcript).unwrap();
    input(&Turn { game: &game, is_first, limits: &Limits::CODINGAME }, color, wants_expert)
}

/// The EXPERT line of a bot that has been called before.
fn expert_line(transcript: &str) -> String {
    let game = Game::from_transcript(transcript).unwrap();
    input_of(transcript, game.to_move(), false, true).lines().nth(8).unwrap().to_string()
}

#[test]
fn the_move_is_found_among_everything_a_line_may_hold() {
    let d3 = || Some("d3".to_string());
    for plain in ["d3", "D3", " d 3\t", "d3\r"] {
        assert_eq!(parsed(plain), (d3(), false, None), "{plain:?}");
    }
    for expert in ["EXPERT d3", "d3 EXPERT", "dEXPERT3", "EXPERTEXPERTd3"] {
        assert_eq!(parsed(expert), (d3(), true, None), "{expert:?}");
    }
    assert_eq!(parsed("EXPERT d3 MSG hi"), (d3(), true, Some(" hi".to_string())));
    assert_eq!(parsed("d3MSG"), (d3(), false, None));
    assert_eq!(parsed("d3 MSG one MSG two"), (d3(), false, Some(" one ".to_string())));
}

#[test]
fn the_keywords_are_case_sensitive_and_a_message_asks_for_nothing() {
    assert_eq!(parsed("expert d3"), (None, false, None));
    assert_eq!(parsed("d3 msg"), (None, false, None));
    assert!(!parsed("d3 MSG EXPERT").1);
}

#[test]
fn a_line_without_a_square_names_none() {
    for line in ["", "MSG d3", "pass", "d9", "d3e3", "EXPERT", "d\u{a0}3", "\u{fffd}\u{fffd}"] {
        assert_eq!(parsed(line).0, None, "{line:?}");
    }
}

#[test]
fn messages_are_cut_to_twelve_units_with_the_leading_blank() {
    assert_eq!(parsed("d3 MSG 12345678901234").2.unwrap(), " 12345678901");
    assert_eq!(parsed("d3 MSG12345678901\u{1f600}").2.unwrap(), "12345678901");
}

#[test]
fn the_first_call_starts_with_the_colour_and_the_size() {
    let expected =
        "0\n8\n........\n........\n........\n...10...\n...01...\n........\n........\n........\n4\n";
    let input = input_of("", Color::Black, true, true);
    assert_eq!(&input[..expected.len()], expected);
    assert_eq!(input_of("f5", Color::White, true, true).lines().next(), Some("1"));
}

#[test]
fn the_expert_line_tells_all_moves_since_the_own_last_one() {
    assert_eq!(expert_line("f5d6"), "d6;");
    assert_eq!(expert_line("f5d6c3"), "c3;");
    // Black passes after white's c1, and white is called again.
    assert_eq!(expert_line("d3c3e6d2d1e1b3c1"), "pass;");
    assert_eq!(expert_line("d3c3e6d2d1e1b3c1d6"), "c1;d6;");
    // Black passes after white's h6 and again after white's f8.
    assert_eq!(expert_line("f5f6f7g7h7c5b5h8d3h6f8"), "pass;");
    assert_eq!(input_of("f5d6", Color::Black, false, false).lines().nth(8), Some("5"));
}

#[test]
fn actions_are_the_legal_moves_in_the_order_of_the_discs() {
    let mut rng = outflank::rng::Rng::new(7);
    let mut orders_differ = false;
    for _ in 0..50 {
        let mut game = Game::new();
        while !game.is_over() {
            let actions = actions(&game);
            let bits = actions.iter().fold(0, |bits, square| bits | square.bit());
            assert_eq!(bits, game.board().legal_moves());
            assert_eq!(actions.len() as u32, bits.count_ones(), "each once");
            orders_differ |= !actions.is_sorted();
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    assert!(orders_differ);
}
