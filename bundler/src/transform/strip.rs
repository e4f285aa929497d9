//! Removes docs, and attributes that only lints and tools read.

use std::collections::BTreeSet;

use crate::read::attribute::{call, is_macro, split_commas, Attribute};
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

/// Groups of lints that hold those by which unused code is found.
const LINT_GROUPS: [&str; 2] = ["unused", "warnings"];

/// Removes lint levels that could fail the bundle; every level needs this.
pub(crate) fn lint_levels(tokens: &[Token]) -> Vec<Token> {
    changed(tokens, &|content| match &*content[0].text {
        "warn" | "deny" | "forbid" => Change::Remove,
        "expect" => Change::Replace(renamed(content, "allow")),
        _ => Change::Keep,
    })
}

/// Removes docs and idle attributes.
pub(crate) fn docs(tokens: &[Token]) -> Vec<Token> {
    let read = docs_that_macros_read(tokens);
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let attribute = Attribute::at(tokens, at);
        let end = attribute.as_ref().map_or(at + 1, |attribute| attribute.end);
        match attribute {
            _ if read[at] => out.extend_from_slice(&tokens[at..end]),
            Some(attribute) if attribute.opening[0].trivia.contains("bundler:") => {
                out.extend_from_slice(&tokens[at..end]);
            }
            Some(attribute) => push_changed(&mut out, &attribute, &without_idle),
            None if tokens[at].is_doc() => {}
            None => out.push(tokens[at].clone()),
        }
        at = end;
    }
    out
}

/// The lints and groups of lints that [`docs`] takes out of the `allow` attributes of `tokens`, but that may
/// say something about what stays.
pub(crate) fn lint_groups(tokens: &[Token]) -> BTreeSet<String> {
    let inside_allow = (0..tokens.len()).filter_map(|at| {
        let attribute = Attribute::at(tokens, at)?;
        let allows = attribute.content.iter().any(|token| token.is("allow"));
        allows.then(|| attribute.content.to_vec())
    });
    let names = inside_allow.flatten().map(|token| token.text.to_string());
    names.filter(|name| LINT_GROUPS.contains(&name.as_str())).collect()
}

/// The change of an attribute.
enum Change {
    Keep,
    Remove,
    /// Replaced by this text between its brackets.
    Replace(Vec<Token>),
}

fn changed(tokens: &[Token], change: &dyn Fn(&[Token]) -> Change) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match Attribute::at(tokens, at) {
            Some(attribute) => {
                push_changed(&mut out, &attribute, change);
                at = attribute.end;
            }
            None => {
                out.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// Writes `attribute` as `change` says about it, or about each attribute in a `cfg_attr`.
fn push_changed(out: &mut Vec<Token>, attribute: &Attribute, change: &dyn Fn(&[Token]) -> Change) {
    let parts = attribute.arguments.filter(|_| attribute.name == "cfg_attr").map(split_commas);
    let content = match parts.as_deref() {
        Some([predicate, attributes @ ..]) => {
            let kept: Vec<Vec<Token>> = attributes.iter().filter_map(|one| apply(one, change)).collect();
            if kept.is_empty() {
                return;
            }
            let mut parts = vec![predicate.to_vec()];
            parts.extend(kept);
            let comma = Token::new(Kind::Punct, ",", attribute.opening[0].origin);
            call(&attribute.content[0], &attribute.content[1], parts.join(&comma))
        }
        _ => match apply(attribute.content, change) {
            Some(content) => content,
            None => return,
        },
    };
    out.extend_from_slice(attribute.opening);
    out.extend(content);
    out.push(Token::new(Kind::Close, "]", attribute.opening[0].origin));
}

fn apply(content: &[Token], change: &dyn Fn(&[Token]) -> Change) -> Option<Vec<Token>> {
    match change(content) {
        Change::Keep => Some(content.to_vec()),
        Change::Remove => None,
        Change::Replace(content) => Some(content),
    }
}

fn renamed(content: &[Token], name: &str) -> Vec<Token> {
    let mut content = content.to_vec();
    content[0].text = name.into();
    content
}

fn without_idle(content: &[Token]) -> Change {
    match &*content[0].text {
        // `#[doc = $text]` in a macro's body may be all there is in a repetition.
        "doc" if content.iter().any(|token| token.is("$")) => Change::Keep,
        name if IDLE.contains(&name) => Change::Remove,
        "allow" if content.len() > 2 => still_needed(content),
        _ => Change::Keep,
    }
}

fn still_needed(content: &[Token]) -> Change {
    let parts = split_commas(&content[2..content.len() - 1]);
    let idle = |name: &Token| IDLE_LINTS.iter().chain(&LINT_GROUPS).any(|idle| name.is(idle));
    let needed: Vec<&[Token]> =
        parts.iter().filter(|part| !part.first().is_some_and(idle)).copied().collect();
    if needed.is_empty() {
        Change::Remove
    } else {
        let comma = Token::new(Kind::Punct, ",", content[0].origin);
        Change::Replace(call(&content[0], &content[1], needed.join(&comma)))
    }
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
