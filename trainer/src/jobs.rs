//! Independent jobs spread over threads, progress bars, and printing that outlives its reader.

use std::fmt::Arguments;
use std::io::{stdout, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Prints a line to standard output. A closed pipe is ignored, so that a reader such as `head` ends no work;
/// other failures are reported by [`has_failed`].
pub fn say(line: Arguments<'_>) {
    if let Err(error) = writeln!(stdout().lock(), "{line}") {
        HAS_FAILED.fetch_or(error.kind() != ErrorKind::BrokenPipe, Ordering::Relaxed);
    }
}

/// Whether a line could not be printed.
pub fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}

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
