//! Code that all tools of the workspace share: files that are recognised before they are replaced, exit
//! codes, shell completions and man pages, and the decoding and escaping of text from outside.

#![forbid(unsafe_code)]

#[cfg(feature = "programs")]
pub mod commands;
#[cfg(feature = "programs")]
pub mod files;
pub mod shard;
pub mod text;
