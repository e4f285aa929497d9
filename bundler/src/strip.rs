//! What no compiler needs: docs, and attributes that only speak to lints and tools.

use crate::cfg::{is_macro, split_commas, Attribute};
use crate::token::{closing, is_keyword, Kind, Token};

/// Attributes of tools, docs and lints that go from level 1 on.
const IDLE: [&str; 10] =
    ["clippy", "rustfmt", "rustdoc", "doc", "must_use", "deprecated", "diagnostic", "warn", "deny", "forbid"];

/// Lints that plain rustc does not run, or that nothing in a finished bundle sets off.
const IDLE_LINTS: [&str; 11] = [
    "clippy",
    "rustdoc",
    "missing_docs",
    "unreachable_pub",
    "missing_debug_implementations",
    "missing_copy_implementations",
    "dead_code",
    "unused_imports",
    "unused_macros",
    "unused_qualifications",
    "unexpected_cfgs",
];

/// Takes lint levels that could fail the bundle away; every level needs this.
pub(crate) fn lint_levels(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let Some(attribute) = Attribute::at(tokens, at) else {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        };
        let change = match attribute.name {
            "warn" | "deny" | "forbid" => Change::Remove,
            "expect" => Change::Replace("allow", attribute.arguments.unwrap_or_default().to_vec()),
            _ => Change::Keep,
        };
        push_changed(&mut out, &attribute, change);
        at = attribute.end;
    }
    out
}

/// Takes docs and idle attributes away.
pub(crate) fn docs(tokens: &[Token]) -> Vec<Token> {
    let read = docs_that_macros_read(tokens);
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let attribute = Attribute::at(tokens, at);
        let end = attribute.as_ref().map_or(at + 1, |attribute| attribute.end);
        match attribute {
            _ if read[at] => out.extend_from_slice(&tokens[at..end]),
            Some(attribute) => push_changed(&mut out, &attribute, without_idle(&attribute)),
            None if tokens[at].is_doc() => {}
            None => out.push(tokens[at].clone()),
        }
        at = end;
    }
    out
}

fn without_idle(attribute: &Attribute) -> Change {
    let marked = attribute.opening[0].trivia.contains("bundler:");
    match attribute.name {
        // `#[doc = $text]` in a macro's body may be all there is in a repetition.
        "doc" if attribute.content.iter().any(|token| token.is("$")) => Change::Keep,
        name if IDLE.contains(&name) => Change::Remove,
        "allow" if !marked => still_needed(attribute),
        _ => Change::Keep,
    }
}

enum Change {
    Keep,
    Remove,
    Replace(&'static str, Vec<Token>),
}

fn still_needed(attribute: &Attribute) -> Change {
    let parts = split_commas(attribute.arguments.unwrap_or_default());
    let needed: Vec<&[Token]> = parts
        .iter()
        .filter(|part| !part.first().is_some_and(|name| IDLE_LINTS.contains(&&*name.text)))
        .copied()
        .collect();
    if needed.is_empty() {
        Change::Remove
    } else if needed.len() == parts.len() {
        Change::Keep
    } else {
        Change::Replace("allow", needed.join(&Token::new(Kind::Punct, ",", attribute.opening[0].origin)))
    }
}

/// Writes `attribute` as `change` says.
fn push_changed(out: &mut Vec<Token>, attribute: &Attribute, change: Change) {
    let origin = attribute.opening[0].origin;
    match change {
        Change::Keep => {
            out.extend_from_slice(attribute.opening);
            out.extend_from_slice(attribute.content);
        }
        Change::Remove => return,
        Change::Replace(name, arguments) => {
            out.extend_from_slice(attribute.opening);
            out.push(Token::new(Kind::Ident, name, origin));
            out.push(Token::new(Kind::Open, "(", origin));
            out.extend(arguments);
            out.push(Token::new(Kind::Close, ")", origin));
        }
    }
    out.push(Token::new(Kind::Close, "]", origin));
}

/// Marks the definitions and invocations of macros that have `doc` in their rules: docs may be data there.
fn docs_that_macros_read(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    let mut readers = Vec::new();
    for at in 0..tokens.len().saturating_sub(3) {
        if tokens[at].is("macro_rules") && tokens[at + 3].kind == Kind::Open {
            let end = closing(tokens, at + 3);
            if tokens[at + 3..end].iter().any(|token| token.is("doc")) {
                readers.push(tokens[at + 2].text.clone());
                marked[at + 3..end].fill(true);
            }
        }
    }
    for at in 0..tokens.len() {
        if readers.iter().any(|name| is_macro(tokens, at, name)) {
            marked[at + 3..closing(tokens, at + 2)].fill(true);
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
    let mut inside = vec![false; tokens.len()];
    let mut own = Vec::new();
    for at in 0..tokens.len().saturating_sub(3) {
        if tokens[at].is("macro_rules") && tokens[at + 3].kind == Kind::Open {
            own.push(&tokens[at + 2]);
            inside[at + 4..closing(tokens, at + 3)].fill(true);
        }
    }
    for at in 0..tokens.len() {
        if own.iter().any(|name| is_macro(tokens, at, &name.text)) {
            inside[at + 3..closing(tokens, at + 2)].fill(true);
        }
    }
    inside
}
