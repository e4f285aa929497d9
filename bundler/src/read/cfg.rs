//! `#[cfg]`, `#[cfg_attr]` and `cfg!`: known conditions are resolved, those that depend on the site are kept.
//!
//! Known: features, `test` and every name that plain rustc never sets. Kept: `debug_assertions` and the like
//! (the site may compile in either mode) and, unless asked otherwise, everything about the target, except
//! that no site compiles to WebAssembly.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::read::attribute::{call, is_macro, split_commas, Attribute};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail};
use crate::token::{closing, Kind, Origin, Token};

/// The known part of a crate's configuration.
#[derive(Debug, Default)]
pub(crate) struct Cfg {
    /// Features that are on.
    pub features: Vec<String>,
    /// The known part of the target's configuration.
    pub target: Target,
}

/// The known part of the target's configuration.
#[derive(Debug, Default)]
pub(crate) enum Target {
    /// Nothing but that it is not WebAssembly: its cfgs are kept.
    #[default]
    Open,
    /// It is the judge's machine, x86-64 Linux, with unknown instructions beyond SSE2.
    Site,
    /// Exactly these cfgs are set, as rustc prints them (`unix`, `target_arch="x86_64"`).
    Exactly(BTreeSet<String>),
}

/// A predicate as far as it can be evaluated.
enum Value {
    Known(bool),
    /// Only the site's compiler knows; the simplified predicate.
    Open(Vec<Token>),
}

impl Cfg {
    /// Resolves every cfg attribute and `cfg!` of `tokens`: true ones vanish, false ones become
    /// `#[cfg(any())]` for [`is_off`], open ones are simplified.
    ///
    /// # Errors
    /// A malformed predicate.
    pub(crate) fn resolve(&self, tokens: &[Token], sources: &Sources) -> Result<Vec<Token>> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let attribute = Attribute::at(tokens, at);
            match &attribute {
                Some(attribute) if attribute.name == "cfg" && attribute.arguments.is_some() => {
                    let pred = attribute.arguments.unwrap_or_default();
                    match self.value(pred, tokens[at].origin, sources)? {
                        Value::Known(true) => {}
                        value => push_attribute(
                            &mut out,
                            attribute.opening,
                            "cfg",
                            value.tokens(tokens[at].origin),
                        ),
                    }
                    at = attribute.end;
                }
                // Without a test harness a test is no part of the program.
                Some(attribute)
                    if matches!(attribute.name, "test" | "bench") && attribute.content.len() == 1 =>
                {
                    let never = Value::Known(false).tokens(tokens[at].origin);
                    push_attribute(&mut out, attribute.opening, "cfg", never);
                    at = attribute.end;
                }
                Some(attribute) if attribute.name == "cfg_attr" && attribute.arguments.is_some() => {
                    self.push_cfg_attr(&mut out, attribute, sources)?;
                    at = attribute.end;
                }
                Some(attribute) if is_predicate(attribute) => {
                    let origin = tokens[at].origin;
                    let content = match self.value(attribute.content, origin, sources) {
                        Ok(value) => value.tokens(origin),
                        // Whatever else a macro reads there.
                        Err(_) => attribute.content.to_vec(),
                    };
                    out.extend_from_slice(attribute.opening);
                    out.extend(content);
                    out.push(Token::new(Kind::Close, "]", origin));
                    at = attribute.end;
                }
                _ if is_macro(tokens, at, "cfg_if") => {
                    let first = start_of_call(&out);
                    match self.chosen(tokens, at, &out[first..], sources)? {
                        Some(chosen) => {
                            out.truncate(first);
                            out.extend(chosen);
                            at = closing(tokens, at + 2) + 1;
                        }
                        None => {
                            out.push(tokens[at].clone());
                            at += 1;
                        }
                    }
                }
                _ if is_macro(tokens, at, "cfg") => {
                    let end = closing(tokens, at + 2);
                    match self.value(&tokens[at + 3..end], tokens[at].origin, sources)? {
                        Value::Known(known) => {
                            let mut token = tokens[at].clone();
                            token.text = known.to_string().into();
                            out.push(token);
                        }
                        Value::Open(pred) => {
                            out.extend_from_slice(&tokens[at..at + 3]);
                            out.extend(pred);
                            out.push(tokens[end].clone());
                        }
                    }
                    at = end + 1;
                }
                _ => {
                    out.push(tokens[at].clone());
                    at += 1;
                }
            }
        }
        Ok(out)
    }

    /// What `cfg_if! { if #[cfg(..)] { .. } else { .. } }` at `at` stands for, a macro that is known by its
    /// name: each item, under the condition of its branch if that is open, and with the attributes of the
    /// call, with which `before` starts. None if it has another form.
    fn chosen(
        &self,
        tokens: &[Token],
        at: usize,
        before: &[Token],
        sources: &Sources,
    ) -> Result<Option<Vec<Token>>> {
        let Some(branches) = branches(tokens, at + 2) else { return Ok(None) };
        let origin = tokens[at].origin;
        let of = |name: &str, parts: &[Vec<Token>]| {
            let name = Token::new(Kind::Ident, name, origin);
            let comma = Token::new(Kind::Punct, ",", origin);
            call(&name, &Token::new(Kind::Open, "(", origin), parts.join(&comma))
        };
        let mut out = Vec::new();
        // The open conditions of the branches so far.
        let mut others: Vec<Vec<Token>> = Vec::new();
        for (pred, body) in branches {
            let own = if pred.is_empty() { Value::Known(true) } else { self.value(pred, origin, sources)? };
            let is_last = matches!(own, Value::Known(true));
            if matches!(own, Value::Known(false)) {
                continue;
            }
            let own = own.tokens(origin);
            let body = self.resolve(body, sources)?;
            let condition = of("all", &[own.clone(), of("not", &[of("any", &others)])]);
            let mut attributes = before[..end_of_attributes(before)].to_vec();
            if let Value::Open(condition) = self.value(&condition, origin, sources)? {
                let mut opening = [Token::new(Kind::Punct, "#", origin), Token::new(Kind::Open, "[", origin)];
                (opening[0].trivia, opening[0].depth) = ("\n".into(), tokens[at].depth);
                push_attribute(&mut attributes, &opening, "cfg", condition);
            }
            let Some(items) = items_with(&attributes, &body, sources) else { return Ok(None) };
            out.extend(items);
            if is_last {
                break;
            }
            others.push(own);
        }
        Ok(Some(out))
    }

    fn push_cfg_attr(&self, out: &mut Vec<Token>, attribute: &Attribute, sources: &Sources) -> Result<()> {
        let origin = attribute.opening[0].origin;
        let parts = split_commas(attribute.arguments.unwrap_or_default());
        let Some((pred, attributes)) = parts.split_first() else {
            return Err(sources.error(origin, "`cfg_attr` without a predicate"));
        };
        match self.value(pred, origin, sources)? {
            Value::Known(false) => {}
            Value::Known(true) => {
                for content in attributes.iter().filter(|content| !content.is_empty()) {
                    let mut whole = attribute.opening.to_vec();
                    let first = whole.len();
                    whole.extend_from_slice(content);
                    whole[first].trivia = "".into();
                    whole.push(Token::new(Kind::Close, "]", origin));
                    // A `cfg_attr` may hold a `cfg`.
                    out.extend(self.resolve(&whole, sources)?);
                }
            }
            Value::Open(mut content) => {
                for attribute in attributes.iter().filter(|attribute| !attribute.is_empty()) {
                    content.push(Token::new(Kind::Punct, ",", origin));
                    content.extend_from_slice(attribute);
                }
                push_attribute(out, attribute.opening, "cfg_attr", content);
            }
        }
        Ok(())
    }

    fn value(&self, pred: &[Token], origin: Option<Origin>, sources: &Sources) -> Result<Value> {
        let origin = pred.first().map_or(origin, |token| token.origin);
        if pred.iter().any(|token| token.is("$")) {
            // In a macro, a variable stands for the predicate.
            return Ok(Value::Open(pred.to_vec()));
        }
        let malformed = || sources.error(origin, "this cfg predicate makes no sense");
        let parts = split_commas(pred);
        let [pred] = parts[..] else { return Err(malformed()) };
        match pred {
            [name] if name.is("true") || name.is("false") => Ok(Value::Known(name.is("true"))),
            [name] if name.is_ident() && !name.is("feature") => Ok(self.flag(&name.text, None, pred)),
            [name, equals, value] if name.is_ident() && equals.is("=") && value.kind == Kind::Str => {
                Ok(self.flag(&name.text, Some(value.text.trim_matches(['"', 'r', '#'])), pred))
            }
            [name, open, inner @ .., _] if name.is_ident() && open.is("(") => {
                self.combined(name, open, &split_commas(inner), sources)?.ok_or_else(malformed)
            }
            _ => Err(malformed()),
        }
    }

    /// `all(...)`, `any(...)` or `not(...)`.
    fn combined(
        &self,
        name: &Token,
        open: &Token,
        parts: &[&[Token]],
        sources: &Sources,
    ) -> Result<Option<Value>> {
        let decides = match &*name.text {
            "all" => false,
            "any" => true,
            "not" => {
                let [part] = parts else { return Ok(None) };
                return Ok(Some(match self.value(part, name.origin, sources)? {
                    Value::Known(known) => Value::Known(!known),
                    Value::Open(inner) => Value::Open(call(name, open, inner)),
                }));
            }
            _ => return Ok(None),
        };
        let mut open_parts = Vec::new();
        for part in parts {
            match self.value(part, name.origin, sources)? {
                Value::Known(known) if known == decides => return Ok(Some(Value::Known(decides))),
                Value::Known(_) => {}
                Value::Open(tokens) => open_parts.push(tokens),
            }
        }
        Ok(Some(match open_parts.len() {
            0 => Value::Known(!decides),
            1 => Value::Open(open_parts.remove(0)),
            _ => Value::Open(call(name, open, open_parts.join(&Token::new(Kind::Punct, ",", open.origin)))),
        }))
    }

    fn flag(&self, name: &str, value: Option<&str>, pred: &[Token]) -> Value {
        let open = || Value::Open(pred.to_vec());
        let of_target = name.starts_with("target_") || matches!(name, "unix" | "windows");
        match (name, value) {
            ("feature", Some(feature)) => Value::Known(self.features.iter().any(|on| on == feature)),
            ("debug_assertions" | "overflow_checks" | "ub_checks", None) => open(),
            ("panic" | "sanitize" | "relocation_model", Some(_)) => open(),
            _ if of_target => match &self.target {
                Target::Open | Target::Site if is_webassembly(name, value) => Value::Known(false),
                Target::Open => open(),
                Target::Site if name == "target_feature" && !is_site(name, value.unwrap_or("")) => open(),
                Target::Site => Value::Known(is_site(name, value.unwrap_or(""))),
                Target::Exactly(set) => Value::Known(match value {
                    Some(value) => set.contains(&format!("{name}=\"{value}\"")),
                    None => set.contains(name),
                }),
            },
            _ => Value::Known(false),
        }
    }
}

impl Value {
    fn tokens(self, origin: Option<Origin>) -> Vec<Token> {
        match self {
            Self::Open(tokens) => tokens,
            Self::Known(known) => vec![
                Token::new(Kind::Ident, if known { "all" } else { "any" }, origin),
                Token::new(Kind::Open, "(", origin),
                Token::new(Kind::Close, ")", origin),
            ],
        }
    }
}

/// Whether an attribute is a bare predicate, as in `feature! { #![any(feature = "a")] .. }`: no attribute has
/// its name, so a macro makes a cfg of it.
fn is_predicate(attribute: &Attribute) -> bool {
    let combines = matches!(attribute.name, "all" | "any" | "not") && attribute.arguments.is_some();
    let is_feature = attribute.name == "feature" && attribute.content.get(1).is_some_and(|next| next.is("="));
    combines || is_feature
}

/// The predicates and bodies of `{ if #[cfg(..)] { .. } else if .. else { .. } }`; an `else` has an empty
/// predicate.
fn branches(tokens: &[Token], open: usize) -> Option<Vec<(&[Token], &[Token])>> {
    let end = closing(tokens, open);
    let mut found = Vec::new();
    let mut at = open + 1;
    while at < end && tokens[open].is("{") {
        let mut pred: &[Token] = &[];
        if tokens[at].is("if") {
            let attribute = Attribute::at(tokens, at + 1).filter(|attribute| attribute.name == "cfg")?;
            (pred, at) = (attribute.arguments?, attribute.end);
        }
        let body = tokens.get(at).filter(|brace| brace.is("{")).map(|_| closing(tokens, at))?;
        found.push((pred, &tokens[at + 1..body]));
        at = body + 1;
        let goes_on = tokens[at].is("else") && !pred.is_empty();
        if at < end && !goes_on {
            return None;
        }
        at += 1;
    }
    (!found.is_empty()).then_some(found)
}

/// Where the attributes and the path start that `out` ends in, before the name of a macro.
fn start_of_call(out: &[Token]) -> usize {
    let mut start = out.len();
    let is = |at: usize, text: &str| at.checked_sub(1).is_some_and(|before| out[before].is(text));
    while is(start, "::") {
        start -= 1;
        start -= usize::from(start.checked_sub(1).is_some_and(|before| out[before].is_ident()));
        start -= usize::from(is(start, "$"));
    }
    while is(start, "]") {
        let attribute = (0..start).rev().find(|&at| out[at].is("#"));
        let ends_there = |at: &usize| Attribute::at(out, *at).is_some_and(|attribute| attribute.end == start);
        match attribute.filter(ends_there) {
            Some(at) if !out[at + 1].is("!") => start = at,
            _ => break,
        }
    }
    start
}

/// The items of `body`, each with `attributes`; none if it has other contents.
pub(crate) fn items_with(attributes: &[Token], body: &[Token], sources: &Sources) -> Option<Vec<Token>> {
    if attributes.is_empty() {
        return Some(body.to_vec());
    }
    let pieces = syntax::pieces(body, Detail::Items, sources).ok()?;
    let items = pieces.iter().filter(|piece| piece.parent.is_none());
    Some(items.flat_map(|item| [attributes, &body[item.range.clone()]].concat()).collect())
}

/// Where the attributes end that `tokens` start with.
pub(crate) fn end_of_attributes(tokens: &[Token]) -> usize {
    let mut at = 0;
    while let Some(attribute) = Attribute::at(tokens, at) {
        at = attribute.end;
    }
    at
}

/// Whether a target cfg holds only on WebAssembly.
fn is_webassembly(name: &str, value: Option<&str>) -> bool {
    let names: &[&str] = match name {
        "target_arch" => &["wasm32", "wasm64"],
        "target_family" => &["wasm"],
        "target_os" => &["emscripten", "wasi"],
        "target_feature" => &["atomics", "bulk-memory", "multivalue", "relaxed-simd", "simd128"],
        _ => return false,
    };
    value.is_some_and(|value| names.contains(&value))
}

/// Whether a target cfg holds on the judge's machine.
fn is_site(name: &str, value: &str) -> bool {
    match name {
        "target_has_atomic" => matches!(value, "8" | "16" | "32" | "64" | "ptr"),
        // What every x86-64 has; the site may switch on more.
        "target_feature" => matches!(value, "fxsr" | "sse" | "sse2"),
        _ => matches!(
            (name, value),
            ("unix", "")
                | ("target_arch", "x86_64")
                | ("target_os", "linux")
                | ("target_family", "unix")
                | ("target_env", "gnu")
                | ("target_endian", "little")
                | ("target_pointer_width", "64")
                | ("target_vendor", "unknown")
        ),
    }
}

/// Writes `#[name(content)]`, where `opening` is its `#[` or `#![`.
fn push_attribute(out: &mut Vec<Token>, opening: &[Token], name: &str, content: Vec<Token>) {
    let origin = opening[0].origin;
    out.extend_from_slice(opening);
    out.push(Token::new(Kind::Ident, name, origin));
    out.push(Token::new(Kind::Open, "(", origin));
    out.extend(content);
    out.push(Token::new(Kind::Close, ")", origin));
    out.push(Token::new(Kind::Close, "]", origin));
}
