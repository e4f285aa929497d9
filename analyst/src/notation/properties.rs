//! The property lists that GGF and SGF share: `(;NAME[value]NAME[value][value];...)`.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::error::{quoting, Fault};
use super::replay::Found;
use super::source::Source;

/// Reads all games of a text, each from behind its opening parenthesis; text between them is skipped. After a
/// fault inside a game, reading goes on with the next game, not inside the damaged one.
pub(super) fn read_games(
    source: &mut Source<'_, '_>,
    has_escapes: bool,
    read_game: fn(&mut Tokens<'_>) -> Result<Found, Fault>,
) -> ControlFlow<()> {
    let mut at = 0;
    while let Some(start) = next_start(source.text, at) {
        let mut tokens = Tokens::new(source.text, start + 1, has_escapes);
        let mut game = read_game(&mut tokens);
        at = if game.is_err() { tokens.end_of_game(start) } else { tokens.at };
        if let (Ok(game), true) = (&mut game, tokens.is_unclosed) {
            game.remarks.push("read-unclosed".into());
        }
        source.found(start, game)?;
    }
    ControlFlow::Continue(())
}

/// The offset of the next game: a `(` and a `;`, with nothing but blanks between them. Inside a line of text,
/// where they may be a remark's, a property has to follow.
pub(super) fn next_start(text: &str, from: usize) -> Option<usize> {
    let is_first = |at: usize| {
        let before = text[..at].trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '\t');
        before.is_empty() || before.ends_with(['\n', ')'])
    };
    let is_property = |rest: &str| {
        let value = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).trim_start();
        value.starts_with('[') || rest.starts_with([';', '(', ')'])
    };
    let mut parentheses = text[from..].match_indices('(').map(|(offset, _)| from + offset);
    parentheses.find(|&at| behind_node(text, at).is_some_and(|rest| is_first(at) || is_property(rest)))
}

/// What follows `(;` and blanks, if that is at `at`.
fn behind_node(text: &str, at: usize) -> Option<&str> {
    Some(text[at..].strip_prefix('(')?.trim_start().strip_prefix(';')?.trim_start())
}

/// Whether a game starts at `at`, not a variation: its first property is one that only the root of a game
/// has.
fn is_root(text: &str, at: usize) -> bool {
    const ROOT: [&str; 11] = ["GM", "FF", "CA", "AP", "SZ", "PC", "PB", "DT", "EV", "BO", "RE"];
    behind_node(text, at).is_some_and(|rest| {
        ROOT.iter().any(|name| rest.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('[')))
    })
}

/// A piece of a property list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name and its values.
    Property(Property<'a>),
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property<'a> {
    /// The name's capital letters.
    pub(crate) name: String,
    /// The values, each with its byte offset.
    pub(crate) values: Vec<(usize, Cow<'a, str>)>,
}

impl Property<'_> {
    /// The first value with its byte offset; there is always one.
    pub(crate) fn value(&self) -> (usize, &str) {
        self.values.first().map_or((0, ""), |(offset, text)| (*offset, text))
    }

    /// The first value without the blanks around it.
    pub(crate) fn text(&self) -> String {
        self.value().1.trim().to_owned()
    }
}

/// Bytes of the longest value.
const MAX_VALUE: usize = 1 << 20;

/// Splits a property list into tokens.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    /// The byte offset of the next token.
    pub(crate) at: usize,
    /// `\` takes the next character as it is, as in SGF.
    has_escapes: bool,
    /// The byte offset of the first token.
    start: usize,
    /// Parentheses of the game that are open.
    depth: usize,
    has_property: bool,
    is_unclosed: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text` from byte `at` on.
    pub(crate) fn new(text: &'a str, at: usize, has_escapes: bool) -> Self {
        Self { text, at, has_escapes, start: at, depth: 1, has_property: false, is_unclosed: false }
    }

    /// The next token of the game whose opening parenthesis came before the first token; `None` behind its
    /// end. A last parenthesis that is missing, at the end of the text or before the root of another game, is
    /// noted in `is_unclosed`.
    pub(crate) fn next_of_game(&mut self) -> Result<Option<(usize, Token<'a>)>, Fault> {
        let Some(token) = self.next() else {
            self.is_unclosed = true;
            let expected = || Fault::at(self.start, "read-game-end");
            return self.has_property.then_some(None).ok_or_else(expected);
        };
        let (offset, token) = token?;
        match token {
            Token::Open if is_root(self.text, offset) => {
                (self.at, self.is_unclosed) = (offset, true);
                return Ok(None);
            }
            Token::Open => self.depth += 1,
            Token::Close if self.depth == 1 => return Ok(None),
            Token::Close => self.depth -= 1,
            Token::Property(_) => self.has_property = true,
            Token::Node => {}
        }
        Ok(Some((offset, token)))
    }

    /// The end of the damaged game that starts at `start`: behind its last parenthesis, or before the root of
    /// another game. Inside a value, which may lack its end, only a root at the start of a line counts.
    fn end_of_game(&self, start: usize) -> usize {
        if self.at == self.text.len() {
            return self.at;
        }
        let (mut depth, mut is_value, mut is_escaped, mut is_line_start) = (0_usize, false, false, false);
        for (offset, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'(' if offset > start && (!is_value || is_line_start) && is_root(self.text, offset) => {
                    return offset;
                }
                b'\\' if is_value && self.has_escapes => is_escaped = true,
                b']' if is_value => is_value = false,
                b'[' => is_value = true,
                b'(' if !is_value => depth += 1,
                b')' if !is_value => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return offset + 1;
                    }
                }
                _ => {}
            }
            // Archives number their games: `1 (;GM[Othello]...`.
            let is_label = byte.is_ascii_whitespace() || byte.is_ascii_digit();
            is_line_start = byte == b'\n' || (is_line_start && is_label);
        }
        self.text.len()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn name(&mut self) -> Result<String, Fault> {
        const LONGEST: usize = 32;
        let rest = &self.text[self.at..];
        let name = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        let is_followed = rest[name.len()..].trim_start().starts_with('[');
        if name.is_empty() || name.len() > LONGEST || !is_followed {
            let shown: String = rest.chars().take(12).collect();
            return Err(Fault::at(self.at, quoting("read-property", &shown)));
        }
        self.at += name.len();
        Ok(name.chars().filter(|c| !c.is_ascii_lowercase()).collect())
    }

    fn values(&mut self) -> Result<Vec<(usize, Cow<'a, str>)>, Fault> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if !self.text[self.at..].starts_with('[') {
                return Ok(values);
            }
            let start = self.at + 1;
            let Some(end) = self.end_of_value(start) else {
                if self.text.len() - start <= MAX_VALUE {
                    // The rest of the text was searched: nothing in it is searched again.
                    self.at = self.text.len();
                }
                return Err(Fault::at(start - 1, "read-value-end"));
            };
            let raw = &self.text[start..end];
            let value =
                if self.has_escapes && raw.contains('\\') { unescaped(raw) } else { Cow::Borrowed(raw) };
            values.push((start, value));
            self.at = end + 1;
        }
    }

    fn end_of_value(&self, start: usize) -> Option<usize> {
        let mut is_escaped = false;
        for (offset, byte) in self.text.as_bytes()[start..].iter().take(MAX_VALUE).enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if self.has_escapes => is_escaped = true,
                b']' => return Some(start + offset),
                _ => {}
            }
        }
        None
    }
}

impl<'a> Iterator for Tokens<'a> {
    /// A token with its byte offset.
    type Item = Result<(usize, Token<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let start = self.at;
        let token = match self.text.as_bytes().get(start)? {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            _ => {
                let property = self.name().and_then(|name| Ok(Property { name, values: self.values()? }));
                return Some(property.map(|property| (start, Token::Property(property))));
            }
        };
        self.at += 1;
        Some(Ok((start, token)))
    }
}

fn unescaped(raw: &str) -> Cow<'_, str> {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            // An escaped line end is a soft break.
            '\\' => text.extend(characters.next().filter(|&next| next != '\n')),
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::english;

    #[test]
    fn a_list_splits_into_its_tokens() {
        let text = r"(;Black[a\]b] AB[d4] [e5];)";
        let tokens: Vec<_> = Tokens::new(text, 0, true).map(|token| token.unwrap().1).collect();
        assert_eq!(tokens.len(), 6);
        let Token::Property(first) = &tokens[2] else { panic!("{tokens:?}") };
        assert_eq!((first.name.as_str(), first.text().as_str()), ("B", "a]b"));
        let Token::Property(second) = &tokens[3] else { panic!("{tokens:?}") };
        assert_eq!(second.values.len(), 2);
    }

    #[test]
    fn mistakes_end_the_list_and_name_their_place() {
        let error = |text| Tokens::new(text, 0, false).find_map(Result::err).unwrap();
        assert_eq!(english(&error("(;B[f5").message), "expected a `]` that ends this value");
        assert_eq!(english(&error("(;B f5)").message), "expected a property such as `B[f5]`, not `B f5)`");
        assert_eq!(error("(;é)").offset, 2);
    }
}
