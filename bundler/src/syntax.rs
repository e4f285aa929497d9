//! The pieces of a program that can go as a whole, as ranges of tokens.
//!
//! syn finds them; nothing else of its tree is kept. Attributes belong to their piece, and in a list so does the
//! comma that follows.

mod collect;

use std::ops::Range;

use proc_macro2::LineColumn;

use crate::cfg::Attribute;
use crate::error::Result;
use crate::print::{joined, Text};
use crate::source::Sources;
use crate::token::Token;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// `fn`, anywhere.
    Fn,
    /// `const` or associated const.
    Const,
    /// `static`.
    Static,
    /// `struct` or `union`.
    Struct,
    /// `enum`.
    Enum,
    /// `trait`.
    Trait,
    /// `type` or associated type.
    Type,
    /// `mod`.
    Mod,
    /// `use`.
    Use,
    /// `extern crate`.
    ExternCrate,
    /// `extern "C" { ... }`.
    ExternBlock,
    /// `impl`.
    Impl,
    /// `macro_rules!`.
    MacroRules,
    /// A macro invocation as an item.
    MacroCall,
    /// A named or numbered field of a struct, union or variant.
    Field,
    /// A variant.
    Variant,
    /// A match arm.
    Arm,
    /// A statement that is no item.
    Statement,
    /// Something else in a list: an argument, an array element, a parameter, a field's value or pattern.
    Element,
    /// An item that syn does not know.
    Other,
}

/// One piece.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its tokens.
    pub range: Range<usize>,
    /// Its first token after the outer attributes.
    pub head: usize,
    /// Its name's token.
    pub name: Option<usize>,
    /// The piece around it, by index.
    pub parent: Option<usize>,
    /// For an `impl`: the last name of the trait's path.
    pub of_trait: Option<usize>,
    /// For an `impl`: the last name of the type's path.
    pub of_type: Option<usize>,
}

impl Piece {
    /// The outer attributes among `tokens`, with the index at which each starts. Doc comments are left out.
    pub(crate) fn attributes<'a>(&self, tokens: &'a [Token]) -> Vec<(usize, Attribute<'a>)> {
        let mut found = Vec::new();
        let mut at = self.range.start;
        while at < self.head {
            match Attribute::at(&tokens[..self.head], at) {
                Some(attribute) => {
                    let end = attribute.end;
                    found.push((at, attribute));
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }
}

/// How much [`pieces`] looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Items, members, fields and variants.
    Items,
    /// Statements, arms and list elements too.
    Everything,
}

/// Finds the pieces of a file's tokens, outer ones before inner ones.
///
/// # Errors
/// The tokens are no Rust that syn knows.
pub(crate) fn pieces(tokens: &[Token], detail: Detail, sources: &Sources) -> Result<Vec<Piece>> {
    let text = joined(tokens);
    let file = syn::parse_file(&text.text).map_err(|error| syntax_error(&error, tokens, &text, sources))?;
    Ok(collect::collect(&file, tokens, &text, detail))
}

/// Whether `tokens` are one expression that needs no parentheses wherever it stands.
///
/// # Errors
/// The tokens are no expression.
pub(crate) fn is_closed_expression(tokens: &[Token], sources: &Sources) -> Result<bool> {
    let text = joined(tokens);
    let expression = syn::parse_str::<syn::Expr>(&text.text)
        .map_err(|error| syntax_error(&error, tokens, &text, sources))?;
    Ok(matches!(
        expression,
        syn::Expr::Array(_)
            | syn::Expr::Call(_)
            | syn::Expr::Lit(_)
            | syn::Expr::Macro(_)
            | syn::Expr::Paren(_)
            | syn::Expr::Path(_)
            | syn::Expr::Repeat(_)
            | syn::Expr::Tuple(_)
    ))
}

fn syntax_error(error: &syn::Error, tokens: &[Token], text: &Text, sources: &Sources) -> crate::error::Error {
    let index = text.at(byte_offset(&text.text, error.span().start()));
    let origin = tokens.get(index).or(tokens.last()).and_then(|token| token.origin);
    sources.error(origin, error.to_string())
}

fn byte_offset(text: &str, place: LineColumn) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(place.line.saturating_sub(1)).map(str::len).sum();
    let line = &text[line_start.min(text.len())..];
    line_start + line.char_indices().nth(place.column).map_or(line.len(), |(at, _)| at)
}
