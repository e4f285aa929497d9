//! From rustc's errors to what must go too, or must come back.

use std::collections::BTreeSet;

use super::plan::{names_in, remove_imports};
use super::{Pruner, View};
use crate::rustc::{Diagnostic, Level};
use crate::syntax::PieceKind;

/// Removes what only made sense with removed pieces (their impls and imports); puts back what is missed.
pub(super) fn repair(pruner: &mut Pruner, view: &View, said: &[Diagnostic]) {
    let mut progress = false;
    for error in said.iter().filter(|one| one.level == Level::Error) {
        progress |= follow(pruner, view, error) || restore_named(pruner, &words(error));
    }
    if !progress {
        restore_latest(pruner);
    }
}

/// If the error is in the header of an impl, in an import or at a member that its trait lost: removes that.
fn follow(pruner: &mut Pruner, view: &View, error: &Diagnostic) -> bool {
    let before = pruner.removals.len();
    for span in error.primary() {
        let token = view.text.at(span.byte_start);
        let Some(piece) = view.pieces.iter().rfind(|piece| piece.range.contains(&token)) else { continue };
        let member_without_trait =
            matches!(error.code(), "E0407" | "E0437" | "E0438") && piece.name == Some(token);
        let in_header = piece.kind == PieceKind::Impl
            && matches!(error.code(), "E0405" | "E0412" | "E0404" | "E0433" | "E0425");
        if piece.kind == PieceKind::Use {
            remove_imports(pruner, view, piece, &|leaf| leaf.contains(&token));
        } else if member_without_trait || in_header {
            pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
        }
    }
    pruner.removals.len() > before
}

/// The words an error says in backticks.
pub fn words(error: &Diagnostic) -> BTreeSet<String> {
    let text = error.all_text();
    let quoted = text.split('`').skip(1).step_by(2);
    let split = |part: &str| {
        part.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect::<Vec<_>>()
    };
    quoted.flat_map(split).filter(|word| !word.is_empty()).collect()
}

fn restore_named(pruner: &mut Pruner, words: &BTreeSet<String>) -> bool {
    let missed: Vec<usize> = (0..pruner.removals.len())
        .filter(|&id| !pruner.removals[id].undone && !pruner.removals[id].names.is_disjoint(words))
        .collect();
    missed.iter().for_each(|&id| pruner.undo(id));
    !missed.is_empty()
}

/// With nothing to go by, the last removal that still stands is the suspect.
fn restore_latest(pruner: &mut Pruner) {
    if let Some(id) = (0..pruner.removals.len()).rfind(|&id| !pruner.removals[id].undone) {
        pruner.undo(id);
    }
}
