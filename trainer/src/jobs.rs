//! Independent pieces of work spread over threads, with a progress bar that shows the rate and the time left.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar that counts `unit`s towards `len`, or upwards if `len` is not known.
pub fn progress(name: &str, unit: &str, len: Option<u64>) -> ProgressBar {
    let bar = len.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let template = format!(
        "{name:12} [{{elapsed_precise}}] {{bar:30}} {{pos}}/{{len}} {unit} {{per_sec}} {{eta}} left {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Does all jobs, each on one of `threads` threads (0: one a core). After an error no new job is begun, and the
/// first error is returned.
pub fn run<J: Sync>(
    name: &str,
    unit: &str,
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J, &ProgressBar) -> Result<()> + Sync,
) -> Result<()> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let bar = progress(name, unit, None);
    let (next, error) = (AtomicUsize::new(0), Mutex::new(None));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failed) = work(job, &bar) {
                        next.store(jobs.len(), Ordering::Relaxed);
                        if let Ok(mut error) = error.lock() {
                            error.get_or_insert(failed);
                        }
                    }
                }
            });
        }
    });
    bar.finish();
    match error.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(()),
    }
}
