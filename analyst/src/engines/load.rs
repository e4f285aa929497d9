//! Games that a GUI passes as text.

use crate::notation::{self, GameRecord, Item};

/// The first game in a file of any format; a position is a game without moves.
pub(super) fn game(bytes: &[u8]) -> Result<GameRecord, String> {
    let items = notation::read(bytes, "game").map_err(|error| error.to_string())?;
    match items.into_iter().next() {
        Some(Item::Game(record)) => Ok(*record),
        Some(Item::Position(found)) => Ok(GameRecord::from_start(found.position)),
        None => Err("expected a game".to_string()),
    }
}
