//! The state of the queue of uploads that pages show and uploads change.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// The work on an upload, for those who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Compiling,
    Checking,
    /// A trial plays its game.
    Playing,
}

/// The state of the queue that pages show.
pub(super) struct Queue {
    /// The upload at work and its stage.
    current: Mutex<Option<(i64, Stage)>>,
    /// Counts changes, for the pages that show the queue.
    pub(super) changes: watch::Sender<usize>,
    arrival: (Mutex<bool>, Condvar),
    receiving: Mutex<()>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            current: Mutex::default(),
            changes: watch::Sender::new(0),
            arrival: (Mutex::new(false), Condvar::new()),
            receiving: Mutex::new(()),
        }
    }
}

impl Queue {
    /// The stage of an upload that is at work.
    pub(super) fn stage(&self, upload: i64) -> Option<Stage> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.filter(|&(id, _)| id == upload).map(|(_, stage)| stage)
    }

    /// Shows the upload at work and its stage.
    pub(super) fn set(&self, current: Option<(i64, Stage)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = current;
        self.changes.send_modify(|count| *count += 1);
    }

    /// Held while an upload is counted and added.
    pub(super) fn receiving(&self) -> MutexGuard<'_, ()> {
        self.receiving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the queue after an upload.
    pub(super) fn wake(&self) {
        let (has_arrived, condition) = &self.arrival;
        *has_arrived.lock().unwrap_or_else(PoisonError::into_inner) = true;
        condition.notify_one();
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits for an upload, or for `time`.
    pub(super) fn wait(&self, time: Duration) {
        let (has_arrived, condition) = &self.arrival;
        let arrived = has_arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = condition.wait_timeout_while(arrived, time, |has_arrived| !*has_arrived);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}
