//! Kills and reaps a bot and all its descendants. A bot leads its own session, so its process group can be
//! killed at once. Children outside the group are found as descendants while the bot lives. After its death
//! the kernel reparents orphans to the arena (a "child subreaper"), which identifies their bot by their
//! session or by an environment variable. An orphan in another session, of no living bot, has escaped and is
//! killed as well. In a sandbox none of that is needed: the kernel kills everything with the first process
//! of a PID namespace.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rustix::fs::{access, Access};
use rustix::io::{retry_on_intr, Errno};
use rustix::process::{
    kill_process, kill_process_group, waitpid, Pid, PidfdFlags, Resource, Signal, WaitOptions,
};

use signal_hook::consts::SIGCHLD;

use super::attributes::SpawnAttributes;
use super::launch::Launch;
use super::sandboxed::{state, SandboxedProcess, StartBarrier};
use super::spawn::{spawn, Order, Pipes};
use super::stopwatch::Meter;
use super::tree::{children, descendants, stat};
use crate::sandbox::{BotFiles, BwrapArgs, Group, SandboxFailed, BWRAP};
use crate::stop::is_ignored;

/// Most passes over a family that keeps growing.
const MAX_ROUNDS: usize = 1000;

/// How long a killed family may take to die.
const DEATH_TIME: Duration = Duration::from_secs(10);

/// The environment variable that marks a bot's family.
const MARKER_VARIABLE: &str = "OUTFLANK_ARENA_BOT";

/// Living bots: their markers by process id, which is also their session id.
static LIVING: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

fn living() -> MutexGuard<'static, BTreeMap<i32, String>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the kernel reparent orphaned descendants to this process, and keep the exit status of its children,
/// which it drops where the tool's parent ignored SIGCHLD.
pub(super) fn adopt_orphans() -> anyhow::Result<()> {
    static HANDLER: OnceLock<Result<(), io::Error>> = OnceLock::new();
    let handler = HANDLER.get_or_init(|| {
        if is_ignored(SIGCHLD) {
            signal_hook::flag::register(SIGCHLD, Arc::default())?;
        }
        Ok(())
    });
    if let Err(error) = handler {
        anyhow::bail!("cannot wait for programs: {error}");
    }
    let me = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(me)).context("cannot adopt the orphans of bots")
}

/// The leader of a family: the bot's own process, or the sandbox around it. Dropping it ends the family.
#[derive(Debug)]
pub(super) struct ProcessTree {
    pid: Pid,
    /// The sandbox around the bot, if there is one.
    pub(super) sandboxed: Option<SandboxedProcess>,
    group: Option<Arc<Group>>,
    /// Whether it has been reaped.
    status: Option<ExitStatus>,
    /// Whether the family passed its memory bound and was killed for it; known once it has ended.
    pub(super) has_run_out_of_memory: bool,
}

/// The start of what `bwrap` prints where it cannot execute the program.
const NOT_EXECUTED: &str = "bwrap: execvp ";

impl ProcessTree {
    /// Starts a bot.
    ///
    /// # Errors
    /// If the program, or the sandbox around it, cannot be started.
    pub(super) fn start(launch: &Launch) -> anyhow::Result<(Self, Pipes)> {
        let program = std::path::absolute(launch.program_path().ok_or(Errno::NOENT)?)?;
        // In the sandbox the reason would be bubblewrap's.
        access(&program, Access::EXEC_OK)?;
        let group = launch.sandbox.group(launch.memory_mib).context("control group")?;
        let directory = launch.directory.as_deref();
        let named = launch.files().into_iter().map(|(_, file)| file).collect();
        let bot = BotFiles { program: &program, named, shown: &launch.shown, directory };
        let bwrap = launch.sandbox.bwrap_args(&bot)?;
        let memory = launch.memory_mib.map(|mib| (Resource::Data, u64::from(mib) << 20));
        let limits = memory.into_iter().collect();
        let order = Order {
            words: launch.command.iter().map(OsString::from).collect(),
            directory: directory.map(Path::to_path_buf),
            environment: launch.sandbox.environment(&program, &launch.environment),
            program,
            attributes: SpawnAttributes { limits, cores: launch.cores, ..SpawnAttributes::default() },
        };
        Self::run(order, bwrap, group)
    }

    /// Starts a program, in a sandbox if there are arguments for `bwrap`, and registers it as living, which
    /// spares it and its orphans until it is ended.
    ///
    /// The registry stays locked until the process is in it, or a worker that looks for escaped orphans
    /// would kill it.
    ///
    /// # Errors
    /// If it cannot be started; [`SandboxFailed`] if the reason is the sandbox.
    pub(super) fn run(
        mut order: Order,
        bwrap: Option<BwrapArgs>,
        group: Option<Group>,
    ) -> anyhow::Result<(Self, Pipes)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let marker = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let group = group.map(Arc::new);
        if let Some(group) = &group {
            order.attributes.cgroup_procs_fds = group.cgroup_procs_fds()?;
        }
        let mut barrier = None;
        match bwrap {
            Some(_) if !Path::new(BWRAP).is_file() => {
                return Err(SandboxFailed("bwrap is not installed (package bubblewrap)".to_string()).into());
            }
            Some(mut bwrap) => {
                barrier = Some(StartBarrier::new(&mut bwrap)?);
                (order.words, order.attributes.kept_fds) = bwrap.around(order.words);
                (order.program, order.directory) = (BWRAP.into(), Some("/".into()));
            }
            None => order.environment.push((MARKER_VARIABLE.into(), marker.clone().into())),
        }
        let mut living = living();
        let (pid, pipes) = spawn(order)?;
        living.insert(pid.as_raw_pid(), marker);
        drop(living);
        let mut tree = Self { pid, sandboxed: None, group, status: None, has_run_out_of_memory: false };
        if let Some(barrier) = barrier {
            match barrier.open(pid, tree.group.as_ref().is_some_and(|group| group.bounds_tasks)) {
                Ok(sandboxed) => tree.sandboxed = Some(sandboxed),
                Err(error) => {
                    tree.end()?;
                    let words = pipes.last_words();
                    let reason = words.unwrap_or_else(|| error.to_string());
                    // The sandbox works, and the program in it cannot be executed.
                    if let Some(reason) = reason.strip_prefix(NOT_EXECUTED) {
                        anyhow::bail!("{reason}");
                    }
                    return Err(SandboxFailed(format!("the sandbox cannot be started: {reason}")).into());
                }
            }
        }
        Ok((tree, pipes))
    }

    /// The process id of the bot itself.
    pub(super) fn pid(&self) -> Pid {
        self.sandboxed.as_ref().map_or(self.pid, |inner| inner.pid)
    }

    /// Readable once the bot is dead.
    ///
    /// # Errors
    /// If no file descriptor is left.
    pub(super) fn pidfd(&self) -> io::Result<OwnedFd> {
        match &self.sandboxed {
            Some(sandboxed) => sandboxed.pidfd.try_clone(),
            None => Ok(rustix::process::pidfd_open(self.pid, PidfdFlags::empty())?),
        }
    }

    /// The meter of the family's CPU time.
    pub(super) fn meter(&self) -> Meter {
        let counts = |group: &&Arc<Group>| group.cpu_time().is_some();
        match self.group.as_ref().filter(counts) {
            Some(group) => Meter::Group(group.clone()),
            None => Meter::Family(self.pid()),
        }
    }

    /// Suspends or resumes the whole family.
    pub(super) fn set_frozen(&self, is_frozen: bool) {
        if self.group.as_ref().is_some_and(|group| group.set_frozen(is_frozen)) {
            return;
        }
        let signal = if is_frozen { Signal::STOP } else { Signal::CONT };
        match &self.sandboxed {
            Some(sandboxed) => signal_all(sandboxed.pid, signal),
            // Fails only if the whole group has exited, which the next call reports.
            None => drop(kill_process_group(self.pid, signal)),
        }
    }

    /// Whether memory is bounded for the family as a whole by the kernel.
    pub(super) fn bounds_memory(&self) -> bool {
        self.group.as_ref().is_some_and(|group| group.bounds_memory())
    }

    /// Kills the bot, and in a sandbox everything that it started.
    pub(super) fn kill(&self) {
        match &self.sandboxed {
            Some(sandboxed) => sandboxed.kill(),
            None => drop(kill_process_group(self.pid, Signal::KILL)),
        }
    }

    /// Kills the bot and its family, reaps them all, and returns the bot's exit status.
    ///
    /// # Errors
    /// If the bot cannot be reaped; the kernel rules that out for a child that no other thread waits for.
    pub(super) fn end(&mut self) -> anyhow::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        let reaped = match &self.sandboxed {
            Some(sandboxed) => self.end_walled(sandboxed),
            None => self.end_open(),
        };
        if let Some(group) = self.group.take() {
            self.has_run_out_of_memory = group.has_run_out_of_memory();
        }
        let status = reaped.context("cannot reap a bot")?;
        self.status = Some(status);
        Ok(status)
    }

    fn end_open(&self) -> Option<ExitStatus> {
        if let Some(group) = &self.group {
            group.set_frozen(false);
        }
        for pid in freeze_descendants(self.pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = kill_process(self.pid, Signal::KILL);
        let reaped = reap(self.pid);
        living().remove(&self.pid.as_raw_pid());
        end_orphans();
        reaped
    }

    /// The launcher is reaped first, since the bot is their child until then.
    fn end_walled(&self, sandboxed: &SandboxedProcess) -> Option<ExitStatus> {
        sandboxed.kill();
        if let Some(group) = &self.group {
            // A frozen process dies only when it is thawed.
            group.set_frozen(false);
        }
        sandboxed.is_dead(DEATH_TIME);
        let _ = kill_process(self.pid, Signal::KILL);
        let outer = reap(self.pid);
        // If somebody resumed the launcher, it has reaped the bot.
        let status = reap(sandboxed.pid).or(outer);
        living().remove(&self.pid.as_raw_pid());
        status
    }
}

fn reap(pid: Pid) -> Option<ExitStatus> {
    let (_, status) = retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty())).ok()??;
    Some(ExitStatus::from_raw(status.as_raw()))
}

/// Sends all members of a sandboxed tree a signal, and again until all have stopped if it is
/// [`Signal::STOP`]: one that still runs may let another go on.
fn signal_all(root: Pid, signal: Signal) {
    for _ in 0..MAX_ROUNDS {
        let members = std::iter::once(root).chain(descendants(root));
        let mut is_done = true;
        for pid in
            members.filter(|&pid| !matches!(state(pid), Some('T' | 'Z') | None) || signal == Signal::CONT)
        {
            is_done = signal == Signal::CONT;
            let _ = kill_process(pid, signal);
        }
        if is_done {
            return;
        }
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        // An error can no longer be reported.
        let _ = self.end();
    }
}

/// All descendants of `root`, stopped so that none of them can fork; `root` is stopped as well if there are
/// any.
fn freeze_descendants(root: Pid) -> HashSet<Pid> {
    let mut frozen = HashSet::new();
    for _ in 0..MAX_ROUNDS {
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
    for _ in 0..MAX_ROUNDS {
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
    let own = self::session(rustix::process::getpid()).unwrap_or(0);
    if session == own || living.contains_key(&session) {
        return false;
    }
    let environment = std::fs::read(format!("/proc/{}/environ", child.as_raw_pid())).unwrap_or_default();
    let marker = environment
        .split(|&byte| byte == 0)
        .find_map(|entry| entry.strip_prefix(MARKER_VARIABLE.as_bytes())?.strip_prefix(b"="));
    !living.values().any(|other| Some(other.as_bytes()) == marker)
}

/// The session of a process, 0 if it began outside the PID namespace that the arena sees; `None` if the
/// process has exited.
///
/// Read from `/proc`, since `rustix` rejects session 0.
fn session(pid: Pid) -> Option<i32> {
    session_in_stat(&stat(pid)?)
}

/// The session among the fields from the state on.
fn session_in_stat(fields: &str) -> Option<i32> {
    fields.split_ascii_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::session_in_stat;

    #[test]
    fn a_session_from_outside_the_namespace_is_zero() {
        assert_eq!(session_in_stat("S 1 70 69 0 -1 4194560"), Some(69));
        assert_eq!(session_in_stat("S 0 0 0 0 -1 4194560"), Some(0));
    }

    #[test]
    fn a_torn_line_has_no_session() {
        assert_eq!(session_in_stat("S 1"), None);
        assert_eq!(session_in_stat(""), None);
    }
}
