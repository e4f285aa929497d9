//! A line of progress on standard error, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank::board::Board;
use outflank::endgame::expected_nodes_wld;

use super::super::time::clock;

/// The positions that are being solved.
#[derive(Default)]
pub(super) struct Progress(Mutex<Vec<Running>>);

struct Running {
    number: usize,
    expected_nodes: u64,
    /// The nodes of its solver, and how many these were at the start.
    nodes: Arc<AtomicU64>,
    before: u64,
    start: Duration,
}

impl Progress {
    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the position with this number, whose solver counts `nodes`.
    pub(super) fn add(&self, number: usize, board: Board, nodes: Arc<AtomicU64>) {
        let (before, start) = (nodes.load(Ordering::Relaxed), clock());
        let expected_nodes = 3 * expected_nodes_wld(board, 0);
        self.running().push(Running { number, expected_nodes, nodes, before, start });
    }

    /// Removes a position that is solved.
    pub(super) fn remove(&self, number: usize) {
        self.running().retain(|position| position.number != number);
    }

    /// Writes the line.
    pub(super) fn show(&self) {
        if std::io::stderr().is_terminal() {
            show(&self.running());
        }
    }

    /// Removes the line.
    pub(super) fn clear() {
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
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
