//! Notices when the machine itself stands still: virtual machines do so for 10 to 100 ms now and then, and every bot on
//! them is late then, however early it meant to answer.
//!
//! While a call is watched, a thread naps and sees how much later than it asked for it wakes up. What the kernel reports as
//! stolen time shows little of this.

use std::collections::VecDeque;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the thread naps: 500 times a second cost a bot on the same core less than 0.5 % of its time.
const NAP: Duration = Duration::from_millis(2);

/// A shorter delay may be the scheduler's: it lets others finish what they are at.
const SHORTEST: Duration = Duration::from_millis(8);

/// How many pauses are kept; one call hardly sees more.
const KEPT: usize = 256;

static WATCH: LazyLock<Watch> = LazyLock::new(Watch::start);

/// A call that is watched, from [`Call::begin`] on.
#[derive(Debug)]
pub struct Call {
    from: Instant,
}

impl Call {
    /// Starts to watch.
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

    /// For how long the machine has stood still since then, in all; pauses below 8 ms go unnoticed.
    pub fn stood_still(&self) -> Duration {
        WATCH.log().stood_still(self.from, Instant::now())
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        WATCH.log().calls -= 1;
    }
}

struct Watch {
    log: Mutex<Log>,
    /// The first of some calls has begun.
    is_wanted: Condvar,
}

impl Watch {
    fn start() -> Self {
        // Without its thread nothing is noticed, which is what it was like before there was one.
        let _ = std::thread::Builder::new().name("standstill".to_string()).spawn(|| WATCH.look_on());
        Self { log: Mutex::new(Log::new(Instant::now())), is_wanted: Condvar::new() }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_on(&self) -> ! {
        loop {
            let log = self.is_wanted.wait_while(self.log(), |log| log.calls == 0);
            drop(log);
            std::thread::sleep(NAP);
            self.log().wake(Instant::now());
        }
    }
}

/// What the thread has seen.
#[derive(Debug)]
struct Log {
    /// How many calls are being watched.
    calls: usize,
    /// When the thread woke up last.
    woke: Instant,
    /// From when to when the machine stood still, the latest last.
    pauses: VecDeque<(Instant, Instant)>,
}

impl Log {
    fn new(now: Instant) -> Self {
        Self { calls: 0, woke: now, pauses: VecDeque::new() }
    }

    fn wake(&mut self, now: Instant) {
        if let Some(pause) = self.pause_until(now) {
            self.pauses.push_back(pause);
            if self.pauses.len() > KEPT {
                self.pauses.pop_front();
            }
        }
        self.woke = now;
    }

    /// The pause that ends now, if the thread should have woken up long before.
    fn pause_until(&self, now: Instant) -> Option<(Instant, Instant)> {
        let due = self.woke + NAP;
        (now.saturating_duration_since(due) >= SHORTEST).then_some((due, now))
    }

    fn stood_still(&self, from: Instant, to: Instant) -> Duration {
        // After a pause, whoever asks may be awake before the thread is.
        let open = self.pause_until(to);
        let overlap =
            |&(start, end): &(Instant, Instant)| end.min(to).saturating_duration_since(start.max(from));
        self.pauses.iter().chain(&open).map(overlap).sum()
    }
}

#[cfg(test)]
mod tests;
