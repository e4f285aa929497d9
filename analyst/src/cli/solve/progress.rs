//! A line of progress on standard error, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use outflank::board::Board;
use outflank::endgame::expected_nodes_wld;

use super::super::time::clock;

/// Between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(500);

/// The line, kept up to date by a thread until it is ended.
pub(super) struct Progress {
    line: Arc<Line>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Line {
    is_over: AtomicBool,
    running: Mutex<Vec<Running>>,
}

/// A position that is being solved.
struct Running {
    number: usize,
    expected_nodes: u64,
    /// The nodes of its solver, and how many these were at the start.
    nodes: Arc<AtomicU64>,
    before: u64,
    start: Duration,
}

impl Line {
    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_up_to_date(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            thread::park_timeout(INTERVAL);
            show(&self.running());
        }
        eprint!("\r\x1b[K");
    }
}

impl Progress {
    /// Starts the line.
    pub(super) fn start() -> Self {
        let line = Arc::new(Line::default());
        let shown = Arc::clone(&line);
        let thread = std::io::stderr().is_terminal().then(|| thread::spawn(move || shown.keep_up_to_date()));
        Self { line, thread }
    }

    /// Adds the position with this number, whose solver counts `nodes`.
    pub(super) fn add(&self, number: usize, board: Board, nodes: Arc<AtomicU64>) {
        let (before, start) = (nodes.load(Ordering::Relaxed), clock());
        let expected_nodes = 3 * expected_nodes_wld(board, 0);
        self.line.running().push(Running { number, expected_nodes, nodes, before, start });
    }

    /// Removes a position that is solved.
    pub(super) fn remove(&self, number: usize) {
        self.line.running().retain(|position| position.number != number);
    }

    /// Removes the line.
    pub(super) fn end(self) {
        self.line.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The line speaks of the position with the lowest number: its row comes next.
fn show(running: &[Running]) {
    let Some(position) = running.iter().min_by_key(|position| position.number) else { return };
    let (done, expected_nodes) =
        (position.nodes.load(Ordering::Relaxed) - position.before, position.expected_nodes);
    let seconds = (clock() - position.start).as_secs_f64();
    let rate = done as f64 / seconds.max(0.001);
    // The node-count estimate is right within a factor of 4 or so; a solve beyond it counts as nearly done.
    let left = expected_nodes.saturating_sub(done).max(done / 8) as f64 / rate.max(1.0);
    let others = match running.len() - 1 {
        0 => String::new(),
        others => format!(", {others} more at work"),
    };
    let mut stderr = std::io::stderr();
    let _ = write!(
        stderr,
        "\rposition {}: {:.1} of about {:.1} million nodes, \
         {seconds:.0} s, about {left:.0} s to go{others} \x1b[K",
        position.number,
        done as f64 / 1e6,
        expected_nodes as f64 / 1e6
    );
    let _ = stderr.flush();
}
