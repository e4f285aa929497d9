//! Takes unused code away until rustc finds nothing unused.
//!
//! rustc names what is dead, the matching pieces go, and so on until it is silent. A removal that breaks the program
//! (rustc was looking at one of several expansions, say) is found by the errors it causes and undone for good.

mod arms;
mod chunk;
mod imports;
mod inactive;
mod plan;
mod repair;
mod speculate;

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;

use crate::diagnostic::render;
use crate::error::{Error, Result};
use crate::print::{by_line, Text};
use crate::rustc::{Diagnostic, Level, Mode, Rustc};
use crate::source::Sources;
use crate::strip::inside_macros;
use crate::syntax::{self, Detail, Piece};
use crate::token::Token;

pub(crate) use inactive::names as inactive_names;
pub(crate) use repair::words as quoted_words;

/// rustc is asked at most this often.
const MAX_PASSES: usize = 60;

/// A program without its unused parts.
#[derive(Debug)]
pub(crate) struct Pruned {
    /// What is left.
    pub tokens: Vec<Token>,
    /// Lints whose warnings remain: code that is unused but cannot be taken away as a whole.
    pub allow: BTreeSet<String>,
}

/// Removes what is unused from `tokens`, a whole program.
///
/// # Errors
/// The program does not compile to begin with, or rustc cannot be run.
pub(crate) fn prune(tokens: Vec<Token>, rustc: &Rustc, folder: &Path, sources: &Sources) -> Result<Pruned> {
    let inactive = inactive::names(&tokens, &rustc.cfgs()?, sources)?;
    let removed_by = vec![None; tokens.len()];
    let modes = modes(&tokens);
    let mut pruner = Pruner {
        all: tokens,
        removed_by,
        removals: Vec::new(),
        batch: 0,
        pinned: HashSet::new(),
        inactive,
        rustc,
        folder,
        modes,
        sources,
        passes: 0,
    };
    pruner.run()?;
    speculate::remove_unused_impls(&mut pruner)?;
    pruner.run()?;
    // As it will be printed: what a public path leads to counts as used.
    let last = pruner.view();
    let remaining = pruner.ask(&last)?;
    if remaining.iter().any(|one| one.level == Level::Error) {
        return Err(Error::proof(render(&remaining, &last.text, &last.tokens, sources)));
    }
    let allow =
        remaining.iter().filter(|warning| plan::is_about_unused(warning)).map(|one| one.code().to_owned());
    Ok(Pruned { allow: allow.collect(), tokens: last.tokens })
}

/// The modes in which a program must be checked: one is enough unless it asks how it is compiled.
pub(crate) fn modes(tokens: &[Token]) -> &'static [Mode] {
    if inactive::depends_on_mode(tokens) {
        &[Mode::CheckRelease, Mode::CheckDebug]
    } else {
        &[Mode::CheckRelease]
    }
}

/// One piece that was taken away.
#[derive(Debug)]
struct Removal {
    /// Its tokens, by index in [`Pruner::all`].
    range: Range<usize>,
    /// Names by which an error would miss it.
    names: BTreeSet<String>,
    /// Whether it was put back.
    undone: bool,
}

struct Pruner<'a> {
    all: Vec<Token>,
    /// For each token the last removal that took it.
    removed_by: Vec<Option<usize>>,
    removals: Vec<Removal>,
    /// The first removal of the latest batch.
    batch: usize,
    /// First tokens of pieces that must stay.
    pinned: HashSet<usize>,
    /// Names used in code that is configured away on this machine.
    inactive: BTreeSet<String>,
    rustc: &'a Rustc,
    folder: &'a Path,
    modes: &'static [Mode],
    sources: &'a Sources,
    passes: usize,
}

/// What is left at some moment.
struct View {
    tokens: Vec<Token>,
    /// Index of each token in [`Pruner::all`].
    index: Vec<usize>,
    text: Text,
    pieces: Vec<Piece>,
}

impl Pruner<'_> {
    /// Removes until rustc is content; the warnings that remain.
    fn run(&mut self) -> Result<Vec<Diagnostic>> {
        loop {
            let view = self.tidied_view()?;
            let first = self.removals.len();
            let said = self.ask(&view)?;
            if said.iter().any(|one| one.level == Level::Error) {
                if self.removals.is_empty() {
                    let message = render(&said, &view.text, &view.tokens, self.sources);
                    return Err(Error::Proof { message, text: Some(view.text.text) });
                }
                repair::repair(self, &view, &said)?;
                continue;
            }
            self.batch = first;
            plan::plan(self, &view, &said);
            if self.removals.len() == first || self.passes >= MAX_PASSES {
                return Ok(said);
            }
        }
    }

    /// Compiles what is left in every mode that matters; only warnings that all modes share are kept.
    fn ask(&mut self, view: &View) -> Result<Vec<Diagnostic>> {
        self.passes += 1;
        if self.passes > 4 * MAX_PASSES {
            return Err(Error::proof("removing unused code comes to no end"));
        }
        let mut shared: Option<Vec<Diagnostic>> = None;
        for &mode in self.modes {
            let (_, said) = self.rustc.compile(&view.text.text, self.folder, mode)?;
            if said.iter().any(|one| one.level == Level::Error) {
                return Ok(said);
            }
            shared = Some(match shared {
                None => said,
                Some(others) => plan::common(others, &said),
            });
        }
        Ok(shared.unwrap_or_default())
    }

    fn view(&self) -> View {
        let index: Vec<usize> = (0..self.all.len()).filter(|&at| self.removed_by[at].is_none()).collect();
        let mut tokens: Vec<Token> = index.iter().map(|&at| self.all[at].clone()).collect();
        let text = by_line(&tokens);
        tokens.shrink_to_fit();
        View { tokens, index, text, pieces: Vec::new() }
    }

    /// What is left, without the shells that earlier removals emptied.
    fn tidied_view(&mut self) -> Result<View> {
        loop {
            let view = self.view_with_pieces()?;
            let before = self.removals.len();
            plan::remove_empty(self, &view);
            if self.removals.len() == before {
                return Ok(view);
            }
        }
    }

    /// The view with its pieces, printed with `pub` narrowed: rustc takes what is public for used.
    fn view_with_pieces(&self) -> Result<View> {
        let mut view = self.view();
        let mut narrowed = view.tokens.clone();
        let in_macro = inside_macros(&narrowed);
        let written = chunk::written_by_macros(&narrowed);
        for at in 1..narrowed.len() {
            if narrowed[at - 1].is("pub") && !narrowed[at].is("(") && (written[at] || !in_macro[at]) {
                narrowed[at - 1].text = "pub(crate)".into();
            }
        }
        view.text = by_line(&narrowed);
        view.pieces = syntax::pieces(&view.tokens, Detail::Items, self.sources)?;
        Ok(view)
    }

    /// Takes `range` of a view away.
    fn remove(&mut self, view: &View, range: Range<usize>, names: BTreeSet<String>) {
        let Some((&first, &last)) =
            view.index.get(range.start).zip(view.index.get(range.end.wrapping_sub(1)))
        else {
            return;
        };
        if self.pinned.contains(&first) {
            return;
        }
        let id = self.removals.len();
        let mut took = false;
        for slot in self.removed_by[first..=last].iter_mut().filter(|slot| slot.is_none()) {
            *slot = Some(id);
            took = true;
        }
        if took {
            self.removals.push(Removal { range: first..last + 1, names, undone: false });
        }
    }

    /// Puts a removal back, for good.
    fn undo(&mut self, id: usize) {
        let removal = &mut self.removals[id];
        removal.undone = true;
        self.pinned.insert(removal.range.start);
        for slot in self.removed_by[removal.range.clone()].iter_mut().filter(|slot| **slot == Some(id)) {
            *slot = None;
        }
    }
}
