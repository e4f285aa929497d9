//! The analyst: reads any Othello game, names its opening and explains its moves with the `outflank` engine.
//!
//! The library starts no threads, opens no files and reads no clock of its own: it also runs in the browser.
//! Whatever needs those belongs to the binary, `src/main.rs`. Modules are listed bottom-up: a module uses
//! only those above its own line.
#![forbid(unsafe_code)]

pub mod sentence;

pub mod notation;

pub mod openings;

pub mod alphabeta;

pub mod search;

pub mod analysis;

pub mod level;

#[cfg(not(target_arch = "wasm32"))]
pub mod engines;

pub mod components;

#[cfg(feature = "pages")]
pub mod page;
