//! New ladders: the database, and the bosses of leagues.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use rusqlite::OpenFlags;

use super::connect::connect;
use super::database::{
    now_ms, refuse_old_leagues, Store, APPLICATION_ID, DATABASE, PROGRAMS, SCHEMA_VERSION,
};
use super::write::Submission;
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
        Self::create_with_bosses(directory, seed, limits, leagues, &[])
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
        let leagues = league::Rules { leagues, meetings };
        Self::create_with_bosses(directory, seed, limits, Some(&leagues), bosses)
    }

    fn create_with_bosses(
        directory: &Path,
        seed: u64,
        limits: &Limits,
        leagues: Option<&league::Rules>,
        bosses: &[Boss],
    ) -> anyhow::Result<Self> {
        refuse_old_leagues(directory)?;
        std::fs::create_dir_all(directory.join(PROGRAMS))
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connect(&directory.join(DATABASE), flags)?;
        connection
            .pragma_update(None, "journal_mode", "wal")
            .with_context(|| format!("cannot create {}", directory.join(DATABASE).display()))?;
        let (directory, leagues) = (directory.to_path_buf(), leagues.cloned());
        let store = Self { directory, connection, seed, limits: *limits, leagues };
        store.write(|| {
            store.fill()?;
            bosses.iter().try_for_each(|boss| store.add_boss(boss))
        })?;
        Ok(store)
    }

    /// Makes the tables of an empty database.
    fn fill(&self) -> anyhow::Result<()> {
        // A database without tables is what an `init` that was killed or failed leaves behind.
        if self.connection.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", (), |row| row.get(0))? {
            bail!("{} holds a ladder already", self.directory.display());
        }
        self.connection.execute_batch(&format!(
            "{}\nPRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {SCHEMA_VERSION};",
            include_str!("schema.sql")
        ))?;
        let leagues = self.leagues.as_ref().map(serde_json::to_string).transpose()?;
        self.connection.execute(
            "INSERT INTO ladder (id, seed, limits, leagues, created_ms) VALUES (1, ?1, ?2, ?3, ?4)",
            (self.seed.cast_signed(), serde_json::to_string(&self.limits)?, leagues, now_ms()),
        )?;
        Ok(())
    }

    fn add_boss(&self, boss: &Boss) -> anyhow::Result<()> {
        let Boss { league, bot, program, file } = boss;
        let kept = file.as_ref().map(|file| keep(file, &self.programs())).transpose()?;
        let submission = Submission {
            name: &format!("{league} boss {bot}"),
            program,
            sha256: &program.sha256(&kept.unwrap_or_default(), &self.programs())?,
            is_effective: true,
            finding: "the boss of its league",
            messages: "",
        };
        self.add_submission(&submission).map(drop)
    }
}
