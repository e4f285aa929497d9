//! The events of a league, one line of JSON each; the first line founds it.

use anyhow::{bail, Context};
use serde::{Deserialize, Serialize};

use super::bot::EnteredBot;
use super::matchmaking::Reason;
use arena::matches::results::PairLine;
use arena::play::limits::Limits;

/// The version of these lines; goes up when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// A change of the league, which its state follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The league began to exist, with its bosses in their leagues.
    Founded(Founding),
    /// A bot was submitted; it replaces the one of the same name, and starts in the league where that one
    /// was.
    Submitted(EnteredBot),
    /// A bot met others.
    Met {
        /// The meetings, in the order in which ratings are updated.
        meetings: Vec<Meeting>,
    },
    /// A bot left the league; its games remain.
    Removed {
        /// The bot's name.
        bot: String,
    },
    /// A bot's last placement meeting is over. If it was promoted, it starts anew one league up.
    Placed {
        /// The bot's name.
        bot: String,
        /// The outcome of the placement.
        outcome: Outcome,
    },
}

/// How a league is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// From the lowest to the highest; at least one.
    pub leagues: Vec<Rules>,
    /// Meetings of a placement; a meeting is two games, colours swapped.
    pub meetings: u64,
    /// Seed of the openings and of the built-in bots.
    pub seed: u64,
    /// The limits of every game.
    pub limits: Limits,
}

/// One of the leagues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// The boss, which a bot must pass to be promoted.
    pub boss: EnteredBot,
}

/// Two games of a placement from one opening, colours swapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// The bot that is being placed; black in the first game.
    pub bot: String,
    /// The other bot.
    pub opponent: String,
    /// The reason for this opponent.
    pub reason: Reason,
    /// The results of both games.
    pub pair: PairLine,
}

/// The outcome of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Its score: the mean of its skill less three deviations.
    pub score: f64,
    /// The boss's score at the same time.
    pub boss_score: f64,
    /// Whether it goes one league up.
    pub is_promoted: bool,
}

/// The founding that a log starts with.
pub(super) fn founding(text: &[u8]) -> anyhow::Result<Founding> {
    let first = text.split_inclusive(|&byte| byte == b'\n').next().context("the log is empty")?;
    match parse(first).context("line 1")? {
        Event::Founded(founding) if founding.schema != SCHEMA => {
            bail!("line 1: schema {} is not known, only {SCHEMA}", founding.schema)
        }
        Event::Founded(founding) if founding.leagues.is_empty() => bail!("line 1: there is no league in it"),
        Event::Founded(founding) => Ok(founding),
        _ => bail!("line 1 does not found a league"),
    }
}

/// The event of a line.
pub(super) fn parse(line: &[u8]) -> anyhow::Result<Event> {
    serde_json::from_slice(line).context("not an event of a league")
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { score, boss_score, is_promoted } = self;
        match (is_promoted, score > boss_score) {
            (true, _) => write!(f, "promoted: its score {score:.2} passed the boss's {boss_score:.2}"),
            (_, true) => write!(
                f,
                "first: its score {score:.2} passed the boss's {boss_score:.2}, and no league is higher"
            ),
            _ => write!(f, "stays: its score {score:.2} did not pass the boss's {boss_score:.2}"),
        }
    }
}
