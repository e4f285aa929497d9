//! Level 3: the same program in fewer characters.
//!
//! Names change by one rule that keeps name resolution as it was: a name is replaced everywhere in the bundle, by a
//! name that occurs nowhere in it. Names that also mean something outside (a method of std, say) show as rustc
//! errors and keep their old form.

mod candidates;
mod exempt;
mod formats;
mod fresh;
mod marks;
mod numbers;
mod roles;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;

use crate::budget::Size;
use crate::error::Result;
use crate::options::Names;
use crate::print::{by_line, Text};
use crate::rustc::{Diagnostic, Level, Rustc};
use crate::source::Sources;
use crate::token::{Kind, Token};
use fresh::Fresh;
use roles::Roles;

/// rustc is asked at most this often before the names are given up.
const MAX_PASSES: usize = 30;

/// A program with short names.
#[derive(Debug)]
pub(crate) struct Shortened {
    /// The program.
    pub tokens: Vec<Token>,
    /// How many names are shorter now.
    pub renamed: usize,
    /// Lints that speak up about the names.
    pub allow: BTreeSet<String>,
}

/// Shortens `tokens`; none if no set of short names compiles.
///
/// # Errors
/// rustc cannot be run.
pub(crate) fn shorten(
    tokens: &[Token],
    names: Names,
    rustc: &Rustc,
    folder: &Path,
    sources: &Sources,
) -> Result<Option<Shortened>> {
    let tokens = numbers::shorten(&marks::shorten(tokens));
    let inactive = crate::prune::inactive_names(&tokens, &rustc.cfgs()?, sources)?;
    let mut exempt = exempt::names(&tokens, sources)?;
    exempt.extend(inactive);
    let found = candidates::find(&tokens, sources)?;
    let mut renaming = Renaming::new(&tokens, &found, &exempt, names);
    for _ in 0..MAX_PASSES {
        let short = renaming.apply(&tokens);
        let text = by_line(&short);
        let mut said = Vec::new();
        for &mode in crate::prune::modes(&tokens) {
            said.extend(rustc.compile(&text.text, folder, mode)?.1);
        }
        let errors: Vec<&Diagnostic> = said.iter().filter(|one| one.level == Level::Error).collect();
        if errors.is_empty() {
            let allow = said.iter().filter_map(|warning| style_lint(warning.code())).collect();
            return Ok(Some(Shortened { renamed: renaming.map.len(), tokens: short, allow }));
        }
        if !renaming.take_back(&tokens, &text, &errors) {
            return Ok(None);
        }
    }
    Ok(None)
}

fn is_name(token: &Token) -> bool {
    matches!(token.kind, Kind::Ident | Kind::Lifetime)
}

/// What to allow so that a lint about names is silent.
fn style_lint(code: &str) -> Option<String> {
    match code {
        "non_snake_case" | "non_camel_case_types" | "non_upper_case_globals" => {
            Some("nonstandard_style".into())
        }
        "mixed_script_confusables" | "confusable_idents" | "uncommon_codepoints" => Some(code.into()),
        _ => None,
    }
}

/// Which name becomes which, and where.
struct Renaming {
    map: HashMap<Rc<str>, (Rc<str>, Roles)>,
    /// Which literals are format strings.
    formats: Vec<bool>,
}

impl Renaming {
    fn new(
        tokens: &[Token],
        found: &BTreeMap<Rc<str>, Roles>,
        exempt: &BTreeSet<String>,
        names: Names,
    ) -> Self {
        let mut known: BTreeSet<&Rc<str>> = BTreeSet::new();
        let mut counts: BTreeMap<&Rc<str>, usize> = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_name(token)) {
            known.insert(&token.text);
            if found.get(&token.text).is_some_and(|roles| roles.hold(tokens, at)) {
                *counts.entry(&token.text).or_default() += 1;
            }
        }
        let is_external =
            |name: &str| exempt.contains(name) || found[name].method && exempt::is_common_method(name);
        let mut order: Vec<(&Rc<str>, usize)> =
            counts.into_iter().filter(|(name, _)| !is_external(name)).collect();
        // The most frequent names get the shortest replacements; ties go by name, so that runs agree.
        order.sort_by_key(|(name, count)| (usize::MAX - count, (*name).clone()));
        let mut fresh = Fresh::new(names, &|name| known.contains(&Rc::from(name)));
        let mut lifetimes = Fresh::new(Names::Ascii, &|name| known.contains(&Rc::from(format!("'{name}"))));
        let mut map = HashMap::new();
        for (name, _) in order {
            let is_lifetime = name.starts_with('\'');
            let pool = if is_lifetime { &mut lifetimes } else { &mut fresh };
            let Some(short) = pool.peek() else { break };
            let short = if is_lifetime { format!("'{short}") } else { short };
            if Size::of(&short).units < Size::of(name).units {
                pool.take();
                map.insert(name.clone(), (short.into(), found[name]));
            }
        }
        Self { map, formats: formats::literals(tokens) }
    }

    fn apply(&self, tokens: &[Token]) -> Vec<Token> {
        let mut out = tokens.to_vec();
        for (at, token) in tokens.iter().enumerate() {
            if self.formats[at] {
                out[at].text = self.in_format(&token.text);
            } else if is_name(token) {
                match self.map.get(&token.text) {
                    Some((short, roles)) if roles.hold(tokens, at) => out[at].text = short.clone(),
                    _ => {}
                }
            }
        }
        out
    }

    /// A format string with the names in its braces replaced.
    fn in_format(&self, literal: &Rc<str>) -> Rc<str> {
        let Some(places) = formats::names(literal) else { return literal.clone() };
        let mut out = literal.to_string();
        for place in places.into_iter().rev() {
            if let Some((short, _)) = self.map.get(&literal[place.clone()]) {
                out.replace_range(place, short);
            }
        }
        out.into()
    }

    /// Gives the names that errors are about their old form back; false if no error is about a name.
    fn take_back(&mut self, tokens: &[Token], text: &Text, errors: &[&Diagnostic]) -> bool {
        let before = self.map.len();
        for error in errors {
            let blamed = self.blamed(tokens, text, error);
            blamed.iter().for_each(|name| drop(self.map.remove(name)));
        }
        self.map.len() < before
    }

    /// The renamed names that stand where the error is, else those that its words quote.
    fn blamed(&self, tokens: &[Token], text: &Text, error: &Diagnostic) -> Vec<Rc<str>> {
        let mut names = Vec::new();
        for span in error.primary() {
            let first = text.at(span.byte_start);
            let last = text.at(span.byte_end.saturating_sub(1)).clamp(first, first + 4);
            let renamed = tokens[first..=last.min(tokens.len() - 1)]
                .iter()
                .filter(|token| self.map.contains_key(&token.text));
            names.extend(renamed.map(|token| token.text.clone()));
        }
        if names.is_empty() {
            let quoted = crate::prune::quoted_words(error);
            let same = |entry: &(&Rc<str>, &(Rc<str>, Roles))| quoted.contains(&*entry.1 .0);
            names.extend(self.map.iter().filter(same).map(|(name, _)| name.clone()));
        }
        names
    }
}
