//! Output for the user: steps and messages on standard error, the report on standard output. A closed pipe is
//! no error.

use std::io::{self, IsTerminal, Write};

use toolkit::commands::typed;
use toolkit::text::Visible;

/// Names the step that starts: on a terminal in one line that the next step replaces, elsewhere in a line
/// each.
pub(crate) fn step(name: &str) {
    let mut out = io::stderr().lock();
    let _ = if out.is_terminal() {
        write!(out, "\r\x1b[K{name} ...").and_then(|()| out.flush())
    } else {
        writeln!(out, "{}: {name}", typed())
    };
}

/// Writes a message to standard error, in place of the last step. It may quote a source, whose control
/// characters are escaped.
pub(crate) fn message(text: &str) {
    clear();
    let _ = writeln!(io::stderr(), "{}", Visible::lines(text));
}

/// Takes the last step off a terminal.
pub(crate) fn clear() {
    let mut out = io::stderr().lock();
    if out.is_terminal() {
        let _ = write!(out, "\r\x1b[K");
    }
}

/// Writes to standard output.
pub(crate) fn report(text: &str) {
    clear();
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
