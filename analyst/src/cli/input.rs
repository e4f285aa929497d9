//! Games and positions that the user names.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use analyst::notation::{
    self, rows_text, Event, GameRecord, Item, Limits, Position, PositionRecord, ReadError,
};

use super::files::{expand, read_all};

/// Games and positions that are read of one argument, at most.
const MAX_ITEMS: usize = 1_000_000;

/// The items of a file, a folder, standard input (`-`) or the argument itself.
fn items(argument: &str) -> anyhow::Result<Vec<Item>> {
    let path = PathBuf::from(argument);
    if argument != "-" && !path.exists() {
        let read = notation::read(argument.as_bytes(), argument);
        return read.map_err(|error| missing_file(&path).unwrap_or_else(|| error.into()));
    }
    let mut items = Vec::new();
    let mut failure = None;
    read_all(&expand(&[path])?, &Limits::default(), &mut |event| {
        match event {
            Event::Item(_) if items.len() == MAX_ITEMS => return ControlFlow::Break(()),
            Event::Item(item) => items.push(item),
            Event::Error(error) => {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            Event::Remark(remark) => eprintln!("{remark}"),
        }
        ControlFlow::Continue(())
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if items.is_empty() {
        return Err(ReadError::nothing_in(argument).into());
    }
    Ok(items)
}

/// Why a path that looks like one cannot be read: a typing error in it is no typing error in a game.
fn missing_file(path: &Path) -> Option<anyhow::Error> {
    let looks_like_path = path.extension().is_some() || path.components().count() > 1;
    let missing = path.metadata().err().filter(|_| looks_like_path)?;
    Some(anyhow::Error::new(missing).context(path.display().to_string()))
}

/// The games that an argument names; a position is a game without moves.
pub(super) fn games(argument: &str) -> anyhow::Result<Vec<GameRecord>> {
    let games = items(argument)?.into_iter().map(|item| match item {
        Item::Game(record) => *record,
        Item::Position(found) => GameRecord::from_start(found.position),
    });
    Ok(games.collect())
}

/// The positions that an argument names; a game names its last position.
pub(super) fn positions(argument: &str) -> anyhow::Result<Vec<PositionRecord>> {
    let mut found = Vec::new();
    for item in items(argument)? {
        found.push(match item {
            Item::Position(record) => record,
            Item::Game(record) => {
                let game = record.game()?;
                let position = notation::Position { board: game.board(), to_move: game.to_move() };
                PositionRecord::new(position)
            }
        });
    }
    Ok(found)
}

/// Draws a board, black as X, with the legal moves as stars.
pub(super) fn print_board(position: Position, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "  a b c d e f g h")?;
    for (row, squares) in (1..).zip(rows_text(position.discs(), position.board.legal_moves())) {
        writeln!(out, "{row} {squares}")?;
    }
    Ok(())
}
