//! What every ladder has, and the course judge's rules: ratings, who may meet whom, who goes first.
//!
//! [`state::Ladder`] is a pure value that results are applied to; it knows neither files nor clocks.
//! [`store`] keeps submissions and games, [`runner`] plays them. A game has two rounds, each participant
//! black once, and is rated by their sum. `docs/ladder.md` explains the rules as implemented.

pub mod check;
pub mod game;
pub mod intake;
pub mod isolation;
pub mod matchmaking;
pub mod participant;
pub mod programs;
pub mod rating;
pub mod rules;
pub mod runner;
pub mod simulation;
pub mod stability;
pub mod standings;
pub mod state;
pub mod store;
