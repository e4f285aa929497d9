//! Searching many positions with several threads.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use analyst::analysis::Plan;
use analyst::search::{Memory, Report, Searcher, Stop};
use anyhow::Context;
use outflank::board::Board;

use super::super::time::clock;
use super::store::Store;

/// Searches every position that the store does not have yet, and stores each report as soon as it is
/// finished.
pub(super) fn search_all(
    boards: &[Board],
    plan: Plan,
    threads: usize,
    mut store: Store,
) -> anyhow::Result<Store> {
    let mut seen = HashSet::new();
    let unknown: Vec<Board> = boards
        .iter()
        .copied()
        .filter(|&board| seen.insert(board) && store.find(board, plan).is_none())
        .collect();
    if unknown.is_empty() {
        return Ok(store);
    }
    let next = AtomicUsize::new(0);
    let (sender, received) = mpsc::channel::<Report>();
    let stop = Stop::default();
    let all = &stop;
    thread::scope(|scope| {
        for _ in 0..threads.min(unknown.len()) {
            let (sender, next, unknown, stop) = (sender.clone(), &next, &unknown, stop.clone());
            let work = move || {
                let mut searcher = Searcher::with_host(Memory::default(), stop.clone(), Some(clock));
                while let Some(&board) = unknown.get(next.fetch_add(1, Ordering::Relaxed)) {
                    searcher.clear();
                    let report = searcher.search(board, plan.budget(board));
                    if stop.is_raised() || sender.send(report).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                all.raise();
                return Err(error).context("cannot start a thread");
            }
        }
        drop(sender);
        for (done, report) in received.iter().enumerate() {
            if let Err(error) = store.add(plan, &report) {
                stop.raise();
                return Err(error.into());
            }
            show_progress(done + 1, unknown.len());
        }
        Ok(store)
    })
}

/// A line of progress that replaces itself, on a terminal only.
fn show_progress(done: usize, all: usize) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        let _ = write!(stderr, "\r{done} of {all} positions{end}");
    }
}
