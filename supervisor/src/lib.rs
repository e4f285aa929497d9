//! Runs programs that nobody vouches for: bots, and the compilers of their sources.
//!
//! Time, memory, output and child processes are all bounded. A failure of the program is a [`Failure`], which
//! its caller judges; only a failure of the supervision itself is an error. Nothing here knows a game. All
//! `unsafe` code of the tools is in this crate.
//!
//! [`Failure`]: call::Failure

pub mod call;
pub mod cores;
pub mod stall;
pub mod stop;

pub mod sandbox;

pub mod process;

pub mod compile;
