//! The ladder on disk: an SQLite database and the programs that were submitted as files.
//!
//! Rows are only ever added, a game in one transaction: a process that is killed loses the games in progress
//! and counts none twice. Each game holds the ratings after it; the rest of the state that the rules read is
//! replayed (`ladder_state`). One process writes games, and any number of others read (write-ahead log).

mod backup;
mod connect;
mod database;
mod ladder_state;
mod read;
mod repair;
mod verify;
mod write;

pub use database::{now_ms, RunLock, Store};
pub use ladder_state::{FinishedGame, LadderState};
pub use read::{GameRow, VersionRow};
pub use repair::Repaired;
pub use verify::Verified;
pub use write::{Submission, Submitted};
