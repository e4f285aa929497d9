//! What a program is started with. Whatever a process inherits is set here, never passed on: for bots,
//! compilers and interpreters alike, and for the sandbox's own launcher.
//!
//! Left to the user, who may have meant them: the nice value, and I/O priority.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::fs::{open, Mode, OFlags};
use rustix::process::{getrlimit, setrlimit, Resource, Rlimit, Signal};
use rustix::thread::CpuSet;

/// Resource limits of every program: soft and hard; `None` for unlimited. Processes are bounded elsewhere.
const LIMITS: [(Resource, Option<u64>, Option<u64>); 15] = [
    (Resource::Core, Some(0), Some(0)),
    (Resource::Cpu, None, None),
    (Resource::Fsize, None, None),
    (Resource::Data, None, None),
    (Resource::As, None, None),
    (Resource::Rss, None, None),
    (Resource::Stack, Some(8 << 20), None),
    (Resource::Nofile, Some(1024), Some(4096)),
    (Resource::Memlock, Some(8 << 20), Some(8 << 20)),
    (Resource::Locks, None, None),
    (Resource::Sigpending, Some(1024), Some(1024)),
    (Resource::Msgqueue, Some(819_200), Some(819_200)),
    (Resource::Nice, Some(0), Some(0)),
    (Resource::Rtprio, Some(0), Some(0)),
    (Resource::Rttime, None, None),
];

/// The number of signals, real-time ones included.
const SIGNALS: i32 = 64;

/// What differs between programs.
#[derive(Debug, Default)]
pub(super) struct SpawnAttributes {
    /// Descriptors that the program keeps under their own numbers, beside its standard ones.
    pub(super) kept_fds: Vec<OwnedFd>,
    /// Files of control groups that it enters.
    pub(super) cgroup_procs_fds: Vec<File>,
    /// Resource limits other than the usual ones.
    pub(super) limits: Vec<(Resource, u64)>,
    /// The cores that it may run on; `None` for those of the tool.
    pub(super) cores: Option<CpuSet>,
}

impl SpawnAttributes {
    /// Has the command's process set all this before it becomes the program.
    pub(super) fn apply_to(self, command: &mut Command) {
        // SAFETY: the child has its own descriptors, signal handlers and memory. Between `fork` and `exec` it
        // makes system calls only: no lock is taken, no memory allocated, and all pointers are to its stack.
        unsafe {
            command.pre_exec(move || {
                self.set()?;
                // Containers and small kernels may refuse these three; no program depends on them.
                libc::syscall(libc::SYS_keyctl, libc::KEYCTL_JOIN_SESSION_KEYRING, 0);
                libc::syscall(libc::SYS_set_mempolicy, libc::MPOL_DEFAULT, 0, 0);
                libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_OTHER, &0);
                if libc::personality(0) < 0 {
                    return Err(io::Error::last_os_error());
                }
                // The kernel's own calls, since the C library keeps two signals from its callers.
                let (by_default, no_signals, no_old) = ([0u64; 4], 0u64, std::ptr::null::<u64>());
                for signal in 1..=SIGNALS {
                    // SIGKILL and SIGSTOP refuse, and need no default.
                    libc::syscall(libc::SYS_rt_sigaction, signal, &by_default, no_old, size_of::<u64>());
                }
                let set = libc::SIG_SETMASK;
                libc::syscall(libc::SYS_rt_sigprocmask, set, &no_signals, no_old, size_of::<u64>());
                let (first, last) = (3, libc::c_uint::MAX);
                if libc::syscall(libc::SYS_close_range, first, last, libc::CLOSE_RANGE_CLOEXEC) < 0 {
                    return Err(io::Error::last_os_error());
                }
                for kept in &self.kept_fds {
                    if libc::fcntl(kept.as_raw_fd(), libc::F_SETFD, 0) < 0 {
                        return Err(io::Error::last_os_error());
                    }
                }
                Ok(())
            })
        };
    }

    /// The properties that a library can set.
    fn set(&self) -> io::Result<()> {
        rustix::process::setsid()?;
        // If the tool is killed, its programs are killed as well.
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        for procs in &self.cgroup_procs_fds {
            // "0" is the writer itself.
            rustix::io::write(procs, b"0")?;
        }
        // Both need privileges, but for a score that only rises.
        let _ = rustix::thread::set_thread_groups(&[]);
        let score = open("/proc/self/oom_score_adj", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty());
        let _ = score.and_then(|score| rustix::io::write(score, b"0"));
        rustix::process::umask(Mode::from_raw_mode(0o022));
        for (resource, soft, hard) in LIMITS {
            let other = self.limits.iter().find(|(limited, _)| *limited == resource).map(|&(_, limit)| limit);
            let inherited = getrlimit(resource).maximum;
            let at_most = |limit: Option<u64>| match (limit, inherited) {
                (Some(limit), Some(inherited)) => Some(limit.min(inherited)),
                (limit, inherited) => limit.or(inherited),
            };
            let maximum = at_most(other.or(hard));
            setrlimit(resource, Rlimit { current: at_most(other.or(soft)), maximum })?;
        }
        if let Some(cores) = &self.cores {
            rustix::thread::sched_setaffinity(None, cores)?;
        }
        Ok(())
    }
}
