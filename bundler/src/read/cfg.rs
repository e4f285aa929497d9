//! `#[cfg]`, `#[cfg_attr]` and `cfg!`: known conditions are resolved, those that depend on the site are kept.
//!
//! Known: features, `test` and every name that plain rustc never sets. Kept: `debug_assertions` and the like
//! (the site may compile in either mode) and, unless asked otherwise, everything about the target, except
//! that no site compiles to WebAssembly.

use std::collections::BTreeSet;

use crate::edit::Edits;
use crate::error::Result;
use crate::read::attribute::{attributes, call, split_commas, Attribute};
use crate::read::lex::synthesised;
use crate::read::macros::is_macro;
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
    /// `#[cfg(any())]` for [`Attribute::is_off`], open ones are simplified.
    ///
    /// # Errors
    /// A malformed predicate.
    pub(crate) fn resolve(&self, tokens: &[Token], sources: &Sources) -> Result<Vec<Token>> {
        let mut edits = Edits::default();
        for at in 0..tokens.len() {
            if let Some(attribute) = Attribute::at(tokens, at) {
                if let Some(resolved) = self.attribute(&attribute, sources)? {
                    edits.replace(at..attribute.end, resolved);
                }
            } else if is_macro(tokens, at, "cfg_if") {
                let start = start_of_call(tokens, at);
                let before = self.resolve(&tokens[start..at], sources)?;
                if let Some(chosen) = self.chosen(tokens, at, &before, sources)? {
                    edits.replace(start..closing(tokens, at + 2) + 1, chosen);
                }
            } else if is_macro(tokens, at, "cfg") {
                let end = closing(tokens, at + 2);
                match self.value(&tokens[at + 3..end], tokens[at].origin, sources)? {
                    Value::Known(known) => {
                        let known = Token { text: known.to_string().into(), ..tokens[at].clone() };
                        edits.replace(at..end + 1, vec![known]);
                    }
                    Value::Open(pred) => edits.replace(at + 3..end, pred),
                }
            }
        }
        Ok(edits.apply(tokens))
    }

    /// What an attribute becomes; none if it stays.
    fn attribute(&self, attribute: &Attribute, sources: &Sources) -> Result<Option<Vec<Token>>> {
        let origin = attribute.opening[0].origin;
        let content = match (attribute.name, attribute.arguments) {
            ("cfg", Some(pred)) => match self.value(pred, origin, sources)? {
                Value::Known(true) => return Ok(Some(Vec::new())),
                value => call("cfg", &[value.tokens(origin)], origin),
            },
            // Without a test harness a test is no part of the program.
            ("test" | "bench", _) if attribute.content.len() == 1 => {
                call("cfg", &[Value::Known(false).tokens(origin)], origin)
            }
            ("cfg_attr", Some(arguments)) => return self.cfg_attr(attribute, arguments, sources).map(Some),
            _ if is_predicate(attribute) => match self.value(attribute.content, origin, sources) {
                Ok(value) => value.tokens(origin),
                // Whatever else a macro reads there.
                Err(_) => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(attribute.with(content)))
    }

    fn cfg_attr(&self, attribute: &Attribute, arguments: &[Token], sources: &Sources) -> Result<Vec<Token>> {
        let origin = attribute.opening[0].origin;
        let parts = split_commas(arguments);
        let Some((pred, attributes)) = parts.split_first() else {
            return Err(sources.error(origin, "`cfg_attr` without a predicate"));
        };
        let attributes = attributes.iter().filter(|content| !content.is_empty());
        let mut attributes: Vec<Vec<Token>> = attributes.map(|content| content.to_vec()).collect();
        attributes.iter_mut().for_each(|content| content[0].trivia = "".into());
        match self.value(pred, origin, sources)? {
            Value::Known(false) => Ok(Vec::new()),
            Value::Known(true) => {
                let each = attributes.into_iter().map(|content| attribute.with(content));
                // A `cfg_attr` may hold a `cfg`.
                self.resolve(&each.collect::<Vec<_>>().concat(), sources)
            }
            Value::Open(pred) => {
                attributes.insert(0, pred);
                Ok(attribute.with(call("cfg_attr", &attributes, origin)))
            }
        }
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
            let no_other = call("not", &[call("any", &others, origin)], origin);
            let mut attributes = before[..end_of_attributes(before)].to_vec();
            let condition = call("all", &[own.clone(), no_other], origin);
            if let Value::Open(condition) = self.value(&condition, origin, sources)? {
                let mut attribute = synthesised("\n#[cfg()]", origin);
                attribute[0].depth = tokens[at].depth;
                attribute.splice(4..4, condition);
                attributes.extend(attribute);
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
                self.combined(name, &split_commas(inner), sources)?.ok_or_else(malformed)
            }
            _ => Err(malformed()),
        }
    }

    /// `all(...)`, `any(...)` or `not(...)`.
    fn combined(&self, name: &Token, parts: &[&[Token]], sources: &Sources) -> Result<Option<Value>> {
        let open = |parts: &[Vec<Token>]| Value::Open(call(&name.text, parts, name.origin));
        let decides = match (&*name.text, parts) {
            ("all", _) => false,
            ("any", _) => true,
            ("not", [part]) => {
                return Ok(Some(match self.value(part, name.origin, sources)? {
                    Value::Known(known) => Value::Known(!known),
                    Value::Open(inner) => open(&[inner]),
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
            _ => open(&open_parts),
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
            Self::Known(known) => call(if known { "all" } else { "any" }, &[], origin),
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

/// Where the attributes and the path before the macro's name at `name` start.
fn start_of_call(tokens: &[Token], name: usize) -> usize {
    let is = |at: usize, text: &str| at.checked_sub(1).is_some_and(|before| tokens[before].is(text));
    let mut start = name;
    while is(start, "::") {
        start -= 1;
        start -= usize::from(start.checked_sub(1).is_some_and(|before| tokens[before].is_ident()));
        start -= usize::from(is(start, "$"));
    }
    while is(start, "]") {
        let before = attributes(&tokens[..start]).filter(|(_, attribute)| attribute.end == start);
        match before.last() {
            Some((at, attribute)) if !attribute.is_inner() => start = at,
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
