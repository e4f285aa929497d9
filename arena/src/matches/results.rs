//! Results of a run of pairs: a header line that identifies the run, then one line of JSON a pair.
//! Lines are in the order in which pairs finished; `pair` identifies them. Only bots with a clock have times,
//! so that a run between built-in bots is reproducible to the last bit on any machine. Only the last line of
//! a file may be torn; readers ignore it, and resuming the run removes it.

mod header;
mod journal;
mod lines;
mod merge;
mod record;
mod replay;
#[cfg(test)]
mod testing;

pub(crate) use header::openings_hash;
pub use header::{program_hash, Header, RunBot, SCHEMA};
pub use journal::Journal;
pub use lines::{GameLine, PairLine, Results};
pub use merge::merge;
