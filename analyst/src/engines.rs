//! The engine in other programs' dialogues: GTP and NBoard.
//!
//! Both are state machines that take a line and give lines back; reading, writing and the thread that notices
//! a `quit` during a search belong to the host.

pub mod dialogue_game;
pub mod gtp;
pub mod nboard;
pub mod player;
pub mod time;
