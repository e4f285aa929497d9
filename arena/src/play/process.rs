//! A bot's process: started in a session of its own, spoken to line by line against a clock, ended with its
//! whole family.
//!
//! Its pipes never block the arena. Standard error is drained while the bot thinks and capped; of standard
//! output only what is needed for the next line is read, the rest stays in the pipe.

mod family;
mod pipes;
mod spawn;
mod stopwatch;

pub use stopwatch::Stopwatch;

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use anyhow::Context;
use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::process::{PidfdFlags, Signal, WaitId, WaitIdOptions};
use rustix::thread::CpuSet;

use crate::play::limits::{ClockKind, Limits, OUTPUT_LINE_BYTES};
use crate::play::record::Fault;
use crate::stop::{Stop, Stopped};
use family::Head;
use pipes::{Inbox, Outbox, StderrLog};

/// How long to wait for the exit status of a bot that has closed its output: it is mostly just dying.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// For what a bot is asked before its first call; protocols give no limit.
const SETUP_LIMITS: Limits =
    Limits { first_ms: 10_000, turn_ms: 10_000, margin_ms: 0, clock: ClockKind::Wall };

/// What to start, and within which bounds.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Where it runs; `None` for the arena's own directory.
    pub directory: Option<PathBuf>,
    /// Variables set on top of the arena's own environment.
    pub environment: Vec<(String, String)>,
    /// Its memory, in MiB: private writable pages, so that a runtime may reserve more than it uses.
    pub memory_mib: Option<u32>,
    /// The cores that it may run on; `None` for all.
    pub cores: Option<CpuSet>,
    /// Whether it is stopped from its answer to its next call, so that it takes nothing from an opponent on the same
    /// core. What it writes to standard error after its answer is then seen with its next call.
    pub freezes: bool,
}

impl Launch {
    /// The file that will be run, as far as it can be found.
    pub fn program_path(&self) -> Option<PathBuf> {
        let program = Path::new(self.command.first()?);
        if program.components().count() > 1 {
            let directory = self.directory.as_deref().unwrap_or(Path::new(""));
            return Some(directory.join(program)).filter(|path| path.is_file());
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
    }
}

/// A running bot; dropping it ends it.
#[derive(Debug)]
pub struct Process {
    head: Head,
    /// Becomes readable when the process dies.
    pidfd: OwnedFd,
    outbox: Outbox,
    inbox: Inbox,
    stderr: StderrLog,
    stop: Stop,
    freezes: bool,
    is_frozen: bool,
}

impl Process {
    /// Starts a bot.
    ///
    /// # Errors
    /// If the program cannot be started; the message names it.
    pub fn start(launch: &Launch, stop: &Stop) -> anyhow::Result<Self> {
        family::adopt_orphans()?;
        let (head, pipes) = Head::start(launch)
            .with_context(|| format!("cannot start `{}`", shell_words::join(&launch.command)))?;
        Ok(Self {
            pidfd: rustix::process::pidfd_open(head.pid(), PidfdFlags::empty())?,
            head,
            outbox: Outbox::new(pipes.stdin)?,
            inbox: Inbox::new(pipes.stdout)?,
            stderr: StderrLog::new(pipes.stderr)?,
            stop: stop.clone(),
            freezes: launch.freezes,
            is_frozen: false,
        })
    }

    /// Starts the clock of a call: what follows on standard error belongs to it.
    pub fn start_call(&mut self, limits: &Limits, is_first: bool) -> Stopwatch {
        self.stderr.start_call();
        self.start_clock(limits, is_first)
    }

    /// Starts the clock of something that is no call of the referee's.
    pub fn start_clock(&mut self, limits: &Limits, is_first: bool) -> Stopwatch {
        self.set_frozen(false);
        Stopwatch::start(self.head.pid(), limits, is_first)
    }

    /// Starts the clock of the way into a game.
    pub fn start_setup(&mut self) -> Stopwatch {
        self.start_clock(&SETUP_LIMITS, true)
    }

    /// Ends a call: stops the bot until the next one, if that was asked for.
    pub fn end_call(&mut self) {
        self.set_frozen(self.freezes);
    }

    fn set_frozen(&mut self, is_frozen: bool) {
        if self.is_frozen != is_frozen {
            let signal = if is_frozen { Signal::STOP } else { Signal::CONT };
            // Fails only if the whole group is gone, which the next call will tell.
            let _ = rustix::process::kill_process_group(self.head.pid(), signal);
            self.is_frozen = is_frozen;
        }
    }

    /// Queues input; it is written by [`Process::read_line`] or [`Process::flush`].
    pub fn send(&mut self, input: &str) {
        self.outbox.push(input.as_bytes());
    }

    /// Writes what the pipe takes of the queued input without waiting.
    pub fn flush(&mut self) {
        self.outbox.write_some();
    }

    /// Writes the queued input and reads one line, without its line end; invalid UTF-8 is replaced. Stops the
    /// clock.
    ///
    /// # Errors
    /// [`Stopped`], or trouble of the arena's own; what the bot does wrong is the inner [`Fault`].
    pub fn read_line(&mut self, stopwatch: &mut Stopwatch) -> anyhow::Result<Result<String, Fault>> {
        self.outbox.write_some();
        loop {
            if let Some(line) = self.inbox.take_line() {
                stopwatch.stop();
                self.stderr.drain();
                return Ok(if stopwatch.is_over_limit() { Err(stopwatch.timeout()) } else { Ok(line) });
            }
            if self.inbox.is_too_long() {
                stopwatch.stop();
                return Ok(Err(Fault::OutputTooLong { limit_bytes: OUTPUT_LINE_BYTES }));
            }
            if self.inbox.is_closed() {
                stopwatch.stop();
                self.stderr.drain();
                return Ok(Err(Fault::Crash { how: self.last_words()? }));
            }
            let Some(wait) = stopwatch.remaining() else {
                stopwatch.stop();
                self.stderr.drain();
                return Ok(Err(stopwatch.timeout()));
            };
            self.wait_for_any(wait)?;
        }
    }

    /// Waits until a pipe can move or the bot has died, and moves what can be moved.
    fn wait_for_any(&mut self, wait: Duration) -> anyhow::Result<()> {
        let mut fds = vec![
            PollFd::from_borrowed_fd(self.stop.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.pidfd.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.inbox.as_fd(), PollFlags::IN),
        ];
        fds.extend(self.stderr.as_fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        fds.extend(self.outbox.waiting_fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
        match poll(&mut fds, Some(&Timespec::try_from(wait)?)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error).context("cannot wait for a bot"),
        }
        let [stopped, died, readable] = [0, 1, 2].map(|i| !fds[i].revents().is_empty());
        drop(fds);
        if stopped {
            return Err(Stopped.into());
        }
        if readable {
            self.inbox.read_some();
        }
        if died {
            // Whatever it had printed is in the pipe by now; a child that holds the pipe open adds nothing.
            self.inbox.read_rest();
        }
        if !self.inbox.has_line() {
            self.stderr.read_some();
        }
        self.outbox.write_some();
        Ok(())
    }

    /// How the bot ended, if it did within a moment.
    fn last_words(&self) -> anyhow::Result<String> {
        self.wait_for_death(EXIT_GRACE)?;
        // Leaves the zombie: while it stands, nobody else gets its process id.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = rustix::process::waitid(WaitId::PidFd(self.pidfd.as_fd()), options)?;
        Ok(match status.map(|status| (status.exit_status(), status.terminating_signal())) {
            Some((Some(code), _)) => format!("exit code {code}"),
            Some((_, Some(signal))) => signal_name(signal),
            _ => "closed its output".to_string(),
        })
    }

    /// What it wrote to standard error since the last such question, one entry a call: for a process that is kept
    /// when its game ends.
    pub fn take_log(&mut self) -> Vec<String> {
        self.stderr.drain();
        self.stderr.take()
    }

    /// Kills the process and everything that it started, reaps them all, and returns what it wrote to standard
    /// error, one entry a call.
    ///
    /// # Errors
    /// If the process cannot be reaped.
    pub fn end(&mut self) -> anyhow::Result<Vec<String>> {
        self.head.end()?;
        Ok(self.take_log())
    }

    /// Closes the bot's input and waits at most `grace` for it to exit by itself; then does as [`Process::end`].
    ///
    /// # Errors
    /// If the process cannot be reaped.
    pub fn end_gently(&mut self, grace: Duration) -> anyhow::Result<(ExitStatus, Vec<String>)> {
        self.set_frozen(false);
        self.outbox.write_some();
        self.outbox.close();
        self.wait_for_death(grace)?;
        let status = self.head.end()?;
        Ok((status, self.take_log()))
    }

    fn wait_for_death(&self, at_most: Duration) -> anyhow::Result<()> {
        let mut fds = [PollFd::new(&self.pidfd, PollFlags::IN)];
        // A signal to the arena only cuts the wait short.
        let _ = poll(&mut fds, Some(&Timespec::try_from(at_most)?));
        Ok(())
    }
}

/// The number of a signal with its usual name, where it has one that bots die of.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "segmentation fault",
        libc::SIGABRT => "aborted",
        libc::SIGILL => "illegal instruction",
        libc::SIGFPE => "arithmetic fault",
        libc::SIGBUS => "bus error",
        libc::SIGKILL => "killed",
        libc::SIGTERM => "terminated",
        libc::SIGPIPE => "broken pipe",
        libc::SIGXCPU => "CPU limit",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}

/// How a status reads in a message.
pub fn status_text(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => signal_name(signal),
        (None, None) => "unknown status".to_string(),
    }
}

#[cfg(test)]
mod tests;
