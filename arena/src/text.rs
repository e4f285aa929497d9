//! Text for people and files: escapes, and bytes in hexadecimal.

use std::fmt::Write;

pub use toolkit::text::Visible;

/// Bytes as hexadecimal digits, two for each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
