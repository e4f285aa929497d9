//! The end of a bot: its exit status as text, and whether the bot or a signal from outside caused it.

use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::process::{WaitId, WaitIdOptions};

use super::pipes::is_readable;
use super::sandboxed::FAULTS;
use super::{tree, Process};
use toolkit::text::Visible;

/// Time to wait for the exit status of a bot that closed its output; most such bots are exiting.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// Interval between memory checks of a family that the kernel does not bound as a whole.
const MEMORY_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The number of times in a row that a game may be void before the run ends: by then the cause is a lasting
/// one, such as a machine short of memory.
pub const MAX_VOIDS: usize = 3;

/// A game that decides nothing: a signal from outside its own family ended or stopped a bot, or the process
/// that was to play it did not.
///
/// Signals are detected only in a sandbox, where none from inside can do that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is void: `{}` {how}", Visible::line(.command))]
pub struct Voided {
    /// The bot's command line.
    pub command: String,
    /// What happened to it, as the rest of a sentence.
    pub how: String,
}

impl Process {
    /// Kills a family that the kernel does not bound if it exceeds its memory bound; returns the time to wait
    /// until the next check, at most `wait`.
    pub(super) fn check_memory(&mut self, wait: Duration) -> Duration {
        let (Some(seen), Some(memory_mib)) = (self.memory_checked, self.launch.memory_mib) else {
            return wait;
        };
        if seen.elapsed() >= MEMORY_CHECK_INTERVAL {
            self.memory_checked = Some(Instant::now());
            if !self.is_over_memory && tree::is_over(self.tree.pid(), memory_mib) {
                self.is_over_memory = true;
                self.tree.kill();
            }
        }
        wait.min(MEMORY_CHECK_INTERVAL)
    }

    pub(super) fn check_nobody_stopped_it(&self) -> anyhow::Result<()> {
        match self.tree.sandboxed.as_ref().is_some_and(|sandboxed| sandboxed.is_stopped()) {
            true => Err(self.voided("stopped".to_string())),
            false => Ok(()),
        }
    }

    fn voided(&self, how: String) -> anyhow::Error {
        let command = shell_words::join(&self.launch.command);
        Voided { command, how: format!("was {how} from outside") }.into()
    }

    fn memory_words(&self) -> String {
        format!("used more than {} MiB of memory", self.launch.memory_mib.unwrap_or_default())
    }

    /// Describes the exit status of a sandboxed bot that nobody killed.
    pub(super) fn sandboxed_last_words(&mut self) -> anyhow::Result<String> {
        let status = self.tree.end()?;
        if self.is_over_memory || self.tree.has_run_out_of_memory {
            return Ok(self.memory_words());
        }
        match status.signal() {
            Some(signal) if !FAULTS.contains(&signal) => {
                Err(self.voided(format!("ended by {}", signal_name(signal))))
            }
            // The first process of a namespace cannot abort otherwise.
            Some(libc::SIGSEGV) => Ok("signal 11 (segmentation fault, or aborted)".to_string()),
            _ => Ok(status_text(status)),
        }
    }

    /// Describes how the bot exited, if it does so within the grace time.
    pub(super) fn last_words(&mut self) -> anyhow::Result<String> {
        is_readable(&self.pidfd, EXIT_GRACE);
        if let Some(sandboxed) = &self.tree.sandboxed {
            return match sandboxed.is_dead(Duration::ZERO) {
                true => self.sandboxed_last_words(),
                false => Ok("closed its output".to_string()),
            };
        }
        if self.is_over_memory {
            return Ok(self.memory_words());
        }
        // Keeps the zombie, so that its process id is not reused.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = rustix::process::waitid(WaitId::PidFd(self.pidfd.as_fd()), options)?;
        Ok(match status.map(|status| (status.exit_status(), status.terminating_signal())) {
            Some((Some(code), _)) => format!("exit code {code}"),
            Some((_, Some(signal))) => signal_name(signal),
            _ => "closed its output".to_string(),
        })
    }
}

/// The number of a signal, with its name if bots commonly die of it.
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

/// An exit status as text.
pub fn status_text(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => signal_name(signal),
        (None, None) => "unknown status".to_string(),
    }
}
