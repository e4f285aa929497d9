//! The state that all requests share.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use axum::extract::State;
use parking_lot::{Mutex, RwLock};
use supervisor::sandbox::Sandbox;
use supervisor::stop::Stop;
use tokio::sync::watch;
use toolkit::commands::typed;
use toolkit::text::Visible;

use super::accounts::Accounts;
use super::board::page::{self, Files};
use super::connections::{Client, Connections, MAX_CONNECTIONS};
use super::guard::Guard;
use super::layout;
use super::metrics::Metrics;
use super::options::Options;
use super::queue::Queue;
use super::replays::Replays;
use super::tables::Tables;
use crate::course::programs::ContentFingerprint;
use crate::course::store::{LadderState, Store, VersionRow};

/// The largest number of pages of one client that are kept up to date; a school may share one address.
const MAX_PAGES_PER_CLIENT: usize = 32;

/// The state that all requests share.
pub(super) struct App {
    pub(super) directory: PathBuf,
    /// The database, opened read-only.
    pub(super) store: Mutex<Store>,
    /// Device and inode of its file.
    file: (u64, u64),
    /// The content of the pages: replaced, never changed, so that no page waits for another.
    ladder_state: RwLock<Arc<LadderState>>,
    /// The size of the database that pages show now.
    pub(super) changes: watch::Sender<usize>,
    pub(super) listeners: Connections<Client>,
    pub(super) tables: Tables,
    pub(super) replays: Replays,
    /// By participant and program number: the files of programs as they were when their content was last
    /// compared.
    fingerprints: Mutex<HashMap<(usize, u32), ContentFingerprint>>,
    pub(super) guard: Guard,
    /// The sessions; `None` if nobody signs in.
    pub(super) accounts: Option<Accounts>,
    /// The uploads.
    pub(super) queue: Queue,
    pub(super) metrics: Metrics,
    /// The board page; empty without one.
    pub(super) board: Files,
    /// The isolation of bots.
    pub(super) sandbox: Sandbox,
    /// Ends all bots.
    pub(super) halt: Stop,
}

/// How a handler receives it.
pub(super) type SharedApp = State<Arc<App>>;

impl App {
    pub(super) fn open(
        directory: &Path,
        options: &Options,
        sandbox: Sandbox,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        let store = Store::open_read_only(directory)?;
        let file = store.file_id()?;
        let ladder_state = LadderState::load(&store)?;
        layout::TAKES_SUBMISSIONS.get_or_init(|| options.submissions);
        Ok(Self {
            directory: directory.to_path_buf(),
            store: Mutex::new(store),
            file,
            changes: watch::Sender::new(ladder_state.size()),
            ladder_state: RwLock::new(Arc::new(ladder_state)),
            listeners: Connections::new(MAX_CONNECTIONS, MAX_PAGES_PER_CLIENT),
            tables: Tables::default(),
            replays: Replays::start()?,
            fingerprints: Mutex::default(),
            accounts: options.submissions.then(|| Accounts::open(directory, options)).transpose()?,
            queue: Queue::default(),
            metrics: Metrics::new()?,
            guard: Guard::new(options.hosts.clone(), options.from_proxy),
            board: page::load(options.board.as_deref())?,
            sandbox,
            halt: stop.part()?,
        })
    }

    /// The ladder's state that pages show at present.
    pub(super) fn ladder_state(&self) -> Arc<LadderState> {
        self.ladder_state.read().clone()
    }

    /// Loads the new rows of the database: all of them, or none if there is an error.
    ///
    /// # Errors
    /// As [`LadderState::load`].
    pub(super) fn catch_up(&self) -> anyhow::Result<()> {
        let mut ladder_state = LadderState::clone(&self.ladder_state());
        if ladder_state.catch_up(&self.store.lock())? {
            let size = ladder_state.size();
            *self.ladder_state.write() = Arc::new(ladder_state);
            self.changes.send_replace(size);
            // Members' own pages show their games, too.
            self.queue.changes.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    /// An error if the database's file is no longer the one that was opened: pages would go on showing that.
    pub(super) fn check_file(&self) -> anyhow::Result<()> {
        if self.store.lock().file_id()? != self.file {
            bail!("the ladder's database was replaced: start `{} serve` again to show the new one", typed());
        }
        Ok(())
    }

    /// Whether a participant's program is still what was submitted.
    pub(super) fn is_intact(&self, participant: usize, number: u32, version: &VersionRow) -> bool {
        let programs = self.store.lock().programs();
        // Held while files are read: one visitor after the other may cause that, and pages do not wait for
        // it.
        let mut fingerprints = self.fingerprints.lock();
        let fingerprint = fingerprints.entry((participant, number)).or_default();
        fingerprint.check(&version.program, &version.sha256, &programs).is_ok()
    }

    /// Ends all bots and all games with visitors.
    pub(super) fn close(&self) {
        self.halt.request(None);
        self.tables.clear();
    }
}

/// Writes a line about what somebody did to standard error: time, event.
pub(super) fn log(event: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr().lock(), "{:.0} {}", jiff::Timestamp::now(), Visible::line(event));
}

/// Whether an error is about a disk without space.
pub(super) fn is_full(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let database = cause.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
        matches!(io, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
            || database == Some(rusqlite::ErrorCode::DiskFull)
    })
}
