//! SPSA tuning of a bot's constants, with matches between two perturbed versions.
//! [`spsa`] is the method. Its state is replayed from the results in the [`log`](Tuning), so that an
//! interrupted run resumes exactly.

mod contest;
mod log;
mod parameter;
mod report;
mod spsa;

pub use contest::{bot_with, check_bot, has_placeholders, Contest, OwnBot};
pub use log::{hash_of, Header, Iteration, OwnHeader, Tuning, MAX_ITERATIONS, MAX_PAIRS, SCHEMA};
pub use parameter::Parameter;
pub use report::{charts, rows, tuned_bot, Row};
pub use spsa::{Schedule, Spsa};
