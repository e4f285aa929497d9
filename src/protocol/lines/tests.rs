use std::io::{self, BufReader, Read};

use super::*;

/// Gives out one byte a call, with an interruption before each.
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
fn ends_of_lines_and_blanks_around_them_do_not_matter() {
    assert_eq!(all_lines(&b"a\nb \r\n\n\tc d\r\ne"[..]), ["a", "b", "", "c d", "e"]);
    assert!(all_lines(&b""[..]).is_empty());
}

#[test]
fn lines_may_arrive_byte_by_byte() {
    let drip = Drip { bytes: b"a\r\nb\n", interrupted: false };
    assert_eq!(all_lines(BufReader::new(drip)), ["a", "b"]);
}

#[test]
fn a_line_is_bounded() {
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
fn lines_are_numbered_and_what_came_is_escaped() {
    let mut lines = Lines::new(&b"first\n\xff\x1b[2J\"\n"[..]);
    lines.next_line().unwrap();
    let error = lines.expect("anything else").unwrap().unexpected("a greeting");
    assert_eq!(error.to_string(), r#"line 2: expected a greeting, got "\xff\x1b[2J\"""#);
    let error = lines.expect("a farewell").unwrap_err();
    assert_eq!(error.to_string(), "line 3: expected a farewell, got the end of the input");
}

#[test]
fn a_line_that_is_no_text_reads_as_empty() {
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
