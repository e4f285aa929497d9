//! Removes unused code until rustc finds nothing unused.
//!
//! rustc reports dead code, the matching pieces are removed, and so on until it reports nothing. A removal
//! that breaks the program (because rustc reported on one of several expansions, say) is found by the errors
//! that it causes, and undone for good.

mod arms;
mod chunk;
mod imports;
mod inactive;
mod meaning;
mod plan;
mod pruner;
mod reach;
mod repair;
mod speculate;

use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

use crate::error::{Error, Result};
use crate::prove::check::Checker;
use crate::prove::diagnostic::render;
use crate::prove::rustc::{Diagnostic, Level, Rustc};
use crate::read::source::Sources;
use crate::token::Token;
use pruner::Pruner;

pub(crate) use inactive::names as inactive_names;

/// The largest number of searches for unused impls.
const MAX_ROUNDS: usize = 3;

/// Removals that were undone are tried again if this share of the program, as a divisor, stays unused.
const RETRY_SHARE: usize = 50;

/// A program without its unused parts.
#[derive(Debug)]
pub(crate) struct Pruned {
    pub tokens: Vec<Token>,
    /// Lints that the bundle must allow: their warnings are about unused code that cannot be removed as a
    /// whole, or were allowed by a group that the source names and the bundle does not.
    pub allow: BTreeSet<String>,
    /// The share of unused code that has to stay, in percent of the characters.
    pub unused_percent: usize,
    /// The number of removals that were undone.
    pub undone: usize,
}

/// Removes unused code from `tokens`, a whole program whose source allows the lints and groups `allowed`.
///
/// # Errors
/// The program does not compile to begin with, or rustc cannot be run.
pub(crate) fn prune(
    tokens: Vec<Token>,
    allowed: &BTreeSet<String>,
    rustc: &Rustc,
    sources: &Sources,
    deadline: Option<Instant>,
    progress: fn(&str),
) -> Result<Pruned> {
    let mut pruner = Pruner {
        checker: Checker::new(rustc, &tokens, deadline),
        removed_by: vec![None; tokens.len()],
        all: tokens,
        removals: Vec::new(),
        batch: 0,
        pinned: HashSet::new(),
        doubtful: HashSet::new(),
        inactive: BTreeSet::new(),
        sources,
        passes: 0,
        compiled: Vec::new(),
        progress,
    };
    match remove(&mut pruner) {
        Err(Error::Late) => keep_what_compiled(&mut pruner)?,
        other => other?,
    }
    // As it will be printed: what a public path leads to counts as used.
    let last = pruner.view();
    let remaining = pruner.ask(&last)?;
    if remaining.iter().any(|one| one.level == Level::Error) {
        return Err(Error::proof(render(&remaining, &last.text, &last.tokens, sources)));
    }
    let stays = |one: &&Diagnostic| {
        let of_style = matches!(one.code(), "unused_braces" | "unused_parens");
        one.is_about_unused() || of_style || covers(allowed, one.code())
    };
    let allow = remaining.iter().filter(stays).map(|one| one.code().to_owned()).collect();
    let unused = plan::unused_length(&pruner.view_with_pieces()?, &last.text, &remaining);
    let whole = plan::length(&last.tokens).max(1);
    let undone = pruner.removals.iter().filter(|removal| removal.undone).count();
    Ok(Pruned { allow, unused_percent: 100 * unused / whole, undone, tokens: last.tokens })
}

/// Removes dead code, then impls that nothing needs, and puts back what changed the meaning of the rest.
fn remove(pruner: &mut Pruner) -> Result<()> {
    let whole = pruner.view_with_pieces()?;
    let mut before = meaning::of(pruner, &pruner.view())?;
    let cfgs = pruner.checker.rustc.cfgs()?;
    reach::remove_unnamed(pruner, &whole);
    if before.iter().all(Option::is_none) {
        // Without a crate that only unused code names, only the rest may compile.
        before = meaning::of(pruner, &pruner.view())?;
        if before.iter().all(Option::is_none) {
            (pruner.removed_by, pruner.removals) = (vec![None; pruner.all.len()], Vec::new());
        }
    }
    pruner.inactive = inactive::names(&pruner.view().tokens, &cfgs, pruner.sources)?;
    let mut diagnostics = run(pruner)?;
    // Code that needed an impl may be removable after other impls are: repeated while something is removed.
    for _ in 0..MAX_ROUNDS {
        let before = pruner.left();
        let precise = speculate::remove_unused_impls(pruner, &diagnostics)?;
        diagnostics = run(pruner)?;
        if precise || pruner.left() == before {
            break;
        }
    }
    let view = pruner.view_with_pieces()?;
    let unused = plan::unused_length(&view, &view.text, &diagnostics);
    if unused * RETRY_SHARE > plan::length(&view.tokens) {
        // What an early error put back may go now that the rest is smaller.
        pruner.pinned.clear();
        run(pruner)?;
    }
    while meaning::restore_changed(pruner, &before)? {
        run(pruner)?;
    }
    Ok(())
}

/// Ends the work early with the last program that compiled; with all of it if that means something else.
fn keep_what_compiled(pruner: &mut Pruner) -> Result<()> {
    let compiled = std::mem::take(&mut pruner.compiled);
    (pruner.checker.deadline, pruner.removed_by) = (None, vec![None; pruner.all.len()]);
    let whole = meaning::of(pruner, &pruner.view())?;
    if !compiled.is_empty() {
        pruner.removed_by = compiled;
        if meaning::restore_changed(pruner, &whole)? {
            pruner.removed_by.fill(None);
        }
    }
    Ok(())
}

/// Whether one of `allowed` is the lint `code` or a group that holds it.
fn covers(allowed: &BTreeSet<String>, code: &str) -> bool {
    let in_unused = code.starts_with("unused") || code == "dead_code" || UNUSED_GROUP.contains(&code);
    let group = |name: &str| allowed.contains(name);
    group(code) || group("warnings") || in_unused && group("unused")
}

/// Lints of the group `unused` whose names do not say so.
const UNUSED_GROUP: [&str; 5] =
    ["map_unit_fn", "path_statements", "redundant_semicolons", "unreachable_code", "unreachable_patterns"];

/// Removes until rustc finds nothing more to remove; returns the messages that remain.
fn run(pruner: &mut Pruner) -> Result<Vec<Diagnostic>> {
    loop {
        let view = plan::tidied_view(pruner)?;
        let first = pruner.removals.len();
        let diagnostics = pruner.ask(&view)?;
        if diagnostics.iter().any(|one| one.level == Level::Error) {
            if pruner.removals.iter().all(|removal| removal.undone) {
                let message = render(&diagnostics, &view.text, &view.tokens, pruner.sources);
                return Err(Error::Proof { message, text: Some(view.text.text) });
            }
            repair::repair(pruner, &view, &diagnostics)?;
            continue;
        }
        pruner.batch = first;
        plan::plan(pruner, &view, &diagnostics);
        if pruner.removals.len() == first || pruner.passes >= pruner::MAX_PASSES {
            return Ok(diagnostics);
        }
    }
}
