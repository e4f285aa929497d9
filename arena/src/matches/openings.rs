//! Openings: transcripts from the standard start, one a line, as in XOT.

mod balanced;

pub use balanced::{first_shared, generate, Recipe};

use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::Game;
use outflank::rng::Rng;

use crate::files;

/// The largest number of openings in a file.
const MOST: usize = 10_000_000;

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

/// Reads a file of transcripts, one a line; skips blank lines and lines that start with `#`.
///
/// # Errors
/// If the file cannot be read, has no opening, or has a line that is not a transcript of an unfinished game;
/// the message names the file and the line.
pub fn read(path: &Path) -> anyhow::Result<Vec<Game>> {
    let text = files::read_text(path)?;
    let openings = parse(&text).with_context(|| path.display().to_string())?;
    if openings.is_empty() {
        bail!("{} holds no opening", path.display());
    }
    Ok(openings)
}

/// Parses transcripts, one a line; errors name the line.
pub fn parse(text: &str) -> anyhow::Result<Vec<Game>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = Game::from_transcript(line).with_context(|| format!("line {}", index + 1))?;
        if opening.is_over() {
            bail!("line {}: the game is already over", index + 1);
        }
        if openings.len() == MOST {
            bail!("line {}: more than {MOST} openings", index + 1);
        }
        openings.push(opening);
    }
    Ok(openings)
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
        assert_eq!(error_of("f5d6\nf5d7"), "line 2: move 2: white may not play d7");
        assert_eq!(error_of("f5d"), "line 1: byte 2: expected a square such as `d3`");
        assert_eq!(error_of("\ne6f4e3f6g5d6e7f5c5"), "line 2: the game is already over");
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
        assert!(format!("{:#}", read(&path).unwrap_err()).contains("none.txt: line 1: "));
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
