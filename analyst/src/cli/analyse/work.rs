//! Searching many positions with several threads.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};

use analyst::analysis::Plan;
use analyst::search::{Memory, Searcher, Stop};
use outflank::board::Board;

use super::super::jobs;
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
    let is_unknown = |&board: &Board| seen.insert(board) && store.find(board, plan).is_none();
    let unknown: Vec<Board> = boards.iter().copied().filter(is_unknown).collect();
    let stop = Stop::default();
    let searcher = |_| Searcher::with_host(Memory::default(), stop.clone(), Some(clock));
    let searchers = (0..threads.min(unknown.len())).map(searcher).collect();
    let search = |searcher: &mut Searcher, index: usize| {
        searcher.clear();
        searcher.search(unknown[index], plan.budget(unknown[index]))
    };
    let mut done = 0;
    let take = |_, report| {
        store.add(plan, &report)?;
        done += 1;
        show_progress(done, unknown.len());
        Ok(())
    };
    jobs::run(searchers, unknown.len(), &stop, &search, &drop, take, || {})?;
    Ok(store)
}

/// A line of progress that replaces itself, on a terminal only.
fn show_progress(done: usize, all: usize) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        let _ = write!(stderr, "\r{done} of {all} positions{end}");
    }
}
