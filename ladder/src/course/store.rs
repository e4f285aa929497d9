//! The ladder on disk: an SQLite database and the programs that were submitted as files.
//!
//! Nothing is ever changed or deleted, and a game comes in one transaction, all of it or nothing: whoever is
//! killed loses the games in progress and counts none twice. Ratings stand with each game; everything else
//! that the rules look at is replayed (`replica`). One process writes games, any number read (`write-ahead
//! log`).

mod database;
mod migrate;
mod read;
mod replica;
mod verify;
mod write;

pub use database::{now_ms, RunLock, Store};
pub use migrate::Migrated;
pub use read::{GameRow, VersionRow};
pub use replica::{FinishedGame, Replica};
pub use verify::Verified;
pub use write::{Submission, Submitted};
