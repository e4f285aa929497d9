//! Games and positions in the file formats of Othello programs.

pub mod record;

pub use record::{Ending, GameRecord, GameResult, Item, MoveRecord, Note, Player, Position, PositionRecord};
