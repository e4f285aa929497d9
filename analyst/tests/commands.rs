//! Commands as docs/analyst.md gives them.
#![cfg(feature = "cli")]

use std::process::Command;

/// What the program prints for a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let mut analyst = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"));
    let output = analyst.args(arguments).output().expect("the program starts");
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
