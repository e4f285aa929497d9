//! `outflank-analyst opening`: the name of a line, or the line of a name.

use std::io::Write;

use analyst::openings::{NamedOpening, Openings};
use anyhow::bail;
use outflank::game::Game;

/// Names the opening of a game, or prints the line of a named opening.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A transcript such as `f5d6c3`, or a name such as `Tiger`.
    opening: String,
}

/// Prints what is known of the opening.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let openings = Openings::shared();
    if let Ok(game) = Game::from_transcript(&arguments.opening) {
        for (plies, opening) in openings.along(&game) {
            writeln!(out, "{plies:>3}  {}  {}", opening.title(), &game.transcript()[..2 * plies])?;
        }
        return Ok(());
    }
    let found: Vec<&NamedOpening> = openings.named(&arguments.opening);
    if found.is_empty() {
        bail!("`{}` is neither a transcript nor the name of an opening", arguments.opening);
    }
    for opening in found {
        writeln!(out, "{}  {}", opening.title(), opening.line)?;
    }
    Ok(())
}
