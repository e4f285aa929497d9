//! The unit that every pass works on: a token that remembers where it was written.
//!
//! A bundle is one flat list of tokens from start to end. Operators are glued as rustc glues them (`>>=` is
//! one token), doc comments are tokens, ordinary comments travel in front of a token as its trivia.

use std::rc::Rc;

/// The kind of a token, as far as the passes distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// An identifier or keyword, raw ones (`r#type`) included.
    Ident,
    /// A lifetime or loop label, apostrophe included.
    Lifetime,
    /// A string literal of any kind (`"`, `r"`, `b"`, `c"`), prefix and suffix included.
    Str,
    /// A character or byte literal.
    Char,
    /// An integer or float literal.
    Number,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other operator or punctuation mark, glued.
    Punct,
    /// An outer doc comment (`///`, `/** */`).
    OuterDoc,
    /// An inner doc comment (`//!`, `/*! */`).
    InnerDoc,
}

/// The place where a token was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    /// Index into [`crate::read::source::Sources`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One token with the white space and comments in front of it.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub text: Rc<str>,
    /// White space and ordinary comments between the previous token and this one.
    pub trivia: Rc<str>,
    /// The place where it was written; for a token that the bundler made, that of the token it replaces.
    pub origin: Option<Origin>,
    /// The number of modules around the token's file: its extra indentation in steps.
    pub depth: u16,
}

impl Token {
    /// A token the bundler writes itself, at the place of `origin`.
    pub(crate) fn new(kind: Kind, text: &str, origin: Option<Origin>) -> Self {
        Self { kind, text: text.into(), trivia: "".into(), origin, depth: 0 }
    }

    /// Whether this is the identifier, keyword, delimiter or mark `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        !matches!(self.kind, Kind::Str | Kind::Char | Kind::OuterDoc | Kind::InnerDoc) && &*self.text == text
    }

    /// Whether this is an identifier or keyword.
    pub(crate) fn is_ident(&self) -> bool {
        self.kind == Kind::Ident
    }

    /// Whether this is a doc comment.
    pub(crate) fn is_doc(&self) -> bool {
        matches!(self.kind, Kind::OuterDoc | Kind::InnerDoc)
    }
}

/// The index of the delimiter that closes the one at `open`; the list's length if there is none.
pub(crate) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (offset, token) in tokens[open..].iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return open + offset;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// For each delimiter the index of its partner; for other tokens their own index.
pub(crate) fn partners(tokens: &[Token]) -> Vec<usize> {
    let mut partner: Vec<usize> = (0..tokens.len()).collect();
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(index),
            Kind::Close => {
                if let Some(start) = open.pop() {
                    partner[start] = index;
                    partner[index] = start;
                }
            }
            _ => {}
        }
    }
    partner
}

/// For each token the delimiter that opens the block around it; the list's length in the crate's root.
pub(crate) fn blocks(tokens: &[Token]) -> Vec<usize> {
    let mut open = vec![tokens.len()];
    let mut blocks = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        blocks.push(open.last().copied().unwrap_or(tokens.len()));
        match token.kind {
            Kind::Open => open.push(at),
            Kind::Close => drop(open.pop()),
            _ => {}
        }
    }
    blocks
}

/// Words that are never a name of ours: strict keywords, and the weak ones that macros and types give a
/// meaning.
pub(crate) fn is_keyword(text: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == text)
}

const KEYWORDS: &str =
    "as async await break const continue crate dyn else enum extern false fn for if impl in let loop \
    match mod move mut pub ref return self Self static struct super trait true type unsafe use where \
    while abstract become box do final gen macro override priv try typeof unsized virtual yield _";

/// The words of a text in which anything else stands between them.
pub(crate) fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|character: char| !is_word(character)).filter(|word| !word.is_empty())
}

/// Whether a word may hold a character.
pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// A printed list of tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub text: String,
    /// Byte offset of each token.
    pub starts: Vec<usize>,
}

impl Text {
    /// The index of the last token that starts at or before byte `offset`.
    pub(crate) fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Appends a token after `before`, which no token owns.
    pub(crate) fn push(&mut self, before: &str, token: &Token) {
        self.text.push_str(before);
        self.starts.push(self.text.len());
        self.text.push_str(&token.text);
    }

    /// Puts `prefix` in front of everything.
    pub(crate) fn prepend(&mut self, prefix: &str) {
        self.text.insert_str(0, prefix);
        self.starts.iter_mut().for_each(|start| *start += prefix.len());
    }
}
