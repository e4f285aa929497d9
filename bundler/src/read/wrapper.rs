//! Macros that put attributes before items and do nothing else (`cfg_rt! { .. }`): the items take the place
//! of their calls, so that each can be removed on its own.

use std::collections::HashMap;

use crate::error::Result;
use crate::read::attribute::{attributes, Attribute};
use crate::read::cfg::{end_of_attributes, items_with, Cfg};
use crate::read::macros::{definitions, is_macro};
use crate::read::source::Sources;
use crate::token::{closing, Kind, Token};

/// A macro of the form `($($item:item)*) => { $(#[..] $item)* }`, whose pattern may start with
/// `#![$meta:meta]`.
struct Wrapper<'a> {
    /// The variable of that attribute.
    meta: Option<&'a str>,
    /// The attributes before each item; none if the macro drops the items.
    attributes: Option<&'a [Token]>,
}

/// Replaces the calls of such macros that one crate defines. Calls by a path, with attributes or in the
/// arguments of other macros stay.
///
/// # Errors
/// A malformed cfg predicate.
pub(crate) fn open_calls(tokens: &[Token], cfg: &Cfg, sources: &Sources) -> Result<Vec<Token>> {
    let wrappers = wrappers(tokens);
    if wrappers.is_empty() {
        return Ok(tokens.to_vec());
    }
    let mut opener = Opener { wrappers, cfg, sources, comments: String::new(), out: Vec::new() };
    opener.walk(tokens)?;
    Ok(opener.out)
}

struct Opener<'a> {
    wrappers: HashMap<&'a str, Wrapper<'a>>,
    cfg: &'a Cfg,
    sources: &'a Sources,
    /// Comments in front of tokens that went, for the next one.
    comments: String,
    out: Vec<Token>,
}

impl Opener<'_> {
    fn walk(&mut self, tokens: &[Token]) -> Result<()> {
        let mut at = 0;
        while at < tokens.len() {
            let is_definition = is_definition(&tokens[at..]);
            let open = at + 2 + usize::from(is_definition);
            let is_call = tokens[at].is_ident() && is_macro(tokens, at, &tokens[at].text);
            if !is_definition && !is_call {
                self.push(&tokens[at]);
                at += 1;
                continue;
            }
            let end = (closing(tokens, open) + 1).min(tokens.len());
            let is_wrapper = is_call && self.wrappers.contains_key(&*tokens[at].text);
            let is_bare = is_wrapper && starts_item(&tokens[..at]);
            let items = if is_bare { self.items(&tokens[at..end]).transpose()? } else { None };
            if let Some(items) = items {
                self.comments.push_str(&tokens[at].trivia);
                self.walk(&items)?;
                self.comments.push_str(&tokens[end - 1].trivia);
                at = end + usize::from(tokens.get(end).is_some_and(|next| next.is(";")));
                continue;
            }
            tokens[at..end].iter().for_each(|token| self.push(token));
            at = end;
        }
        Ok(())
    }

    fn push(&mut self, token: &Token) {
        let mut token = token.clone();
        let comments = std::mem::take(&mut self.comments);
        if !comments.trim().is_empty() {
            token.trivia = format!("{}{}", comments.trim_end(), token.trivia).into();
        }
        self.out.push(token);
    }

    /// What a call stands for; none if it stays.
    fn items(&self, call: &[Token]) -> Option<Result<Vec<Token>>> {
        let wrapper = self.wrappers.get(&*call[0].text)?;
        let mut body = &call[3..call.len() - 1];
        let mut meta: &[Token] = &[];
        if wrapper.meta.is_some() {
            let attribute = Attribute::at(body, 0).filter(Attribute::is_inner)?;
            (meta, body) = (attribute.content, &body[attribute.end..]);
        }
        let Some(template) = wrapper.attributes else { return Some(Ok(Vec::new())) };
        let mut written = Vec::new();
        for (at, token) in template.iter().enumerate() {
            if token.is("$") {
                written.extend_from_slice(meta);
            } else if at == 0 || !template[at - 1].is("$") {
                written.push(token.clone());
            }
        }
        let resolved = match self.cfg.resolve(&written, self.sources) {
            Ok(resolved) => resolved,
            Err(error) => return Some(Err(error)),
        };
        if attributes(&resolved).any(|(_, attribute)| attribute.is_off()) {
            return Some(Ok(Vec::new()));
        }
        items_with(&resolved, body, self.sources).map(Ok)
    }
}

/// The wrappers among the macros of a crate, by name; of a name with several definitions all must be alike.
fn wrappers(tokens: &[Token]) -> HashMap<&str, Wrapper<'_>> {
    let mut rules: HashMap<&str, Option<&[Token]>> = HashMap::new();
    for (name, own) in definitions(tokens).map(|(name, own)| (name, &tokens[own])) {
        let others = rules.entry(&*tokens[name].text).or_insert(Some(own));
        *others = others.filter(|others| texts(others) == texts(own));
    }
    rules.into_iter().filter_map(|(name, rules)| Some((name, wrapper(rules?)?))).collect()
}

/// The wrapper that the rules of a macro make.
fn wrapper(rules: &[Token]) -> Option<Wrapper<'_>> {
    let arrow = closing(rules, 0) + 1;
    let body = arrow + 1;
    let end = rules.get(body).map(|_| closing(rules, body))?;
    if !matches!(texts(rules.get(end + 1..)?)[..], [] | [";"]) {
        return None;
    }
    let (meta, item) = match texts(&rules[1..arrow - 1])[..] {
        ["$", "(", "$", item, ":", "item", ")", "*"] => (None, item),
        ["#", "!", "[", "$", meta, ":", "meta", "]", "$", "(", "$", item, ":", "item", ")", "*"] => {
            (Some(meta), item)
        }
        _ => return None,
    };
    let body = &rules[body + 1..end];
    let attributes = match texts(body)[..] {
        [] => None,
        ["$", "(", .., "$", last, ")", "*"] if last == item => Some(&body[2..body.len() - 4]),
        _ => return None,
    };
    let all = |template: &[Token]| end_of_attributes(template) == template.len();
    attributes.is_none_or(all).then_some(Wrapper { meta, attributes })
}

/// Whether an item without attributes may start after `before`.
fn starts_item(before: &[Token]) -> bool {
    let Some(last) = before.last() else { return true };
    let ends_there = |at: &usize| Attribute::at(before, *at).is_some_and(|one| one.end == before.len());
    let attribute = || (0..before.len()).rev().find(ends_there).and_then(|at| Attribute::at(before, at));
    last.kind == Kind::InnerDoc
        || ["{", "}", ";"].iter().any(|mark| last.is(mark))
        || last.is("]") && attribute().is_some_and(|attribute| attribute.is_inner())
}

fn is_definition(tokens: &[Token]) -> bool {
    matches!(tokens, [keyword, bang, _, _, ..] if keyword.is("macro_rules") && bang.is("!"))
}

fn texts(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| &*token.text).collect()
}
