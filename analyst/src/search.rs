//! The one search behind hint, analysis, exact solve and the engines' moves.
//!
//! Every question about a position is answered by [`Searcher::search`], so that no two answers contradict
//! each other: what is proven narrows each move's bounds, every value lies within them, and no move is
//! reported above one that is proven better.

mod budget;
mod report;
mod searcher;
mod slices;
mod stop;
mod thinking;

pub use budget::{Budget, Goal, Memory};
pub use report::{MoveReport, Report};
pub use searcher::Searcher;
pub use stop::{deadline, Stop};
pub use thinking::Thinking;
