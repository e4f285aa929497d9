//! The one search behind hint, analysis, exact solve and the engines' moves.
//!
//! [`Searcher::search`] answers every question about a position, so that no two answers contradict each
//! other: proofs narrow each move's bounds, every value lies within them, and no move is reported above one
//! that is proven better.

mod budget;
mod claims;
mod deepen;
mod report;
mod searcher;
mod slices;
mod stop;
mod thinking;

pub use budget::{Budget, Goal, Memory};
pub use report::{are_twins, value_kind, value_text, MoveReport, Report};
pub use searcher::{Prove, Searcher};
pub use stop::{deadline, Stop};
pub use thinking::{is_claimed, Thinking};
