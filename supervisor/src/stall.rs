//! Detects stalls of the machine: virtual machines stall for 10 to 100 ms now and then, and any bot on them
//! is then late, however early it meant to answer. A host may stall one core alone.
//!
//! While a call is watched, a thread on the bot's core sleeps for short intervals and measures how much later
//! it wakes up. The time for which it was ready, but another thread had the core, is no stall: the kernel
//! counts it (`run_delay` in `/proc/thread-self/schedstat`). The stolen time that the kernel reports shows
//! little of a stall.

use std::collections::VecDeque;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::thread::CpuSet;

/// The length of a nap: 500 wake-ups a second cost a bot on the same core less than 0.5 % of its time.
const NAP: Duration = Duration::from_millis(2);

/// Shorter delays are not counted: timers may be that late on a machine that does not stall.
const SHORTEST: Duration = Duration::from_millis(8);

/// How long the end of a call waits for a thread that is overdue: only that thread can tell whether it was
/// stalled.
const MAX_WAIT: Duration = Duration::from_millis(100);

/// Number of stalls that are kept; one call rarely has more.
const KEPT: usize = 256;

/// Watches by their cores, as many as an arena ever leased; `None` for one that could not be started.
type Watches = Vec<(Option<CpuSet>, Option<Arc<Watch>>)>;

static WATCHES: Mutex<Watches> = Mutex::new(Vec::new());

/// A watched call, from [`Call::begin`] on.
#[derive(Debug)]
pub struct Call {
    from: Instant,
    watch: Arc<Watch>,
}

impl Call {
    /// Starts watching these cores. `None`, and nothing is reported, if the kernel does not count how long
    /// threads wait, or if no thread can be started.
    pub fn begin(cores: Option<CpuSet>) -> Option<Self> {
        let watch = Watch::of(cores)?;
        let from = Instant::now();
        watch.log().begin(from);
        watch.is_wanted.notify_one();
        Some(Self { from, watch })
    }

    /// The total time for which the host stalled until `to`; stalls below 8 ms go unnoticed.
    pub fn stalled(&self, to: Instant) -> Duration {
        let is_overdue = |log: &mut Log| log.is_overdue(to);
        let waited = self.watch.has_woken.wait_timeout_while(self.watch.log(), MAX_WAIT, is_overdue);
        waited.unwrap_or_else(PoisonError::into_inner).0.stalled(self.from, to)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.watch.log().calls -= 1;
    }
}

#[derive(Debug)]
struct Watch {
    log: Mutex<Log>,
    /// Wakes the thread when the first concurrent call begins.
    is_wanted: Condvar,
    /// Wakes calls that wait for the thread.
    has_woken: Condvar,
}

impl Watch {
    /// The watch of these cores, which the first call starts.
    fn of(cores: Option<CpuSet>) -> Option<Arc<Self>> {
        let mut watches = WATCHES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, watch)) = watches.iter().find(|(watched, _)| *watched == cores) {
            return watch.clone();
        }
        let watch = Self::start(cores);
        watches.push((cores, watch.clone()));
        watch
    }

    fn start(cores: Option<CpuSet>) -> Option<Arc<Self>> {
        let watch = Arc::new(Self {
            log: Mutex::new(Log::new(Instant::now())),
            is_wanted: Condvar::new(),
            has_woken: Condvar::new(),
        });
        let own = watch.clone();
        let (send, is_watching) = std::sync::mpsc::sync_channel(1);
        let watch_cores = move || {
            let is_pinned = cores.is_none_or(|cores| rustix::thread::sched_setaffinity(None, &cores).is_ok());
            let schedstat = File::open("/proc/thread-self/schedstat").ok().filter(|_| is_pinned);
            let schedstat = schedstat.filter(|file| run_delay(file).is_some());
            let _ = send.send(schedstat.is_some());
            if let Some(schedstat) = schedstat {
                own.run(&schedstat);
            }
        };
        std::thread::Builder::new().name("stall-watch".to_string()).spawn(watch_cores).ok()?;
        is_watching.recv().is_ok_and(|is_watching| is_watching).then_some(watch)
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches while there are calls, until the kernel's count cannot be read.
    fn run(&self, schedstat: &File) {
        while let Some(before) = run_delay(schedstat) {
            let log = self.is_wanted.wait_while(self.log(), |log| log.calls == 0);
            drop(log);
            std::thread::sleep(NAP);
            let Some(after) = run_delay(schedstat) else { break };
            self.log().wake(Instant::now(), after.saturating_sub(before));
            self.has_woken.notify_all();
        }
    }
}

/// The time for which the thread of a `schedstat` file was ready to run and did not run, as the kernel counts
/// it.
fn run_delay(schedstat: &File) -> Option<Duration> {
    let mut bytes = [0; 64];
    let length = schedstat.read_at(&mut bytes, 0).ok()?;
    parse_run_delay(std::str::from_utf8(&bytes[..length]).ok()?)
}

/// The second of three numbers: ns on the processor, ns of waiting for it, number of turns on it.
fn parse_run_delay(text: &str) -> Option<Duration> {
    text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The observations of a thread.
#[derive(Debug)]
struct Log {
    /// Number of watched calls.
    calls: usize,
    /// The thread's last wake-up.
    woke: Instant,
    /// From when to when the machine stalled, the latest last.
    stalls: VecDeque<(Instant, Instant)>,
}

impl Log {
    fn new(now: Instant) -> Self {
        Self { calls: 0, woke: now, stalls: VecDeque::new() }
    }

    fn begin(&mut self, now: Instant) {
        if self.calls == 0 {
            self.woke = now;
        }
        self.calls += 1;
    }

    /// The thread woke up, of late because it waited `run_delay` for its core, or because that stalled.
    fn wake(&mut self, now: Instant, run_delay: Duration) {
        let due = self.woke + NAP;
        let ready = now.checked_sub(run_delay).unwrap_or(due);
        if ready.saturating_duration_since(due) >= SHORTEST {
            self.stalls.push_back((due, ready));
            if self.stalls.len() > KEPT {
                self.stalls.pop_front();
            }
        }
        self.woke = now;
    }

    /// Whether a stall may have begun that the thread has not seen yet.
    fn is_overdue(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.woke + NAP) >= SHORTEST
    }

    fn stalled(&self, from: Instant, to: Instant) -> Duration {
        let overlap =
            |&(start, end): &(Instant, Instant)| end.min(to).saturating_duration_since(start.max(from));
        self.stalls.iter().map(overlap).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stall between `from` and `to` in a log with these wake-ups, each with the thread's wait for its
    /// core; all times in milliseconds.
    fn stall_ms(woke_at: &[(u64, u64)], from: u64, to: u64) -> u128 {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut log = Log::new(start);
        for &(ms, run_delay) in woke_at {
            log.wake(at(ms), Duration::from_millis(run_delay));
        }
        log.stalled(at(from), at(to)).as_millis()
    }

    #[test]
    fn naps_and_late_timers_are_no_stalls() {
        assert_eq!(stall_ms(&[(2, 0), (4, 0), (6, 0), (15, 0), (17, 0)], 0, 20), 0);
    }

    #[test]
    fn a_stall_lasts_from_when_the_thread_should_have_woken_up() {
        assert_eq!(stall_ms(&[(2, 0), (4, 0), (56, 0), (58, 0)], 0, 60), 50);
        assert_eq!(stall_ms(&[(2, 0), (12, 0), (14, 0), (34, 0), (36, 0)], 0, 37), 8 + 18);
    }

    #[test]
    fn a_busy_core_is_no_stall() {
        assert_eq!(stall_ms(&[(2, 0), (104, 100), (204, 97), (206, 0)], 0, 206), 0);
        // It stalled for 30 ms, and then another thread had it for 20.
        assert_eq!(stall_ms(&[(2, 0), (54, 20), (56, 0)], 0, 56), 30);
        assert_eq!(stall_ms(&[(2, 0), (54, 20), (56, 0)], 14, 24), 10);
        // More than the thread's whole nap, if the kernel's clock is ahead.
        assert_eq!(stall_ms(&[(2, 0), (54, 60)], 0, 54), 0);
    }

    #[test]
    fn only_what_lies_within_the_call_counts() {
        let woke_at = [(2, 0), (54, 0), (56, 0), (108, 0)];
        assert_eq!(stall_ms(&woke_at, 0, 108), 100);
        assert_eq!(stall_ms(&woke_at, 24, 78), 30 + 20);
        assert_eq!(stall_ms(&woke_at, 54, 58), 0);
    }

    #[test]
    fn a_call_waits_for_a_thread_that_may_have_been_stalled() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut log = Log::new(start);
        log.begin(at(100));
        assert!(!log.is_overdue(at(109)));
        assert!(log.is_overdue(at(110)));
        // Another call does not hide what the first one waits for.
        log.begin(at(140));
        assert!(log.is_overdue(at(140)));
        log.wake(at(141), Duration::ZERO);
        assert!(!log.is_overdue(at(140)));
        assert_eq!(log.stalled(at(100), at(140)), Duration::from_millis(38));
    }

    #[test]
    fn old_stalls_are_forgotten() {
        let woke_at: Vec<_> = (1..=2 * KEPT as u64).map(|stall| (10 * stall, 0)).collect();
        assert_eq!(stall_ms(&woke_at, 0, 20 * KEPT as u64), 8 * KEPT as u128);
    }

    #[test]
    fn cores_have_one_thread_that_stays_on_them() {
        let mut set = CpuSet::new();
        set.set(crate::cores::allowed()[0]);
        for cores in [Some(set), None] {
            let call = Call::begin(cores).unwrap();
            let again = Call::begin(cores).unwrap();
            assert!(Arc::ptr_eq(&call.watch, &again.watch));
            assert!(call.watch.log().calls >= 2);
            let to = Instant::now();
            assert!(call.stalled(to) <= to - call.from);
        }
        let [pinned, free] = [Some(set), None].map(|cores| Watch::of(cores).unwrap());
        assert!(!Arc::ptr_eq(&pinned, &free));
        let mut affinities = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|thread| {
            let status = std::fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
            let is_watch = status.starts_with("Name:\tstall-watch\n");
            let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:\t"))?;
            is_watch.then(|| allowed.to_string())
        });
        let own = crate::cores::allowed()[0].to_string();
        assert!(affinities.any(|allowed| allowed == own));
    }

    #[test]
    fn the_wait_is_the_second_number() {
        assert_eq!(parse_run_delay("69273 2963878 2\n"), Some(Duration::from_nanos(2_963_878)));
        for other in ["", "5", "5 -1 2", "a b c"] {
            assert_eq!(parse_run_delay(other), None, "{other:?}");
        }
    }
}
