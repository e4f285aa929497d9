//! What tokens alone show: attributes, calls of macros, and lists between commas.

use crate::token::{closing, Kind, Token};

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
}

/// Whether `name!(` (or another delimiter) starts at `at`.
pub(crate) fn is_macro(tokens: &[Token], at: usize, name: &str) -> bool {
    tokens[at].is(name)
        && tokens.get(at + 1).is_some_and(|token| token.is("!"))
        && tokens.get(at + 2).is_some_and(|token| token.kind == Kind::Open)
        && !at.checked_sub(1).is_some_and(|before| tokens[before].is("$"))
}

/// The parts of `tokens` between commas outside delimiters; a trailing comma makes no part.
pub(crate) fn split_commas(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        if tokens[at].kind == Kind::Open {
            at = closing(tokens, at);
        } else if tokens[at].is(",") {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
        at += 1;
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

/// `name(inner)`.
pub(crate) fn call(name: &Token, open: &Token, inner: Vec<Token>) -> Vec<Token> {
    let mut tokens = vec![name.clone(), open.clone()];
    tokens.extend(inner);
    tokens.push(Token::new(Kind::Close, ")", open.origin));
    tokens
}
