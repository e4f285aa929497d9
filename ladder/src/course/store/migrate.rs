//! Migrates a ladder of the previous version: its games are rated again by the rules of this version.
//!
//! In version 1 a drawn game changed ratings, and a fault lost only its round. Here a draw changes no rating
//! and a fault loses the game, so points and ratings of all games are computed again. The old database is
//! kept beside the new one.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use rusqlite::{Connection, OpenFlags, Transaction};

use super::connect::connect;
use super::database::{APPLICATION_ID, DATABASE, SCHEMA_VERSION};
use super::Store;
use crate::course::rating::{rated, Outcome, START};
use arena::play::record::{seat, Termination};

/// The result of a migration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The copy of the old database.
    pub backup: PathBuf,
    /// Number of games that were rated again.
    pub games: usize,
}

impl Store {
    /// Migrates a ladder of the previous version; no process may play meanwhile.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::programs::Program;
    use crate::course::store::{Replica, Submission};
    use arena::play::limits::Limits;

    /// Two participants; a drawn game that moved ratings, and a fault that lost its round alone.
    const VERSION_1: &str = r#"
        INSERT INTO games VALUES (1, 1, 1, 2, 1, 1500, 1501, 1500, 1499, 1, 2);
        INSERT INTO games VALUES (2, 2, 1, 2, 1, 1501, 1501, 1499, 1499, 3, 4);
        INSERT INTO rounds VALUES (1, 1, 7, '{"reason":"no_moves"}', 1, 0, 40, 24, '');
        INSERT INTO rounds VALUES (1, 2, 8, '{"reason":"no_moves"}', 1, 0, 40, 24, '');
        INSERT INTO rounds VALUES (2, 1, 9,
            '{"reason":"fault","by":"black","fault":"timeout","limit_ms":1000}', -1, 1, 2, 2, '');
        INSERT INTO rounds VALUES (2, 2, 9, '{"reason":"no_moves"}', 0, 1, 24, 40, '');
        ALTER TABLE versions DROP COLUMN messages;
        PRAGMA user_version = 1;"#;

    #[test]
    fn a_ladder_of_version_1_is_rated_anew_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), 1, &Limits::COURSE).unwrap();
        for name in ["Ann", "Bob"] {
            let program = &Program::Builtin { bot: "random".to_string() };
            let submission =
                Submission { name, program, sha256: "00", is_effective: true, finding: "", messages: "" };
            store.submit(&submission).unwrap();
        }
        store.connection.execute_batch(VERSION_1).unwrap();
        drop(store);
        let refusal = format!("{:#}", Store::open(folder.path()).unwrap_err());
        assert!(refusal.contains("`ladder migrate "), "{refusal}");

        let migrated = Store::migrate(folder.path()).unwrap();
        assert_eq!(migrated.games, 2);
        let replica = Replica::load(&Store::open(folder.path()).unwrap()).unwrap();
        assert_eq!(replica.games[0].change.after, [START; 2], "a draw moves nobody");
        assert_eq!(replica.games[1].first_points, 0.0, "the fault loses the game");
        assert!(replica.games[1].change.after[1] > START);
        let backup = Connection::open(&migrated.backup).unwrap();
        let kept: f64 =
            backup.query_row("SELECT first_after FROM games WHERE id = 1", (), |row| row.get(0)).unwrap();
        assert_eq!(kept, 1501.0);
        let again = Store::migrate(folder.path()).unwrap_err().to_string();
        assert!(again.contains("is of this version already"), "{again}");
    }
}
