//! Commands as docs/analyst.md gives them.
#![cfg(feature = "cli")]

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut analyst = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"));
    analyst.args(arguments).output().expect("the program starts")
}

/// What the program prints for a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_board_that_begins_with_an_empty_square_is_no_option() {
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    let hint = answer(&["hint", &board, "--playouts", "50"]);
    assert!(["d3", "c4", "f5", "e6"].iter().any(|square| hint.starts_with(square)), "{hint}");
    assert!(answer(&["position", &board, "--playouts", "50", "--json"]).contains("\"moves\""));
}

#[test]
fn an_analysis_says_which_game_it_is_and_whose_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf").display().to_string();
    let game = "(;GM[2]PB[Ann]PW[Ben]EV[Cup]RO[3]DT[2026-11-22]RE[B+T];B[f5];W[d6];B[c3];W[d3])";
    std::fs::write(&file, game).expect("a file can be written");
    let text = answer(&["analyse", "--no-cache", "--playouts", "30", &file]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("Ann - Ben  ") && lines[0].ends_with(" for black"), "{text}");
    assert_eq!(lines[1..3], ["Cup, 3, 2026-11-22", "white ran out of time"]);
    assert!(lines[3].starts_with("opening: ") && lines[4].starts_with("values in discs for"), "{text}");
}

#[test]
fn an_analysis_by_playouts_is_the_same_with_any_threads() {
    let answer = |threads| {
        let game = "f5d6c3d3c4f4f6f3";
        answer(&["analyse", game, "--no-cache", "--json", "--playouts", "40", "--threads", threads])
    };
    assert_eq!(answer("1"), answer("3"));
}

#[test]
fn positions_far_from_the_end_are_measured_against_a_longer_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("open.obf").display().to_string();
    std::fs::write(&file, "------------------XO----OOXXX----OOXX------O-------------------- X;\n")
        .expect("a file");
    let measure = ["measure", &file, "--playouts", "50"];
    let refused = run(&measure);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && message.contains("--reference 60"), "{message}");
    let text = answer(&[&measure[..], &["--reference", "0.05"]].concat());
    assert!(text.contains("positions 1\nmean absolute error "), "{text}");
    assert!(!text.contains("discs lost"), "{text}");
}
