//! The WTHOR base, read by path where it lies beside the project: it has no free licence.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use analyst::notation::{read, read_each, Event, GameRecord, GameResult, Item, Limits, WthorNames};
use outflank::endgame::Solver;

/// The path of the base; `None`, with a printed remark, if it is missing.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/wthor");
    if !folder.is_dir() {
        eprintln!("SKIPPED: no WTHOR base at {}", folder.display());
        return None;
    }
    Some(folder)
}

/// Hands over every game of the base.
fn for_each_game(folder: &PathBuf, mut take: impl FnMut(&GameRecord)) -> Vec<String> {
    let mut names = WthorNames::default();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        if !names.add(&bytes) {
            files.push((path, bytes));
        }
    }
    files.sort();
    let mut errors = Vec::new();
    for (path, bytes) in files {
        let name = path.file_name().unwrap().to_string_lossy();
        read_each(&bytes, &name, &names, &Limits::default(), &mut |event| {
            match event {
                Event::Item(Item::Game(record)) => take(&record),
                Event::Item(Item::Position(_)) => panic!("{name}: a position"),
                Event::Remark(error) | Event::Error(error) => errors.push(error.to_string()),
            }
            ControlFlow::Continue(())
        });
    }
    errors
}

#[test]
fn all_games_are_read_and_their_results_are_the_boards() {
    let Some(folder) = folder() else { return };
    let (mut games, mut over, mut differ, mut named, mut equal_scores) = (0, 0, 0, 0, 0);
    let errors = for_each_game(&folder, |record| {
        games += 1;
        named += usize::from(
            record.players.iter().all(|player| !player.name.is_empty()) && !record.event.is_empty(),
        );
        let game = record.game().unwrap();
        let Some(GameResult::Score(score)) = record.result else { panic!("{record:?}") };
        equal_scores += usize::from(record.theoretical.is_some_and(|theoretical| theoretical.black == score));
        if game.is_over() {
            over += 1;
            differ += usize::from(game.black_score() != score);
        }
    });
    println!(
        "{games} games, {named} with all names, {over} finished, {differ} of those with another \
         score than the board's, {equal_scores} with the theoretical score; refused: {errors:#?}"
    );
    assert_eq!((games, over, differ, errors.len()), (137_548, 137_135, 0, 0));
}

/// Agreement means: the score of perfect play from 24 empty squares on is the theoretical score. Solving all
/// games takes days, so that a sample is solved.
#[test]
#[ignore = "minutes: `cargo test --release -p analyst --test all -- --ignored theoretical`"]
fn theoretical_scores_are_those_of_perfect_play() {
    const EVERY: usize = 2_750;
    let Some(folder) = folder() else { return };
    let mut solver = Solver::new(256 << 20);
    let (mut number, mut solved, mut differ) = (0, 0, Vec::new());
    for_each_game(&folder, |record| {
        number += 1;
        let Some(theoretical) = record.theoretical.filter(|_| number % EVERY == 0) else { return };
        let Some(position) = record
            .positions()
            .into_iter()
            .find(|at| at.board.empty_count() == theoretical.empties && !at.board.is_over())
        else {
            return;
        };
        let score =
            i32::from(solver.solve(position.board, -64, 64, outflank::limits::Limits::NONE).bounds.lower);
        let black = if position.to_move == outflank::game::Color::Black { score } else { -score };
        solved += 1;
        if black != theoretical.black {
            differ.push((number, black, theoretical.black));
        }
    });
    println!("{solved} positions of 24 empties solved; other than the theoretical score: {differ:?}");
    assert!(solved > 20);
}

fn example() -> Vec<u8> {
    let mut bytes = vec![20, 26, 2, 19, 1, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 24, 0];
    bytes.extend([1, 0, 0, 0, 1, 0, 64, 32]);
    bytes.extend([65, 46, 35, 66, 57, 64, 75, 56, 53]);
    bytes.resize(16 + 68, 0);
    bytes
}

#[test]
fn a_game_has_its_names_and_scores() {
    let mut list = vec![20, 26, 2, 16, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    list.extend(b"Ann\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    list.extend(b"Ren\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let mut names = WthorNames::default();
    assert!(names.add(&list));
    assert!(!names.add(&example()));
    let mut found = Vec::new();
    read_each(&example(), "x", &names, &Limits::default(), &mut |event| {
        found.push(event);
        ControlFlow::Continue(())
    });
    let [Event::Item(Item::Game(record))] = &found[..] else { panic!("{found:?}") };
    assert_eq!(record.players.clone().map(|player| player.name), ["Ann", "René"]);
    assert_eq!(record.result, Some(GameResult::Score(64)));
    assert_eq!(record.game().unwrap().transcript(), "e6f4e3f6g5d6e7f5c5");
    assert_eq!(record.date, "2026");
}

#[test]
fn mistakes_are_named_with_their_byte() {
    let error = |at: usize, byte: u8| {
        let mut bytes = example();
        bytes[at] = byte;
        read(&bytes, "x").unwrap_err().to_string()
    };
    assert_eq!(error(12, 10), "x: byte 12: expected games on 8 x 8 squares, not `10 x 10`");
    assert_eq!(error(24, 99), "x: byte 24: expected 10 x row + column, not 99");
    assert_eq!(error(24, 11), "x: byte 24: move 1: black may not play a1");
    assert_eq!(error(4, 2), "x: byte 4: expected 2 games of 68 bytes, not 68 bytes");
}
