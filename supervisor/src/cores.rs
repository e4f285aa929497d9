//! One core for each thinking bot: cores are leased among all arenas on a machine.
//! A lease is a lock on a file, which the kernel releases when its holder dies. It is advisory: programs
//! other than arenas may still use the core.

use std::fs::File;
use std::path::PathBuf;

use rustix::thread::CpuSet;
use toolkit::files::LockedFile;

/// A core leased by this arena.
#[derive(Debug)]
pub struct Core {
    number: usize,
    /// Holds the lock.
    _lock: LockedFile,
}

impl Core {
    /// The core's number.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The set of only this core.
    pub fn set(&self) -> CpuSet {
        let mut set = CpuSet::new();
        set.set(self.number);
        set
    }
}

/// The cores that this process may run on.
pub fn allowed() -> Vec<usize> {
    let Ok(set) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect()
}

/// Leases up to `wanted` cores out of those that this process may run on.
pub fn lease(wanted: usize) -> Vec<Core> {
    allowed().into_iter().filter_map(lock).take(wanted).collect()
}

fn lock(number: usize) -> Option<Core> {
    let directory = lock_directory();
    std::fs::create_dir_all(&directory).ok()?;
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(directory.join(format!("core-{number}")))
        .ok()?;
    Some(Core { number, _lock: LockedFile::lock(file).ok()?? })
}

/// One directory for each user, since lock files of other users cannot be opened.
fn lock_directory() -> PathBuf {
    let user = rustix::process::getuid().as_raw();
    std::env::temp_dir().join(format!("outflank-arena-{user}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_leased_once() {
        let leases = lease(usize::MAX);
        let mut numbers: Vec<_> = leases.iter().map(Core::number).collect();
        assert!(numbers.iter().all(|number| allowed().contains(number)));
        numbers.dedup();
        assert_eq!(numbers.len(), leases.len());
        // A held core cannot be leased again, whatever other arenas on this machine do.
        assert!(numbers.iter().all(|&number| lock(number).is_none()));
    }

    #[test]
    fn a_set_holds_one_core() {
        for core in lease(1) {
            assert_eq!(core.set().count(), 1);
            assert!(core.set().is_set(core.number()));
        }
    }
}
