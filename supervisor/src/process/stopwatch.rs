//! The clock of one call.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Pid;
use rustix::thread::CpuSet;

use super::tree::{descendants, stat};
use crate::call::{CallLimit, ClockKind, Fault};
use crate::sandbox::Group;
use crate::stall::Call;

/// With `--clock cpu`, a bot that sleeps uses no time: the wall clock is bounded by this many times its limit
/// plus [`CPU_CLOCK_EXTRA`].
const CPU_CLOCK_PATIENCE: u32 = 10;
/// See [`CPU_CLOCK_PATIENCE`].
const CPU_CLOCK_EXTRA: Duration = Duration::from_secs(1);
/// With `--clock cpu`, the shortest wait before the clock is read again: a preempted bot may have almost used
/// up its time.
const CPU_CLOCK_POLL: Duration = Duration::from_micros(500);

/// The source of a bot's CPU time.
#[derive(Clone, Debug)]
pub(super) enum Meter {
    /// A control group: everything that the bot started, the dead included.
    Group(Arc<Group>),
    /// The bot, its living descendants, and those of the dead that were waited for.
    Family(Pid),
}

impl Meter {
    fn cpu_time(&self) -> Duration {
        match self {
            Self::Group(group) => group.cpu_time().unwrap_or_default(),
            Self::Family(pid) => family_cpu_time(*pid),
        }
    }
}

/// Measures one call against its limit.
#[derive(Debug)]
pub struct Stopwatch {
    meter: Meter,
    pub(super) limit: CallLimit,
    started: Instant,
    cpu_at_start: Duration,
    /// Wall clock and charged time, once stopped.
    stopped: Option<(Duration, Duration)>,
    /// Watches for stalls of the machine during a call.
    call: Option<Call>,
}

impl Stopwatch {
    pub(super) fn start(meter: Meter, limit: CallLimit) -> Self {
        let cpu_at_start = match limit.clock {
            ClockKind::Wall => Duration::ZERO,
            ClockKind::Cpu => meter.cpu_time(),
        };
        Self { meter, limit, started: Instant::now(), cpu_at_start, stopped: None, call: None }
    }

    /// Watches for stalls of the program's cores; they take no CPU time.
    pub(super) fn watch(mut self, cores: Option<CpuSet>) -> Self {
        self.call = (self.limit.clock == ClockKind::Wall).then(|| Call::begin(cores)).flatten();
        self
    }

    /// The part of the charged time for which the machine stalled.
    pub fn stalled(&self) -> Duration {
        let until = self.stopped.map_or_else(Instant::now, |(wall, _)| self.started + wall);
        self.call.as_ref().map_or(Duration::ZERO, |call| call.stalled(until))
    }

    /// The charged time, until now or until the clock was stopped.
    pub fn counted(&self) -> Duration {
        self.stopped.map_or_else(|| self.read().1, |(_, counted)| counted)
    }

    pub(super) fn stop(&mut self) {
        self.stopped = Some(self.read());
    }

    fn read(&self) -> (Duration, Duration) {
        let wall = self.started.elapsed();
        let counted = match self.limit.clock {
            ClockKind::Wall => wall,
            ClockKind::Cpu => self.meter.cpu_time().saturating_sub(self.cpu_at_start),
        };
        (wall, counted)
    }

    /// Remaining time to wait for the bot; `None` if its time is up.
    pub(super) fn remaining(&self) -> Option<Duration> {
        let (wall, counted) = self.read();
        let left = |allowed: Duration, used| allowed.checked_sub(used).filter(|left| !left.is_zero());
        let counted_left = left(self.limit.allowed(), counted)?;
        // On the wall clock both are the same.
        Some(counted_left.max(CPU_CLOCK_POLL).min(left(self.wall_allowed(), wall)?))
    }

    pub(super) fn is_over_limit(&self) -> bool {
        let (wall, counted) = self.stopped.unwrap_or_else(|| self.read());
        counted > self.limit.allowed() || wall > self.wall_allowed()
    }

    fn wall_allowed(&self) -> Duration {
        match self.limit.clock {
            ClockKind::Wall => self.limit.allowed(),
            ClockKind::Cpu => self.limit.allowed() * CPU_CLOCK_PATIENCE + CPU_CLOCK_EXTRA,
        }
    }

    pub(super) fn timeout(&self) -> Fault {
        Fault::Timeout { limit_ms: self.limit.limit_ms }
    }
}

/// CPU time of a bot and its descendants, those included that one of them has waited for: a bot may be a
/// script that runs the program.
fn family_cpu_time(head: Pid) -> Duration {
    let family = std::iter::once(head).chain(descendants(head));
    family.filter_map(|pid| Some(cpu_time(pid)? + waited_cpu_time(pid).unwrap_or_default())).sum()
}

/// CPU time of the dead children of a process that it has waited for, in whole ticks.
fn waited_cpu_time(pid: Pid) -> Option<Duration> {
    let stat = stat(pid)?;
    let mut fields = stat.split_ascii_whitespace().skip(13);
    let ticks: u64 = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second() as u32)
}

/// CPU time of all threads of a process; `None` if the process has exited.
fn cpu_time(pid: Pid) -> Option<Duration> {
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both calls only write to the variables they are handed.
    let is_read = unsafe {
        libc::clock_getcpuclockid(pid.as_raw_pid(), &mut clock) == 0
            && libc::clock_gettime(clock, &mut time) == 0
    };
    is_read.then(|| Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32))
}
