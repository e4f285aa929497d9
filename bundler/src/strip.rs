//! What no compiler needs: docs, and attributes that only speak to lints and tools.

use crate::cfg::{split_commas, Attribute};
use crate::token::{closing, is_keyword, partners, Kind, Token};

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
pub fn lint_levels(tokens: &[Token]) -> Vec<Token> {
    attributes(tokens, |attribute| match attribute.name {
        "warn" | "deny" | "forbid" => Change::Remove,
        "expect" => Change::Replace("allow", attribute.arguments.unwrap_or_default().to_vec()),
        _ => Change::Keep,
    })
}

/// Takes docs and idle attributes away.
pub fn docs(tokens: &[Token]) -> Vec<Token> {
    let takes_docs = macros_take_docs(tokens);
    let in_macro = inside_macros(tokens);
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for (token, in_macro) in tokens.iter().zip(in_macro) {
        if !token.is_doc() || (takes_docs && in_macro) {
            kept.push(token.clone());
        }
    }
    attributes(&kept, |attribute| {
        let marked = attribute.opening[0].trivia.contains("bundler:");
        match attribute.name {
            // `#[doc = $text]` in a macro's body may be all there is in a repetition.
            "doc" if takes_docs || attribute.content.iter().any(|token| token.is("$")) => Change::Keep,
            name if IDLE.contains(&name) => Change::Remove,
            "allow" if !marked => still_needed(attribute),
            _ => Change::Keep,
        }
    })
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

fn attributes(tokens: &[Token], change: impl Fn(&Attribute) -> Change) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let Some(attribute) = Attribute::at(tokens, at) else {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        };
        let origin = tokens[at].origin;
        match change(&attribute) {
            Change::Keep => out.extend_from_slice(&tokens[at..attribute.end]),
            Change::Remove => {}
            Change::Replace(name, arguments) => {
                out.extend_from_slice(attribute.opening);
                out.push(Token::new(Kind::Ident, name, origin));
                out.push(Token::new(Kind::Open, "(", origin));
                out.extend(arguments);
                out.push(Token::new(Kind::Close, ")", origin));
                out.push(Token::new(Kind::Close, "]", origin));
            }
        }
        at = attribute.end;
    }
    out
}

/// Whether some macro of the program matches or writes `doc` by name, so that docs in its arguments may matter.
fn macros_take_docs(tokens: &[Token]) -> bool {
    let partner = partners(tokens);
    (0..tokens.len()).any(|at| {
        let body =
            tokens[at].is("macro_rules") && tokens.get(at + 3).is_some_and(|open| open.kind == Kind::Open);
        body && tokens[at + 3..partner[at + 3]].iter().any(|token| token.is("doc"))
    })
}

/// Marks the tokens inside macro definitions and invocations.
pub fn inside_macros(tokens: &[Token]) -> Vec<bool> {
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
