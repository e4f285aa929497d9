//! The dialogues of the judge's own text, misprints included, and the program's answers to them.

use super::hear;
use crate::process::Program;
use crate::rules::{letter_and_digit, place, Grid};
use crate::{small_engine, Outcome};

const BLACK: usize = 0;
const WHITE: usize = 1;

/// The set-up of the text's dialogue, for a program that is black (0) or white (1). White's first disc stands
/// on `second`: `e 5`, or `c 5` in the text's list of commands.
fn set_up(program: usize, second: &str) -> String {
    let [black, white] = if program == BLACK { [1, 2] } else { [2, 1] };
    format!("START\nPLACE d 5 {black}\nPLACE {second} {white}\nPLACE e 4 {black}\nPLACE d 4 {white}\nDONE\n")
}

/// The position after [`set_up`].
fn position(second: &str) -> Grid {
    let mut grid = Grid::empty();
    for (side, name) in [(BLACK, "d5"), (WHITE, second), (BLACK, "e4"), (WHITE, "d4")] {
        grid.put(side, place(name).expect("a square"));
    }
    grid
}

/// The answers of a side that can move.
fn allowed(grid: &Grid, side: usize) -> Vec<String> {
    let named = |at| {
        let (column, row) = letter_and_digit(at);
        format!("{column} {row}")
    };
    grid.moves(side).into_iter().map(named).collect()
}

/// Plays a move of the judge's notation on the twin's board.
fn play(grid: &mut Grid, side: usize, name: &str) {
    grid.play(side, place(&name.replace(' ', "")).expect("a square"));
}

/// The lines on standard output; the dialogue must have kept to the protocol.
fn answers(outcome: &Outcome) -> Vec<&str> {
    assert_eq!(outcome.message(), "");
    outcome.output.lines().collect()
}

#[test]
fn the_dialogue_as_black_is_answered_by_ok_and_legal_moves() {
    let mut grid = position("e5");
    let begun = format!("{}BEGIN\n", set_up(BLACK, "e 5"));
    let outcome = hear(&mut small_engine(), format!("{begun}END\n").as_bytes());
    let heard = answers(&outcome);
    assert_eq!((heard.len(), heard[0]), (2, "OK"));
    assert!(allowed(&grid, BLACK).contains(&heard[1].to_owned()), "{heard:?}");
    play(&mut grid, BLACK, heard[1]);
    for reply in allowed(&grid, WHITE) {
        let mut grid = grid.clone();
        let outcome = hear(&mut small_engine(), format!("{begun}TURN {reply}\nEND\n").as_bytes());
        let again = answers(&outcome);
        play(&mut grid, WHITE, &reply);
        assert_eq!((again.len(), &again[..2]), (3, &heard[..2]));
        assert!(allowed(&grid, BLACK).contains(&again[2].to_owned()), "TURN {reply}: {again:?}");
    }
}

#[test]
fn the_dialogue_as_white_starts_with_turn_d_3() {
    let mut grid = position("e5");
    let sent = format!("{}TURN d 3\nEND\n", set_up(WHITE, "e 5"));
    let outcome = hear(&mut small_engine(), sent.as_bytes());
    let heard = answers(&outcome);
    play(&mut grid, BLACK, "d 3");
    assert_eq!((heard.len(), heard[0]), (2, "OK"));
    assert!(allowed(&grid, WHITE).contains(&heard[1].to_owned()), "{heard:?}");
}

/// The list of commands has `PLACE c 5 (2|1)` for `e 5`. Discs may stand anywhere, so the program obeys.
#[test]
fn the_misprinted_place_puts_the_disc_on_c_5() {
    let grid = position("c5");
    let outcome = hear(&mut small_engine(), format!("{}BEGIN\nEND\n", set_up(BLACK, "c 5")).as_bytes());
    let heard = answers(&outcome);
    assert!(allowed(&grid, BLACK).contains(&heard[1].to_owned()), "{heard:?}");
    // White on c5, black on d5, nothing on e5; black may play b5.
    assert!(outcome.log.contains("\n5 |   | ' | O | X |   |   |   |   |\n"), "{}", outcome.log);

    let mut grid = position("c5");
    let outcome = hear(&mut small_engine(), format!("{}TURN d 3\nEND\n", set_up(WHITE, "c 5")).as_bytes());
    let heard = answers(&outcome);
    play(&mut grid, BLACK, "d 3");
    assert!(allowed(&grid, WHITE).contains(&heard[1].to_owned()), "{heard:?}");
}

/// A judge that sends `PLACE c 5` but means `e 5` plays on another board than the program, which notices at
/// the first move that its own board does not allow.
#[test]
fn a_judge_that_means_e_5_after_the_misprint_is_told_of_its_mistake() {
    let sent = format!("{}TURN f 5\n", set_up(WHITE, "c 5"));
    let ended = Program::judge().hear(sent.as_bytes());
    assert_eq!((ended.code, ended.output.as_str()), (Some(2), "OK\n"));
    assert_eq!(ended.log, "line 7: expected a square where black may play, got \"TURN f 5\"\n");
}

/// The example as black continues with `TURN e 5`, which is occupied whatever black's move was.
#[test]
fn the_misprinted_turn_on_an_occupied_square_ends_the_program_with_2() {
    let sent = format!("{}BEGIN\nTURN e 5\nEND\n", set_up(BLACK, "e 5"));
    let ended = Program::judge().hear(sent.as_bytes());
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.output.lines().count(), 2, "OK and the answer to BEGIN: {}", ended.output);
    let error = "line 8: expected a square where white may play, got \"TURN e 5\"";
    assert_eq!(ended.log.lines().last(), Some(error));
}

/// The judge may start a second round in the same process.
#[test]
fn the_program_plays_a_round_of_each_colour_after_two_starts() {
    let sent = format!("{}BEGIN\n{}TURN d 3\nEND\n", set_up(BLACK, "e 5"), set_up(WHITE, "e 5"));
    let ended = Program::judge().hear(sent.as_bytes());
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let heard: Vec<&str> = ended.output.lines().collect();
    assert_eq!((heard.len(), heard[0], heard[2]), (4, "OK", "OK"));
    let mut grid = position("e5");
    assert!(allowed(&grid, BLACK).contains(&heard[1].to_owned()), "{heard:?}");
    play(&mut grid, BLACK, "d 3");
    assert!(allowed(&grid, WHITE).contains(&heard[3].to_owned()), "{heard:?}");
}
