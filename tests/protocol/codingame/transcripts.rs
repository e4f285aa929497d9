//! Transcripts: files with the input, and after `> ` the answers up to ` MSG`.
//!
//! With a single action the answer is determined; `??` stands for any listed action.

use std::io::{self, BufReader, Read};

use outflank::protocol::codingame::Settings;

use super::{hear, settings};
use crate::process::Program;
use crate::{parts, small_engine, Outcome};

const TRANSCRIPTS: [&str; 5] = [
    include_str!("transcripts/as_black.txt"),
    include_str!("transcripts/as_white.txt"),
    include_str!("transcripts/bot_passes.txt"),
    include_str!("transcripts/opponent_passes.txt"),
    include_str!("transcripts/without_replies.txt"),
];

/// The board after white's c3.
pub(crate) const AFTER_D3_AND_C3: &str = "\
........
........
..10....
...10...
...01...
........
........
........
";

/// The two lines that start a game, and black's first turn with one action.
pub(crate) const FIRST_TURN: &str = "\
0
8
........
........
........
...10...
...01...
........
........
........
1
d3
";

/// Compares answers; `??` matches any square.
fn assert_answers(output: &str, expected: &[&str]) {
    assert_eq!(output.lines().count(), expected.len(), "{output}");
    for (line, expected) in output.lines().zip(expected) {
        let (answer, message) = line.split_once(" MSG").expect("every answer has a message");
        assert!((2..=12).contains(&message.len()), "{line}");
        match expected.strip_suffix("??") {
            Some(start) => assert_eq!(answer.get(..start.len()), Some(start), "{line}"),
            None => assert_eq!(answer, *expected),
        }
    }
}

#[test]
fn the_transcripts_are_reproduced() {
    for transcript in TRANSCRIPTS {
        let (sent, answers) = parts(transcript);
        let settings = Settings { asks_for_replies: answers[0].starts_with("EXPERT"), ..settings() };
        let Outcome { result, output, log } = hear(&mut small_engine(), settings, sent.as_bytes());
        result.expect("the transcript keeps to the protocol");
        assert_answers(&output, &answers);
        assert!(log.lines().all(|line| line.starts_with("[TDATA]")), "{log}");
    }
}

#[test]
fn the_program_reproduces_the_transcripts_with_expert() {
    for transcript in TRANSCRIPTS.iter().filter(|transcript| transcript.contains("EXPERT")) {
        let (sent, answers) = parts(transcript);
        let ended = Program::outflank().hear(sent.as_bytes());
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        assert_answers(&ended.output, &answers);
    }
}

#[test]
fn input_byte_by_byte_and_without_a_last_newline_is_read() {
    struct Drip<'a>(&'a [u8]);
    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }
    let (sent, answers) = parts(TRANSCRIPTS[0]);
    let sent = sent.trim_end().replace('\n', " \r\n").to_uppercase();
    let outcome = hear(&mut small_engine(), settings(), BufReader::new(Drip(sent.as_bytes())));
    outcome.result.expect("the transcript keeps to the protocol");
    assert_answers(&outcome.output, &answers);
}

#[test]
fn the_board_counts_where_the_replies_disagree() {
    for replies in ["a1;", "c5;", "c3;c4;", "pass;", "d3;", "c3;d2;e6;"] {
        let sent = format!("{FIRST_TURN}{AFTER_D3_AND_C3}{replies}\n1\nb3\n");
        let outcome = hear(&mut small_engine(), settings(), sent.as_bytes());
        outcome.result.expect("a wrong reply is no error");
        assert_answers(&outcome.output, &["EXPERT d3", "EXPERT b3"]);
        assert!(
            outcome.log.contains("do not lead to the board that was sent: the board counts"),
            "{replies}"
        );
    }
}

#[test]
fn a_missing_expert_line_is_accepted() {
    let sent = format!("{FIRST_TURN}{AFTER_D3_AND_C3}2\nb3\nc4\n{AFTER_D3_AND_C3}1\nc4\n");
    let outcome = hear(&mut small_engine(), settings(), sent.as_bytes());
    outcome.result.expect("the EXPERT line may be missing");
    assert_answers(&outcome.output, &["EXPERT d3", "EXPERT ??", "EXPERT c4"]);
}

#[test]
fn only_listed_actions_are_answers() {
    let first_turn = |actions: &str| {
        let board = FIRST_TURN.strip_suffix("1\nd3\n").expect("one action");
        hear(&mut small_engine(), settings(), format!("{board}{actions}").as_bytes()).output
    };
    assert_answers(&first_turn("1\nf5\n"), &["EXPERT f5"]);
    // A legal action is preferred; if none is legal, the bot plays an illegal one.
    assert_answers(&first_turn("3\na1\nh8\nc4\n"), &["EXPERT c4"]);
    assert_answers(&first_turn("2\nh8\na1\n"), &["EXPERT h8"]);
    assert_answers(&first_turn("3\nd4\nd4\nd4\n"), &["EXPERT d4"]);
}

#[test]
fn unreachable_boards_have_answers() {
    for row in ["........", "00000000", "11111111", "01010101"] {
        let board = format!("{row}\n").repeat(8);
        let sent = format!("1\n8\n{board}2\na1\nh8\n{board}pass;\n1\nb2\n");
        let outcome = hear(&mut small_engine(), settings(), sent.as_bytes());
        outcome.result.expect("any board may be sent");
        assert_answers(&outcome.output, &["EXPERT a1", "EXPERT b2"]);
    }
}
