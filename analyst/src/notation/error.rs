//! Errors in inputs: the place, what was expected there, and what came.

#[cfg(not(target_arch = "wasm32"))]
use std::fmt;

#[cfg(not(target_arch = "wasm32"))]
use crate::sentence::english;
use crate::sentence::Sentence;

/// Why an input, or a part of it, was refused, or what was left out. Displays as `NAME:LINE:COLUMN: what`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The name of the input.
    pub name: String,
    /// The place in the input.
    pub place: Place,
    /// The expected text, and the actual one.
    pub message: Sentence,
}

impl ReadError {
    /// The refusal of an input without a game or position.
    pub fn nothing_in(name: &str) -> Self {
        Self::of_whole(name, "read-nothing")
    }

    /// The refusal of an input as a whole.
    pub(crate) fn of_whole(name: &str, message: impl Into<Sentence>) -> Self {
        Self { name: name.to_owned(), place: Place::Whole, message: message.into() }
    }

    /// The message with its place.
    pub fn sentence(&self) -> Sentence {
        let sentence = match self.place {
            Place::Whole => Sentence::new("read-at-whole"),
            Place::Line { line, column } => Sentence::new("read-at-line")
                .with("line", line.to_string())
                .with("column", column.to_string()),
            Place::Byte(byte) => Sentence::new("read-at-byte").with("byte", byte.to_string()),
        };
        sentence.with("name", beginning(&self.name, 40)).with("message", self.message.clone())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.sentence()))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl std::error::Error for ReadError {}

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The input as a whole.
    Whole,
    /// A place in text.
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the character in the line, from 1.
        column: usize,
    },
    /// An offset into binary data, in bytes.
    Byte(usize),
}

/// A problem at a byte offset of the text or data that is being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offset in bytes.
    pub(crate) offset: usize,
    /// The expected text, and the actual one.
    pub(crate) message: Sentence,
}

impl Fault {
    /// A problem at `offset`.
    pub(crate) fn at(offset: usize, message: impl Into<Sentence>) -> Self {
        Self { offset, message: message.into() }
    }

    /// The error for the reader of a file: `offset` becomes a line and a column of its text.
    pub(crate) fn in_text(self, name: &str, places: &mut Places<'_>) -> ReadError {
        ReadError { name: name.into(), place: places.at(self.offset), message: self.message }
    }
}

/// Lines and columns of byte offsets in a text. Offsets that grow take one pass over the text in all.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    text: &'a str,
    /// The last offset asked for, a boundary between characters, with its place.
    last: (usize, usize, usize),
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, last: (0, 1, 1) }
    }

    fn at(&mut self, offset: usize) -> Place {
        let offset = char_boundary(self.text, offset);
        let (from, mut line, mut column) = if offset < self.last.0 { (0, 1, 1) } else { self.last };
        for c in self.text[from..offset].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.last = (offset, line, column);
        Place::Line { line, column }
    }
}

/// The last boundary between characters at or before `offset`.
pub(crate) fn char_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A refusal that quotes the beginning of a text from outside.
pub(crate) fn quoting(key: &'static str, text: &str) -> Sentence {
    Sentence::new(key).with("text", beginning(text, 40))
}

/// A refusal inside the part with this number.
pub(crate) fn in_part(key: &'static str, number: usize, message: Sentence) -> Sentence {
    Sentence::new(key).with("number", number.to_string()).with("message", message)
}

/// A message of a library, which may quote a text from outside.
pub(crate) fn quoted_message(message: &str) -> String {
    beginning(message, 200)
}

/// At most so many characters of a text from outside, its control characters escaped.
fn beginning(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for c in text.chars().take(most) {
        match c {
            '\'' | '"' | '\\' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_becomes_a_line_and_a_column() {
        let text = "f5\nä d6\n";
        let mut places = Places::new(text);
        let mut error = |offset| Fault::at(offset, "read-no-move").in_text("x", &mut places).to_string();
        let said = |place: &str| format!("x:{place}: expected a move such as `f5`: this line has none");
        assert_eq!(error(0), said("1:1"));
        assert_eq!(error(6), said("2:3"));
        assert_eq!(error(99), said("3:1"));
        assert_eq!(error(4), said("2:1"), "within a character, before the last one asked for");
    }

    #[test]
    fn text_from_outside_is_cut_and_escaped() {
        assert_eq!(beginning("a\x1b[2J", 40), "a\\u{1b}[2J");
        assert_eq!(beginning(&"x".repeat(50), 40), format!("{}...", "x".repeat(40)));
    }
}
