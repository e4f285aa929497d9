//! Input that breaks the protocol or the rules gives a message of one line and exit code 2.

use super::hear;
use crate::process::Program;
use crate::small_engine;

const PLACED: &str = "START\nPLACE d 5 1\nPLACE e 5 2\nPLACE e 4 1\nPLACE d 4 2\n";

/// The opponent is black and has no legal move at the start.
const BLACK_IS_BLOCKED: &str = "START\nPLACE a 1 1\nPLACE b 1 2\nPLACE h 1 1\nPLACE h 8 1\nDONE\n";

/// The input and the error message.
fn cases() -> Vec<(String, String)> {
    let place = |number| format!("`PLACE x y who` (a-h, 1-8, 1 or 2) for disc {number} of 4, or `END`");
    let ready = "`BEGIN`, `TURN x y` (a-h, 1-8), `PASS` or `END`";
    let playing = "`TURN x y` (a-h, 1-8), `PASS` or `END`";
    let new = "`START` or `END`";
    let end = "the end of the input";
    let case = |sent: String, line: usize, expected: &str, got: &str| {
        let got = if got == end { got.to_owned() } else { format!("\"{got}\"") };
        (sent, format!("line {line}: expected {expected}, got {got}"))
    };
    let first = |sent: &str, shown: &str| case(sent.to_owned(), 1, new, shown);
    let placing = |sent: &str| case(format!("START\nPLACE d 5 1\n{sent}\n"), 3, &place(2), sent);
    let placed = |sent: &str| case(format!("{PLACED}{sent}\n"), 6, "`DONE` or `END`", sent);
    let done = |sent: &str, expected: &str| case(format!("{PLACED}DONE\n{sent}\n"), 7, expected, sent);
    let begun =
        |sent: &str, expected: &str| case(format!("{PLACED}DONE\nBEGIN\n{sent}\n"), 8, expected, sent);
    vec![
        first("", end),
        first("\n", ""),
        first("start\n", "start"),
        first("DONE\n", "DONE"),
        first("BEGIN\n", "BEGIN"),
        first("HELLO WORLD\n", "HELLO WORLD"),
        placing("DONE"),
        placing("PLACE"),
        placing("PLACE e 5"),
        placing("PLACE e5 2"),
        placing("PLACE e 5 3"),
        placing("PLACE i 5 2"),
        placing("PLACE e 9 2"),
        placing("PLACE 5 e 2"),
        placing("TURN d 3"),
        case("START\nPLACE d 5 1\nPLACE d 5 2\n".to_owned(), 3, "`PLACE` on an empty square", "PLACE d 5 2"),
        case("START\n".to_owned(), 2, &place(1), end),
        placed("PLACE a 1 1"),
        placed("BEGIN"),
        done("DONE", ready),
        done("TURN", ready),
        done("TURN d3", ready),
        done("TURN z 3", ready),
        done("TURN a 1", "a square where black may play"),
        done("TURN d 4", "a square where black may play"),
        done("PASS", "`TURN x y` or `END`, as black can move"),
        begun("BEGIN", playing),
        begun("DONE", playing),
        begun("OK", playing),
        begun("TURN a 1", "a square where white may play"),
        begun("PASS", "`TURN x y` or `END`, as white can move"),
        case(format!("{PLACED}DONE\nBEGIN\n"), 8, playing, end),
        case(format!("{BLACK_IS_BLOCKED}TURN c 1\n"), 7, "`PASS` or `END`, as black cannot move", "TURN c 1"),
    ]
}

#[test]
fn each_case_has_its_message() {
    let mut engine = small_engine();
    for (sent, message) in cases() {
        assert_eq!(hear(&mut engine, sent.as_bytes()).message(), message, "{sent:?}");
    }
}

#[test]
fn bytes_that_are_not_text_are_escaped() {
    let outcome = hear(&mut small_engine(), b"\xff\x1b[2J\n");
    assert_eq!(outcome.message(), r#"line 1: expected `START` or `END`, got "\xff\x1b[2J""#);
}

#[test]
fn the_program_prints_the_message_and_exits_with_2() {
    for (sent, message) in cases().into_iter().step_by(3) {
        let ended = Program::judge().hear(sent.as_bytes());
        assert_eq!(ended.code, Some(2), "{message}");
        assert_eq!(ended.log.lines().last(), Some(message.as_str()));
    }
}
