//! The course judge's ladder: ratings, who may meet whom, who goes first.
//!
//! [`state::Ladder`] is a pure value that results are applied to; it knows neither files nor clocks.
//! [`store`] keeps what happened, [`runner`] makes things happen. A game is two rounds, each participant
//! black once, and what rates is their sum. The rules as implemented: `docs/ladder.md`.

pub mod check;
pub mod compile;
pub mod isolation;
pub mod matchmaking;
pub mod programs;
pub mod rating;
pub mod rules;
pub mod runner;
pub mod simulation;
pub mod stability;
pub mod state;
pub mod store;
