//! The pages and the requests of their scripts: a module for each part of the site.

pub(super) mod games;
pub(super) mod head_to_head;
pub(super) mod health;
mod leagues;
pub(super) mod organise;
pub(super) mod participant;
pub(super) mod play;
pub(super) mod receive;
pub(super) mod rules;
pub(super) mod sign_in;
pub(super) mod standings;
pub(super) mod submissions;
pub(super) mod transcripts;
