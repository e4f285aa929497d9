//! Games and positions in the file formats of Othello programs.
//!
//! [`read`](read()) takes whatever people paste or have on disk and finds out by content what it is;
//! [`write`](write()) writes any of it in a [`Format`]. A [`GameRecord`] is what lies between: moves that
//! were checked against the rules, with everything that the file says about them.

mod error;
mod input;
pub mod record;
pub mod remarks;
mod replay;
mod result;
mod text;

mod board;
mod movetext;
mod properties;
mod source;

mod codingame;

mod arena;

mod own;

mod json;

mod ggf;

mod sgf;

mod pgn;

mod plain;

mod wthor;

mod read;
mod write;

pub use board::{rows_text, squares_text};
pub use error::{Place, ReadError};
pub use input::{set_decoder, Decoded, Decoder, Limits};
pub use read::{read, read_each};
pub use record::{Ending, GameRecord, GameResult, Item, MoveRecord, Note, Player, Position, PositionRecord};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use replay::parse_move;
pub use source::{Event, Sink};
pub use write::{kept, write, Format};
pub use wthor::Names as WthorNames;
