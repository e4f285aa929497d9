//! Printing that survives a closed pipe, silently, and a full disk, which is noted: nothing panics.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Prints to standard output.
#[macro_export]
macro_rules! say {
    ($($argument:tt)*) => { $crate::output::print(format_args!($($argument)*)) };
}

/// Prints a line to standard error.
#[macro_export]
macro_rules! complain {
    ($($argument:tt)*) => { $crate::output::print_error(format_args!($($argument)*)) };
}

/// Prints to standard output; for [`say!`](crate::say).
pub fn print(text: fmt::Arguments<'_>) {
    let mut output = io::stdout().lock();
    if let Err(error) = output.write_fmt(text).and_then(|()| output.flush()) {
        // A reader such as `head` that has seen enough is no failure.
        HAS_FAILED.fetch_or(error.kind() != io::ErrorKind::BrokenPipe, Ordering::Relaxed);
    }
}

/// Prints a line to standard error; for [`complain!`](crate::complain).
pub fn print_error(text: fmt::Arguments<'_>) {
    // A failure here can no longer be reported.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether any output to standard output failed, apart from closed pipes.
pub fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}
