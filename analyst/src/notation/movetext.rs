//! Moves as text: every spelling of a transcript, and the movetext of PGN.

use outflank::board::Move;

use super::error::{quoting, Fault};
use super::replay::parse_move;
use super::result::ParsedResult;

/// A piece of movetext.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece<'a> {
    /// A move or a pass.
    Move(Move),
    /// `{...}`, or `;` to the end of the line.
    Comment(&'a str),
    /// `38-26`, `1-0`, `*`.
    Result(ParsedResult),
    /// The beginning of a variation, `(`.
    Open,
    /// The end of a variation, `)`.
    Close,
}

/// Splits movetext into pieces; move numbers are dropped.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    text: &'a str,
    at: usize,
    /// `;` starts a comment, as in PGN; elsewhere it separates moves.
    is_pgn: bool,
}

impl<'a> Pieces<'a> {
    /// The pieces of `text`.
    pub(crate) fn new(text: &'a str, is_pgn: bool) -> Self {
        Self { text, at: 0, is_pgn }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips what carries no meaning: blanks, separators, move numbers, marks such as `!?` and `$1`, in PGN
    /// lines that start with `%`. A dash is a pass from a phone's keyboard or separates moves: a pass that is
    /// forced is implied.
    fn skip_fillers(&mut self) {
        loop {
            let rest = self.rest();
            let is_filler = |c: char| {
                c.is_whitespace()
                    || matches!(
                        c,
                        ',' | '|' | '!' | '?' | '.' | ':' | '"' | '\u{2013}' | '\u{2014}' | '\u{2026}'
                    )
                    || (c == ';' && !self.is_pgn)
            };
            let mut skipped = rest.len() - rest.trim_start_matches(is_filler).len();
            let rest = &rest[skipped..];
            if rest.starts_with('-') && !rest.starts_with("--") {
                skipped += 1;
            } else if let Some(number) = rest.strip_prefix('$') {
                skipped += 1 + digits(number);
            } else if ends_number(&rest[digits(rest)..]) {
                skipped += digits(rest);
                let is_label = !self.is_pgn && digits(rest) > 0 && rest[digits(rest)..].starts_with(')');
                skipped += usize::from(is_label);
            } else if self.is_pgn && rest.starts_with('%') && self.is_line_start(self.at + skipped) {
                skipped += rest.find('\n').unwrap_or(rest.len());
            }
            if skipped == 0 {
                return;
            }
            self.at += skipped;
        }
    }

    fn is_line_start(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes()[at - 1] == b'\n'
    }

    /// Takes everything up to `end`, which is dropped.
    fn take_until(&mut self, end: char) -> Option<&'a str> {
        let taken = &self.rest()[..self.rest().find(end)?];
        self.at += taken.len() + end.len_utf8();
        Some(taken)
    }

    fn comment(&mut self) -> Result<Option<&'a str>, Fault> {
        let start = self.at;
        match self.rest().chars().next() {
            Some('{') => {
                self.at += 1;
                let comment = self.take_until('}');
                comment.map(Some).ok_or_else(|| Fault::at(start, "read-comment-end"))
            }
            Some(';') if self.is_pgn => {
                self.at += 1;
                let rest = self.rest();
                Ok(Some(self.take_until('\n').unwrap_or_else(|| {
                    self.at += rest.len();
                    rest
                })))
            }
            _ => Ok(None),
        }
    }

    fn word(&mut self) -> Result<Piece<'a>, Fault> {
        let rest = self.rest();
        let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ',' | ';');
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        if let Some(result) = ParsedResult::of_movetext(word) {
            self.at += word.len();
            return Ok(Piece::Result(result));
        }
        // The longest spelling first: `pass` also starts with `pa`.
        for length in [4, 2] {
            if let Some(mv) = rest.get(..length).and_then(parse_move) {
                self.at += length;
                return Ok(Piece::Move(mv));
            }
        }
        let what = if word.is_empty() { &rest[..rest.len().min(1)] } else { word };
        Err(Fault::at(self.at, quoting("read-move", what)))
    }
}

impl<'a> Iterator for Pieces<'a> {
    /// A piece with its byte offset.
    type Item = Result<(usize, Piece<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_fillers();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let piece = match self.comment() {
            Err(fault) => Err(fault),
            Ok(Some(comment)) => Ok(Piece::Comment(comment.trim())),
            Ok(None) if matches!(first, '(' | ')') => {
                self.at += 1;
                Ok(if first == '(' { Piece::Open } else { Piece::Close })
            }
            Ok(None) => self.word(),
        };
        if piece.is_err() {
            // Nothing after a mistake can be trusted.
            self.at = self.text.len();
        }
        Some(piece.map(|piece| (start, piece)))
    }
}

/// Whether a line has no word that looks like moves: a remark, a mail header, the title of a table.
pub(crate) fn is_prose(line: &str) -> bool {
    let line = line.trim_start();
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    line.starts_with([';', '%']) || leading_number(line).is_none() && !words.any(has_only_moves)
}

/// Whether a word is made of squares; three characters and more may be misspelled ones.
pub(crate) fn has_only_moves(word: &str) -> bool {
    let is_letter_then_digit =
        |(at, c): (usize, u8)| if at % 2 == 0 { c.is_ascii_alphabetic() } else { c.is_ascii_digit() };
    match word.len() {
        0 | 1 => false,
        2 => parse_move(word).is_some(),
        _ => word.bytes().enumerate().all(is_letter_then_digit),
    }
}

/// The number of a move at the start of a line: `12. d3`, `1) f5`, `2: c3 d3`.
pub(crate) fn leading_number(line: &str) -> Option<u32> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '|' | '('));
    let length = digits(line);
    ends_number(&line[length..]).then(|| line[..length].parse().ok()).flatten()
}

/// The number of digits at the start of a text.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// Whether digits followed by this are the number of a move rather than part of a result.
fn ends_number(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | ':' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::english;

    fn moves(text: &str) -> Result<String, String> {
        let mut found = String::new();
        for piece in Pieces::new(text, false) {
            if let (_, Piece::Move(mv)) =
                piece.map_err(|fault| format!("{}: {}", fault.offset, english(&fault.message)))?
            {
                found += &mv.to_string();
            }
        }
        Ok(found)
    }

    #[test]
    fn all_spellings_of_a_transcript_are_the_same_moves() {
        for text in [
            "F5d6c3",
            "f5 d6 c3",
            "1. F5 d6 2. C3",
            "1.f5 2.d6 3.c3",
            "f5-d6-c3",
            "f5,d6,c3",
            "f5; d6; c3",
            "1 f5 2 d6 3 c3",
            "f5!? d6 $3 c3",
            "f5\nd6\r\nc3\n",
            "1: f5 2: d6 3: c3 38-26",
        ] {
            assert_eq!(moves(text).as_deref(), Ok("f5d6c3"), "{text}");
        }
        for pass in ["pass", "PASS", "PA", "pa", "--", "ps"] {
            assert_eq!(moves(&format!("f5{pass}c3")).as_deref(), Ok("f5passc3"), "{pass}");
        }
    }

    #[test]
    fn what_is_no_move_is_named_with_its_place() {
        assert_eq!(moves("f5 k9").unwrap_err(), "3: expected a move such as `f5`, not `k9`");
        assert_eq!(moves("f5 {open").unwrap_err(), "3: expected a `}` that ends this comment");
        assert_eq!(moves("f5 é").unwrap_err(), "3: expected a move such as `f5`, not `é`");
    }
}
