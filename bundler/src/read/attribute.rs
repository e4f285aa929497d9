//! What tokens alone show: attributes, and lists between commas.

use std::ops::Range;

use crate::token::{closing, Kind, Origin, Token};

/// An attribute in a list of tokens.
pub(crate) struct Attribute<'a> {
    /// Its `#[` or `#![`.
    pub opening: &'a [Token],
    /// The first segment of its name.
    pub name: &'a str,
    /// Everything between its brackets.
    pub content: &'a [Token],
    /// The content of the parentheses after the name, if nothing else follows the name.
    pub arguments: Option<&'a [Token]>,
    /// The index after its `]`.
    pub end: usize,
}

impl<'a> Attribute<'a> {
    /// The attribute whose `#` is at `at`, if there is one.
    pub(crate) fn at(tokens: &'a [Token], at: usize) -> Option<Self> {
        let inner = tokens.get(at + 1).is_some_and(|token| token.is("!"));
        let open = at + 1 + usize::from(inner);
        let there = tokens.get(at)?.is("#") && tokens.get(open)?.is("[");
        let name = tokens.get(open + 1).filter(|name| there && name.is_ident())?;
        let close = closing(tokens, open);
        let content = &tokens[open + 1..close];
        let arguments = match content {
            [_, paren, arguments @ .., _] if paren.is("(") && closing(content, 1) == content.len() - 1 => {
                Some(arguments)
            }
            _ => None,
        };
        Some(Self { opening: &tokens[at..=open], name: &name.text, content, arguments, end: close + 1 })
    }

    /// Whether it is a `#![...]`.
    pub(crate) fn is_inner(&self) -> bool {
        self.opening.len() == 3
    }

    /// Whether it is the `#[cfg(any())]` that [`crate::read::cfg::Cfg::resolve`] leaves: its owner is off.
    pub(crate) fn is_off(&self) -> bool {
        let [name, open, close] = self.arguments.unwrap_or_default() else { return false };
        self.name == "cfg" && name.is("any") && open.is("(") && close.is(")")
    }

    /// The attribute with another content.
    pub(crate) fn with(&self, mut content: Vec<Token>) -> Vec<Token> {
        content.push(Token::new(Kind::Close, "]", self.opening[0].origin));
        [self.opening, &content].concat()
    }
}

/// The attributes among `tokens`, with the index at which each starts.
pub(crate) fn attributes(tokens: &[Token]) -> impl Iterator<Item = (usize, Attribute<'_>)> {
    (0..tokens.len()).filter_map(|at| Some((at, Attribute::at(tokens, at)?)))
}

/// The index after the inner docs and attributes that start at `at`.
pub(crate) fn after_inner_attributes(tokens: &[Token], mut at: usize) -> usize {
    loop {
        match Attribute::at(tokens, at) {
            Some(attribute) if attribute.is_inner() => at = attribute.end,
            _ if tokens.get(at).is_some_and(|token| token.kind == Kind::InnerDoc) => at += 1,
            _ => return at,
        }
    }
}

/// The parts of `tokens` between commas outside delimiters; a trailing comma makes no part.
pub(crate) fn split_commas(tokens: &[Token]) -> Vec<&[Token]> {
    comma_parts(tokens, 0..tokens.len()).into_iter().map(|part| &tokens[part]).collect()
}

/// Where the parts between commas outside delimiters are in a range of `tokens`.
pub(crate) fn comma_parts(tokens: &[Token], range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (range.start, range.start);
    while at < range.end {
        if tokens[at].kind == Kind::Open {
            at = closing(tokens, at);
        } else if tokens[at].is(",") {
            parts.push(start..at);
            start = at + 1;
        }
        at += 1;
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    parts
}

/// `name(part,part)`.
pub(crate) fn call(name: &str, parts: &[Vec<Token>], origin: Option<Origin>) -> Vec<Token> {
    let mark = |kind, text| Token::new(kind, text, origin);
    let inner = parts.join(&mark(Kind::Punct, ","));
    [vec![mark(Kind::Ident, name), mark(Kind::Open, "(")], inner, vec![mark(Kind::Close, ")")]].concat()
}
