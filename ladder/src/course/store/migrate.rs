//! Takes over a ladder of the previous version: its games are rated anew by the rules of this one.
//!
//! Version 1 let a drawn game move ratings and a fault lose its round alone. Here a draw moves nothing and a fault
//! loses the game, so points and ratings of all games are computed again. Nothing is lost: the old database is kept
//! beside the new one.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use rusqlite::{Connection, OpenFlags, Transaction};

use super::database::{connect, APPLICATION_ID, DATABASE, SCHEMA_VERSION};
use super::Store;
use crate::course::rating::{rated, Outcome, START};
use arena::play::record::{seat, Termination};

/// What was taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The copy of the database as it was.
    pub backup: PathBuf,
    /// How many games were rated anew.
    pub games: usize,
}

impl Store {
    /// Takes over a ladder of the previous version; nobody may play meanwhile.
    ///
    /// # Errors
    /// If there is none, if the backup exists already or cannot be written, or if another process plays.
    pub fn migrate(directory: &Path) -> anyhow::Result<Migrated> {
        let path = directory.join(DATABASE);
        if !path.exists() {
            bail!("there is no ladder in {}", directory.display());
        }
        let _lock = Self::lock_directory(directory)?;
        let mut connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        match (pragma("application_id")?, pragma("user_version")?) {
            (APPLICATION_ID, SCHEMA_VERSION) => bail!("{} is of this version already", path.display()),
            (APPLICATION_ID, version) if version == SCHEMA_VERSION - 1 => {}
            _ => bail!("{} is not a ladder of version {}", path.display(), SCHEMA_VERSION - 1),
        }
        let backup = directory.join(format!("{DATABASE}.version-{}", SCHEMA_VERSION - 1));
        back_up(&connection, &backup)?;
        let transaction = connection.transaction()?;
        let games = rate_anew(&transaction)?;
        transaction.execute_batch(&format!(
            "ALTER TABLE versions ADD COLUMN messages TEXT NOT NULL DEFAULT '';
             PRAGMA user_version = {SCHEMA_VERSION};"
        ))?;
        transaction.commit()?;
        Ok(Migrated { backup, games })
    }
}

fn back_up(connection: &Connection, backup: &Path) -> anyhow::Result<()> {
    if backup.exists() {
        bail!("the backup {} exists already: move it away", backup.display());
    }
    let name = backup.to_str().context("the ladder's directory is not named in UTF-8")?;
    connection.execute("VACUUM INTO ?", [name]).with_context(|| format!("cannot write {name}"))?;
    Ok(())
}

/// Computes points and ratings of all games by the rules of this version, and returns how many there are.
fn rate_anew(transaction: &Transaction<'_>) -> anyhow::Result<usize> {
    let count = transaction.query_row("SELECT count(*) FROM participants", (), |row| row.get(0))?;
    let mut ratings = vec![START; count];
    let mut query = transaction.prepare(
        "SELECT games.id, a.participant - 1, b.participant - 1, first_points FROM games
         JOIN versions a ON a.id = first JOIN versions b ON b.id = second ORDER BY games.id",
    )?;
    let mut update = transaction.prepare(
        "UPDATE games SET first_points = ?2, first_before = ?3, second_before = ?4, first_after = ?5,
             second_after = ?6 WHERE id = ?1",
    )?;
    let mut rows = query.query(())?;
    let mut games = 0;
    while let Some(row) = rows.next()? {
        let (id, pair): (i64, [usize; 2]) = (row.get(0)?, [row.get(1)?, row.get(2)?]);
        let points = match points_by_fault(transaction, id)? {
            Some(points) => points,
            None => row.get(3)?,
        };
        let before = pair.map(|participant| ratings[participant]);
        let after = rated(before, Outcome::of_half_points((2.0 * points) as u8));
        update.execute((id, points, before[0], before[1], after[0], after[1]))?;
        (ratings[pair[0]], ratings[pair[1]]) = (after[0], after[1]);
        games += 1;
    }
    Ok(games)
}

/// The first participant's points in a game that a fault has decided: the earliest one counts.
fn points_by_fault(transaction: &Transaction<'_>, game: i64) -> anyhow::Result<Option<f64>> {
    let mut query = transaction
        .prepare_cached("SELECT number, termination FROM rounds WHERE game = ? ORDER BY number")?;
    let mut rows = query.query([game])?;
    while let Some(row) = rows.next()? {
        let (number, termination): (usize, String) = (row.get(0)?, row.get(1)?);
        if let Termination::Fault { by, .. } = serde_json::from_str(&termination)? {
            // The first participant is black in round 1.
            let is_first = seat(by) == number - 1;
            return Ok(Some(if is_first { 0.0 } else { 2.0 }));
        }
    }
    Ok(None)
}
