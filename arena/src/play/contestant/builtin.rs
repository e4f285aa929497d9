//! Bots that need no process: baselines from a random mover on, and the engine itself.
//! Their work for each move is fixed and they have no clock: the game's seed determines every move. The
//! exception is the engine with `ms=`, which stops by its own CPU time.

mod alphabeta;
mod appraise;
mod baselines;
mod bot;
mod catalogue;
mod outflank;
mod sparring;
mod uct;

pub use appraise::MoveValue;
pub use bot::{Builtin, BuiltinBot, NotBuiltin};
pub use catalogue::{tunable, Tunable, BUILTIN};
pub use outflank::{Effort, Judge, Settings};
pub use sparring::Sparring;
