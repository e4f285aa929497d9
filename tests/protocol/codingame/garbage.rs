//! Malformed input gives a message of one line, with the line number, and exit code 2.

use super::transcripts::{AFTER_D3_AND_C3, FIRST_TURN};
use super::{hear, settings};
use crate::process::Program;
use crate::small_engine;

/// The first turn with one line, numbered from 1, replaced; the lines after it must not matter.
fn with_line(number: usize, replacement: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = FIRST_TURN.lines().map(str::as_bytes).collect();
    lines[number - 1] = replacement;
    lines.join(&b'\n')
}

/// The first `lines` lines of the first turn.
fn cut_after(lines: usize) -> Vec<u8> {
    FIRST_TURN.split_inclusive('\n').take(lines).collect::<String>().into_bytes()
}

/// A well-formed first turn and second board, followed by `rest`.
fn second_turn(rest: &[u8]) -> Vec<u8> {
    [FIRST_TURN.as_bytes(), AFTER_D3_AND_C3.as_bytes(), rest].concat()
}

/// The input, the error message, and the number of turns answered before it.
fn cases() -> Vec<(Vec<u8>, String, usize)> {
    let row = |number: usize| format!("row {number} of the board, 8 squares of `.`, `0` or `1`");
    let row_rejected = |sent: &[u8], shown: &str| {
        (with_line(5, sent), format!("line 5: expected {}, got {shown}", row(3)), 0)
    };
    let first = |line: usize, sent: &[u8], message: &str| {
        (with_line(line, sent), format!("line {line}: {message}"), 0)
    };
    let second =
        |line: usize, rest: &[u8], message: &str| (second_turn(rest), format!("line {line}: {message}"), 1);
    let id = "expected this player's id, `0` or `1`, got";
    let size = "expected the size of the board, `8`, got";
    let count = "expected the number of actions, 1 to 60, got";
    let action = "expected action 1 of 1, a square such as `d3`, got";
    let replies = "expected the opponent's moves, each followed by `;`, or `pass;`, got";
    let second_action = "expected action 2 of 2, a square such as `d3`, got";
    let (eights, x40) = ("8".repeat(40), "x".repeat(40));
    vec![
        first(1, b"2", &format!("{id} \"2\"")),
        first(1, b"", &format!("{id} \"\"")),
        first(1, b"-1", &format!("{id} \"-1\"")),
        first(1, b"00000000", &format!("{id} \"00000000\"")),
        first(2, b"10", &format!("{size} \"10\"")),
        first(2, b"........", &format!("{size} \"........\"")),
        (cut_after(1), format!("line 2: {size} the end of the input"), 0),
        row_rejected(b".......", "\".......\""),
        row_rejected(b".........", "\".........\""),
        row_rejected(b"", "\"\""),
        row_rejected(b"..2.....", "\"..2.....\""),
        row_rejected(b"..x.....", "\"..x.....\""),
        row_rejected(b"...\0....", r#""...\x00....""#),
        row_rejected("...é...".as_bytes(), r#""...\xc3\xa9...""#),
        row_rejected(b"\xff\xfe......", r#""\xff\xfe......""#),
        row_rejected(b"\x1b[31m...", r#""\x1b[31m...""#),
        row_rejected(x40.repeat(10).as_bytes(), &format!("\"{x40}\"...")),
        (cut_after(2), format!("line 3: expected {}, got the end of the input", row(1)), 0),
        (cut_after(9), format!("line 10: expected {}, got the end of the input", row(8)), 0),
        first(11, b"d3", &format!("{count} \"d3\"")),
        first(11, b"0", &format!("{count} \"0\"")),
        first(11, b"61", &format!("{count} \"61\"")),
        first(11, b"-1", &format!("{count} \"-1\"")),
        first(11, b"1.5", &format!("{count} \"1.5\"")),
        first(11, b"99999999999999999999999", &format!("{count} \"99999999999999999999999\"")),
        first(11, b"d3;", &format!("{count} \"d3;\"")),
        (cut_after(10), format!("line 11: {count} the end of the input"), 0),
        first(12, b"i3", &format!("{action} \"i3\"")),
        first(12, b"d9", &format!("{action} \"d9\"")),
        first(12, b"3d", &format!("{action} \"3d\"")),
        first(12, b"d", &format!("{action} \"d\"")),
        first(12, b"d 3", &format!("{action} \"d 3\"")),
        first(12, b"pass", &format!("{action} \"pass\"")),
        (cut_after(11), format!("line 12: {action} the end of the input"), 0),
        (with_line(11, b"2"), format!("line 13: {second_action} the end of the input"), 0),
        (vec![b'8'; 5000], format!("line 1: expected a line of at most 1024 bytes, got \"{eights}\"..."), 0),
        second(22, b"0\n", &format!("{count} the end of the input")),
        second(21, b"", &format!("{replies} the end of the input")),
        second(22, b"c3;\nb3\n", &format!("{count} \"b3\"")),
        second(22, b"pass;\n", &format!("{count} the end of the input")),
        second(23, b"c3;\n1\n!\n", &format!("{action} \"!\"")),
        (second_turn(b"c3;\n1\nb3\n\n"), format!("line 24: expected {}, got \"\"", row(1)), 2),
    ]
}

#[test]
fn each_case_has_its_message() {
    let mut engine = small_engine();
    for (sent, message, turns) in cases() {
        let outcome = hear(&mut engine, settings(), sent.as_slice());
        assert_eq!(outcome.message(), message, "{}", sent.escape_ascii());
        assert_eq!(outcome.output.lines().count(), turns, "{}", sent.escape_ascii());
    }
}

#[test]
fn a_malformed_expert_line_is_remarked_and_ignored() {
    let mut engine = small_engine();
    for line in ["", ";", "c3,", "null", "0", "c3;pass;", "EXPERT c3;", "\u{1f600}", "-1", "61"] {
        let outcome =
            hear(&mut engine, settings(), second_turn(format!("{line}\n1\nb3\n").as_bytes()).as_slice());
        outcome.result.expect("a malformed EXPERT line is no error");
        assert_eq!(outcome.output.lines().count(), 2, "{line}");
        let remarks: Vec<&str> = outcome.log.lines().filter(|line| !line.starts_with("[TDATA]")).collect();
        assert_eq!(remarks.len(), 1, "{line}: {}", outcome.log);
        assert!(remarks[0].starts_with("line 21: expected the opponent's moves"), "{}", remarks[0]);
        assert!(remarks[0].ends_with("the board counts"), "{}", remarks[0]);
    }
}

#[test]
fn the_program_prints_the_message_and_exits_with_2() {
    for (sent, message, turns) in cases().into_iter().step_by(3) {
        let ended = Program::outflank().hear(&sent);
        assert_eq!(ended.code, Some(2), "{message}");
        assert_eq!(ended.output.lines().count(), turns, "{message}");
        let is_error = |line: &&str| !line.starts_with("[TDATA]") && !line.ends_with("the board counts");
        let remarks: Vec<&str> = ended.log.lines().filter(is_error).collect();
        assert_eq!(remarks, [message]);
    }
}
