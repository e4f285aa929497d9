//! Code that all tools of the workspace share: files that are recognised before they are replaced, exit
//! codes, shell completions and man pages, printing, CPU time, and the decoding and escaping of text from
//! outside.

#![forbid(unsafe_code)]

#[cfg(feature = "programs")]
pub mod commands;
#[cfg(all(unix, feature = "programs"))]
pub mod cpu_time;
#[cfg(feature = "programs")]
pub mod files;
#[cfg(feature = "programs")]
pub mod output;
pub mod shard;
pub mod text;
