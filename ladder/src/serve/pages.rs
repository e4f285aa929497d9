//! The pages and the requests of their scripts: a module for each part of the site.

pub(super) mod games;
pub(super) mod head_to_head;
pub(super) mod participant;
pub(super) mod play;
pub(super) mod rules;
pub(super) mod standings;
pub(super) mod transcripts;
