//! Files that one process at a time may use.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Deref;
use std::time::{Duration, Instant};

/// The longest wait for a lock that a killed process has left behind.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval at which the lock is tried.
const POLL: Duration = Duration::from_millis(5);

/// A file that this process has locked. When it is dropped, it is unlocked: if it were only closed, a process
/// that another thread has just forked could keep the lock for a moment, until it runs its own program.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file; `None` if another process works with it. One that was killed may have left a process
    /// behind that is just being started and keeps the lock for a moment: that is waited for.
    ///
    /// # Errors
    /// If the system cannot lock it.
    pub fn lock(file: File) -> io::Result<Option<Self>> {
        Self::lock_within(file, PATIENCE)
    }

    /// Locks a file; `None` if it is locked at this moment.
    ///
    /// # Errors
    /// If the system cannot lock it.
    pub fn try_lock(file: File) -> io::Result<Option<Self>> {
        Self::lock_within(file, Duration::ZERO)
    }

    fn lock_within(file: File, patience: Duration) -> io::Result<Option<Self>> {
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self(file))),
                Err(TryLockError::WouldBlock) if start.elapsed() < patience => std::thread::sleep(POLL),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_until_it_is_dropped_even_if_a_copy_of_it_stays_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let lock = || LockedFile::try_lock(File::create(&path).unwrap()).unwrap();
        let locked = lock().unwrap();
        let copy = locked.try_clone().unwrap();
        assert!(lock().is_none());
        drop(locked);
        assert!(lock().is_some());
        drop(copy);
    }

    #[test]
    fn a_lock_that_a_killed_process_has_left_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let open = || File::create(&path).unwrap();
        let left = open();
        left.lock().unwrap();
        assert!(LockedFile::try_lock(open()).unwrap().is_none());
        let start = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                start.wait();
                drop(left);
            });
            start.wait();
            assert!(LockedFile::lock(open()).unwrap().is_some());
        });
    }
}
