//! A bot's process: runs in its own session, exchanges lines against a clock, and ends with all its
//! descendants.
//!
//! Its pipes never block the arena. Standard error is drained while the bot thinks, and capped; standard
//! output is read only as far as the next line, the rest stays in the pipe.

mod attributes;
mod ending;
mod job;
mod launch;
mod pipes;
mod process_tree;
mod sandboxed;
mod spawn;
mod stopwatch;
mod tree;

pub use ending::{status_text, Voided, MAX_VOIDS};
pub use job::{Job, JobEnd, JobFiles};
pub use launch::{command_files, Launch};
pub use pipes::{OUTPUT_LINE_BYTES, STDERR_BYTES_PER_GAME, STDERR_BYTES_PER_TURN};
pub use stopwatch::Stopwatch;

use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::event::{poll, PollFd, PollFlags, Timespec};

use crate::call::{CallLimit, ClockKind, Fault};
use crate::sandbox::Level;
use crate::stop::{Stop, Stopped};
use pipes::{is_readable, Inbox, Outbox, StderrLog};
use process_tree::ProcessTree;

/// Limit for requests before the first call; protocols define none.
pub const SETUP_LIMIT: CallLimit = CallLimit { limit_ms: 10_000, margin_ms: 0, clock: ClockKind::Wall };

/// A running bot; dropping it ends it.
#[derive(Debug)]
pub struct Process {
    tree: ProcessTree,
    launch: Launch,
    /// Readable once the process has died.
    pidfd: OwnedFd,
    outbox: Outbox,
    inbox: Inbox,
    stderr: StderrLog,
    stop: Stop,
    is_frozen: bool,
    /// When the memory of a family that the kernel does not bound was last checked.
    memory_checked: Option<Instant>,
    is_over_memory: bool,
}

impl Process {
    /// Starts a bot.
    ///
    /// # Errors
    /// If the program or its sandbox cannot be started; the message names it.
    pub fn start(launch: &Launch, stop: &Stop) -> anyhow::Result<Self> {
        process_tree::adopt_orphans()?;
        let command = || format!("cannot start `{}`", shell_words::join(&launch.command));
        let (tree, pipes) = ProcessTree::start(launch).with_context(command)?;
        let is_sandboxed = launch.sandbox.level() != Level::None;
        Ok(Self {
            pidfd: tree.pidfd()?,
            launch: launch.clone(),
            memory_checked: (is_sandboxed && launch.memory_mib.is_some() && !tree.bounds_memory())
                .then(Instant::now),
            is_over_memory: false,
            tree,
            outbox: Outbox::new(pipes.stdin),
            inbox: Inbox::new(pipes.stdout),
            stderr: StderrLog::new(pipes.stderr),
            stop: stop.clone(),
            is_frozen: false,
        })
    }

    /// Starts the clock of a call; standard error from here on belongs to it.
    pub fn start_call(&mut self, limit: CallLimit) -> Stopwatch {
        self.stderr.start_call();
        self.start_clock(limit).watch(self.launch.cores)
    }

    /// Starts the clock of a request other than a call.
    pub fn start_clock(&mut self, limit: CallLimit) -> Stopwatch {
        self.set_frozen(false);
        Stopwatch::start(self.tree.meter(), limit)
    }

    /// Ends a call: suspends the bot until the next one if its launch freezes it.
    pub fn end_call(&mut self) {
        self.set_frozen(self.launch.freezes);
    }

    fn set_frozen(&mut self, is_frozen: bool) {
        if self.is_frozen != is_frozen {
            self.tree.set_frozen(is_frozen);
            self.is_frozen = is_frozen;
        }
    }

    /// Queues input; [`Process::read_line`] or [`Process::flush`] writes it.
    pub fn send(&mut self, input: &str) {
        self.outbox.push(input.as_bytes());
    }

    /// Writes queued input as far as the pipe accepts it without blocking.
    pub fn flush(&mut self) {
        self.outbox.write_some();
    }

    /// Writes the queued input and reads one line, without its line end; replaces invalid UTF-8. Stops the
    /// clock.
    ///
    /// # Errors
    /// [`Fault`], [`Stopped`], [`Voided`] or a failure of the arena.
    pub fn read_line(&mut self, stopwatch: &mut Stopwatch) -> anyhow::Result<String> {
        self.outbox.write_some();
        loop {
            if self.inbox.is_too_long() {
                stopwatch.stop();
                return Err(Fault::OutputTooLong { limit_bytes: OUTPUT_LINE_BYTES }.into());
            }
            if let Some(line) = self.inbox.take_line() {
                stopwatch.stop();
                self.stderr.drain();
                return if stopwatch.is_over_limit() { Err(stopwatch.timeout().into()) } else { Ok(line) };
            }
            if self.inbox.is_closed {
                stopwatch.stop();
                self.stderr.drain();
                return Err(Fault::Crash { how: self.last_words()? }.into());
            }
            let Some(wait) = stopwatch.remaining() else {
                self.check_nobody_stopped_it()?;
                self.await_late_line(stopwatch)?;
                return Err(stopwatch.timeout().into());
            };
            let wait = self.check_memory(wait);
            self.wait_for_any(wait)?;
        }
    }

    /// Waits for the line of a late program, which no longer counts, to measure by how much it is late.
    fn await_late_line(&mut self, stopwatch: &mut Stopwatch) -> anyhow::Result<()> {
        let end = Instant::now() + stopwatch.limit.overtime();
        while !(self.inbox.has_line() || self.inbox.is_closed || self.inbox.is_too_long()) {
            let wait = end.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                break;
            }
            let wait = self.check_memory(wait);
            self.wait_for_any(wait)?;
        }
        stopwatch.stop();
        self.stderr.drain();
        Ok(())
    }

    /// Waits until a pipe is ready or the bot has died, and transfers the available data.
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
            // All output of the dead bot is in the pipe; a child that holds the pipe open adds nothing.
            self.inbox.read_rest();
        }
        if !self.inbox.has_line() {
            self.stderr.read_some();
        }
        self.outbox.write_some();
        Ok(())
    }

    /// Takes the standard error since the last such request, one entry a call: for a process that survives
    /// its game.
    pub fn take_log(&mut self) -> Vec<String> {
        self.stderr.drain();
        self.stderr.take()
    }

    /// Kills the process and its descendants, reaps them all, and returns its standard error, one entry a
    /// call.
    ///
    /// # Errors
    /// If the process cannot be reaped.
    pub fn end(&mut self) -> anyhow::Result<Vec<String>> {
        self.tree.end()?;
        Ok(self.take_log())
    }

    /// Closes the bot's input and waits up to `grace` for its exit, then proceeds as [`Process::end`].
    ///
    /// # Errors
    /// [`Voided`], or if the process cannot be reaped.
    pub fn end_gently(&mut self, grace: Duration) -> anyhow::Result<(ExitStatus, Vec<String>)> {
        self.set_frozen(false);
        self.outbox.write_some();
        self.outbox.close();
        is_readable(&self.pidfd, grace);
        if self.tree.sandboxed.as_ref().is_some_and(|sandboxed| sandboxed.is_dead(Duration::ZERO)) {
            self.sandboxed_last_words()?;
        }
        let status = self.tree.end()?;
        Ok((status, self.take_log()))
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::{WaitId, WaitIdOptions, WaitIdStatus};
    use rustix::thread::CpuSet;

    use super::*;

    const PATIENT: CallLimit = CallLimit { limit_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

    fn launch(command: &[&str]) -> Launch {
        Launch::new(command.iter().map(|word| word.to_string()).collect())
    }

    fn start(launch: &Launch) -> Process {
        Process::start(launch, &Stop::new().unwrap()).unwrap()
    }

    /// Sends a line and reads one.
    fn exchange(process: &mut Process, input: &str) -> anyhow::Result<String> {
        let mut stopwatch = process.start_call(PATIENT);
        process.send(input);
        let line = process.read_line(&mut stopwatch);
        process.end_call();
        line
    }

    #[test]
    fn a_program_runs_in_its_own_session_directory_and_environment() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path().canonicalize().unwrap();
        let script = "echo $MOOD $(pwd) $(cut -d' ' -f6 /proc/self/stat) $$; read line";
        let launch = Launch {
            directory: Some(directory.clone()),
            environment: vec![("MOOD".into(), "calm".into())],
            ..launch(&["sh", "-c", script])
        };
        let mut process = start(&launch);
        let pid = process.tree.pid().as_raw_pid();
        assert_eq!(exchange(&mut process, "").unwrap(), format!("calm {} {pid} {pid}", directory.display()));
    }

    #[test]
    fn cores_and_memory_are_bounded() {
        let core = crate::cores::allowed()[0];
        let mut cores = CpuSet::new();
        cores.set(core);
        let script = "grep Cpus_allowed_list /proc/self/status; ulimit -d; read line";
        let launch = Launch { cores: Some(cores), memory_mib: Some(99), ..launch(&["sh", "-c", script]) };
        let mut process = start(&launch);
        assert_eq!(exchange(&mut process, "").unwrap(), format!("Cpus_allowed_list:\t{core}"));
        assert_eq!(exchange(&mut process, "").unwrap(), (99 * 1024).to_string());
    }

    #[test]
    fn freezing_stops_the_bot_from_answer_to_call() {
        let mut process = start(&Launch { freezes: true, ..launch(&["cat"]) });
        for _ in 0..3 {
            assert_eq!(exchange(&mut process, "hello\n").unwrap(), "hello");
            // Returns once the process is stopped.
            let options = WaitIdOptions::STOPPED;
            let status: WaitIdStatus =
                rustix::process::waitid(WaitId::PidFd(process.pidfd.as_fd()), options).unwrap().unwrap();
            assert!(status.stopped());
        }
    }

    #[test]
    fn input_larger_than_a_pipe_arrives_whole() {
        let mut process = start(&launch(&["wc", "-c"]));
        let mut stopwatch = process.start_call(PATIENT);
        process.send(&"x".repeat(300_000));
        process.outbox.push(b"");
        while process.outbox.waiting_fd().is_some() {
            process.wait_for_any(Duration::from_secs(60)).unwrap();
        }
        process.outbox.close();
        assert_eq!(process.read_line(&mut stopwatch).unwrap().trim(), "300000");
    }

    #[test]
    fn a_gentle_end_waits_for_the_exit_status() {
        let mut process = start(&launch(&["sh", "-c", "read line; echo bye >&2; exit 7"]));
        process.send("END\n");
        let (status, log) = process.end_gently(Duration::from_secs(60)).unwrap();
        assert_eq!((status_text(status), log), ("exit code 7".to_string(), vec!["bye\n".to_string()]));
        let mut process = start(&launch(&["sleep", "1000"]));
        let (status, _) = process.end_gently(Duration::from_millis(20)).unwrap();
        assert_eq!(status_text(status), "signal 9 (killed)");
    }

    #[test]
    fn a_request_to_stop_interrupts_a_wait() {
        let stop = Stop::new().unwrap();
        let mut process = Process::start(&launch(&["sleep", "1000"]), &stop).unwrap();
        let mut stopwatch = process.start_call(PATIENT);
        stop.request(None);
        assert!(process.read_line(&mut stopwatch).unwrap_err().is::<Stopped>());
    }

    #[test]
    fn the_log_is_capped_for_the_whole_game() {
        // 40 calls, each of which writes twice the cap of a call.
        let script = "while read line; do head -c 32768 /dev/zero | tr '\\0' e >&2; echo ok; done";
        let mut process = start(&launch(&["sh", "-c", script]));
        for _ in 0..40 {
            assert_eq!(exchange(&mut process, "go\n").unwrap(), "ok");
        }
        let log = process.end().unwrap();
        assert_eq!(log.len(), 40);
        assert!(log.iter().all(|call| call.len() <= STDERR_BYTES_PER_TURN));
        let kept: usize = log.iter().map(String::len).sum();
        assert_eq!(kept, STDERR_BYTES_PER_GAME);
    }

    #[test]
    fn the_program_is_found_as_the_system_finds_it() {
        assert!(launch(&["sh"]).program_path().is_some_and(|path| path.ends_with("sh")));
        assert_eq!(launch(&["/bin/sh", "-c"]).program_path(), Some("/bin/sh".into()));
        assert_eq!(launch(&["/nonexistent/sh"]).program_path(), None);
        let here = Launch { directory: Some("/bin".into()), ..launch(&["./sh"]) };
        assert_eq!(here.program_path(), Some("/bin/./sh".into()));
    }
}
