use super::*;
use crate::square::Square;

/// CodinGame cuts a message to 12 characters, the blank after `MSG` included.
const MAX_MESSAGE_LENGTH: usize = 11;

fn choice(discs: f32, depth: u32, solved: Solved) -> Choice {
    Choice { square: Square::new(19), discs, depth, playouts: 81_234, solved }
}

#[test]
fn messages_say_the_value_or_the_proven_result() {
    for (discs, solved, expected) in [
        (12.4, Solved::No, "+12 d14"),
        (-0.3, Solved::No, "+0 d14"),
        (-63.6, Solved::No, "-64 d14"),
        (30.0, Solved::Win, "win d14"),
        (0.0, Solved::Draw, "draw d14"),
        (-30.0, Solved::Loss, "loss d14"),
        (12.0, Solved::Exact(12), "=+12 solved"),
        (0.0, Solved::Exact(0), "=+0 solved"),
        (-64.0, Solved::Exact(-64), "=-64 solved"),
    ] {
        let message = message(&choice(discs, 14, solved));
        assert_eq!(message, expected);
        assert!(message.len() <= MAX_MESSAGE_LENGTH, "{message}");
    }
}

#[test]
fn a_value_that_is_no_number_still_makes_a_message() {
    assert_eq!(message(&choice(f32::NAN, 60, Solved::No)), "+0 d60");
}

#[test]
fn attributes_are_one_a_line() {
    let attributes = attributes(
        7,
        Board::START,
        &choice(-3.26, 14, Solved::Exact(-4)),
        Duration::from_micros(137_250),
        false,
    );
    assert_eq!(
        attributes,
        "[TDATA][7] playouts = 81234\n\
         [TDATA][7] depth = 14\n\
         [TDATA][7] value = -3.3\n\
         [TDATA][7] ms = 137.2\n\
         [TDATA][7] empties = 60\n\
         [TDATA][7] solved = exact\n"
    );
}

#[test]
fn a_late_answer_says_so() {
    let late = attributes(2, Board::START, &choice(0.0, 1, Solved::No), Duration::from_secs(1), true);
    assert!(late.ends_with("[TDATA][2] solved = no\n[TDATA][2] late = 1\n"));
}
