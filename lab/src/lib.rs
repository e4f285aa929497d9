//! Measures the engine: the program `outflank-bench`, and the alpha-beta search that spars with the engine.
#![forbid(unsafe_code)]

pub mod alphabeta;
