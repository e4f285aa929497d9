//! The pieces of a program that can be removed as a whole, as ranges of tokens.
//!
//! syn finds them; nothing else of its tree is kept. Attributes belong to their piece, and in a list so does
//! the comma that follows.

mod collect;
mod piece;

use proc_macro2::LineColumn;

pub(crate) use piece::{Detail, Piece, PieceKind};

use crate::emit::print::joined;
use crate::error::Result;
use crate::read::source::Sources;
use crate::token::Text;
use crate::token::Token;

/// Finds the pieces of a file's tokens, outer ones before inner ones.
///
/// # Errors
/// syn cannot parse the tokens.
pub(crate) fn pieces(tokens: &[Token], detail: Detail, sources: &Sources) -> Result<Vec<Piece>> {
    let text = joined(tokens);
    let file = syn::parse_file(&text.text).map_err(|error| syntax_error(&error, tokens, &text, sources))?;
    Ok(collect::collect(&file, tokens, &text, detail))
}

/// Whether `tokens` are one expression that needs parentheses nowhere.
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
