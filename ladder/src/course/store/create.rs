//! New ladders: the database, and the bosses of leagues.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use rusqlite::OpenFlags;

use super::connect::connect;
use super::database::{
    now_ms, refuse_old_leagues, Store, APPLICATION_ID, DATABASE, PROGRAMS, SCHEMA_VERSION,
};
use super::write::{add_submission, Submission};
use crate::course::programs::{keep, Program};
use crate::league;
use arena::play::limits::Limits;

/// The boss of a league.
#[derive(Clone, Debug)]
pub struct Boss {
    /// The name of the league.
    pub league: String,
    /// The bot's name.
    pub bot: String,
    /// Its program.
    pub program: Program,
    /// The file of a program that the ladder copies.
    pub file: Option<PathBuf>,
}

impl Store {
    /// Creates a ladder in a directory, which may exist if it holds none; without `leagues`, the course's
    /// rules hold.
    ///
    /// # Errors
    /// If there is a ladder already, or the files cannot be written.
    pub fn create(
        directory: &Path,
        seed: u64,
        limits: &Limits,
        leagues: Option<&league::Rules>,
    ) -> anyhow::Result<Self> {
        let store = Self::begin(directory, seed, limits, leagues)?;
        store.connection.execute_batch("COMMIT")?;
        Ok(store)
    }

    /// Creates leagues with these bosses, from the lowest league to the highest.
    ///
    /// # Errors
    /// As [`Store::create`], or if a boss's program cannot be read.
    pub fn create_leagues(
        directory: &Path,
        seed: u64,
        limits: &Limits,
        meetings: u64,
        bosses: &[Boss],
    ) -> anyhow::Result<Self> {
        let leagues = bosses.iter().map(|boss| boss.league.clone()).collect();
        let store = Self::begin(directory, seed, limits, Some(&league::Rules { leagues, meetings }))?;
        for Boss { league, bot, program, file } in bosses {
            let kept = file.as_ref().map(|file| keep(file, &store.programs())).transpose()?;
            let sha256 = program.sha256(&kept.unwrap_or_default(), &store.programs())?;
            let name = format!("{league} boss {bot}");
            let finding = "the boss of its league";
            let submission = Submission {
                name: &name,
                program,
                sha256: &sha256,
                is_effective: true,
                finding,
                messages: "",
            };
            add_submission(&store.connection, &submission)?;
        }
        store.connection.execute_batch("COMMIT")?;
        Ok(store)
    }

    /// Creates a ladder in a transaction that is still open.
    fn begin(
        directory: &Path,
        seed: u64,
        limits: &Limits,
        leagues: Option<&league::Rules>,
    ) -> anyhow::Result<Self> {
        refuse_old_leagues(directory)?;
        std::fs::create_dir_all(directory.join(PROGRAMS))
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connect(&directory.join(DATABASE), flags)?;
        connection
            .pragma_update(None, "journal_mode", "wal")
            .with_context(|| format!("cannot create {}", directory.join(DATABASE).display()))?;
        connection.execute_batch("BEGIN EXCLUSIVE")?;
        // A database without tables is what an `init` that was killed or failed leaves behind.
        if connection.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", (), |row| row.get(0))? {
            bail!("{} holds a ladder already", directory.display());
        }
        connection.execute_batch(&format!(
            "{}\nPRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {SCHEMA_VERSION};",
            include_str!("schema.sql")
        ))?;
        connection.execute(
            "INSERT INTO ladder (id, seed, limits, leagues, created_ms) VALUES (1, ?1, ?2, ?3, ?4)",
            (
                seed.cast_signed(),
                serde_json::to_string(limits)?,
                leagues.map(serde_json::to_string).transpose()?,
                now_ms(),
            ),
        )?;
        Ok(Self::of_parts(directory, connection, seed, *limits, leagues.cloned()))
    }
}
