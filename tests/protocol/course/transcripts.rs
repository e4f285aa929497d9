//! Transcripts: files with the judge's commands, and after `> ` the answers; `??` stands for any square.

use outflank::square::Square;

use super::hear;
use crate::process::Program;
use crate::{parts, small_engine};

const TRANSCRIPTS: [&str; 7] = [
    include_str!("transcripts/as_black.txt"),
    include_str!("transcripts/as_white.txt"),
    include_str!("transcripts/black_passes_first.txt"),
    include_str!("transcripts/ended_early.txt"),
    include_str!("transcripts/nobody_can_move.txt"),
    include_str!("transcripts/opponent_passes.txt"),
    include_str!("transcripts/program_passes.txt"),
];

fn assert_answers(output: &str, expected: &[&str]) {
    assert_eq!(output.lines().count(), expected.len(), "{output}");
    for (answer, expected) in output.lines().zip(expected) {
        if *expected == "??" {
            let (x, y) = answer.split_once(' ').expect("column and row are written apart");
            assert!(x.len() == 1 && format!("{x}{y}").parse::<Square>().is_ok(), "{answer}");
        } else {
            assert_eq!(answer, *expected);
        }
    }
}

#[test]
fn the_transcripts_are_reproduced() {
    for transcript in TRANSCRIPTS {
        let (sent, answers) = parts(transcript);
        let outcome = hear(&mut small_engine(), sent.as_bytes());
        outcome.result.expect("the transcript keeps to the protocol");
        assert_answers(&outcome.output, &answers);
    }
}

#[test]
fn the_program_reproduces_the_transcripts() {
    for transcript in TRANSCRIPTS {
        let (sent, answers) = parts(transcript);
        let ended = Program::judge().hear(sent.as_bytes());
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        assert_answers(&ended.output, &answers);
    }
}

#[test]
fn blanks_and_carriage_returns_do_not_matter() {
    let (sent, answers) = parts(TRANSCRIPTS[5]);
    let sent = sent.replace(' ', "  ").replace('\n', " \t\r\n");
    let outcome = hear(&mut small_engine(), sent.as_bytes());
    outcome.result.expect("the transcript keeps to the protocol");
    assert_answers(&outcome.output, &answers);
}

#[test]
fn a_second_start_begins_a_new_game() {
    let (sent, answers) = parts(TRANSCRIPTS[0]);
    for begun in ["START\n", "START\nPLACE d 5 1\n", sent.strip_suffix("END\n").expect("a whole game")] {
        let outcome = hear(&mut small_engine(), format!("{begun}{sent}").as_bytes());
        outcome.result.expect("START is allowed at any time");
        let lines: Vec<&str> = outcome.output.lines().collect();
        assert_answers(&lines[lines.len() - answers.len()..].join("\n"), &answers);
    }
}

#[test]
fn the_board_is_drawn_after_begin_and_each_move() {
    let (sent, _) = parts(TRANSCRIPTS[5]);
    let drawn = hear(&mut small_engine(), sent.as_bytes()).log;
    let rows_1_to_3 = |symbols: [&str; 3]| {
        const FRAME: &str = "  +---+---+---+---+---+---+---+---+\n";
        let (empty, row_8) = ("........", ".......X");
        let rows = [symbols[0], symbols[1], symbols[2], empty, empty, empty, empty, row_8];
        let cells =
            |symbols: &str| symbols.replace('.', " ").chars().map(|c| format!(" {c} |")).collect::<String>();
        let rows = (1..).zip(rows).map(|(row, symbols)| format!("{row} |{}\n{FRAME}", cells(symbols)));
        format!("    a   b   c   d   e   f   g   h\n{FRAME}{}", rows.collect::<String>())
    };
    let after_begin = rows_1_to_3(["XO'.....", "...O....", "........"]);
    let after_c1 = rows_1_to_3(["XXX.....", "...O....", "........"]);
    let after_e3 = rows_1_to_3(["XXX.....", "...X....", "....X..."]);
    assert_eq!(drawn, format!("{after_begin}{after_c1}{after_e3}"));
}
