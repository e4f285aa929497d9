//! The program during pruning: the removals so far, and rustc's messages about the rest.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::emit::print::by_line;
use crate::error::{Error, Result};
use crate::prove::check::Checker;
use crate::prove::rustc::{Diagnostic, Level};
use crate::read::macros::{inside_macros, written_by_macros};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece};
use crate::token::Text;
use crate::token::Token;

/// The largest number of rustc runs.
pub(super) const MAX_PASSES: usize = 60;

/// One piece that was removed.
#[derive(Debug)]
pub(super) struct Removal {
    /// Its tokens, by index in [`Pruner::all`].
    pub(super) range: Range<usize>,
    /// Names by which an error would miss it.
    pub(super) names: BTreeSet<String>,
    /// Names around it, which an error about it may say too.
    pub(super) around: BTreeSet<String>,
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
    /// Those of them that rustc did not name itself.
    pub(super) doubtful: HashSet<usize>,
    /// Names used in code that is configured away on this machine.
    pub(super) inactive: BTreeSet<String>,
    pub(super) checker: Checker<'a>,
    pub(super) sources: &'a Sources,
    pub(super) passes: usize,
    /// The removals when the program compiled last.
    pub(super) compiled: Vec<Option<usize>>,
    /// Called before each pass.
    pub(super) progress: fn(&str),
}

/// The remaining program at some moment.
pub(super) struct View {
    pub(super) tokens: Vec<Token>,
    /// Index of each token in [`Pruner::all`].
    pub(super) index: Vec<usize>,
    pub(super) text: Text,
    pub(super) pieces: Vec<Piece>,
}

impl Pruner<'_> {
    /// Compiles the remaining program in every mode that matters; keeps only warnings that all modes share.
    pub(super) fn ask(&mut self, view: &View) -> Result<Vec<Diagnostic>> {
        self.passes += 1;
        (self.progress)(&format!("removing unused code: pass {}, {} tokens", self.passes, view.tokens.len()));
        if self.passes > 4 * MAX_PASSES {
            return Err(Error::proof("removing unused code comes to no end"));
        }
        let mut answers = self.checker.ask(&view.text)?;
        let fails = |diagnostics: &Vec<Diagnostic>| diagnostics.iter().any(|one| one.level == Level::Error);
        if let Some(failed) = answers.iter().position(fails) {
            return Ok(answers.swap_remove(failed));
        }
        self.compiled.clone_from(&self.removed_by);
        Ok(answers.into_iter().reduce(|some, others| common(some, &others)).unwrap_or_default())
    }

    pub(super) fn view(&self) -> View {
        let index: Vec<usize> = (0..self.all.len()).filter(|&at| self.removed_by[at].is_none()).collect();
        let mut tokens: Vec<Token> = index.iter().map(|&at| self.all[at].clone()).collect();
        let text = by_line(&tokens);
        tokens.shrink_to_fit();
        View { tokens, index, text, pieces: Vec::new() }
    }

    /// The view with its pieces, printed with `pub` narrowed, since rustc considers public items used.
    pub(super) fn view_with_pieces(&self) -> Result<View> {
        let mut view = self.view();
        let mut narrowed = view.tokens.clone();
        let in_macro = inside_macros(&narrowed);
        let written = written_by_macros(&narrowed);
        for at in 1..narrowed.len() {
            if narrowed[at - 1].is("pub") && !narrowed[at].is("(") && (written[at] || !in_macro[at]) {
                narrowed[at - 1].text = "pub(crate)".into();
            }
        }
        view.text = by_line(&narrowed);
        view.pieces = syntax::pieces(&view.tokens, Detail::Items, self.sources)?;
        Ok(view)
    }

    /// Removes `range` from a view.
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
            let around = self.around(view, &range);
            self.removals.push(Removal { range: first..last + 1, names, around, undone: false });
        }
    }

    /// The names of the pieces around `range`, and the types and traits of impls.
    fn around(&self, view: &View, range: &Range<usize>) -> BTreeSet<String> {
        let encloses = |piece: &&Piece| piece.range.start < range.start && range.end <= piece.range.end;
        let pieces = view.pieces.iter().filter(encloses);
        let names = pieces.flat_map(|piece| [piece.name, piece.of_trait, piece.of_type]).flatten();
        names.map(|name| view.tokens[name].text.to_string()).collect()
    }

    /// Puts a removal back, for good, and with it the removals around it: a part makes no sense without its
    /// whole.
    pub(super) fn undo(&mut self, id: usize) {
        let range = self.removals[id].range.clone();
        for other in 0..self.removals.len() {
            let removal = &mut self.removals[other];
            let encloses = removal.range.start <= range.start && range.end <= removal.range.end;
            if other != id && (!encloses || removal.undone) {
                continue;
            }
            removal.undone = true;
            self.pinned.insert(removal.range.start);
            let slots = self.removed_by[removal.range.clone()].iter_mut();
            slots.filter(|slot| **slot == Some(other)).for_each(|slot| *slot = None);
        }
    }

    /// The number of remaining tokens.
    pub(super) fn left(&self) -> usize {
        self.removed_by.iter().filter(|slot| slot.is_none()).count()
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};
    use std::path::Path;

    use super::Pruner;
    use crate::prove::check::Checker;
    use crate::prove::rustc::Rustc;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

    #[test]
    fn a_part_comes_back_with_its_whole() {
        let tokens = lex("use a::{b, c}; fn d() {}", 0).expect("the test's text has tokens").tokens;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let rustc = Rustc {
            program: String::new(),
            version: String::new(),
            lack: None,
            edition: 2021,
            externs: vec![],
            folder,
        };
        let sources = Sources::new(Path::new(""));
        let mut pruner = Pruner {
            removed_by: vec![None; tokens.len()],
            all: tokens,
            removals: Vec::new(),
            batch: 0,
            pinned: HashSet::new(),
            doubtful: HashSet::new(),
            inactive: BTreeSet::new(),
            checker: Checker { rustc: &rustc, modes: &[], deadline: None },
            sources: &sources,
            passes: 0,
            compiled: Vec::new(),
            progress: |_| {},
        };
        let text = |pruner: &Pruner| {
            pruner.view().tokens.iter().map(|token| token.text.to_string()).collect::<String>()
        };
        let view = pruner.view();
        pruner.remove(&view, 4..6, BTreeSet::from(["b".to_owned()]));
        assert_eq!(text(&pruner), "usea::{c};fnd(){}");
        let view = pruner.view();
        pruner.remove(&view, 0..7, BTreeSet::from(["c".to_owned()]));
        assert_eq!(text(&pruner), "fnd(){}");
        pruner.undo(0);
        assert_eq!(text(&pruner), "usea::{b,c};fnd(){}", "not a bare `b,`");
    }
}
