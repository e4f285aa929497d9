//! The program while unused code is taken away: what is removed so far, and what rustc says about the rest.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;

use super::chunk;
use crate::error::{Error, Result};
use crate::print::by_line;
use crate::rustc::{Diagnostic, Level, Mode, Rustc};
use crate::source::Sources;
use crate::strip::inside_macros;
use crate::syntax::{self, Detail, Piece};
use crate::text::Text;
use crate::token::Token;

/// rustc is asked at most this often.
pub(super) const MAX_PASSES: usize = 60;

/// One piece that was taken away.
#[derive(Debug)]
pub(super) struct Removal {
    /// Its tokens, by index in [`Pruner::all`].
    pub(super) range: Range<usize>,
    /// Names by which an error would miss it.
    pub(super) names: BTreeSet<String>,
    /// Whether it was put back.
    pub(super) undone: bool,
}

pub(super) struct Pruner<'a> {
    pub(super) all: Vec<Token>,
    /// For each token the last removal that took it.
    pub(super) removed_by: Vec<Option<usize>>,
    pub(super) removals: Vec<Removal>,
    /// The first removal of the latest batch.
    pub(super) batch: usize,
    /// First tokens of pieces that must stay.
    pub(super) pinned: HashSet<usize>,
    /// Names used in code that is configured away on this machine.
    pub(super) inactive: BTreeSet<String>,
    pub(super) rustc: &'a Rustc,
    pub(super) folder: &'a Path,
    pub(super) modes: &'static [Mode],
    pub(super) sources: &'a Sources,
    pub(super) passes: usize,
}

/// What is left at some moment.
pub(super) struct View {
    pub(super) tokens: Vec<Token>,
    /// Index of each token in [`Pruner::all`].
    pub(super) index: Vec<usize>,
    pub(super) text: Text,
    pub(super) pieces: Vec<Piece>,
}

impl Pruner<'_> {
    /// Compiles what is left in every mode that matters; only warnings that all modes share are kept.
    pub(super) fn ask(&mut self, view: &View) -> Result<Vec<Diagnostic>> {
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
                Some(others) => common(others, &said),
            });
        }
        Ok(shared.unwrap_or_default())
    }

    pub(super) fn view(&self) -> View {
        let index: Vec<usize> = (0..self.all.len()).filter(|&at| self.removed_by[at].is_none()).collect();
        let mut tokens: Vec<Token> = index.iter().map(|&at| self.all[at].clone()).collect();
        let text = by_line(&tokens);
        tokens.shrink_to_fit();
        View { tokens, index, text, pieces: Vec::new() }
    }

    /// The view with its pieces, printed with `pub` narrowed: rustc takes what is public for used.
    pub(super) fn view_with_pieces(&self) -> Result<View> {
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
    pub(super) fn remove(&mut self, view: &View, range: Range<usize>, names: BTreeSet<String>) {
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
    pub(super) fn undo(&mut self, id: usize) {
        let removal = &mut self.removals[id];
        removal.undone = true;
        self.pinned.insert(removal.range.start);
        for slot in self.removed_by[removal.range.clone()].iter_mut().filter(|slot| **slot == Some(id)) {
            *slot = None;
        }
    }
}

/// Those of `some` that `others` say about the same places.
fn common(some: Vec<Diagnostic>, others: &[Diagnostic]) -> Vec<Diagnostic> {
    let places = |one: &Diagnostic| -> Vec<(String, usize)> {
        one.primary().map(|span| (one.code().to_owned(), span.byte_start)).collect()
    };
    let other_places: BTreeSet<(String, usize)> = others.iter().flat_map(places).collect();
    some.into_iter()
        .filter_map(|mut one| {
            let code = one.code().to_owned();
            one.spans
                .retain(|span| !span.is_primary || other_places.contains(&(code.clone(), span.byte_start)));
            one.spans.iter().any(|span| span.is_primary).then_some(one)
        })
        .collect()
}
