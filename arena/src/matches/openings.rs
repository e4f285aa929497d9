//! Openings: games from the standard start, as a rule transcripts, one a line, as in XOT.

mod balanced;

pub use balanced::{first_shared, generate, Recipe};

use std::ops::ControlFlow;
use std::path::Path;

use analyst::notation::{self, Event, Item, Limits as NotationLimits, Position, WthorNames};
use anyhow::{bail, ensure, Context};
use outflank::game::Game;
use outflank::rng::Rng;

use crate::files;

/// The largest number of openings in a file.
const MAX_OPENINGS: usize = 10_000_000;

/// The arena's balanced openings; the file's first line is the recipe.
const OWN: &str = include_str!("../../openings/balanced.txt");

/// Openings for tuning; the file's first line is the recipe.
const FOR_TUNING: &str = include_str!("../../openings/tuning.txt");

/// The arena's openings: 8 moves each, balanced by the engine's evaluation.
///
/// # Errors
/// Never; a test parses them.
pub fn own() -> anyhow::Result<Vec<Game>> {
    parse(OWN)
}

/// Openings for tuning, by the same recipe as [`own`] and disjoint from them: changes are tested on openings
/// that they were not tuned on.
///
/// # Errors
/// Never; a test parses them.
pub fn for_tuning() -> anyhow::Result<Vec<Game>> {
    parse(FOR_TUNING)
}

/// Reads a file of openings: unfinished games in any notation that the analyst reads, as a rule transcripts,
/// one a line.
///
/// # Errors
/// If the file cannot be read, has no opening, or has a part that is none; the message names the file and the
/// place.
pub fn read(path: &Path) -> anyhow::Result<Vec<Game>> {
    let openings = games(&files::read(path)?, &path.display().to_string())?;
    if openings.is_empty() {
        bail!("{} holds no opening", path.display());
    }
    Ok(openings)
}

/// Reads the openings in a text; errors name the place.
pub fn parse(text: &str) -> anyhow::Result<Vec<Game>> {
    games(text.as_bytes(), "openings")
}

fn games(bytes: &[u8], name: &str) -> anyhow::Result<Vec<Game>> {
    let mut openings = Vec::new();
    let mut outcome = Ok(());
    let limits = NotationLimits { bytes: usize::MAX, ..NotationLimits::default() };
    notation::read_each(bytes, name, &WthorNames::default(), &limits, &mut |event| {
        let opening = match event {
            Event::Remark(_) => return ControlFlow::Continue(()),
            Event::Error(error) => Err(error.into()),
            Event::Item(item) => {
                opening_of(&item).with_context(|| format!("{name}: opening {}", openings.len() + 1))
            }
        };
        outcome = opening.and_then(|opening| {
            ensure!(openings.len() < MAX_OPENINGS, "{name}: more than {MAX_OPENINGS} openings");
            openings.push(opening);
            Ok(())
        });
        match outcome {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    outcome.map(|()| openings)
}

fn opening_of(item: &Item) -> anyhow::Result<Game> {
    match item {
        Item::Game(record) if record.start == Position::START => {
            let opening = record.game()?;
            ensure!(!opening.is_over(), "the game is already over");
            Ok(opening)
        }
        _ => bail!("expected a game from the standard start"),
    }
}

/// Shuffles openings into the order of `seed`.
pub fn shuffle(openings: &mut [Game], seed: u64) {
    let mut rng = Rng::new(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn blank_lines_and_comments_are_skipped() {
        let openings = parse("# XOT\nf5d6c3\r\n\n  F5 F6\n").unwrap();
        let transcripts: Vec<_> = openings.iter().map(Game::transcript).collect();
        assert_eq!(transcripts, ["f5d6c3", "f5f6"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(error_of("f5d6\nf5d7"), "openings:2:3: move 2: white may not play d7");
        assert_eq!(error_of("f5d"), "openings:1:3: expected a move such as `f5`, not `d`");
        assert_eq!(error_of("\ne6f4e3f6g5d6e7f5c5"), "openings: opening 1: the game is already over");
    }

    #[test]
    fn files_without_openings_are_refused_by_name() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("none.txt");
        std::fs::write(&path, "# nothing\n").unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.ends_with("none.txt holds no opening"), "{error}");
        let missing = read(&directory.path().join("missing.txt")).unwrap_err();
        assert!(format!("{missing:#}").contains("missing.txt: No such file"), "{missing:#}");
        std::fs::write(&path, "z9").unwrap();
        assert!(format!("{:#}", read(&path).unwrap_err()).contains("none.txt:1:1: "));
    }

    #[test]
    fn the_seed_determines_the_order() {
        let openings = parse("f5d6\nf5f6\nf5f4\nf5d6c3\nf5d6c4\nf5d6c5\n").unwrap();
        let shuffled = |seed| {
            let mut openings = openings.clone();
            shuffle(&mut openings, seed);
            openings.iter().map(Game::transcript).collect::<Vec<_>>()
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort();
        let mut all: Vec<_> = openings.iter().map(Game::transcript).collect();
        all.sort();
        assert_eq!(sorted, all, "none is lost");
    }

    #[test]
    fn openings_for_tuning_are_none_of_those_that_judge() {
        let (own, for_tuning) = (own().unwrap(), for_tuning().unwrap());
        assert!(for_tuning.len() >= 1000);
        assert_eq!(first_shared(&for_tuning, &own), None);
    }

    #[test]
    fn the_arenas_own_openings_can_be_read() {
        let openings = own().unwrap();
        assert!(openings.len() >= 1000);
        assert!(openings.iter().all(|opening| opening.move_count() == 8));
    }
}
