//! The Othello engine of `outflank`: everything that ships to CodinGame, std only.
//!
//! Modules are listed bottom-up: a module may use only those above its own line. `tests/layers` computes the
//! use-graph, and fails on an arrow up and on a module that neither ships nor serves the unit tests.

// Machine: bitboards, memory, the CPU's instructions and the clock.

pub mod square;

pub mod bits;

pub mod rng;

pub mod memory;

pub mod cpu;

pub mod clock;

pub mod limits;

// Rules: positions, proven bounds and games.

pub mod board;

pub mod bounds;

pub mod game;

// Evaluation: learned estimates of positions.

pub mod eval;

// Search: the exact solver, the opening book, the tree search, and the engine that chooses among them.

pub mod endgame;

pub mod opening;

pub mod mcts;

pub mod engine;

// Dialogue: the bench signature and the protocols.

pub mod bench;

pub mod protocol;

// Workbench: what only unit tests and tools use.

pub mod perft;

pub mod obf;

pub mod random_games;

pub mod handmade;
