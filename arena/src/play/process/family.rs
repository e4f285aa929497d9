//! Kills and reaps a bot and all its descendants.
//! A bot leads its own session, so its process group can be killed at once. Children outside the group are
//! found as descendants while the bot lives. After its death the kernel reparents orphans to the arena (a
//! "child subreaper"), which identifies their bot by their session or by an environment variable. An orphan
//! in another session, of no living bot, has escaped and is killed as well.

use std::collections::{BTreeMap, HashSet};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::Context;
use rustix::io::retry_on_intr;
use rustix::process::{kill_process, kill_process_group, waitpid, Pid, Signal, WaitOptions};

use super::launch::Launch;
use super::spawn::{spawn, Pipes};

/// Interval between checks of a family that keeps growing.
const MOST_ROUNDS: usize = 1000;

/// The environment variable that marks a bot's family.
const MARKER_VARIABLE: &str = "OUTFLANK_ARENA_BOT";

/// Living bots: their markers by process id, which is also their session id.
static LIVING: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

fn living() -> MutexGuard<'static, BTreeMap<i32, String>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the kernel reparent orphaned descendants to this process.
pub(super) fn adopt_orphans() -> anyhow::Result<()> {
    let me = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(me)).context("cannot adopt the orphans of bots")
}

/// The leader of a family: the bot's own process. Dropping it ends the family.
#[derive(Debug)]
pub(super) struct Head {
    pid: Pid,
    /// Whether it has been reaped.
    status: Option<ExitStatus>,
}

impl Head {
    /// Starts a bot and registers it as living, which spares it and its orphans until it is ended.
    ///
    /// The registry stays locked meanwhile, or a worker that looks for escaped orphans would kill the new
    /// process.
    pub(super) fn start(launch: &Launch) -> std::io::Result<(Self, Pipes)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let marker = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut living = living();
        let (pid, pipes) = spawn(launch, (MARKER_VARIABLE, &marker))?;
        living.insert(pid.as_raw_pid(), marker);
        Ok((Self { pid, status: None }, pipes))
    }

    /// The bot's process id, which is also its group's and its session's.
    pub(super) fn pid(&self) -> Pid {
        self.pid
    }

    /// Kills the bot and its family, reaps them all, and returns the bot's exit status.
    ///
    /// # Errors
    /// If the bot cannot be reaped; the kernel rules that out for a child that no other thread waits for.
    pub(super) fn end(&mut self) -> anyhow::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        for pid in freeze_descendants(self.pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = kill_process(self.pid, Signal::KILL);
        let reaped = retry_on_intr(|| waitpid(Some(self.pid), WaitOptions::empty()));
        living().remove(&self.pid.as_raw_pid());
        end_orphans();
        let (_, status) = reaped.ok().flatten().context("cannot reap a bot")?;
        let status = ExitStatus::from_raw(status.as_raw());
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Head {
    fn drop(&mut self) {
        // An error can no longer be reported.
        let _ = self.end();
    }
}

/// All descendants of `root`, stopped so that none of them can fork; `root` is stopped as well if there are
/// any.
fn freeze_descendants(root: Pid) -> HashSet<Pid> {
    let mut frozen = HashSet::new();
    for _ in 0..MOST_ROUNDS {
        let fresh: Vec<Pid> = descendants(root).into_iter().filter(|pid| !frozen.contains(pid)).collect();
        if fresh.is_empty() {
            break;
        }
        let _ = kill_process(root, Signal::STOP);
        for pid in fresh {
            let _ = kill_process(pid, Signal::STOP);
            frozen.insert(pid);
        }
    }
    frozen
}

/// Kills and reaps every orphan of no living bot, then the orphans that this creates.
fn end_orphans() {
    for _ in 0..MOST_ROUNDS {
        let orphans: Vec<Pid> =
            children(rustix::process::getpid()).into_iter().filter(|&pid| is_stray(pid)).collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            for pid in freeze_descendants(orphan) {
                let _ = kill_process(pid, Signal::KILL);
            }
            let _ = kill_process(orphan, Signal::KILL);
            // Another worker may have reaped it first.
            let _ = retry_on_intr(|| waitpid(Some(orphan), WaitOptions::empty()));
        }
    }
}

/// Whether a child of the arena is an orphan of no living bot.
fn is_stray(child: Pid) -> bool {
    let living = living();
    if living.contains_key(&child.as_raw_pid()) {
        return false;
    }
    let Some(session) = session(child) else { return false };
    if session == session_of_the_arena() || living.contains_key(&session) {
        return false;
    }
    let environment = std::fs::read(format!("/proc/{}/environ", child.as_raw_pid())).unwrap_or_default();
    let marker = environment
        .split(|&byte| byte == 0)
        .find_map(|entry| entry.strip_prefix(MARKER_VARIABLE.as_bytes())?.strip_prefix(b"="));
    !living.values().any(|other| Some(other.as_bytes()) == marker)
}

/// The arena's own session, which never changes.
fn session_of_the_arena() -> i32 {
    static SESSION: OnceLock<i32> = OnceLock::new();
    *SESSION.get_or_init(|| session(rustix::process::getpid()).unwrap_or(0))
}

/// The session of a process, 0 if it began outside the PID namespace that the arena sees; `None` if the
/// process has exited.
///
/// Read from `/proc`, since `rustix` rejects session 0.
fn session(pid: Pid) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    session_in_stat(&stat)
}

/// The session in the text of `/proc/PID/stat`: the fourth field after the name, which may contain blanks and
/// brackets.
fn session_in_stat(stat: &str) -> Option<i32> {
    let (_, after_the_name) = stat.rsplit_once(')')?;
    after_the_name.split_ascii_whitespace().nth(3)?.parse().ok()
}

/// All descendants of `root`, unordered.
pub(super) fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// The children of all threads of a process, unordered; empty if the process has exited.
fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid())) else {
        return Vec::new();
    };
    let lists =
        threads.flatten().filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(parse_pid).collect::<Vec<_>>()).collect()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::session_in_stat;

    #[test]
    fn the_session_is_read_behind_a_name_with_blanks_and_brackets() {
        assert_eq!(session_in_stat("71 (a bot) (x) S 1 70 69 0 -1 4194560"), Some(69));
    }

    #[test]
    fn a_session_from_outside_the_namespace_is_zero() {
        assert_eq!(session_in_stat("71 (bot) S 0 0 0 0 -1 4194560"), Some(0));
    }

    #[test]
    fn a_torn_line_has_no_session() {
        assert_eq!(session_in_stat("71 (bot) S 1"), None);
        assert_eq!(session_in_stat(""), None);
    }
}
