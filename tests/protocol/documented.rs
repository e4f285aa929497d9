//! The dialogues that `docs/protocols.md` shows.

use crate::process::Program;
use crate::rules::{letter_and_digit, place, Grid, Place};

/// The dialogues of the page, a line each, without remarks and without what follows `...`.
fn dialogues() -> Vec<Vec<&'static str>> {
    let page = include_str!("../../docs/protocols.md");
    let blocks = page.split("```").skip(1).step_by(2).filter(|block| block.contains("\n> "));
    let without_remark = |line: &'static str| line.split("  ").next().unwrap_or_default();
    let lines = |block: &'static str| block.lines().skip(1).map(without_remark);
    blocks.map(|block| lines(block).take_while(|&line| line != "...").collect()).collect()
}

/// The lines that are sent to the program.
fn input(dialogue: &[&str]) -> String {
    let sent = dialogue.iter().filter(|line| !line.starts_with("> "));
    sent.map(|line| format!("{line}\n")).collect()
}

/// The actions listed in a call.
fn listed<'a>(call: &[&'a str]) -> Vec<&'a str> {
    let count = call.iter().rposition(|line| line.parse::<usize>().is_ok()).expect("a count");
    assert_eq!(call[count].parse(), Ok(call.len() - count - 1), "{call:?}");
    call[count + 1..].to_vec()
}

#[test]
fn codingames_dialogue_is_answered_with_listed_actions() {
    let dialogue = &dialogues()[0];
    let ended = Program::outflank().hear(input(dialogue).as_bytes());
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let calls: Vec<&[&str]> = dialogue.split(|line| line.starts_with("> ")).collect();
    let shown = dialogue.iter().filter_map(|line| line.strip_prefix("> "));
    assert_eq!((calls.len(), ended.output.lines().count()), (2, 2), "{}", ended.output);
    for (call, answer) in calls.iter().chain([&calls[0]]).zip(ended.output.lines().chain(shown)) {
        let action = answer.strip_prefix("EXPERT ").and_then(|rest| rest.split_once(" MSG "));
        assert!(action.is_some_and(|(action, _)| listed(call).contains(&action)), "{answer}");
    }
}

/// A square of the judge's notation.
fn square(x: &str, y: &str) -> Place {
    place(&format!("{x}{y}")).expect("a square")
}

/// Sends a dialogue to the judge's program and compares its answers with those of the page, up to the first
/// move that is another one.
fn follow(dialogue: &[&str]) {
    const PROGRAM: usize = 0;
    const OPPONENT: usize = 1;
    let ended = Program::judge().hear(input(dialogue).as_bytes());
    let mut answers = ended.output.lines();
    let mut grid = Grid::empty();
    for line in dialogue {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["PLACE", x, y, who] => grid.put(usize::from(who != "1"), square(x, y)),
            ["TURN", x, y] => {
                assert!(grid.moves(OPPONENT).contains(&square(x, y)), "{line} breaks the rules");
                grid.play(OPPONENT, square(x, y));
            }
            [">", word @ ("OK" | "PASS")] => {
                assert!(word == "OK" || grid.moves(PROGRAM).is_empty(), "{line}");
                assert_eq!(answers.next(), Some(word));
            }
            [">", x, y] => {
                let moves = grid.moves(PROGRAM);
                assert!(moves.contains(&square(x, y)), "{line} breaks the rules");
                let answer = answers.next().expect("an answer");
                let is_legal = |&at: &Place| {
                    let (x, y) = letter_and_digit(at);
                    answer == format!("{x} {y}")
                };
                assert!(moves.iter().any(is_legal), "{answer}");
                if answer != &line[2..] {
                    return;
                }
                grid.play(PROGRAM, square(x, y));
            }
            _ => {}
        }
    }
    assert_eq!((ended.code, answers.next()), (Some(0), None), "{}", ended.log);
}

#[test]
fn the_judges_dialogues_are_answered_as_shown() {
    let dialogues = dialogues();
    assert_eq!(dialogues.len(), 3, "a dialogue of the page without a test");
    dialogues[1..].iter().for_each(|dialogue| follow(dialogue));
}
