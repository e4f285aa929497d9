//! Numbered input lines, read in bounded memory.
//!
//! Lines are trimmed, so carriage returns and trailing blanks do not matter.

use std::io::{BufRead, ErrorKind};

use super::ProtocolError;

/// The maximum length of a line, newline included. The longest line of either protocol is CodinGame's EXPERT
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

/// One trimmed line of input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    number: u64,
    bytes: &'a [u8],
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, buffer: Vec::with_capacity(MAX_LINE_BYTES) }
    }

    /// The next line, or `None` at the end of the input. The last line needs no newline.
    pub(super) fn next_line(&mut self) -> Result<Option<Line<'_>>, ProtocolError> {
        self.number += 1;
        self.buffer.clear();
        if !self.fill_buffer()? {
            return Ok(None);
        }
        Ok(Some(Line { number: self.number, bytes: self.buffer.trim_ascii() }))
    }

    /// The next line, where the protocol requires one.
    pub(super) fn expect(&mut self, expected: &str) -> Result<Line<'_>, ProtocolError> {
        let line = self.number + 1;
        self.next_line()?.ok_or_else(|| ProtocolError::EndOfInput { line, expected: expected.into() })
    }

    /// Appends the bytes of a line to the buffer; returns whether there were any.
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

    /// The error that this line differs from what the protocol requires.
    pub(super) fn unexpected(self, expected: impl Into<String>) -> ProtocolError {
        ProtocolError::unexpected(self.number, expected, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::*;

    /// Yields one byte per read, with an interruption before each.
    struct Drip<'a> {
        bytes: &'a [u8],
        interrupted: bool,
    }

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(ErrorKind::Interrupted.into());
            }
            let taken = self.bytes.len().min(1);
            buffer[..taken].copy_from_slice(&self.bytes[..taken]);
            self.bytes = &self.bytes[taken..];
            Ok(taken)
        }
    }

    fn all_lines(input: impl BufRead) -> Vec<String> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push(line.text().to_owned());
        }
        all
    }

    #[test]
    fn lines_are_trimmed_whatever_their_ends() {
        assert_eq!(all_lines(&b"a\nb \r\n\n\tc d\r\ne"[..]), ["a", "b", "", "c d", "e"]);
        assert!(all_lines(&b""[..]).is_empty());
    }

    #[test]
    fn lines_may_arrive_byte_by_byte() {
        let drip = Drip { bytes: b"a\r\nb\n", interrupted: false };
        assert_eq!(all_lines(BufReader::new(drip)), ["a", "b"]);
    }

    #[test]
    fn the_length_of_a_line_is_bounded() {
        let fitting = [vec![b'x'; MAX_LINE_BYTES - 1], vec![b'\n']].concat();
        assert_eq!(all_lines(fitting.as_slice())[0].len(), MAX_LINE_BYTES - 1);

        let endless = BufReader::new(io::repeat(b'x'));
        let error = Lines::new(endless).next_line().unwrap_err();
        let shown = "x".repeat(40);
        assert_eq!(
            error.to_string(),
            format!("line 1: expected a line of at most 1024 bytes, got \"{shown}\"...")
        );
    }

    #[test]
    fn errors_number_the_line_and_escape_it() {
        let mut lines = Lines::new(&b"first\n\xff\x1b[2J\"\n"[..]);
        lines.next_line().unwrap();
        let error = lines.expect("anything else").unwrap().unexpected("a greeting");
        assert_eq!(error.to_string(), r#"line 2: expected a greeting, got "\xff\x1b[2J\"""#);
        let error = lines.expect("a farewell").unwrap_err();
        assert_eq!(error.to_string(), "line 3: expected a farewell, got the end of the input");
    }

    #[test]
    fn a_line_that_is_not_utf_8_reads_as_empty() {
        assert_eq!(Lines::new(&b"\xf0\x28\n"[..]).next_line().unwrap().unwrap().text(), "");
    }

    #[test]
    fn a_failing_input_is_an_error() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let error = Lines::new(BufReader::new(Failing)).next_line().unwrap_err();
        assert_eq!(error.to_string(), "line 1: the input cannot be read: gone");
    }
}
