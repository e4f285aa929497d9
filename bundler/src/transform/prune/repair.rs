//! Decides from rustc's errors which pieces must go too, and which must come back.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::plan::names_in;
use super::pruner::{Pruner, Removal, View};
use super::{arms, chunk, imports, speculate};
use crate::error::Result;
use crate::prove::rustc::{Diagnostic, Level, Span};
use crate::read::imports::{imports_of, Import};
use crate::read::syntax::{self, Detail, Piece, PieceKind};

/// Errors where an impl or one of its members is missing, or what they would let rustc infer.
const MISSED_IMPLS: [&str; 7] = ["E0046", "E0271", "E0277", "E0282", "E0283", "E0284", "E0308"];

/// Removes the impls and imports of removed pieces; if there are none, restores the pieces that errors miss.
///
/// # Errors
/// The program is not valid Rust for syn.
pub(super) fn repair(pruner: &mut Pruner, view: &View, diagnostics: &[Diagnostic]) -> Result<()> {
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.level == Level::Error).collect();
    // Errors inside an impl that goes are no reason to put anything back, so that comes first and alone.
    let mut progress = false;
    let all_pieces = OnceCell::new();
    // What only lost members name is no reason to remove what they are in.
    let lost_members = errors.iter().any(|error| is_lost_member(error));
    let comes_first =
        |error: &&&Diagnostic| !lost_members || is_lost_member(error) || error.code() == "E0432";
    for error in errors.iter().filter(comes_first) {
        progress |= follow(pruner, view, error, &all_pieces)?;
    }
    if progress {
        return Ok(());
    }
    // All are matched before any is put back: the second error about a piece must not take another for it.
    let matches: Vec<Vec<usize>> = errors.iter().map(|error| best_matches(pruner, view, error)).collect();
    for (error, found) in errors.into_iter().zip(matches) {
        progress |= restore(pruner, &found) || restore_near(pruner, view, error);
    }
    if !progress {
        restore_latest(pruner);
    }
    Ok(())
}

/// Those of the latest removals whose names the error mentions: the program compiled before them. Where
/// several share a name (`new`), those whose type or module it mentions too; for a name that is not found "in
/// this scope", those in its modules.
fn best_matches(pruner: &Pruner, view: &View, error: &Diagnostic) -> Vec<usize> {
    let words = error.quoted_words();
    let mut context = words.clone();
    if error.message.contains("in this scope") {
        let at = error.primary().next().map(|span| view.text.at(span.byte_start));
        let holds = |piece: &&Piece| at.is_some_and(|at| piece.range.contains(&at));
        let modules = view.pieces.iter().filter(|piece| piece.kind == PieceKind::Mod).filter(holds);
        let names = modules.filter_map(|piece| piece.name);
        context.extend(names.map(|name| view.tokens[name].text.to_string()));
    }
    let matches = |id: usize| {
        let removal = &pruner.removals[id];
        let own = removal.names.intersection(&words).count();
        (own > 0).then(|| (own + removal.around.intersection(&context).count(), id))
    };
    let found: Vec<(usize, usize)> = latest(pruner).into_iter().filter_map(matches).collect();
    let best = found.iter().map(|(score, _)| *score).max();
    found.iter().filter(|(score, _)| Some(*score) == best).map(|(_, id)| *id).collect()
}

/// The removals of the latest batch that were not undone; of all batches if there are none.
fn latest(pruner: &Pruner) -> Vec<usize> {
    let standing = |from: usize| -> Vec<usize> {
        (from..pruner.removals.len()).filter(|&id| !pruner.removals[id].undone).collect()
    };
    let latest = standing(pruner.batch);
    if latest.is_empty() {
        standing(0)
    } else {
        latest
    }
}

/// If the error is in an impl that may be unused, in an import or at a member that its trait lost: removes
/// that.
fn follow(
    pruner: &mut Pruner,
    view: &View,
    error: &Diagnostic,
    all_pieces: &OnceCell<Vec<Piece>>,
) -> Result<bool> {
    let before = pruner.removals.len();
    for span in error.primary() {
        let token = view.text.at(span.byte_start);
        let innermost = view.pieces.iter().rposition(|piece| piece.range.contains(&token));
        let Some((at, piece)) = innermost.map(|at| (at, &view.pieces[at])) else { continue };
        let member_without_trait =
            is_lost_member(error) && (piece.head..=piece.name.unwrap_or(piece.head)).contains(&token);
        let names_what_is_gone = !member_without_trait && !MISSED_IMPLS.contains(&error.code());
        if let Some((range, names)) = in_macro(view, piece, error, token) {
            pruner.remove(view, range, names);
            continue;
        }
        if let Some(unused) = around(pruner, view, span).filter(|_| names_what_is_gone) {
            pruner.remove(view, unused.range.clone(), speculate::names_of(view, unused));
            continue;
        }
        let in_header = piece.kind == PieceKind::Impl
            && matches!(error.code(), "E0405" | "E0412" | "E0404" | "E0433" | "E0425" | "E0573");
        if is_gone_variant(pruner, view, error, token) {
            let pieces = match all_pieces.get() {
                Some(pieces) => pieces,
                None => {
                    let pieces = syntax::pieces(&view.tokens, Detail::Everything, pruner.sources)?;
                    all_pieces.get_or_init(|| pieces)
                }
            };
            if let Some(range) = arms::around(&view.tokens, pieces, token) {
                pruner.remove(view, range, names_of(view, token));
            }
        } else if piece.kind == PieceKind::Use {
            // All that leads through what is not found.
            let all = imports_of(&view.tokens, &view.pieces, at);
            let is_lost = |import: &&Import| import.path.contains(&token) || import.leaf.contains(&token);
            let lost = || all.iter().filter(is_lost);
            imports::remove(pruner, view, at, &|part| lost().any(|one| part.contains(&one.leaf.start)));
        } else if member_without_trait || in_header {
            pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
        }
    }
    Ok(pruner.removals.len() > before)
}

/// What goes of the macro `piece` that wrote the error: a member that its trait lost or, of several impls,
/// the one that needs what is gone.
fn in_macro(
    view: &View,
    piece: &Piece,
    error: &Diagnostic,
    token: usize,
) -> Option<(Range<usize>, BTreeSet<String>)> {
    if piece.kind != PieceKind::MacroRules || MISSED_IMPLS.contains(&error.code()) {
        return None;
    }
    if is_lost_member(error) {
        return Some((chunk::around(&view.tokens, token)?, names_of(view, token)));
    }
    let written = view.tokens[piece.range.clone()].iter().filter(|token| token.is("impl")).count();
    let (keyword, range) = chunk::impl_around(&view.tokens, token).filter(|_| written > 1)?;
    Some((range, chunk::owner_of_impl(&view.tokens, keyword).map(str::to_owned).into_iter().collect()))
}

/// Whether an impl has a member that its trait does not have.
fn is_lost_member(error: &Diagnostic) -> bool {
    matches!(error.code(), "E0407" | "E0437" | "E0438")
}

/// The impl of a trait, or the invocation that writes one, around an error, unless it was put back before.
/// What rustc called unused may well be used there: it does not count uses in impls that nothing uses.
fn around<'a>(pruner: &Pruner, view: &'a View, span: &Span) -> Option<&'a Piece> {
    let token = view.text.at(span.invocation()?.byte_start);
    let holds = |piece: &&Piece| piece.range.contains(&token) && speculate::may_go(view, piece);
    let piece = view.pieces.iter().rfind(holds)?;
    (!pruner.pinned.contains(&view.index[piece.range.start])).then_some(piece)
}

/// Whether the error is about a variant in a pattern that was taken away.
fn is_gone_variant(pruner: &Pruner, view: &View, error: &Diagnostic, token: usize) -> bool {
    let gone = |removal: &Removal| !removal.undone && !removal.names.is_disjoint(&names_of(view, token));
    matches!(error.code(), "E0220" | "E0531" | "E0532" | "E0574" | "E0599")
        && pruner.removals.iter().any(gone)
}

fn names_of(view: &View, token: usize) -> BTreeSet<String> {
    BTreeSet::from([view.tokens[token].text.to_string()])
}

/// Restores the removals from the piece that the error is in.
fn restore_near(pruner: &mut Pruner, view: &View, error: &Diagnostic) -> bool {
    let token = error.primary().next().map(|span| view.text.at(span.byte_start));
    let piece = token.and_then(|token| view.pieces.iter().rfind(|piece| piece.range.contains(&token)));
    let Some(piece) = piece else { return false };
    let around = view.index[piece.range.start]..view.index[piece.range.end - 1];
    let is_near = |id: &usize| around.contains(&pruner.removals[*id].range.start);
    let near: Vec<usize> = latest(pruner).into_iter().filter(is_near).collect();
    restore(pruner, &near)
}

fn restore(pruner: &mut Pruner, missed: &[usize]) -> bool {
    missed.iter().for_each(|&id| pruner.undo(id));
    !missed.is_empty()
}

/// Restores the later half of the latest batch, for errors that name no removal.
fn restore_latest(pruner: &mut Pruner) {
    let mut suspects = latest(pruner);
    let later = suspects.split_off(suspects.len() / 2);
    restore(pruner, &later);
}
