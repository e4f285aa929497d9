use super::*;
use crate::limits::ClockKind;
use crate::record::Protocol;

const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

/// What the check makes of a shell script that speaks the course's protocol.
fn check_script(script: &str) -> Finding {
    let words = ["sh", "-c", script].map(String::from).to_vec();
    let bot = BotSpec::command("bot".to_string(), words, Protocol::Course);
    check(&bot, &PATIENT, &Stop::new().unwrap()).unwrap()
}

#[test]
fn one_legal_move_is_enough() {
    let finding =
        check_script("while read line; do case $line in DONE) echo OK;; BEGIN) echo 'c 4';; esac; done");
    assert_eq!(finding, Finding { is_effective: true, text: "played c4 as black".to_string() });
}

#[test]
fn a_move_as_white_is_enough_too() {
    // After d3, c3 is white's.
    let script =
        "while read line; do case $line in DONE) echo OK;; BEGIN) exit 3;; TURN*) echo 'c 3';; esac; done";
    let text = "played c3 as white; as black: crashed: exit code 3".to_string();
    assert_eq!(check_script(script), Finding { is_effective: true, text });
}

#[test]
fn without_a_legal_move_both_failures_are_told() {
    let finding = check_script(
        "while read line; do case $line in DONE) echo OK;; BEGIN) echo hello;; TURN*) exit 4;; esac; done",
    );
    assert!(!finding.is_effective);
    assert_eq!(finding.text, "as black: illegal move \"hello\"; as white: crashed: exit code 4");
}
