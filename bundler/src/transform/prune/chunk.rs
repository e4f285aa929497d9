//! Items inside macros, where no parser says where they start and end.

use std::ops::Range;

use crate::read::macros::written_by_macros;
use crate::token::{closing, partners, Kind, Token};

/// The tokens of the item named at `name`, guessed from its keyword, `;` and braces.
pub(super) fn around(tokens: &[Token], name: usize) -> Option<Range<usize>> {
    let partner = partners(tokens);
    let mut start = name;
    while start > 0 {
        let before = &tokens[start - 1];
        let group_ends_item = before.is("}");
        if before.is(";") || before.is("=>") || before.kind == Kind::Open || group_ends_item {
            break;
        }
        start = if before.kind == Kind::Close { partner[start - 1] } else { start - 1 };
    }
    let keywords = ["fn", "const", "static", "struct", "enum", "type", "trait", "mod", "impl"];
    let is_item = tokens[start..=name].iter().any(|token| keywords.iter().any(|keyword| token.is(keyword)));
    let end = end(tokens, name)?;
    is_item.then_some(start..end)
}

/// The impl of a trait around the token `at` of a macro's body, with the keyword `impl`.
pub(super) fn impl_around(tokens: &[Token], at: usize) -> Option<(usize, Range<usize>)> {
    let partner = partners(tokens);
    let mut inner = at;
    loop {
        let is_impl = |range: &Range<usize>| {
            let header = || range.clone().take_while(|&at| !tokens[at].is("{"));
            let keyword = header().find(|&at| tokens[at].is("impl"))?;
            header().any(|at| tokens[at].is("for")).then_some(keyword)
        };
        if let Some((keyword, range)) =
            around(tokens, inner).and_then(|range| Some((is_impl(&range)?, range)))
        {
            return Some((keyword, range));
        }
        inner = (0..inner).rev().find(|&open| tokens[open].kind == Kind::Open && partner[open] > inner)?;
    }
}

/// The impls of traits that macros write, with the keyword `impl` of each.
pub(super) fn impls_in_macros(tokens: &[Token]) -> Vec<(usize, Range<usize>)> {
    let written = written_by_macros(tokens);
    let keywords = (0..tokens.len()).filter(|&at| written[at] && tokens[at].is("impl"));
    keywords.filter_map(|at| impl_around(tokens, at).filter(|(keyword, _)| *keyword == at)).collect()
}

/// The trait of the impl that starts at `at` in a macro, or the type of an inherent one; none if the macro's
/// arguments decide.
pub(super) fn owner_of_impl(tokens: &[Token], at: usize) -> Option<&str> {
    let mut depth = 0usize;
    let mut owner = None;
    for token in &tokens[at + 1..] {
        match &*token.text {
            "<" => depth += 1,
            ">" | ">>" => depth = depth.saturating_sub(token.text.len()),
            "for" | "{" | "where" if depth == 0 => return owner,
            "$" if depth == 0 => return None,
            _ if depth == 0 && token.is_ident() => owner = Some(plain(token)),
            _ => {}
        }
    }
    None
}

/// The text of a token, raw or not.
pub(super) fn plain(token: &Token) -> &str {
    token.text.strip_prefix("r#").unwrap_or(&token.text)
}

fn end(tokens: &[Token], mut at: usize) -> Option<usize> {
    while at < tokens.len() {
        let token = &tokens[at];
        if token.is(";") {
            return Some(at + 1);
        }
        if token.is("{") {
            return Some(closing(tokens, at) + 1);
        }
        match token.kind {
            Kind::Close => return None,
            Kind::Open => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
    None
}
