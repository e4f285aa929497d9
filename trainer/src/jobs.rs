//! Independent jobs spread over threads, and progress bars.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar that counts to `total`.
pub fn progress(name: &str, unit: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = format!(
        "{name:12} [{{elapsed_precise}}] {{bar:30}} {{pos}}/{{len}} {unit} {{per_sec}} {{eta}} left {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// The number of threads that an option sets; 0 means one per core.
pub fn thread_count(option: usize) -> usize {
    match option {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Does all jobs on `threads` threads. After an error no further job starts, and the first error is returned;
/// a thread that cannot be started is one.
pub fn run<J: Sync>(threads: usize, jobs: &[J], work: impl Fn(&J) -> Result<()> + Sync) -> Result<()> {
    let (next, error) = (AtomicUsize::new(0), Mutex::new(None));
    let fail = |failed| {
        next.store(jobs.len(), Ordering::Relaxed);
        if let Ok(mut error) = error.lock() {
            error.get_or_insert(failed);
        }
    };
    let work_on = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failed) = work(job) {
                fail(failed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..thread_count(threads).min(jobs.len()) {
            if let Err(failed) = std::thread::Builder::new().spawn_scoped(scope, work_on) {
                fail(anyhow::Error::new(failed).context("cannot start a thread"));
                break;
            }
        }
    });
    match error.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(()),
    }
}
