//! Detects stalls of the machine: virtual machines stall for 10 to 100 ms now and then, and any bot on them
//! is then late, however early it meant to answer.
//!
//! While a call is watched, a thread sleeps for short intervals and measures how much later it wakes up. The
//! stolen time that the kernel reports shows little of this.

use std::collections::VecDeque;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The length of a nap: 500 wake-ups a second cost a bot on the same core less than 0.5 % of its time.
const NAP: Duration = Duration::from_millis(2);

/// Shorter delays may come from the scheduler, which lets a running thread finish its slice.
const SHORTEST: Duration = Duration::from_millis(8);

/// Number of stalls that are kept; one call rarely has more.
const KEPT: usize = 256;

static WATCH: LazyLock<Watch> = LazyLock::new(Watch::start);

/// A watched call, from [`Call::begin`] on.
#[derive(Debug)]
pub struct Call {
    from: Instant,
}

impl Call {
    /// Starts watching.
    pub fn begin() -> Self {
        let from = Instant::now();
        let mut log = WATCH.log();
        if log.calls == 0 {
            log.woke = from;
            WATCH.is_wanted.notify_one();
        }
        log.calls += 1;
        Self { from }
    }

    /// The total time for which the host has stalled since then; stalls below 8 ms go unnoticed.
    pub fn stalled(&self) -> Duration {
        WATCH.log().stalled(self.from, Instant::now())
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        WATCH.log().calls -= 1;
    }
}

struct Watch {
    log: Mutex<Log>,
    /// Wakes the thread when the first concurrent call begins.
    is_wanted: Condvar,
}

impl Watch {
    fn start() -> Self {
        // If the thread cannot be started, no stall is reported.
        let _ = std::thread::Builder::new().name("stall-watch".to_string()).spawn(|| WATCH.run());
        Self { log: Mutex::new(Log::new(Instant::now())), is_wanted: Condvar::new() }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> ! {
        loop {
            let log = self.is_wanted.wait_while(self.log(), |log| log.calls == 0);
            drop(log);
            std::thread::sleep(NAP);
            self.log().wake(Instant::now());
        }
    }
}

/// The observations of the thread.
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

    fn wake(&mut self, now: Instant) {
        if let Some(stall) = self.stall_until(now) {
            self.stalls.push_back(stall);
            if self.stalls.len() > KEPT {
                self.stalls.pop_front();
            }
        }
        self.woke = now;
    }

    /// The stall that ends now, if the thread's wake-up is overdue.
    fn stall_until(&self, now: Instant) -> Option<(Instant, Instant)> {
        let due = self.woke + NAP;
        (now.saturating_duration_since(due) >= SHORTEST).then_some((due, now))
    }

    fn stalled(&self, from: Instant, to: Instant) -> Duration {
        // After a stall, the asking thread may wake up before the watching one.
        let open = self.stall_until(to);
        let overlap =
            |&(start, end): &(Instant, Instant)| end.min(to).saturating_duration_since(start.max(from));
        self.stalls.iter().chain(&open).map(overlap).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stall between `from` and `to` in a log with these wake-ups; all times in milliseconds.
    fn stall_ms(woke_at: &[u64], from: u64, to: u64) -> u128 {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut log = Log::new(start);
        for &ms in woke_at {
            log.wake(at(ms));
        }
        log.stalled(at(from), at(to)).as_millis()
    }

    #[test]
    fn naps_and_the_schedulers_delays_are_no_stalls() {
        assert_eq!(stall_ms(&[2, 4, 8, 17, 19], 0, 20), 0);
    }

    #[test]
    fn a_stall_lasts_from_when_the_thread_should_have_woken_up() {
        assert_eq!(stall_ms(&[2, 4, 56, 58], 0, 60), 50);
        assert_eq!(stall_ms(&[2, 12, 14, 34, 36], 0, 37), 8 + 18);
    }

    #[test]
    fn only_what_lies_within_the_call_counts() {
        let woke_at = [2, 54, 56, 108];
        assert_eq!(stall_ms(&woke_at, 0, 108), 100);
        assert_eq!(stall_ms(&woke_at, 24, 78), 30 + 20);
        assert_eq!(stall_ms(&woke_at, 54, 58), 0);
    }

    #[test]
    fn a_stall_counts_before_the_thread_has_seen_it() {
        assert_eq!(stall_ms(&[2, 4], 0, 46), 40);
        assert_eq!(stall_ms(&[2, 4], 0, 13), 0);
    }

    #[test]
    fn old_stalls_are_forgotten() {
        let woke_at: Vec<u64> = (1..=2 * KEPT as u64).map(|stall| 10 * stall).collect();
        assert_eq!(stall_ms(&woke_at, 0, 20 * KEPT as u64), 8 * KEPT as u128);
    }

    #[test]
    fn a_call_that_is_over_leaves_nothing_behind() {
        let call = Call::begin();
        assert!(WATCH.log().calls > 0);
        assert!(call.stalled() <= call.from.elapsed());
    }
}
