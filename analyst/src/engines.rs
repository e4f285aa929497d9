//! The engine in other programs' dialogues: GTP and NBoard.
//!
//! Both are state machines that take a line and give lines back; reading, writing and the thread that notices
//! a `quit` during a search belong to the host.

pub mod dialogue_game;
pub mod gtp;
pub mod nboard;
pub mod player;
pub mod time;

use crate::notation::{self, GameRecord, Item};
use dialogue_game::DialogueGame;

/// The first game in a file of any format; a position is a game without moves.
fn first_game(bytes: &[u8]) -> Result<GameRecord, String> {
    let items = notation::read(bytes, "game").map_err(|error| error.to_string())?;
    match items.into_iter().next() {
        Some(Item::Game(record)) => Ok(*record),
        Some(Item::Position(found)) => Ok(GameRecord::from_start(found.position)),
        None => Err("expected a game".to_string()),
    }
}

/// The first game in a file after its first `most` moves. A last pass that the file does not spell is still
/// to be made, by whoever is asked for a move.
fn load_game(bytes: &[u8], most: usize) -> Result<DialogueGame, String> {
    let record = first_game(bytes)?;
    let mut game = DialogueGame::new(record.start.board, record.start.to_move);
    for entry in record.spelled_moves().iter().take(most) {
        let mv = entry.mv;
        game.play(entry.color, mv).map_err(|_| format!("the game holds an illegal move, {mv}"))?;
    }
    Ok(game)
}
