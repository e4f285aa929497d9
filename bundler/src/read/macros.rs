//! Macros as far as tokens show them: definitions, calls, and which tokens are inside.

use std::ops::Range;

use crate::token::{closing, is_keyword, Kind, Token};

/// Whether `name!(` (or another delimiter) starts at `at`.
pub(crate) fn is_macro(tokens: &[Token], at: usize, name: &str) -> bool {
    tokens[at].is(name)
        && tokens.get(at + 1).is_some_and(|token| token.is("!"))
        && tokens.get(at + 2).is_some_and(|token| token.kind == Kind::Open)
        && !at.checked_sub(1).is_some_and(|before| tokens[before].is("$"))
}

/// The definitions by `macro_rules!`: the token of each name, and the tokens of the rules.
pub(crate) fn definitions(tokens: &[Token]) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
    let is_definition = |&at: &usize| tokens[at].is("macro_rules") && tokens[at + 3].kind == Kind::Open;
    let starts = (0..tokens.len().saturating_sub(3)).filter(is_definition);
    starts.map(|at| (at + 2, at + 4..closing(tokens, at + 3).max(at + 4)))
}

/// The rule of a definition whose pattern opens at `open`, its semicolon included.
pub(crate) fn rule(tokens: &[Token], open: usize) -> Option<Range<usize>> {
    let opens = |at: usize| tokens.get(at).is_some_and(|token| token.kind == Kind::Open);
    let arrow = opens(open).then(|| closing(tokens, open) + 1)?;
    if !tokens.get(arrow)?.is("=>") || !opens(arrow + 1) {
        return None;
    }
    let end = closing(tokens, arrow + 1) + 1;
    Some(open..end + usize::from(tokens.get(end).is_some_and(|token| token.is(";"))))
}

/// Marks what macros write: the right sides of their rules.
pub(crate) fn written_by_macros(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for (_, rules) in definitions(tokens) {
        let mut open = rules.start;
        while let Some(rule) = rule(tokens, open) {
            marked[closing(tokens, open) + 2..rule.end].fill(true);
            open = rule.end;
        }
    }
    marked
}

/// Marks the tokens inside macro definitions and invocations.
pub(crate) fn inside_macros(tokens: &[Token]) -> Vec<bool> {
    let mut inside = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let named = at > 0 && tokens[at - 1].is_ident() && !is_keyword(&tokens[at - 1].text);
        let bang = named && tokens[at].is("!");
        let open = if bang && tokens.get(at + 1).is_some_and(Token::is_ident) { at + 2 } else { at + 1 };
        if bang && tokens.get(open).is_some_and(|token| token.kind == Kind::Open) {
            let close = closing(tokens, open);
            inside[open + 1..close].fill(true);
            at = close;
        }
        at += 1;
    }
    inside
}

/// Marks the definitions of macros and the arguments of macros defined here: tokens whose use only the rules
/// know.
pub(crate) fn inside_own_macros(tokens: &[Token]) -> Vec<bool> {
    inside_macros_whose(tokens, |_| true)
}

/// Marks the definitions of macros whose rules `counts` accepts, and the arguments of those macros.
pub(crate) fn inside_macros_whose(tokens: &[Token], counts: impl Fn(&[Token]) -> bool) -> Vec<bool> {
    let mut inside = vec![false; tokens.len()];
    let mut own = Vec::new();
    for (name, rules) in definitions(tokens).filter(|(_, rules)| counts(&tokens[rules.clone()])) {
        own.push(&*tokens[name].text);
        inside[rules].fill(true);
    }
    for at in 0..tokens.len() {
        if own.iter().any(|name| is_macro(tokens, at, name)) {
            inside[at + 3..closing(tokens, at + 2)].fill(true);
        }
    }
    inside
}

/// Marks the arguments of `stringify!`, which shows them to the program.
pub(crate) fn stringified(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in (0..tokens.len()).filter(|&at| is_macro(tokens, at, "stringify")) {
        marked[at + 3..closing(tokens, at + 2)].fill(true);
    }
    marked
}

/// Marks the arguments of the macros `shows`, which show them as text; where the body of a macro calls one,
/// those of every macro defined here.
pub(crate) fn shown_as_text(tokens: &[Token], shows: &[&str]) -> Vec<bool> {
    let inside = inside_own_macros(tokens);
    let mut shown = vec![false; tokens.len()];
    for at in (0..tokens.len()).filter(|&at| shows.iter().any(|name| is_macro(tokens, at, name))) {
        if inside[at] {
            shown.iter_mut().zip(&inside).for_each(|(shown, inside)| *shown |= inside);
        }
        shown[at + 3..closing(tokens, at + 2)].fill(true);
    }
    shown
}
