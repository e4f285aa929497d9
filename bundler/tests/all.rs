//! The tests of the bundler, a module for each subject. They are one program, so that what waits overlaps and
//! one program is linked.

#![allow(clippy::unwrap_used)]

mod libraries;
mod meaning;
mod program;
mod projects;
mod refusals;
mod rows;
mod support;
mod workspaces;
