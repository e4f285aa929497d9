//! Removes docs, and attributes that only lints and tools read.

use std::collections::BTreeSet;

use crate::edit::Edits;
use crate::read::attribute::{attributes, call, split_commas, Attribute};
use crate::read::macros::inside_macros_whose;
use crate::token::Token;

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
    let level = |content: &[Token]| match &*content[0].text {
        "warn" | "deny" | "forbid" => None,
        "expect" => Some([&[Token { text: "allow".into(), ..content[0].clone() }], &content[1..]].concat()),
        _ => Some(content.to_vec()),
    };
    let mut edits = Edits::default();
    attributes(tokens).for_each(|(at, one)| edits.replace(at..one.end, changed(&one, &level)));
    edits.apply(tokens)
}

/// Removes docs and idle attributes.
pub(crate) fn docs(tokens: &[Token]) -> Vec<Token> {
    // Docs may be data of macros that have `doc` in their rules.
    let is_data = inside_macros_whose(tokens, |rules| rules.iter().any(|token| token.is("doc")));
    let mut edits = Edits::default();
    for at in (0..tokens.len()).filter(|&at| !is_data[at]) {
        match Attribute::at(tokens, at) {
            Some(one) if one.opening[0].trivia.contains("bundler:") => {}
            Some(one) => edits.replace(at..one.end, changed(&one, &without_idle)),
            None if tokens[at].is_doc() => edits.remove(at..at + 1),
            None => {}
        }
    }
    edits.apply(tokens)
}

/// The lints and groups of lints that [`docs`] takes out of the `allow` attributes of `tokens`, but that may
/// say something about what stays.
pub(crate) fn lint_groups(tokens: &[Token]) -> BTreeSet<String> {
    let allowing = attributes(tokens).filter(|(_, one)| one.content.iter().any(|token| token.is("allow")));
    let names = allowing.flat_map(|(_, one)| one.content).map(|token| token.text.to_string());
    names.filter(|name| LINT_GROUPS.contains(&name.as_str())).collect()
}

/// `attribute` with what `change` leaves of its content, or of each attribute in a `cfg_attr`; nothing if it
/// leaves nothing.
fn changed(attribute: &Attribute, change: &dyn Fn(&[Token]) -> Option<Vec<Token>>) -> Vec<Token> {
    let parts = attribute.arguments.filter(|_| attribute.name == "cfg_attr").map(split_commas);
    let content = match parts.as_deref() {
        Some([predicate, attributes @ ..]) => {
            let kept: Vec<Vec<Token>> = attributes.iter().filter_map(|one| change(one)).collect();
            let parts = [vec![predicate.to_vec()], kept].concat();
            (parts.len() > 1).then(|| call("cfg_attr", &parts, attribute.opening[0].origin))
        }
        _ => change(attribute.content),
    };
    content.map_or_else(Vec::new, |content| attribute.with(content))
}

fn without_idle(content: &[Token]) -> Option<Vec<Token>> {
    match &*content[0].text {
        // `#[doc = $text]` in a macro's body may be all there is in a repetition.
        "doc" if content.iter().any(|token| token.is("$")) => Some(content.to_vec()),
        name if IDLE.contains(&name) => None,
        "allow" if content.len() > 2 => {
            let idle = |name: &Token| IDLE_LINTS.iter().chain(&LINT_GROUPS).any(|idle| name.is(idle));
            let mut parts = split_commas(&content[2..content.len() - 1]);
            parts.retain(|part| !part.first().is_some_and(idle));
            let needed: Vec<Vec<Token>> = parts.into_iter().map(<[Token]>::to_vec).collect();
            (!needed.is_empty()).then(|| call("allow", &needed, content[0].origin))
        }
        _ => Some(content.to_vec()),
    }
}
