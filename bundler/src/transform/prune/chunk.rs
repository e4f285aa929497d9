//! Items inside macros, where no parser says where they start and end.

use std::ops::Range;

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
    let keywords = ["fn", "const", "static", "struct", "enum", "type", "trait", "mod"];
    let is_item = tokens[start..name].iter().any(|token| keywords.iter().any(|keyword| token.is(keyword)));
    let end = end(tokens, name)?;
    is_item.then_some(start..end)
}

/// The rule of a `macro_rules!` whose pattern opens at `open`, its semicolon included.
pub(super) fn macro_rule(tokens: &[Token], open: usize) -> Option<Range<usize>> {
    if tokens[open].kind != Kind::Open {
        return None;
    }
    let arrow = closing(tokens, open) + 1;
    let body = arrow + 1;
    if !tokens.get(arrow)?.is("=>") || tokens.get(body)?.kind != Kind::Open {
        return None;
    }
    let end = closing(tokens, body) + 1;
    Some(open..end + usize::from(tokens.get(end).is_some_and(|token| token.is(";"))))
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

/// Marks what macros write: the right sides of their rules.
pub(super) fn written_by_macros(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in 0..tokens.len().saturating_sub(3) {
        if !tokens[at].is("macro_rules") || tokens[at + 3].kind != Kind::Open {
            continue;
        }
        let mut open = at + 4;
        while let Some(rule) = tokens.get(open).and_then(|_| macro_rule(tokens, open)) {
            let arrow = closing(tokens, open) + 1;
            marked[arrow + 1..rule.end].fill(true);
            open = rule.end;
        }
    }
    marked
}
