//! The names of participants: the present one, and the first one, which stays known.

use rusqlite::{Connection, OptionalExtension};

use super::database::{now_ms, Store};

impl Store {
    /// The number of the participant of this name, as it is now or was at first, from 1.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn participant_id(&self, name: &str) -> anyhow::Result<Option<i64>> {
        Ok(find(&self.connection, name)?)
    }

    /// All names of participants, those that they had at first included.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn names(&self) -> anyhow::Result<Vec<String>> {
        Ok(names(&self.connection)?)
    }

    /// The present name of a participant, by its number from 1.
    ///
    /// # Errors
    /// If there is none, or the database cannot be read.
    pub fn name(&self, participant: i64) -> anyhow::Result<String> {
        let mut query = self.connection.prepare_cached("SELECT name FROM names WHERE id = ?")?;
        Ok(query.query_row([participant], |row| row.get(0))?)
    }
}

/// All names of participants, those that they had at first included.
pub(super) fn names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query =
        connection.prepare_cached("SELECT name FROM names UNION SELECT name FROM participants")?;
    let names = query.query_map((), |row| row.get(0))?;
    names.collect()
}

/// The participant of this name, as it is now or was at first; a new one if there is none.
pub(super) fn find_or_add(connection: &Connection, name: &str) -> rusqlite::Result<(i64, bool)> {
    if let Some(id) = find(connection, name)? {
        return Ok((id, false));
    }
    let id = connection.query_row(
        "INSERT INTO participants (id, name, joined_ms)
         VALUES ((SELECT count(*) + 1 FROM participants), ?1, ?2) RETURNING id",
        (name, now_ms()),
        |row| row.get(0),
    )?;
    Ok((id, true))
}

/// The participant of this name, as it is now or was at first.
pub(super) fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let mut query = connection.prepare_cached(
        "SELECT id FROM names WHERE name = ?1 UNION SELECT id FROM participants WHERE name = ?1",
    )?;
    query.query_row([name], |row| row.get(0)).optional()
}
