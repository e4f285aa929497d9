//! The ladder on disk: an SQLite database and the programs that were submitted as files.
//!
//! Nothing is ever changed or deleted, and a game comes in one transaction, all of it or nothing: whoever is killed
//! loses the games in progress and counts none twice. Ratings stand with each game; everything else that the rules
//! look at is replayed (`replica`). One process writes games, any number read (`write-ahead log`).

mod read;
mod replica;
mod verify;
mod write;

pub use read::{GameRow, VersionRow};
pub use replica::{FinishedGame, Replica};
pub use verify::Verified;
pub use write::{round_results, Submission, Submitted};

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{bail, Context};
use rusqlite::{Connection, OpenFlags};

use arena::play::limits::Limits;

/// Marks the file as a ladder (`PRAGMA application_id`): "OfLd".
const APPLICATION_ID: i32 = 0x4f66_4c64;
/// The version of the schema (`PRAGMA user_version`).
const SCHEMA_VERSION: i32 = 1;
/// The database's name in the ladder's directory.
const DATABASE: &str = "ladder.db";
/// Where submitted files are kept in the ladder's directory, by content.
const PROGRAMS: &str = "programs";
/// Locked by the process that plays.
const LOCK: &str = "run.lock";
/// How long to wait for another process's transaction.
const PATIENCE: Duration = Duration::from_secs(10);

/// A ladder's directory, open.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    connection: Connection,
    seed: u64,
    limits: Limits,
}

/// Holds the right to play games: one process has it at a time, and loses it with its life.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl Store {
    /// Makes a new ladder in a directory, which may exist if it holds none.
    ///
    /// # Errors
    /// If there is a ladder already, or the files cannot be written.
    pub fn create(directory: &Path, seed: u64, limits: &Limits) -> anyhow::Result<Self> {
        let path = directory.join(DATABASE);
        if path.exists() {
            bail!("{} holds a ladder already", directory.display());
        }
        std::fs::create_dir_all(directory.join(PROGRAMS))
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.execute_batch(&format!(
            "BEGIN EXCLUSIVE;\n{}\nPRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {SCHEMA_VERSION};",
            include_str!("store/schema.sql")
        ))?;
        connection.execute(
            "INSERT INTO ladder (id, seed, limits, created_ms) VALUES (1, ?1, ?2, ?3)",
            (seed.cast_signed(), serde_json::to_string(limits)?, now_ms()),
        )?;
        connection.execute_batch("COMMIT")?;
        Ok(Self { directory: directory.to_path_buf(), connection, seed, limits: *limits })
    }

    /// Opens a ladder to read and write.
    ///
    /// # Errors
    /// If there is none, or one that a newer arena made.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        Self::open_with(directory, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens a ladder to read.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_read_only(directory: &Path) -> anyhow::Result<Self> {
        Self::open_with(directory, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn open_with(directory: &Path, flags: OpenFlags) -> anyhow::Result<Self> {
        let path = directory.join(DATABASE);
        if !path.exists() {
            bail!("there is no ladder in {}: `ladder init` makes one", directory.display());
        }
        let opened = connect(&path, flags).and_then(|connection| {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
            let found = (pragma("application_id")?, pragma("user_version")?);
            if found != (APPLICATION_ID, SCHEMA_VERSION) {
                bail!("it is not a ladder of version {SCHEMA_VERSION}");
            }
            let (seed, limits): (i64, String) =
                connection
                    .query_row("SELECT seed, limits FROM ladder", (), |row| Ok((row.get(0)?, row.get(1)?)))?;
            let limits = serde_json::from_str(&limits).context("its limits")?;
            Ok(Self { directory: directory.to_path_buf(), connection, seed: seed.cast_unsigned(), limits })
        });
        opened.with_context(|| format!("cannot open {}", path.display()))
    }

    /// The ladder's directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where submitted files are kept, by content.
    pub fn programs(&self) -> PathBuf {
        self.directory.join(PROGRAMS)
    }

    /// What determines the play of built-in bots.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The limits of every game.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes whenever another connection has written.
    pub fn data_version(&self) -> anyhow::Result<i64> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Takes the right to play games.
    ///
    /// # Errors
    /// If another process has it.
    pub fn lock(&self) -> anyhow::Result<RunLock> {
        let path = self.directory.join(LOCK);
        let opened = File::options().create(true).truncate(false).write(true).open(&path);
        let file = opened.with_context(|| format!("cannot open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(RunLock { _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => {
                bail!("another `ladder run` plays in {}", self.directory.display())
            }
            Err(std::fs::TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
        }
    }
}

fn connect(path: &Path, flags: OpenFlags) -> anyhow::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags)
        .with_context(|| format!("cannot open {}", path.display()))?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Milliseconds since 1970 in UTC.
pub fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests;
