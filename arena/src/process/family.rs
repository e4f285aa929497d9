//! Ends a bot together with everything that it started, and reaps it all.
//!
//! A bot leads a session of its own, so its process group is easily killed. Children that left the group are found
//! as descendants while the bot lives; once it is dead the kernel hands orphans to the arena (a "child
//! subreaper"), which tells whose they were by their session or by a variable in their environment. An orphan in
//! a session of its own that belongs to no living bot has broken out, and is killed as well.

use std::collections::{BTreeMap, HashSet};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use rustix::process::{getsid, kill_process, kill_process_group, Pid, Signal, WaitOptions};

/// How often a family that keeps growing is looked at again.
const MOST_ROUNDS: usize = 1000;

/// The environment variable that marks a bot's family.
pub(super) const MARKER_VARIABLE: &str = "OUTFLANK_ARENA_BOT";

/// Bots that have not been ended: their markers by process id, which is also their session's.
static LIVING: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

/// A value of [`MARKER_VARIABLE`] that no other bot has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker(String);

impl Marker {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self(format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Makes the kernel hand orphaned descendants to this process.
pub(super) fn adopt_orphans() -> anyhow::Result<()> {
    let me = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(me)).context("cannot adopt the orphans of bots")
}

fn living() -> MutexGuard<'static, BTreeMap<i32, String>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a bot and notes that it lives, so that it and its orphans are spared until it is ended.
///
/// The list stays locked meanwhile: a worker that looks for strays must not take the newborn for one.
pub(super) fn start(command: &mut Command, marker: &Marker) -> std::io::Result<Child> {
    let mut living = living();
    let child = command.spawn()?;
    living.insert(Pid::from_child(&child).as_raw_pid(), marker.0.clone());
    Ok(child)
}

/// Kills a bot and its family, reaps all of them, and returns the bot's exit status.
///
/// # Errors
/// If the bot cannot be reaped, which the kernel rules out for a child that nobody else waits for.
pub(super) fn end(child: &mut Child) -> anyhow::Result<ExitStatus> {
    let root = Pid::from_child(child);
    for pid in freeze_descendants(root) {
        let _ = kill_process(pid, Signal::KILL);
    }
    let _ = kill_process_group(root, Signal::KILL);
    let _ = kill_process(root, Signal::KILL);
    let status = child.wait().context("cannot reap a bot");
    living().remove(&root.as_raw_pid());
    end_orphans();
    status
}

/// All processes below `root`, stopped so that none of them can start another; `root` is stopped as well if there
/// are any.
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

/// Kills and reaps every orphan that belongs to no living bot, and then the orphans which that makes.
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
            let _ = rustix::process::waitpid(Some(orphan), WaitOptions::empty());
        }
    }
}

/// Whether a child of the arena is an orphan that belongs to no living bot.
fn is_stray(child: Pid) -> bool {
    let living = living();
    if living.contains_key(&child.as_raw_pid()) {
        return false;
    }
    let Ok(session) = getsid(Some(child)) else { return false };
    let is_the_arenas_own = getsid(None).is_ok_and(|own| own == session);
    if is_the_arenas_own || living.contains_key(&session.as_raw_pid()) {
        return false;
    }
    let environment = std::fs::read(format!("/proc/{}/environ", child.as_raw_pid())).unwrap_or_default();
    let marker = environment
        .split(|&byte| byte == 0)
        .find_map(|entry| entry.strip_prefix(MARKER_VARIABLE.as_bytes())?.strip_prefix(b"="));
    !living.values().any(|other| Some(other.as_bytes()) == marker)
}

fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// The children of all threads of a process, in no order; empty if it is gone.
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
