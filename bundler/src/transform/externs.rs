//! Crates that a bundle cannot hold: those that the site provides keep their paths, any other is an error,
//! unless pruning removed what needed it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::options::Options;
use crate::prove::rustc::Rustc;
use crate::read::cargo::{build, Request};
use crate::read::project::{Extern, Project};
use crate::read::source::Sources;
use crate::token::{Origin, Token};

/// The places at which a program names crates that are not in it.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    places: BTreeSet<(String, Origin)>,
}

impl Uses {
    /// Records that `token` names such a crate.
    pub(crate) fn add(&mut self, token: &Token) {
        self.places.extend(token.origin.map(|origin| (token.text.to_string(), origin)));
    }

    /// Adds all of `other`.
    pub(crate) fn extend(&mut self, other: Self) {
        self.places.extend(other.places);
    }

    pub(crate) fn names(&self) -> BTreeSet<&str> {
        self.places.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Refuses a program that still names a crate that the site does not provide.
    ///
    /// # Errors
    /// It names one.
    pub(crate) fn check(&self, tokens: &[Token], provided: &[String], sources: &Sources) -> Result<()> {
        let mut missing: BTreeMap<&str, Option<Origin>> = BTreeMap::new();
        for token in tokens {
            let is_place = |origin| self.places.contains(&(token.text.to_string(), origin));
            if token.origin.is_some_and(is_place) && !provided.iter().any(|name| token.is(name)) {
                missing.entry(&token.text).or_insert(token.origin);
            }
        }
        let Some(first) = missing.values().next().copied() else { return Ok(()) };
        let places: Vec<String> = missing
            .iter()
            .map(|(name, origin)| {
                let place = origin.map_or_else(String::new, |origin| sources.place(origin).to_string());
                format!("`{name}` ({place})")
            })
            .collect();
        let crates = if places.len() == 1 { "crate" } else { "crates" };
        let options: String = missing.keys().map(|name| format!(" --extern {name}")).collect();
        Err(sources.error(
            first,
            format!(
                "a bundle cannot hold the {crates} {}; if the site provides what is named, pass{options}; \
                 if not, put `// bundler: skip` on a line before the item that needs it",
                places.join(", ")
            ),
        ))
    }
}

/// Compiles the crates that `uses` names, with cargo and `rustc`; each with its library.
///
/// # Errors
/// cargo fails.
pub(crate) fn libraries(
    uses: &Uses,
    project: &Project,
    options: &Options,
    rustc: &Rustc,
) -> Result<Vec<(String, PathBuf)>> {
    let names = uses.names();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    (options.progress)("compiling the crates that stay outside");
    let request =
        Request { rustc: Some(rustc.program.clone()), folder: Some("externs"), ..Request::default() };
    let libraries = build(project, options, &request)?.libraries;
    let externs = project.units.iter().flat_map(|unit| &unit.externs);
    let library = |(name, meaning): &(String, Extern)| {
        let Extern::Foreign(id) = meaning else { return None };
        let (_, path) = libraries.iter().find(|(built, _)| built == id && names.contains(name.as_str()))?;
        Some((name.clone(), path.clone()))
    };
    let found: BTreeMap<String, PathBuf> = externs.filter_map(library).collect();
    match names.iter().find(|name| !found.contains_key(**name)) {
        Some(name) => Err(Error::Tool(format!("cargo compiles no library for crate `{name}`"))),
        None => Ok(found.into_iter().collect()),
    }
}
