//! Input line by line, each with its number, in bounded memory.
//!
//! White space at either end of a line is not part of it, so carriage returns and trailing blanks do not matter.

use std::io::{BufRead, ErrorKind};

use super::ProtocolError;

/// The longest line that is read, its end included. The longest that either protocol knows is CodinGame's EXPERT
/// line, below 200 bytes.
const MAX_LINE_BYTES: usize = 1024;

/// Reads lines and counts them.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// The number of the line in `buffer`, from 1; 0 before the first.
    number: u64,
    buffer: Vec<u8>,
}

/// One line of input without white space around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    number: u64,
    bytes: &'a [u8],
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, buffer: Vec::with_capacity(MAX_LINE_BYTES) }
    }

    /// The next line, or `None` at the end of the input. A last line need not be ended.
    pub(super) fn next_line(&mut self) -> Result<Option<Line<'_>>, ProtocolError> {
        self.number += 1;
        self.buffer.clear();
        if !self.fill_buffer()? {
            return Ok(None);
        }
        Ok(Some(Line { number: self.number, bytes: self.buffer.trim_ascii() }))
    }

    /// The next line where the protocol asks for one.
    pub(super) fn expect(&mut self, expected: &str) -> Result<Line<'_>, ProtocolError> {
        let line = self.number + 1;
        self.next_line()?.ok_or_else(|| ProtocolError::EndOfInput { line, expected: expected.into() })
    }

    /// Appends a line's bytes to the buffer; whether there were any.
    fn fill_buffer(&mut self) -> Result<bool, ProtocolError> {
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(source) => return Err(ProtocolError::Unreadable { line: self.number, source }),
            };
            if available.is_empty() {
                return Ok(!self.buffer.is_empty());
            }
            let line_end = available.iter().position(|&byte| byte == b'\n');
            let taken = line_end.map_or(available.len(), |end| end + 1);
            if self.buffer.len() + taken > MAX_LINE_BYTES {
                let room = MAX_LINE_BYTES - self.buffer.len();
                self.buffer.extend_from_slice(&available[..room]);
                let expected = format!("a line of at most {MAX_LINE_BYTES} bytes");
                return Err(ProtocolError::unexpected(self.number, expected, &self.buffer));
            }
            self.buffer.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
            if line_end.is_some() {
                return Ok(true);
            }
        }
    }
}

impl<'a> Line<'a> {
    /// The line as bytes.
    pub(super) fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The line as text, empty if it is not UTF-8: no line of either protocol is empty.
    pub(super) fn text(self) -> &'a str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }

    /// This line is not what the protocol asks for.
    pub(super) fn unexpected(self, expected: impl Into<String>) -> ProtocolError {
        ProtocolError::unexpected(self.number, expected, self.bytes)
    }
}

#[cfg(test)]
mod tests;
