//! Verifies a database: SQLite's own check, every reference, and a replay of all moves and ratings.

use std::collections::BTreeSet;

use anyhow::{bail, Context};
use outflank::game::{Color, Game};

use rusqlite::Connection;

use super::connect::help;
use super::database::Store;
use super::ladder_state::LadderState;
use crate::course::rules::half_points;
use arena::play::record::{GameRecord, Termination};

/// The extent of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Number of participants.
    pub participants: usize,
    /// Number of games that were replayed, move by move.
    pub games: usize,
}

impl Store {
    /// [`Store::verify`] before any game: the error names the command that helps.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn check(&self) -> anyhow::Result<()> {
        let directory = self.directory.display();
        self.verify()
            .map(drop)
            .with_context(|| format!("the ladder in {directory} is damaged: {}", help(&directory)))
    }

    /// Checks the file's structure, replays all ratings and all moves.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn verify(&self) -> anyhow::Result<Verified> {
        let report: String = self.connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
        if report != "ok" {
            bail!("the database is damaged: {}", report.lines().next().unwrap_or_default());
        }
        self.verify_schema()?;
        let mut dangling = self.connection.prepare("PRAGMA foreign_key_check")?;
        if dangling.exists(())? {
            bail!("a row of the database refers to one that is missing");
        }
        let ladder_state = LadderState::load(self)?;
        for (id, game) in (1..).zip(&ladder_state.games) {
            let rounds = self.rounds(id).and_then(|rounds| rounds.context("it has no rounds"));
            let rounds = rounds.with_context(|| format!("game {id}"))?;
            verify_rounds(&rounds, self.leagues.is_some()).with_context(|| format!("game {id}"))?;
            let half_points = half_points(&rounds, self.leagues.is_some());
            let points = f64::from(half_points.into_iter().sum::<u8>()) / 2.0;
            if points != game.first_points {
                bail!("game {id}: the rounds make {points} points, not {}", game.first_points);
            }
        }
        Ok(Verified { participants: ladder_state.ladder.participants.len(), games: ladder_state.games.len() })
    }

    /// Compares tables, columns and indices with those of a new ladder.
    fn verify_schema(&self) -> anyhow::Result<()> {
        let new = Connection::open_in_memory()?;
        new.execute_batch(include_str!("schema.sql"))?;
        let (found, expected) = (columns(&self.connection)?, columns(&new)?);
        if let Some(name) = expected.difference(&found).next() {
            bail!("the database lacks `{name}`");
        }
        if let Some(name) = found.difference(&expected).next() {
            bail!("the database has `{name}`, which is not the ladder's");
        }
        Ok(())
    }
}

/// The tables with their columns, and the indices, of a database; a column's place in its table does not
/// matter.
fn columns(connection: &Connection) -> anyhow::Result<BTreeSet<String>> {
    let mut query = connection.prepare(
        "SELECT m.type || ' ' || m.name || coalesce('.' || c.name || ' ' || c.type || ' ' || c.pk, '')
         FROM sqlite_schema m LEFT JOIN pragma_table_info(m.name) c ON m.type = 'table'
         WHERE m.name NOT LIKE 'sqlite_%'",
    )?;
    let names = query.query_map((), |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// Replays the rounds of a game; `goes_on` if a fault in the first one does not end it.
///
/// # Errors
/// If the moves are not legal, or do not lead to what the record says.
pub fn verify_rounds(rounds: &[GameRecord], goes_on: bool) -> anyhow::Result<()> {
    rounds.iter().try_for_each(verify_round)?;
    match rounds {
        [only] if goes_on || only.fault().is_none() => bail!("its second round is missing"),
        _ => Ok(()),
    }
}

fn verify_round(round: &GameRecord) -> anyhow::Result<()> {
    let game = Game::from_transcript(&(round.opening.clone() + &round.moves()))?;
    let discs = game.disc_counts();
    if discs != round.discs {
        bail!("the moves lead to {discs:?} discs, not {:?}", round.discs);
    }
    let has_ended = matches!(round.termination, Termination::Fault { .. }) || game.is_over();
    if !has_ended {
        bail!("the moves end before the game does");
    }
    let expected = match round.fault() {
        // The score of the winner by a fault differs between versions of the arena.
        Some((Color::Black, _)) => [-1, round.scores[1].clamp(0, 1)],
        Some((Color::White, _)) => [round.scores[0].clamp(0, 1), -1],
        None => [Color::Black, Color::White].map(|color| i32::from(game.leader() == Some(color))),
    };
    if round.scores != expected {
        bail!("the scores are {:?}, not {expected:?}", round.scores);
    }
    Ok(())
}
