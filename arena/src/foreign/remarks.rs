//! Values that bots report on standard error and in messages; the analyst parses them.

pub use analyst::notation::remarks::{attributes, About, Attribute, Value};

use crate::play::record::TurnRecord;

/// The bot's evaluation of a turn's move, from its own side.
pub fn value(turn: &TurnRecord) -> Option<Value> {
    analyst::notation::remarks::value(&turn.stderr, turn.message.as_deref().unwrap_or_default())
}
