//! Code that all tools of the workspace share: files that are recognised before they are replaced, exit
//! codes, shell completions and man pages, and escapes of text from outside.

#![forbid(unsafe_code)]

pub mod commands;
pub mod files;
pub mod shard;
pub mod text;
