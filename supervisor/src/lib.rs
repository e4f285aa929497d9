//! Runs programs that nobody vouches for: bots, and the compilers of their sources.
//!
//! Time, memory, output and child processes are all bounded. A failure of the program is a [`Fault`], which
//! its caller judges; any other error is one of the supervision itself. Nothing here knows the rules of a
//! game. All `unsafe` code of the tools is in this crate.
//!
//! [`Fault`]: call::Fault

pub mod call;
pub mod cores;
pub mod stall;
pub mod stop;

pub mod sandbox;

pub mod process;

pub mod compile;
