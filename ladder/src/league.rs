//! A league as on CodinGame: leagues with a boss each, placement games, TrueSkill scores, promotion past the
//! boss.
//!
//! Everything that happened stands in `events.jsonl`, which only grows; `league.sqlite` is what it comes to,
//! and is made anew from the events whenever the two do not agree. `programs/` holds copies of what was
//! entered. Ratings belong to a bot's stay in one league: whoever rises starts anew there.

mod bot;
mod directory;
mod event;
mod matchmaking;
mod placement;
mod store;

pub use bot::EnteredBot;
pub use directory::League;
pub use event::{Event, Founding, Meeting, Outcome, Rules, SCHEMA};
pub use matchmaking::{score, Member, Reason};
pub use placement::{Placement, Witness};
pub use store::{Entrant, Faced, Seat, Store};
