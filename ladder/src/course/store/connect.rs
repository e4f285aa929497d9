//! Opens database files, also on read-only disks.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use toolkit::commands::typed;

/// The longest wait for another process's transaction.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether SQLite found the file itself damaged.
pub(super) fn is_damage(error: &anyhow::Error) -> bool {
    has_code(error, &[ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase])
}

fn has_code(error: &anyhow::Error, codes: &[ErrorCode]) -> bool {
    let code = error.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
    code.is_some_and(|code| codes.contains(&code))
}

/// Opens a database to read, also where neither the write-ahead log nor its index can be written.
pub(super) fn connect_to_read(path: &Path, flags: OpenFlags) -> anyhow::Result<Connection> {
    let connected = connect(path, flags).and_then(|connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        Ok(connection)
    });
    let is_to_read = flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY);
    match connected {
        Err(error) if is_to_read && has_code(&error, &[ErrorCode::CannotOpen, ErrorCode::ReadOnly]) => {
            let mut log = path.as_os_str().to_os_string();
            log.push("-wal");
            if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
                return Err(
                    error.context("it was not closed and nothing may be written there: copy it elsewhere")
                );
            }
            connect(&immutable(path)?, flags | OpenFlags::SQLITE_OPEN_URI)
        }
        connected => connected,
    }
}

/// The address of a database that nobody can change.
fn immutable(path: &Path) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let path = path.to_str().context("its path is not UTF-8")?;
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Ok(PathBuf::from(format!("file://{path}?immutable=1")))
}

pub(super) fn connect(path: &Path, flags: OpenFlags) -> anyhow::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags)
        .with_context(|| format!("cannot open {}", path.display()))?;
    connection.busy_timeout(PATIENCE)?;
    // Without this a kept statement is planned anew for each game that it is asked about: half of the time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Advice about a damaged database, for an error message.
pub(super) fn help(directory: &impl std::fmt::Display) -> String {
    format!("`{} repair {directory}` rebuilds it from its games", typed())
}
