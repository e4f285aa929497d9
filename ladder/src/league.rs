//! A league as on CodinGame: leagues with a boss each, placement games, TrueSkill scores, promotion past the boss.
//!
//! Everything that happened stands in `events.jsonl`, which only grows; `league.sqlite` is what it comes to, and is
//! made anew from the events whenever the two do not agree. `programs/` holds copies of what was entered. Ratings
//! belong to a bot's stay in one league: whoever rises starts anew there.

mod bot;
mod event;
mod matchmaking;
mod placement;
mod store;

pub use bot::EnteredBot;
pub use event::{Event, Founding, Meeting, Outcome, Rules, SCHEMA};
pub use matchmaking::{Member, Reason};
pub use placement::{Placement, Witness};
pub use store::{Entrant, Faced, Seat, Store};

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use skillratings::trueskill::TrueSkillRating;

use arena::files::{self, LineLog};
use arena::play::bots::BotSpec;

/// The name of the file of events in a league's directory.
const EVENTS: &str = "events.jsonl";
/// The name of the database in a league's directory.
const DATABASE: &str = "league.sqlite";
/// The name of the directory of programs, by SHA-256, in a league's directory.
const PROGRAMS: &str = "programs";

/// A league that this process alone works on.
pub struct League {
    log: LineLog,
    store: Store,
    founding: Founding,
    programs: PathBuf,
}

/// The score that ranks a bot and that a boss is passed with: what its skill is above with all but certainty.
pub fn score(rating: &TrueSkillRating) -> f64 {
    rating.rating - 3.0 * rating.uncertainty
}

impl League {
    /// Founds a league in a directory, which is created if need be.
    ///
    /// # Errors
    /// If there already is one, or it cannot be written.
    pub fn found(directory: &Path, founding: &Founding) -> anyhow::Result<Self> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let (log, text) = LineLog::open(&directory.join(EVENTS))?;
        if !text.is_empty() {
            bail!("{} holds a league already", directory.display());
        }
        let store = Store::open(&directory.join(DATABASE))?;
        let programs = directory.join(PROGRAMS);
        let mut league = Self { log, store, founding: founding.clone(), programs };
        founding.leagues.iter().try_for_each(|rules| league.keep_program(&rules.boss))?;
        league.record(&Event::Founded(founding.clone()))?;
        Ok(league)
    }

    /// Opens the league in a directory, and brings its database up to date.
    ///
    /// # Errors
    /// If there is none, it is in use, or an event makes no sense; the message names the line.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join(EVENTS);
        if !path.is_file() {
            bail!("{} holds no league: found one first", directory.display());
        }
        let (log, text) = LineLog::open(&path)?;
        let founding = event::founding(&text).with_context(|| path.display().to_string())?;
        let mut store = Store::open(&directory.join(DATABASE))?;
        store.follow(&text).with_context(|| path.display().to_string())?;
        Ok(Self { log, store, founding, programs: directory.join(PROGRAMS) })
    }

    /// What the events in a directory come to, without touching anything there: also while somebody else works on the
    /// league.
    ///
    /// # Errors
    /// If there is no league, or an event makes no sense; the message names the line.
    pub fn look(directory: &Path) -> anyhow::Result<Store> {
        let path = directory.join(EVENTS);
        if !path.is_file() {
            bail!("{} holds no league: found one first", directory.display());
        }
        let text = files::read(&path)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut store = Store::in_memory()?;
        let followed = event::founding(&text[..whole]).and_then(|_| store.follow(&text[..whole]));
        followed.with_context(|| path.display().to_string())?;
        Ok(store)
    }

    /// Makes the database anew from the events.
    ///
    /// # Errors
    /// As [`League::open`].
    pub fn rebuild(directory: &Path) -> anyhow::Result<Self> {
        let database = directory.join(DATABASE);
        if let Err(error) = std::fs::remove_file(&database) {
            if error.kind() != std::io::ErrorKind::NotFound {
                return Err(error).with_context(|| format!("cannot remove {}", database.display()));
            }
        }
        Self::open(directory)
    }

    /// How the league was founded.
    pub fn founding(&self) -> &Founding {
        &self.founding
    }

    /// What everything that happened comes to.
    pub fn store(&self) -> &Store {
        &self.store
    }

    fn keep_program(&self, bot: &EnteredBot) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.programs)
            .with_context(|| format!("cannot create {}", self.programs.display()))?;
        bot.keep_program(&self.programs)
    }

    /// The bot of this name, ready to be started.
    fn spec(&self, name: &str) -> anyhow::Result<BotSpec> {
        self.store.entered(name)?.spec(&self.programs)
    }

    /// Lets something happen: it is on the disk before it counts.
    fn record(&mut self, event: &Event) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(event).context("cannot write an event as JSON")?;
        line.push(b'\n');
        self.log.append(&line)?;
        self.store.apply(event, &line)
    }
}

#[cfg(test)]
mod tests;
