//! The ladder on disk: an SQLite database and the programs that were submitted as files.
//!
//! Rows are only ever added, a game in one transaction: a process that is killed loses the games in progress
//! and counts none twice. Each game holds the ratings after it; the rest of the state that the rules read is
//! replayed (`ladder_state`). One process writes games, and any number of others read (write-ahead log).

mod backup;
mod connect;
mod create;
mod database;
mod decisions;
mod invitations;
mod ladder_state;
mod read;
mod repair;
#[cfg(test)]
mod tests;
mod uploads;
mod verify;
mod write;

pub use create::Boss;
pub use database::{now_ms, Store};
pub use decisions::Decision;
pub use invitations::{random_token, Invitation, Invited, TOKEN_DIGITS};
pub use ladder_state::LadderState;
pub use read::{GameRow, VersionRow};
pub use repair::Repaired;
pub use uploads::{Kind, NewUpload, Upload, UploadResult};
pub use verify::{verify_rounds, Verified};
pub use write::Submission;
