//! Printing that survives a closed pipe, silently, and a full disk, which is noted: nothing panics.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::Visible;

static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Prints to standard output.
#[macro_export]
macro_rules! say {
    ($($argument:tt)*) => { $crate::cli::output::print(format_args!($($argument)*)) };
}

/// Prints a line to standard error.
#[macro_export]
macro_rules! complain {
    ($($argument:tt)*) => { $crate::cli::output::print_error(format_args!($($argument)*)) };
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

/// Text from outside with every character escaped that could move the cursor or change the terminal's state.
pub struct Shown<'a>(pub &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Visible::line(self.0).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_drive_a_terminal_is_escaped() {
        let shown = |text| Shown(text).to_string();
        assert_eq!(shown("+12 d14 é 本"), "+12 d14 é 本");
        assert_eq!(shown("\x1b[2J\r\u{202e}x\n"), "\\u{1b}[2J\\u{d}\\u{202e}x\\u{a}");
    }
}
