//! Bots that need no process: yardsticks from a random mover on, and the engine itself.
//!
//! Their work a move is fixed, so they have no clock: the seed of the game determines every move. The exception is
//! the engine with `ms=`, which stops by its own CPU time.

mod alphabeta;
mod appraise;
mod outflank;
mod sparring;
mod uct;
mod yardsticks;

pub use appraise::Appraisal;
pub use outflank::{Effort, Judge, Settings};
pub use sparring::Sparring;

use std::str::FromStr;

use ::outflank::board::Board;
use ::outflank::engine::Choice;
use ::outflank::game::{Color, Game};
use ::outflank::rng::Rng;
use ::outflank::square::Square;

use self::outflank::Thinks;
use super::{Answer, Contestant, Epilogue, Reply, Turn};
use crate::play::record::{seat, BotRecord};

/// Playouts of `uct` without a number.
const UCT_PLAYOUTS: u32 = 1000;
/// More playouts a move than any use has.
const MOST_PLAYOUTS: u32 = 10_000_000;
/// More plies than `alphabeta` can search.
const MOST_PLIES: u32 = 20;
/// A bot of the arena's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Builtin {
    /// `random`: any legal move.
    Random,
    /// `greedy`: most discs after the move.
    Greedy,
    /// `positional`: best square by a fixed table.
    Positional,
    /// `mobility`: fewest moves for the opponent, a move to a corner counting for many on either side.
    Mobility,
    /// `uct` or `uct:N`: plain UCT with random playouts.
    Uct {
        /// Playouts a move.
        playouts: u32,
    },
    /// `alphabeta:N`: alpha-beta over a hand-made evaluation.
    Alphabeta {
        /// Plies.
        depth: u32,
    },
    /// `alphabeta:ms=N,...`: a selective alpha-beta search over the engine's own evaluation and solver.
    Sparring(Sparring),
    /// `outflank:KEY=VALUE,...`: the engine.
    Outflank(Settings),
}

/// Why a text names no built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBuiltin {
    /// No built-in bot has such a name.
    #[error("no built-in bot is called `{0}`")]
    Unknown(String),
    /// The name is a built-in bot's, the number after it is not.
    #[error("`{text}`: expected a number from 1 to {most} after `{prefix}`")]
    BadNumber {
        /// The whole text.
        text: String,
        /// What the number must follow.
        prefix: &'static str,
        /// The largest number.
        most: u32,
    },
    /// The settings of the engine make no sense.
    #[error("`{text}`: {why}")]
    BadSetting {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
}

impl FromStr for Builtin {
    type Err = NotBuiltin;

    fn from_str(text: &str) -> Result<Self, NotBuiltin> {
        match text {
            "random" => return Ok(Self::Random),
            "greedy" => return Ok(Self::Greedy),
            "positional" => return Ok(Self::Positional),
            "mobility" => return Ok(Self::Mobility),
            "uct" => return Ok(Self::Uct { playouts: UCT_PLAYOUTS }),
            _ => {}
        }
        if let Some(playouts) = number_after(text, "uct:", MOST_PLAYOUTS)? {
            Ok(Self::Uct { playouts })
        } else if let Some(settings) = text.strip_prefix("alphabeta:").filter(|text| text.contains('=')) {
            let bad = |why| NotBuiltin::BadSetting { text: text.to_string(), why };
            Sparring::parse(settings).map(Self::Sparring).map_err(bad)
        } else if let Some(depth) = number_after(text, "alphabeta:", MOST_PLIES)? {
            Ok(Self::Alphabeta { depth })
        } else if let Some(settings) = text.strip_prefix("outflank:") {
            let bad = |why| NotBuiltin::BadSetting { text: text.to_string(), why };
            Settings::parse(settings).map(Self::Outflank).map_err(bad)
        } else {
            Err(NotBuiltin::Unknown(text.to_string()))
        }
    }
}

fn number_after(text: &str, prefix: &'static str, most: u32) -> Result<Option<u32>, NotBuiltin> {
    let Some(number) = text.strip_prefix(prefix) else { return Ok(None) };
    match number.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(Some(number)),
        _ => Err(NotBuiltin::BadNumber { text: text.to_string(), prefix, most }),
    }
}

impl std::fmt::Display for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Positional => f.write_str("positional"),
            Self::Mobility => f.write_str("mobility"),
            Self::Uct { playouts } => write!(f, "uct:{playouts}"),
            Self::Alphabeta { depth } => write!(f, "alphabeta:{depth}"),
            Self::Sparring(settings) => write!(f, "alphabeta:{settings}"),
            Self::Outflank(settings) => write!(f, "outflank:{settings}"),
        }
    }
}

/// A built-in bot at the table.
pub struct BuiltinBot {
    bot: BotRecord,
    builtin: Builtin,
    rng: Rng,
    /// Of `outflank` and its sparring partner alone, once it is needed.
    engine: Option<Box<dyn Thinks>>,
    remarks: Vec<String>,
}

impl BuiltinBot {
    /// A bot that was announced as `bot`.
    pub fn new(bot: BotRecord, builtin: Builtin) -> Self {
        Self { bot, builtin, rng: Rng::new(0), engine: None, remarks: Vec::new() }
    }

    /// What thinks for it, if it is a bot with an engine.
    fn engine(&mut self) -> anyhow::Result<Option<&mut dyn Thinks>> {
        if self.engine.is_none() {
            self.engine = match &self.builtin {
                Builtin::Outflank(settings) => Some(settings.engine()?),
                Builtin::Sparring(settings) => Some(settings.engine()),
                _ => None,
            };
        }
        Ok(self.engine.as_deref_mut().map(|engine| engine as _))
    }

    /// The move on a board that has one.
    fn square(&mut self, board: Board) -> Option<Square> {
        let rng = &mut self.rng;
        match &self.builtin {
            Builtin::Random => yardsticks::random(board, rng),
            Builtin::Greedy => yardsticks::greedy(board, rng),
            Builtin::Positional => yardsticks::positional(board, rng),
            Builtin::Mobility => yardsticks::mobility(board, rng),
            Builtin::Uct { playouts } => uct::choose(board, *playouts, rng),
            Builtin::Alphabeta { depth } => alphabeta::choose(board, *depth, rng),
            Builtin::Sparring(Sparring { effort, .. }) | Builtin::Outflank(Settings { effort, .. }) => {
                let choice = self.engine.as_mut()?.choose(board, effort.limits());
                self.remarks.push(remark(self.remarks.len() + 1, &choice));
                Some(choice.square)
            }
        }
    }
}

/// What the engine thinks of its choice, in the form in which the bot reports it on standard error.
fn remark(turn: usize, choice: &Choice) -> String {
    let Choice { discs, depth, playouts, .. } = choice;
    let attributes =
        [("playouts", playouts.to_string()), ("depth", depth.to_string()), ("value", format!("{discs:.1}"))];
    attributes.iter().map(|(name, value)| format!("[TDATA][{turn}] {name} = {value}\n")).collect()
}

impl Contestant for BuiltinBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, color: Color, seed: u64) -> anyhow::Result<()> {
        // The two sides of a game must not draw the same numbers.
        let mut seeds = Rng::new(seed);
        let seeds = [seeds.next(), seeds.next()];
        self.rng = Rng::new(seeds[seat(color)]);
        if let Some(engine) = self.engine()? {
            engine.new_game();
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let square = self.square(turn.game.board());
        let output = square.map(|square| square.to_string()).unwrap_or_default();
        Ok(Answer { reply: Ok(Reply { square, output, message: None }), clock: None })
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        Ok(Epilogue { stderr: std::mem::take(&mut self.remarks) })
    }
}

#[cfg(test)]
mod tests;
