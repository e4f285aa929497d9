//! Requests to stop, from a signal or a program; they wake threads that wait for a bot.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::event::{eventfd, EventfdFlags};
use signal_hook::consts::SIGHUP;
use signal_hook::low_level::emulate_default_handler;

/// The time for an orderly stop, in which further signals change nothing: some senders repeat theirs at once.
const PATIENCE: Duration = Duration::from_secs(1);

/// The work was cut short on request; neither a result nor a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// A handle on the request; clones share it.
#[derive(Clone, Debug)]
pub struct Stop(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Readable once a stop is requested.
    wake: OwnedFd,
    /// The requesting signal; 0 without a request, -1 for a request without a signal.
    signal: AtomicI32,
    /// Handles of parts of the work, which stop with the whole.
    parts: Mutex<Vec<Weak<Inner>>>,
}

impl Stop {
    /// A handle without a request.
    ///
    /// # Errors
    /// If no file descriptor is left.
    pub fn new() -> anyhow::Result<Self> {
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Self(Arc::new(Inner { wake, signal: AtomicI32::new(0), parts: Mutex::default() })))
    }

    /// A handle for a part of the work: it stops with the whole, but does not stop the whole.
    ///
    /// # Errors
    /// If no file descriptor is left.
    pub fn part(&self) -> anyhow::Result<Self> {
        let part = Self::new()?;
        let mut parts = self.parts();
        parts.retain(|part| part.strong_count() > 0);
        parts.push(Arc::downgrade(&part.0));
        drop(parts);
        if self.is_requested() {
            part.request(self.signal());
        }
        Ok(part)
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Weak<Inner>>> {
        self.0.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests a stop; only the first request counts.
    pub fn request(&self, signal: Option<i32>) {
        let asked = signal.unwrap_or(-1);
        let _ = self.0.signal.compare_exchange(0, asked, Ordering::SeqCst, Ordering::SeqCst);
        // Fails only when the counter is full and thus already readable.
        let _ = rustix::io::write(&self.0.wake, &1u64.to_ne_bytes());
        for part in self.parts().iter().filter_map(Weak::upgrade) {
            Self(part).request(signal);
        }
    }

    /// Whether a stop is requested.
    pub fn is_requested(&self) -> bool {
        self.0.signal.load(Ordering::SeqCst) != 0
    }

    /// The signal of the first request, if a signal made it.
    pub fn signal(&self) -> Option<i32> {
        Some(self.0.signal.load(Ordering::SeqCst)).filter(|&signal| signal > 0)
    }

    /// [`Stopped`] if a stop is requested.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_requested() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// A descriptor that becomes readable on a request.
    pub fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.wake.as_fd()
    }

    /// Turns these signals into requests, but for SIGHUP if the tool was started with it ignored, as by
    /// `nohup`. A signal that comes more than a second after the first one ends the
    /// process at once: it may be waiting for a file or pipe that never comes.
    ///
    /// # Errors
    /// If the handlers cannot be installed.
    pub fn on_signals(&self, signals: &[i32]) -> anyhow::Result<()> {
        let heard = signals.iter().filter(|&&signal| signal != SIGHUP || !is_ignored(signal));
        let mut signals = signal_hook::iterator::Signals::new(heard)?;
        let stop = self.clone();
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            let mut first: Option<Instant> = None;
            for signal in signals.forever() {
                stop.request(Some(signal));
                if first.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                    let _ = emulate_default_handler(signal);
                }
            }
        })?;
        Ok(())
    }
}

/// Whether this process ignores a signal, usually because it was started so.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use rustix::event::{poll, PollFd, PollFlags, Timespec};

    use super::*;

    fn is_readable(stop: &Stop) -> bool {
        let fd = stop.as_fd();
        let mut fds = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() == 1
    }

    #[test]
    fn clones_share_the_request_and_the_first_signal_counts() {
        let stop = Stop::new().unwrap();
        let clone = stop.clone();
        assert!(!clone.is_requested() && clone.check().is_ok() && !is_readable(&clone));
        stop.request(Some(15));
        stop.request(Some(2));
        assert!(clone.is_requested() && clone.check().is_err() && is_readable(&clone));
        assert_eq!(clone.signal(), Some(15));
    }

    #[test]
    fn a_part_stops_with_the_whole_but_not_the_whole_with_it() {
        let whole = Stop::new().unwrap();
        let parts = [whole.part().unwrap(), whole.part().unwrap()];
        parts[0].request(None);
        assert!(parts[0].is_requested() && !parts[1].is_requested() && !whole.is_requested());
        assert_eq!(parts[0].signal(), None);
        whole.request(Some(2));
        assert!(is_readable(&parts[1]));
        assert_eq!(parts[1].signal(), Some(2));
        assert!(whole.part().unwrap().is_requested(), "a part made too late stops at once");
    }
}
