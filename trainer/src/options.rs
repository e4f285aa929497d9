//! Numbers on the command line.

use std::str::FromStr;

/// Parses a number above 0.
///
/// # Errors
/// If it is none; the message says what is expected, as those below do.
pub fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Result<T, String> {
    within(text, "a number above 0", |number| *number > T::default())
}

/// Parses a number from 0 to 1.
///
/// # Errors
/// If it is none.
pub fn fraction(text: &str) -> Result<f32, String> {
    within(text, "0 to 1", |number| (0.0..=1.0).contains(number))
}

/// Parses the worth of a result, from -1 to 1.
///
/// # Errors
/// If it is none.
pub fn worth(text: &str) -> Result<f32, String> {
    within(text, "a number from -1 to 1", |number| (-1.0..=1.0).contains(number))
}

fn within<T: FromStr>(text: &str, what: &str, holds: impl Fn(&T) -> bool) -> Result<T, String> {
    text.parse().ok().filter(holds).ok_or_else(|| format!("expected {what}"))
}
