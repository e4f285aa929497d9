//! Splits text into tokens with rustc's own lexer, and glues operators as rustc does.

use std::rc::Rc;

use ra_ap_rustc_lexer::{self as rustc_lexer, DocStyle, FrontmatterAllowed, LiteralKind, TokenKind};

use crate::token::{Kind, Origin, Token};

/// A text as tokens.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// Byte offset of each token in the text.
    pub starts: Vec<usize>,
    /// White space and comments after the last token.
    pub tail: Rc<str>,
}

/// An error of the lexer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LexError {
    /// Byte offset in the text.
    pub offset: usize,
    /// A description of the error.
    pub message: String,
}

/// Splits `text` into tokens that remember `file` as their origin.
///
/// # Errors
/// Unterminated literals and comments, unknown characters, reserved prefixes.
pub(crate) fn lex(text: &str, file: u32) -> Result<Lexed, LexError> {
    let mut lexer =
        Lexer { text, file, at: 0, trivia_start: 0, line: 1, column: 1, joint: false, out: Lexed::default() };
    while lexer.at < text.len() {
        lexer.run()?;
    }
    lexer.out.tail = text[lexer.trivia_start..].into();
    Ok(lexer.out)
}

/// The bundler's own text as tokens with the place `origin`.
pub(crate) fn synthesised(text: &str, origin: Option<Origin>) -> Vec<Token> {
    let mut tokens = lex(text, 0).map(|lexed| lexed.tokens).unwrap_or_default();
    tokens.iter_mut().for_each(|token| token.origin = origin);
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    trivia_start: usize,
    line: u32,
    column: u32,
    /// Whether the last token ended exactly here and was an operator, so that the next may glue to it.
    joint: bool,
    out: Lexed,
}

impl Lexer<'_> {
    /// Reads on until the end, or until a token had to be split.
    fn run(&mut self) -> Result<(), LexError> {
        for raw in rustc_lexer::tokenize(&self.text[self.at..], FrontmatterAllowed::No) {
            // Reserved for edition 2024: `##` and `#"` are separate tokens in ours.
            if raw.kind == TokenKind::GuardedStrPrefix {
                self.push(Kind::Punct, 1);
                return Ok(());
            }
            let length = raw.len as usize;
            match classify(raw.kind, &self.text[self.at..self.at + length]) {
                Ok(Some(kind)) => self.push(kind, length),
                Ok(None) => {
                    self.advance(length);
                    self.joint = false;
                }
                Err(message) => return Err(LexError { offset: self.at, message }),
            }
        }
        Ok(())
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let text = &self.text[self.at..self.at + length];
        if self.joint && kind == Kind::Punct {
            if let Some(last) = self.out.tokens.last_mut() {
                let glued = format!("{}{text}", last.text);
                if is_glued(&glued) {
                    last.text = glued.into();
                    self.advance(length);
                    self.trivia_start = self.at;
                    return;
                }
            }
        }
        let trivia = self.text[self.trivia_start..self.at].into();
        let origin = Some(Origin { file: self.file, line: self.line, column: self.column });
        self.out.starts.push(self.at);
        self.out.tokens.push(Token { kind, text: text.into(), trivia, origin, depth: 0 });
        self.advance(length);
        self.trivia_start = self.at;
        self.joint = kind == Kind::Punct;
    }

    fn advance(&mut self, length: usize) {
        for character in self.text[self.at..self.at + length].chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at += length;
    }
}

/// The operators of more than one character. Gluing goes left to right, so each prefix is in the list too.
fn is_glued(text: &str) -> bool {
    GLUED.split(' ').any(|operator| operator == text)
}

const GLUED: &str = "== != <= >= => -> <- && || :: .. ... ..= << >> <<= >>= += -= *= /= %= ^= &= |=";

fn classify(kind: TokenKind, text: &str) -> Result<Option<Kind>, String> {
    Ok(Some(match kind {
        TokenKind::Whitespace
        | TokenKind::LineComment { doc_style: None }
        | TokenKind::BlockComment { doc_style: None, terminated: true } => return Ok(None),
        TokenKind::LineComment { doc_style: Some(style) }
        | TokenKind::BlockComment { doc_style: Some(style), terminated: true } => match style {
            DocStyle::Outer => Kind::OuterDoc,
            DocStyle::Inner => Kind::InnerDoc,
        },
        TokenKind::BlockComment { terminated: false, .. } => return Err("unterminated block comment".into()),
        TokenKind::Ident | TokenKind::RawIdent => Kind::Ident,
        TokenKind::Lifetime { starts_with_number: false } | TokenKind::RawLifetime => Kind::Lifetime,
        TokenKind::Literal { kind, .. } => literal(kind)?,
        TokenKind::OpenParen | TokenKind::OpenBrace | TokenKind::OpenBracket => Kind::Open,
        TokenKind::CloseParen | TokenKind::CloseBrace | TokenKind::CloseBracket => Kind::Close,
        TokenKind::InvalidIdent
        | TokenKind::UnknownPrefix
        | TokenKind::UnknownPrefixLifetime
        | TokenKind::Lifetime { starts_with_number: true }
        | TokenKind::Frontmatter { .. }
        | TokenKind::Unknown => return Err(format!("`{}` starts no token", text.escape_debug())),
        _ => Kind::Punct,
    }))
}

fn literal(kind: LiteralKind) -> Result<Kind, String> {
    match kind {
        LiteralKind::Int { empty_int: false, .. } | LiteralKind::Float { empty_exponent: false, .. } => {
            Ok(Kind::Number)
        }
        LiteralKind::Int { .. } | LiteralKind::Float { .. } => Err("a number without digits".into()),
        LiteralKind::Char { terminated: true } | LiteralKind::Byte { terminated: true } => Ok(Kind::Char),
        LiteralKind::Str { terminated: true }
        | LiteralKind::ByteStr { terminated: true }
        | LiteralKind::CStr { terminated: true }
        | LiteralKind::RawStr { n_hashes: Some(_) }
        | LiteralKind::RawByteStr { n_hashes: Some(_) }
        | LiteralKind::RawCStr { n_hashes: Some(_) } => Ok(Kind::Str),
        _ => Err("unterminated literal".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What begins, ends or continues a token.
    const PIECES: [&str; 24] = [
        "r#\"", "\"", "'", "'a", "b'", "/*", "*/", "//", "\n", "#", "##", "#\"", "{", "}", "1e", "0x", "..=",
        "<<=", "c\"", "r#fn", "\u{e9}", "\u{202e}", "\\", "k#x",
    ];

    #[test]
    fn a_mutated_source_is_lexed_whole_or_refused() {
        let sound = include_str!("lex.rs");
        let lines: Vec<&str> = sound.split_inclusive('\n').collect();
        // Knuth's generator; its high bits are good enough.
        let mut state = 1u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        let mut refused = 0;
        for _ in 0..2_000 {
            let mut text = String::new();
            for _ in 0..1 + below(6) {
                let line = lines[below(lines.len())];
                let cut = below(line.len() + 1);
                text += line.get(..cut).unwrap_or(line);
                text += PIECES[below(PIECES.len())];
                text += line.get(cut..).unwrap_or("");
            }
            match lex(&text, 0) {
                Ok(lexed) => {
                    let tokens = lexed.tokens.iter().flat_map(|token| [&*token.trivia, &*token.text]);
                    assert_eq!(tokens.chain([&*lexed.tail]).collect::<String>(), text);
                }
                Err(error) => {
                    assert!(error.offset <= text.len() && !error.message.is_empty(), "{error:?}");
                    refused += 1;
                }
            }
        }
        assert!((200..1_800).contains(&refused), "{refused} refused");
    }
}
