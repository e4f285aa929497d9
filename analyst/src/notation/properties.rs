//! The property lists that GGF and SGF share: `(;NAME[value]NAME[value][value];...)`.

use std::borrow::Cow;

use super::error::{Fault, Shown};

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

/// Splits a property list into tokens.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    /// The byte offset of the next token.
    pub(crate) at: usize,
    /// `\` takes the next character as it is, as in SGF.
    has_escapes: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text` from byte `at` on.
    pub(crate) fn new(text: &'a str, at: usize, has_escapes: bool) -> Self {
        Self { text, at, has_escapes }
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
            return Err(Fault::at(
                self.at,
                format!("expected a property such as `B[f5]`, not `{}`", Shown(&shown)),
            ));
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
                // The rest of the text was searched: nothing in it is searched again.
                self.at = self.text.len();
                return Err(Fault::at(start - 1, "expected a `]` that ends this value"));
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
        for (offset, byte) in self.text.as_bytes()[start..].iter().enumerate() {
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
        assert_eq!(error("(;B[f5").message, "expected a `]` that ends this value");
        assert_eq!(error("(;B f5)").message, "expected a property such as `B[f5]`, not `B f5)`");
        assert_eq!(error("(;é)").offset, 2);
    }
}
