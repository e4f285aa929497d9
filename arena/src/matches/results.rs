//! Results of a run of pairs: a header line that identifies the run, then one line of JSON a pair.
//!
//! Lines stand in the order in which pairs finished; `pair` is what identifies them. Times stand there only for bots
//! that have a clock, so that a run between built-in bots is the same to the last bit wherever it was played. Only the
//! last line of a file may be torn; it is ignored, and cut off when the run goes on.

mod journal;
mod lines;
mod merge;

pub use journal::Journal;
pub(crate) use lines::{json_line, openings_hash};
pub use lines::{program_hash, GameLine, Header, PairLine, Results, RunBot, SCHEMA};
pub use merge::{merge, Conflicts};
