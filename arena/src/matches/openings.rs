//! Openings: transcripts from the standard start, one a line, as in XOT.

mod balanced;

pub use balanced::{first_shared, generate, Recipe};

use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::Game;
use outflank::rng::Rng;

use crate::files;

/// The most openings that a file may hold.
const MOST: usize = 10_000_000;

/// Balanced openings of the arena's own; the file says how they were made.
const OWN: &str = include_str!("../../openings/balanced.txt");

/// Openings for tuning; the file says how they were made.
const FOR_TUNING: &str = include_str!("../../openings/tuning.txt");

/// The arena's own openings: 8 moves each, balanced in the engine's judgement.
///
/// # Errors
/// Never, as a test makes sure.
pub fn own() -> anyhow::Result<Vec<Game>> {
    parse(OWN)
}

/// Openings for tuning, made as [`own`] are, of which they hold none: what was tuned is judged by openings that it has
/// never seen.
///
/// # Errors
/// Never, as a test makes sure.
pub fn for_tuning() -> anyhow::Result<Vec<Game>> {
    parse(FOR_TUNING)
}

/// Reads a file of transcripts, one a line; blank lines and lines that start with `#` are skipped.
///
/// # Errors
/// If the file cannot be read, holds no opening, or has a line that is no transcript of a game in progress; the
/// message names the file and the line.
pub fn read(path: &Path) -> anyhow::Result<Vec<Game>> {
    let text = files::read_text(path)?;
    let openings = parse(&text).with_context(|| path.display().to_string())?;
    if openings.is_empty() {
        bail!("{} holds no opening", path.display());
    }
    Ok(openings)
}

/// Reads transcripts, one a line; the errors name the line.
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

/// Puts openings into the order that `seed` determines.
pub fn shuffle(openings: &mut [Game], seed: u64) {
    let mut rng = Rng::new(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests;
