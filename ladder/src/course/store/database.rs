//! A ladder's directory: the database, the kept programs, the lock of the process that plays.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{bail, Context};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use toolkit::commands::typed;
use toolkit::files::LockedFile;

use super::connect::{connect_to_read, help, is_damage};
use crate::league;
use arena::cli::Usage;
use arena::play::limits::Limits;
use arena::play::record::Protocol;
use toolkit::text::Visible;

/// Marks the file as a ladder (`PRAGMA application_id`): "OfLd".
pub(super) const APPLICATION_ID: i32 = 0x4f66_4c64;
/// The version of the schema (`PRAGMA user_version`).
pub(super) const SCHEMA_VERSION: i32 = 4;
/// The database's name in the ladder's directory.
pub(super) const DATABASE: &str = "ladder.db";
/// The folder of submitted files in the ladder's directory, named by content.
pub(super) const PROGRAMS: &str = "programs";
/// Locked by the process that plays.
const LOCK: &str = "run.lock";

/// A ladder's directory, open.
#[derive(Debug)]
pub struct Store {
    /// The directory.
    pub directory: PathBuf,
    pub(super) connection: Connection,
    /// The seed of the built-in bots.
    pub seed: u64,
    /// The limits of every game.
    pub limits: Limits,
    /// How the leagues are run; `None` with the course's rules.
    pub leagues: Option<league::Rules>,
}

impl Store {
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
        match path.metadata() {
            // SQLite waits for the writer of a pipe.
            Ok(metadata) => toolkit::files::check(&path, &metadata)?,
            Err(_) => {
                refuse_old_leagues(directory)?;
                bail!("there is no ladder in {}: `{} init` makes one", directory.display(), typed());
            }
        }
        let opened = connect_to_read(&path, flags).and_then(|connection| {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
            let found = (pragma("application_id")?, pragma("user_version")?);
            match found {
                (APPLICATION_ID, SCHEMA_VERSION) => {}
                (APPLICATION_ID, version) => bail!(
                    "it is a ladder of version {version}; this program reads version {SCHEMA_VERSION} only"
                ),
                _ => bail!("it is not a ladder of version {SCHEMA_VERSION}"),
            }
            let (seed, limits, leagues): (i64, String, Option<String>) =
                connection.query_row("SELECT seed, limits, leagues FROM ladder", (), |row| row.try_into())?;
            let limits = serde_json::from_str(&limits).context("its limits")?;
            let leagues = leagues.map(|rules| serde_json::from_str(&rules)).transpose();
            let leagues = leagues.context("its leagues")?;
            let directory = directory.to_path_buf();
            Ok(Self { directory, connection, seed: seed.cast_unsigned(), limits, leagues })
        });
        let opened = opened.map_err(|error| match is_damage(&error) {
            true => error.context(help(&directory.display())),
            false => error,
        });
        opened.with_context(|| format!("cannot open {}", path.display()))
    }

    /// Does all of the work in one transaction, or none of it if it fails.
    pub(super) fn write<T>(&self, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let done = work()?;
        transaction.commit()?;
        Ok(done)
    }

    /// The folder of submitted files, named by content.
    pub fn programs(&self) -> PathBuf {
        self.directory.join(PROGRAMS)
    }

    /// The protocol of a source that nobody says another of.
    pub fn protocol(&self) -> Protocol {
        if self.leagues.is_some() {
            Protocol::Codingame
        } else {
            Protocol::Course
        }
    }

    /// Refuses the name of a boss, whose program stays.
    ///
    /// # Errors
    /// [`Usage`] if a boss has it.
    pub fn refuse_boss(&self, name: &str) -> anyhow::Result<()> {
        match self.participant_id(name)?.is_some_and(|participant| self.is_boss(participant)) {
            true => bail!(Usage(format!("`{}` is a boss, which stays", Visible::line(name)))),
            false => Ok(()),
        }
    }

    /// Whether a participant, by its number from 1, is the boss of a league.
    pub fn is_boss(&self, participant: i64) -> bool {
        let bosses = self.leagues.as_ref().map_or(0, |rules| rules.leagues.len());
        usize::try_from(participant).is_ok_and(|number| number <= bosses)
    }

    /// Device and inode of the database's file; another file by its name has others.
    pub fn file_id(&self) -> anyhow::Result<(u64, u64)> {
        let path = self.directory.join(DATABASE);
        let file = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        Ok((file.dev(), file.ino()))
    }

    /// Changes whenever another connection has written.
    pub fn data_version(&self) -> anyhow::Result<i64> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Locks the ladder in a directory for the process that plays games; the kernel releases the lock when
    /// that process dies.
    ///
    /// # Errors
    /// If another process has it.
    pub fn lock(directory: &Path) -> anyhow::Result<LockedFile> {
        let path = directory.join(LOCK);
        let opened = File::options().create(true).truncate(false).write(true).open(&path);
        let file = opened.with_context(|| format!("cannot open {}", path.display()))?;
        let locked = LockedFile::lock(file).with_context(|| format!("cannot lock {}", path.display()))?;
        locked.with_context(|| format!("another `{} run` plays in {}", typed(), directory.display()))
    }
}

/// Refuses a directory of leagues of versions up to 0.3.0, whose events were no database.
pub(super) fn refuse_old_leagues(directory: &Path) -> anyhow::Result<()> {
    if directory.join("events.jsonl").is_file() {
        bail!(
            "{} holds leagues of version 0.3.0 or older, which are not read: make new ones in another folder \
             by `{} init --rules leagues`, and submit the programs there",
            directory.display(),
            typed()
        );
    }
    Ok(())
}

/// Milliseconds since 1970 in UTC, at most those of the last moment that can be shown.
pub fn now_ms() -> i64 {
    ms_since_1970(SystemTime::now())
}

fn ms_since_1970(time: SystemTime) -> i64 {
    let ms = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or_else(|before| -ms(before.duration()), ms).min(jiff::Timestamp::MAX.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_beyond_the_calendar_stays_at_its_end() {
        let at = |seconds| ms_since_1970(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!([at(0), at(1_800_000_000)], [0, 1_800_000_000_000]);
        let end = jiff::Timestamp::MAX.as_millisecond();
        assert_eq!([at(253_402_300_799), at(u64::from(u32::MAX) << 12)], [end, end]);
        assert_eq!(ms_since_1970(UNIX_EPOCH - Duration::from_millis(7)), -7);
    }
}
