//! Hostile bots in the strict sandbox: they reach neither their opponent nor the arena, neither files nor the
//! network, pass no bound, hide no CPU time, and leave nothing behind.
//!
//! What they try with control groups is tried without, too, as on a machine where none may be written.

#![allow(clippy::unwrap_used)]

mod attacks;
mod hostile;
mod outside;
mod resources;
mod void;
