//! The Othello engine of `outflank`: everything that ships to CodinGame, std only.
//!
//! Modules are listed bottom-up: a module may use only those above its own line. `tests/layers.rs`
//! computes the use-graph and fails on a back edge.

pub mod square;

pub mod bits;

pub mod rng;

pub mod memory;

pub mod cpu;

pub mod board;

pub mod perft;

pub mod game;

pub mod obf;

pub mod clock;

pub mod eval;

pub mod endgame;

pub mod alphabeta;

pub mod opening;

pub mod mcts;

pub mod engine;

pub mod bench;

pub mod protocol;
