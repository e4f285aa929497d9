//! Jobs spread over threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use analyst::search::Stop;
use anyhow::Context;

/// Between two calls while no result comes.
const INTERVAL: Duration = Duration::from_millis(500);

/// Has each worker do jobs, by their numbers below `count`, in a thread of its own, and takes each result as
/// soon as it is there; meanwhile `wait` is called now and then. A worker for whom no job is left goes to
/// `retire`.
///
/// # Errors
/// What `take` returns, or that a thread cannot be started. The stop is raised then, which `work` may watch;
/// results of work that it cut short are not taken.
pub(super) fn run<W: Send, T: Send>(
    workers: Vec<W>,
    count: usize,
    stop: &Stop,
    work: &(impl Fn(&mut W, usize) -> T + Sync),
    retire: &(impl Fn(W) + Sync),
    mut take: impl FnMut(usize, T) -> anyhow::Result<()>,
    mut wait: impl FnMut(),
) -> anyhow::Result<()> {
    let next = &AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for mut worker in workers {
            let sender = sender.clone();
            let work_on = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || stop.is_raised() {
                        break;
                    }
                    let result = work(&mut worker, index);
                    if stop.is_raised() || sender.send((index, result)).is_err() {
                        break;
                    }
                }
                retire(worker);
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work_on) {
                stop.raise();
                return Err(error).context("cannot start a thread");
            }
        }
        drop(sender);
        loop {
            match results.recv_timeout(INTERVAL) {
                Ok((index, result)) => take(index, result).inspect_err(|_| stop.raise())?,
                Err(RecvTimeoutError::Timeout) => wait(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}
