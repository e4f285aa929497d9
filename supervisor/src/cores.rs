//! One core for each thinking bot: cores are leased among all arenas on a machine.
//! A lease is a lock on a file, which the kernel releases when its holder dies. It is advisory: programs
//! other than arenas may still use the core.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{fstat, mkdir, openat, Mode, OFlags, CWD};
use rustix::io::Errno;
use rustix::process::getuid;
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
    let file = open_lock(&std::env::temp_dir(), number).ok()?;
    Some(Core { number, _lock: LockedFile::try_lock(file).ok()?? })
}

/// Opens the lock of a core in a folder of this user's. Everybody may write where that folder is: one of
/// another owner, one that others may write to, and links, pipes and devices in it are refused.
fn open_lock(place: &Path, number: usize) -> io::Result<File> {
    let user = getuid();
    let path = place.join(format!("outflank-arena-{}", user.as_raw()));
    match mkdir(&path, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let closed = OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(CWD, &path, closed | OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty())?;
    let owner = fstat(&folder)?;
    if owner.st_uid != user.as_raw() || owner.st_mode & 0o022 != 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let create = closed | OFlags::CREATE | OFlags::RDWR | OFlags::NONBLOCK;
    let file = File::from(openat(&folder, format!("core-{number}"), create, Mode::RUSR | Mode::WUSR)?);
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::ErrorKind::InvalidInput.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_or_lock_that_somebody_else_prepared_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let own = place.path().join(format!("outflank-arena-{}", getuid().as_raw()));
        let victim = place.path().join("victim");
        open_lock(place.path(), 0).unwrap();
        std::os::unix::fs::symlink(&victim, own.join("core-1")).unwrap();
        open_lock(place.path(), 1).unwrap_err();
        assert!(!victim.exists());
        rustix::fs::mknodat(CWD, own.join("core-2"), rustix::fs::FileType::Fifo, Mode::RWXU, 0).unwrap();
        open_lock(place.path(), 2).unwrap_err();
        rustix::fs::chmod(&own, Mode::RWXU | Mode::RWXO).unwrap();
        open_lock(place.path(), 0).unwrap_err();
        std::fs::rename(&own, &victim).unwrap();
        rustix::fs::chmod(&victim, Mode::RWXU).unwrap();
        std::os::unix::fs::symlink(&victim, &own).unwrap();
        open_lock(place.path(), 0).unwrap_err();
    }

    #[test]
    fn a_core_is_leased_once() {
        let leases = lease(usize::MAX);
        let mut numbers: Vec<_> = leases.iter().map(|core| core.number).collect();
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
            assert!(core.set().is_set(core.number));
        }
    }
}
