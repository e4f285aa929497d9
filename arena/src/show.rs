//! Output for people: replays, exact analysis, diagrams, charts and HTML pages.

pub mod analysis;
pub mod chart;
pub mod curve;
pub mod diagram;
pub mod input;
pub mod link;
pub mod page;
pub mod replay;
