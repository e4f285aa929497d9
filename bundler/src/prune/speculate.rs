//! Trait impls and derives that nothing needs: no lint names them, so they are all taken away and put back
//! where the program misses them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::pruner::{Pruner, View};
use super::repair;
use crate::cfg::split_commas;
use crate::error::Result;
use crate::rustc::{Diagnostic, Level};
use crate::syntax::{Piece, PieceKind};

/// Impls that do something without being named.
const ACTIVE_TRAITS: [&str; 5] = ["Drop", "GlobalAlloc", "Send", "Sync", "Unpin"];

/// Errors are followed for this many rounds, then everything missed is put back at once.
const MAX_ROUNDS: usize = 24;

/// Takes all impls of traits away, then puts back those that are missed.
pub(super) fn remove_unused_impls(pruner: &mut Pruner) -> Result<()> {
    let first = pruner.removals.len();
    let view = pruner.view_with_pieces()?;
    let mut candidates = Vec::new();
    for piece in &view.pieces {
        candidates.extend(impl_candidate(&view, piece).into_iter().chain(derive_candidates(&view, piece)));
    }
    for (range, names) in candidates {
        pruner.remove(&view, range, names);
    }
    for round in 0.. {
        let view = pruner.view_with_pieces()?;
        let said = pruner.ask(&view)?;
        let errors: Vec<&Diagnostic> = said.iter().filter(|one| one.level == Level::Error).collect();
        if errors.is_empty() {
            break;
        }
        let mut missed: Vec<usize> =
            errors.iter().flat_map(|error| missed_by(pruner, error, first)).collect();
        if missed.is_empty() || round == MAX_ROUNDS {
            missed = (first..pruner.removals.len()).collect();
        }
        missed.into_iter().for_each(|id| pruner.undo(id));
    }
    Ok(())
}

fn impl_candidate(view: &View, piece: &Piece) -> Option<(Range<usize>, BTreeSet<String>)> {
    let (PieceKind::Impl, Some(of_trait)) = (piece.kind, piece.of_trait) else { return None };
    let name = &*view.tokens[of_trait].text;
    let negative = view.tokens[..of_trait].last().is_some_and(|token| token.is("!"));
    if ACTIVE_TRAITS.contains(&name) || negative || view.tokens[piece.head].is("unsafe") {
        return None;
    }
    let of_type = piece.of_type.map(|at| view.tokens[at].text.to_string());
    Some((piece.range.clone(), of_type.into_iter().chain([name.to_owned()]).collect()))
}

fn derive_candidates(view: &View, piece: &Piece) -> Vec<(Range<usize>, BTreeSet<String>)> {
    let mut found = Vec::new();
    let Some(name) = piece.name.map(|name| view.tokens[name].text.to_string()) else { return found };
    for (start, attribute) in piece.attributes(&view.tokens) {
        let Some(arguments) = attribute.arguments.filter(|_| attribute.name == "derive") else { continue };
        // `# [ derive (` stand before the first one.
        let mut at = start + 4;
        for part in split_commas(arguments) {
            let comma = usize::from(view.tokens[at + part.len()].is(","));
            let of_trait = part.last().map(|token| token.text.to_string());
            found.push((at..at + part.len() + comma, of_trait.into_iter().chain([name.clone()]).collect()));
            at += part.len() + comma;
        }
    }
    found
}

/// The candidates that an error misses: those it names by trait and type, else by type, else by trait.
fn missed_by(pruner: &Pruner, error: &Diagnostic, first: usize) -> Vec<usize> {
    let words = repair::words(error);
    let standing: Vec<usize> =
        (first..pruner.removals.len()).filter(|&id| !pruner.removals[id].undone).collect();
    let named = |enough: &dyn Fn(&BTreeSet<String>) -> bool| -> Vec<usize> {
        standing.iter().copied().filter(|&id| enough(&pruner.removals[id].names)).collect()
    };
    let both = named(&|names| names.is_subset(&words));
    if both.is_empty() {
        named(&|names| !names.is_disjoint(&words))
    } else {
        both
    }
}
