//! The engine behind the page: JSON requests in, JSON answers out, in WebAssembly and, for tests, natively.
//!
//! The page's worker calls [`app::App::answer`] through the module's exports. Searches run in slices between
//! requests, since a worker that computes hears nothing. Modules are listed bottom-up: a module uses only
//! those above its own line.
#![deny(unsafe_code)]

pub mod spelling;

pub mod speed;

mod request;

mod games;

mod continuations;

mod reports;

mod jobs;

pub mod app;

#[cfg(target_arch = "wasm32")]
mod abi;
