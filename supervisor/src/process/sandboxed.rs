//! A sandboxed bot: starts it, and distinguishes its own death from a kill from outside.
//!
//! `bwrap` starts the bot as the first process of a PID namespace and would then wait for it. The arena stops
//! `bwrap` before the bot begins, so that the arena itself reaps the bot's exit status; if `bwrap` dies, the
//! bot still dies with it. When the first process of a namespace ends, the kernel kills all others in it, and
//! no process inside can send it a signal that it does not handle. So a signal that ended it was either
//! raised by its own fault or came from outside.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::pipe::{pipe_with, PipeFlags};
use rustix::process::{
    kill_process, pidfd_open, pidfd_send_signal, prlimit, Pid, PidfdFlags, Resource, Rlimit, Signal,
};

use super::pipes::is_readable;
use super::tree::stat;
use crate::sandbox::{filter_file, BwrapArgs, MAX_TASKS};

/// How long `bwrap` may take to start a bot.
const START_TIME: Duration = Duration::from_secs(30);
/// Interval between checks of the start.
const LOOK: Duration = Duration::from_micros(200);
/// The name of the process until it becomes the bot.
const BWRAP_NAME: &str = "bwrap";

/// Signals that the kernel sends to a process for its own faults. Any other one that ended a sandboxed bot
/// came from outside.
pub(super) const FAULTS: [i32; 9] = [
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGABRT,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

/// The bot's own process.
#[derive(Debug)]
pub(super) struct SandboxedProcess {
    pub(super) pid: Pid,
    /// Readable once the bot and everything that it started are dead.
    pub(super) pidfd: OwnedFd,
}

/// The supervisor's ends of the pipes to `bwrap`.
pub(super) struct StartBarrier {
    info: File,
    go: File,
}

impl StartBarrier {
    /// Pipes for the process id and for the start; `bwrap` gets its ends, and the filter of system calls.
    pub(super) fn new(bwrap: &mut BwrapArgs) -> io::Result<Self> {
        let (info, their_info) = pipe_with(PipeFlags::CLOEXEC)?;
        let (their_go, go) = pipe_with(PipeFlags::CLOEXEC)?;
        bwrap.pass("--info-fd", their_info);
        bwrap.pass("--block-fd", their_go);
        if let Some(filter) = filter_file()? {
            bwrap.pass("--seccomp", filter.into());
        }
        Ok(Self { info: info.into(), go: go.into() })
    }

    /// Waits until `bwrap` has made the sandbox, stops it, and lets the bot begin. With `bounds_tasks` a
    /// control group bounds the number of processes; otherwise a resource limit does, which does not bind the
    /// superuser's processes.
    ///
    /// # Errors
    /// If `bwrap` fails, or takes too long.
    pub(super) fn open(mut self, outer: Pid, bounds_tasks: bool) -> io::Result<SandboxedProcess> {
        let deadline = Instant::now() + START_TIME;
        let pid = self.read_pid(deadline)?;
        let sandboxed = SandboxedProcess { pid, pidfd: pidfd_open(pid, PidfdFlags::empty())? };
        // After its last message it sleeps only to wait for the bot.
        wait_until(deadline, || Ok(matches!(state(outer), Some('S') | None)))?;
        kill_process(outer, Signal::STOP)?;
        if !bounds_tasks {
            let at_most = Some(u64::from(MAX_TASKS));
            prlimit(Some(pid), Resource::Nproc, Rlimit { current: at_most, maximum: at_most })?;
        }
        self.go.write_all(b"!")?;
        wait_until(deadline, || {
            // The name is read after the death is seen: a bot that ends at once has begun.
            let is_dead = sandboxed.is_dead(Duration::ZERO);
            let has_begun = name(pid).is_some_and(|name| name.trim_end() != BWRAP_NAME);
            match is_dead && !has_begun {
                true => Err(io::Error::other("the sandbox failed")),
                false => Ok(has_begun),
            }
        })?;
        Ok(sandboxed)
    }

    /// Reads `"child-pid": N` from the JSON that `bwrap` reports.
    fn read_pid(&mut self, deadline: Instant) -> io::Result<Pid> {
        let mut text = Vec::new();
        while !text.contains(&b'}') {
            let left = deadline.saturating_duration_since(Instant::now());
            if !is_readable(&self.info, left) {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let mut chunk = [0; 512];
            match self.info.read(&mut chunk)? {
                0 => return Err(io::Error::other("the sandbox failed")),
                length => text.extend_from_slice(&chunk[..length]),
            }
        }
        let text = String::from_utf8_lossy(&text);
        let number = text.split_once("\"child-pid\":").map(|(_, rest)| rest.trim_start());
        let digits = number.map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
        let pid = digits.and_then(|digits| digits.parse().ok()).and_then(Pid::from_raw);
        pid.ok_or_else(|| io::Error::other("the sandbox names no process"))
    }
}

fn wait_until(deadline: Instant, mut is_so: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    while !is_so()? {
        if Instant::now() >= deadline {
            return Err(io::ErrorKind::TimedOut.into());
        }
        std::thread::sleep(LOOK);
    }
    Ok(())
}

impl SandboxedProcess {
    /// Kills the bot, and with it everything that it started.
    pub(super) fn kill(&self) {
        // It may be dead already.
        let _ = pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    /// Whether the bot is dead, or dies within a time.
    pub(super) fn is_dead(&self, within: Duration) -> bool {
        is_readable(&self.pidfd, within)
    }

    /// Whether it was stopped, which only a process outside the sandbox can do.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(state(self.pid), Some('T' | 't'))
    }
}

fn name(pid: Pid) -> Option<String> {
    std::fs::read_to_string(format!("/proc/{}/comm", pid.as_raw_pid())).ok()
}

/// The state of a process.
pub(super) fn state(pid: Pid) -> Option<char> {
    stat(pid)?.chars().next()
}
