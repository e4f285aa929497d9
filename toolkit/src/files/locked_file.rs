//! Files that one process at a time may use.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Deref;

/// A file that this process has locked. When it is dropped, it is unlocked: if it were only closed, a process
/// that another thread has just forked could keep the lock for a moment, until it runs its own program.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file; `None` if it is locked already.
    ///
    /// # Errors
    /// If the system cannot lock it.
    pub fn lock(file: File) -> io::Result<Option<Self>> {
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
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
        let lock = || LockedFile::lock(File::create(&path).unwrap()).unwrap();
        let locked = lock().unwrap();
        let copy = locked.try_clone().unwrap();
        assert!(lock().is_none());
        drop(locked);
        assert!(lock().is_some());
        drop(copy);
    }
}
