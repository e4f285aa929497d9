//! A league as on CodinGame: leagues with a boss each, placement games, TrueSkill scores, promotion past the
//! boss.
//!
//! `events.jsonl` is an append-only log of all events; `league.sqlite` is derived from it and rebuilt
//! whenever the two disagree. `programs/` holds copies of the entered programs. A rating belongs to a bot's
//! stay in one league: a promoted bot starts with a new rating.

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
pub use placement::{FaultyGame, LostEveryGame, Placement, PlacementObserver};
pub use store::{Entrant, HeadToHead, Seat, Store};
