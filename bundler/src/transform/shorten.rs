//! Level 3: the same program in fewer characters.
//!
//! First, what modules hold moves to the root where no name is in the way ([`modules`]).
//!
//! Names change by one rule that keeps name resolution as it was: a name is replaced in all places where it
//! is the program's own, by a name that occurs nowhere in it. Names that also mean something outside (a
//! method of std, say) show as rustc errors and keep their old form, there or everywhere. Imports and
//! attributes follow. In the end rustc must make the same of the bodies of all functions.

mod aliases;
mod attributes;
mod candidates;
mod exempt;
mod formats;
mod imports;
mod marks;
mod modules;
mod numbers;
mod roles;
mod unique_name;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Instant;

use crate::emit::budget::Size;
use crate::emit::print::by_line;
use crate::error::{Error, Result};
use crate::options::Names;
use crate::prove::check::Checker;
use crate::prove::mir;
use crate::prove::rustc::{Diagnostic, Level, Rustc};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::Text;
use crate::token::{Kind, Token};
use crate::transform::Conflict;
use candidates::Patterns;
use exempt::allowed_lint;
use roles::{places, Place, Roles};
use unique_name::UniqueNames;

/// The largest number of rustc runs in which the names that errors are about are restored.
const MAX_PASSES: usize = 30;

/// The largest number of rustc runs after that, each with half of the suspect names restored.
const MAX_HALVINGS: usize = 60;

/// A program with short names.
#[derive(Debug)]
pub(crate) struct Shortened {
    pub tokens: Vec<Token>,
    /// Number of shortened names.
    pub renamed: usize,
    /// Names that keep a module.
    pub conflicts: Vec<Conflict>,
    /// Lints that warn of the short names.
    pub allow: BTreeSet<String>,
}

/// Shortens `tokens`; names that cannot change, such as those in `reserved`, stay.
///
/// # Errors
/// rustc cannot be run, or finds another meaning in the short program.
pub(crate) fn shorten(
    tokens: &[Token],
    reserved: &BTreeSet<&str>,
    names: Names,
    rustc: &Rustc,
    sources: &Sources,
    deadline: Option<Instant>,
) -> Result<Shortened> {
    let checker = Checker::new(rustc, tokens, deadline);
    let before = checker.mir(&by_line(tokens))?;
    for patterns in [Patterns::Defined, Patterns::LowerCase, Patterns::Keep] {
        let (short, changed) = attempt(tokens, reserved, names, patterns, &checker, sources)?;
        if same_meaning(&before, &checker.mir(&by_line(&short.tokens))?, &changed, tokens) {
            return Ok(short);
        }
    }
    Err(Error::proof("short names would change what some code means"))
}

/// Whether rustc makes the same of both programs, but for the names that `changed`.
fn same_meaning(
    before: &[Option<String>],
    after: &[Option<String>],
    changed: &BTreeSet<Rc<str>>,
    tokens: &[Token],
) -> bool {
    // Numbers of lines are constants, too.
    let places = ["line", "column", "dbg", "Location"];
    let shows_places = tokens.iter().any(|token| places.iter().any(|name| token.is(name)));
    let shapes = |mir: &Option<String>| {
        mir.as_ref().map(|mir| mir::shapes(mir, &|word| changed.contains(word), shows_places))
    };
    before.iter().zip(after).all(|(before, after)| shapes(before) == shapes(after))
}

/// One attempt; with the names that differ in it, old and new ones.
fn attempt(
    plain: &[Token],
    reserved: &BTreeSet<&str>,
    names: Names,
    patterns: Patterns,
    checker: &Checker,
    sources: &Sources,
) -> Result<(Shortened, BTreeSet<Rc<str>>)> {
    let ask = |text: &Text| Ok(checker.ask(text)?.concat());
    let dissolved = modules::dissolve(&numbers::shorten(&marks::shorten(plain)), sources, &ask)?;
    let (tokens, conflicts) = (dissolved.tokens, dissolved.conflicts);
    let inactive = crate::transform::prune::inactive_names(&tokens, &checker.rustc.cfgs()?, sources)?;
    let mut exempt = exempt::names(&tokens, sources)?;
    exempt.extend(inactive);
    exempt.extend(reserved.iter().map(|&name| name.to_owned()));
    let pieces = syntax::pieces(&tokens, Detail::Items, sources)?;
    if matches!(patterns, Patterns::Keep) {
        // A call of std's method, renamed with a trait's, would find the trait's.
        let of_trait =
            |piece: &&Piece| piece.parent.is_some_and(|parent| pieces[parent].kind == PieceKind::Trait);
        let names = pieces.iter().filter(of_trait).filter_map(|piece| piece.name);
        exempt.extend(names.map(|name| tokens[name].text.to_string()));
    }
    let found = ours(candidates::find(&tokens, patterns, sources)?, &exempt);
    let places = places(&tokens, &pieces);
    let mut renaming = Renaming::new(&tokens, places, &found, names);
    let Some(diagnostics) = settle(&mut renaming, &tokens, &ask)? else {
        let allow = BTreeSet::new();
        let short = Shortened { tokens: plain.to_vec(), renamed: 0, conflicts: Vec::new(), allow };
        return Ok((short, BTreeSet::new()));
    };
    let (tokens, diagnostics) = fold(renaming.apply(&tokens), diagnostics, names, &ask, sources)?;
    let allow = diagnostics.iter().filter_map(|warning| allowed_lint(warning.code())).collect();
    let changed = renaming.map.iter().flat_map(|(name, (short, _))| [name.clone(), short.clone()]).collect();
    Ok((Shortened { renamed: renaming.map.len(), conflicts, tokens, allow }, changed))
}

/// Names long types, joins imports and gathers attributes, each where rustc finds nothing new to say; with
/// its messages about the result.
fn fold(
    mut tokens: Vec<Token>,
    mut diagnostics: Vec<Diagnostic>,
    names: Names,
    ask: &dyn Fn(&Text) -> Result<Vec<Diagnostic>>,
    sources: &Sources,
) -> Result<(Vec<Token>, Vec<Diagnostic>)> {
    let alias = |tokens: &[Token]| imports::join(&aliases::shorten(tokens, names, sources)?, sources);
    let gather = |tokens: &[Token]| attributes::gather(tokens, names, sources);
    for pass in [&alias as &dyn Fn(&[Token]) -> Result<Vec<Token>>, &gather] {
        let new = pass(&tokens)?;
        let about_new = ask(&by_line(&new))?;
        if says_nothing_new(&about_new, &diagnostics) {
            (tokens, diagnostics) = (new, about_new);
        }
    }
    Ok((tokens, diagnostics))
}

/// Whether `diagnostics` hold no error, and no warning of a kind that is neither in `before` nor
/// allowed.
fn says_nothing_new(diagnostics: &[Diagnostic], before: &[Diagnostic]) -> bool {
    let known: BTreeSet<&str> = before.iter().map(Diagnostic::code).collect();
    let expected = |code: &str| known.contains(code) || allowed_lint(code).is_some();
    diagnostics.iter().all(|one| one.level != Level::Error && expected(one.code()))
}

/// Restores the old form of names until the program compiles: of those that errors are about or, where no
/// error names one, by bisection. Returns rustc's messages then; none if the program does not compile without
/// any renaming either.
fn settle(
    renaming: &mut Renaming,
    tokens: &[Token],
    ask: &dyn Fn(&Text) -> Result<Vec<Diagnostic>>,
) -> Result<Option<Vec<Diagnostic>>> {
    for _ in 0..MAX_PASSES {
        let text = by_line(&renaming.apply(tokens));
        let diagnostics = ask(&text)?;
        let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.level == Level::Error).collect();
        if errors.is_empty() {
            return Ok(Some(diagnostics));
        }
        if !renaming.revert(tokens, &text, &errors) {
            break;
        }
    }
    let mut suspects = vec![std::mem::take(&mut renaming.map).into_iter().collect::<Vec<_>>()];
    suspects[0].sort_by(|one, other| one.0.cmp(&other.0));
    let fails = |renaming: &Renaming| -> Result<bool> {
        let diagnostics = ask(&by_line(&renaming.apply(tokens)))?;
        Ok(diagnostics.iter().any(|one| one.level == Level::Error))
    };
    if fails(renaming)? {
        return Ok(None);
    }
    for _ in 0..MAX_HALVINGS {
        let Some(mut names) = suspects.pop() else { break };
        renaming.map.extend(names.iter().cloned());
        if fails(renaming)? {
            names.iter().for_each(|(name, _)| drop(renaming.map.remove(name)));
            if names.len() > 1 {
                let later = names.split_off(names.len() / 2);
                suspects.extend([later, names]);
            }
        }
    }
    ask(&by_line(&renaming.apply(tokens))).map(Some)
}

/// The names that may change, with the places where they may: a method named as many of std's are keeps its
/// name, a local or field of that name does not.
fn ours(found: BTreeMap<Rc<str>, Roles>, exempt: &BTreeSet<String>) -> BTreeMap<Rc<str>, Roles> {
    let may_change = |(name, roles): (Rc<str>, Roles)| {
        let external = roles.method && exempt::is_common_method(&name);
        Some((name, if external { roles.without_members()? } else { roles }))
    };
    found.into_iter().filter(|(name, _)| !exempt.contains(&**name)).filter_map(may_change).collect()
}

fn is_name(token: &Token) -> bool {
    matches!(token.kind, Kind::Ident | Kind::Lifetime)
}

/// Which name becomes which, and where.
struct Renaming {
    map: HashMap<Rc<str>, (Rc<str>, Roles)>,
    /// The place of each token.
    places: Vec<Place>,
    /// Which literals are format strings.
    formats: Vec<bool>,
}

impl Renaming {
    fn new(tokens: &[Token], places: Vec<Place>, found: &BTreeMap<Rc<str>, Roles>, names: Names) -> Self {
        let mut known: BTreeSet<&Rc<str>> = BTreeSet::new();
        let mut counts: BTreeMap<&Rc<str>, usize> = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_name(token)) {
            known.insert(&token.text);
            if found.get(&token.text).is_some_and(|roles| roles.hold(tokens, at, places[at])) {
                *counts.entry(&token.text).or_default() += 1;
            }
        }
        let mut order: Vec<(&Rc<str>, usize)> = counts.into_iter().collect();
        // The most frequent names get the shortest replacements; ties go by name, so that runs agree.
        order.sort_by_key(|(name, count)| (usize::MAX - count, (*name).clone()));
        let mut short_names = UniqueNames::new(names, &|name| known.contains(&Rc::from(name)));
        let mut lifetimes =
            UniqueNames::new(Names::Ascii, &|name| known.contains(&Rc::from(format!("'{name}"))));
        let mut map = HashMap::new();
        for (name, _) in order {
            let is_lifetime = name.starts_with('\'');
            let pool = if is_lifetime { &mut lifetimes } else { &mut short_names };
            let Some(short) = pool.peek() else { break };
            let short = if is_lifetime { format!("'{short}") } else { short };
            if Size::of(&short).units < Size::of(name).units {
                pool.take();
                map.insert(name.clone(), (short.into(), found[name]));
            }
        }
        Self { map, places, formats: formats::literals(tokens) }
    }

    fn apply(&self, tokens: &[Token]) -> Vec<Token> {
        let mut out = tokens.to_vec();
        for (at, token) in tokens.iter().enumerate() {
            if self.formats[at] {
                out[at].text = self.in_format(&token.text);
            } else if is_name(token) {
                match self.map.get(&token.text) {
                    Some((short, roles)) if roles.hold(tokens, at, self.places[at]) => {
                        out[at].text = short.clone()
                    }
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

    /// Restores the old form of the names that errors are about, of members only where they are members;
    /// returns false if no error is about a name.
    fn revert(&mut self, tokens: &[Token], text: &Text, errors: &[&Diagnostic]) -> bool {
        let culprits: BTreeSet<Rc<str>> =
            errors.iter().flat_map(|error| self.culprits(tokens, text, error)).collect();
        for name in &culprits {
            if let Some((short, roles)) = self.map.remove(name) {
                if let Some(fewer) = roles.without_members() {
                    self.map.insert(name.clone(), (short, fewer));
                }
            }
        }
        !culprits.is_empty()
    }

    /// The renamed names at the location of the error, else those that its message quotes.
    fn culprits(&self, tokens: &[Token], text: &Text, error: &Diagnostic) -> Vec<Rc<str>> {
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
            let quoted = error.quoted_words();
            let same = |entry: &(&Rc<str>, &(Rc<str>, Roles))| quoted.contains(&*entry.1 .0);
            names.extend(self.map.iter().filter(same).map(|(name, _)| name.clone()));
        }
        names
    }
}
