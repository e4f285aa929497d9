//! A line of progress on standard error, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use outflank::board::Board;

use super::super::time::clock;
use super::forecast::forecast;

/// Between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(500);

/// The line, kept up to date by a thread until it is ended.
pub(super) struct Progress {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the line of the position with this number, whose solver counts `nodes`.
    pub(super) fn start(number: usize, board: Board, nodes: Arc<AtomicU64>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&is_over);
        let (start, before) = (clock(), nodes.load(Ordering::Relaxed));
        let run = move || {
            while !ended.load(Ordering::Relaxed) {
                thread::park_timeout(INTERVAL);
                let done = nodes.load(Ordering::Relaxed) - before;
                show(number, done, 3 * forecast(board), clock() - start);
            }
            eprint!("\r\x1b[K");
        };
        let thread = std::io::stderr().is_terminal().then(|| thread::spawn(run));
        Self { is_over, thread }
    }

    /// Removes the line.
    pub(super) fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn show(number: usize, done: u64, forecast: u64, elapsed: Duration) {
    let seconds = elapsed.as_secs_f64();
    let rate = done as f64 / seconds.max(0.001);
    // The forecast is right within a factor of 4 or so; a solve that exceeds it is taken to be nearly done.
    let left = forecast.saturating_sub(done).max(done / 8) as f64 / rate.max(1.0);
    let mut stderr = std::io::stderr();
    let _ = write!(
        stderr,
        "\rposition {number}: {:.1} of about {:.1} million nodes, \
         {seconds:.0} s, about {left:.0} s to go \x1b[K",
        done as f64 / 1e6,
        forecast as f64 / 1e6
    );
    let _ = stderr.flush();
}
