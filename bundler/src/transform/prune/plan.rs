//! Plans removals from rustc's warnings.

use std::collections::BTreeSet;
use std::ops::Range;

use super::pruner::{Pruner, View};
use super::{arms, chunk, imports};
use crate::error::Result;
use crate::prove::rustc::{Diagnostic, Level, Suggestion};
use crate::read::syntax::{Piece, PieceKind};
use crate::token::Text;
use crate::token::{closing, Token};

/// Whether a warning says that something is unused that a bundle leaves out or may allow.
pub(super) fn is_about_unused(warning: &Diagnostic) -> bool {
    warning.level == Level::Warning
        && matches!(warning.code(), "dead_code" | "unused_imports" | "unused_macros" | "unused_macro_rules")
}

/// The words in backticks of an error's message.
pub(crate) fn words(error: &Diagnostic) -> BTreeSet<String> {
    let text = error.all_text();
    let quoted = text.split('`').skip(1).step_by(2);
    let split = |part: &str| {
        part.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect::<Vec<_>>()
    };
    quoted.flat_map(split).filter(|word| !word.is_empty()).collect()
}

/// Removes the pieces that the warnings are about.
pub(super) fn plan(pruner: &mut Pruner, view: &View, warnings: &[Diagnostic]) {
    let mut unused_leaves: Vec<Range<usize>> = Vec::new();
    for warning in warnings {
        for span in warning.primary() {
            let token = view.text.at(span.byte_start);
            match warning.code() {
                "dead_code" | "unused_macros" => dead(pruner, view, token),
                "unused_imports" => {
                    unused_leaves.push(token..view.text.at(span.byte_end.saturating_sub(1)) + 1)
                }
                "unused_macro_rules" => {
                    if let Some(rule) = chunk::macro_rule(&view.tokens, token) {
                        pruner.remove(view, rule, BTreeSet::new());
                    }
                }
                _ => {}
            }
        }
        if matches!(warning.code(), "unused_parens" | "unused_braces") {
            // A blank may take the place of the second one.
            let removes = |suggestion: &&Suggestion| suggestion.text.trim().is_empty();
            for suggestion in warning.suggestions().iter().filter(removes) {
                let token = view.text.at(suggestion.start);
                pruner.remove(view, token..token + 1, BTreeSet::new());
            }
        }
    }
    unused_imports(pruner, view, &unused_leaves);
}

fn dead(pruner: &mut Pruner, view: &View, name: usize) {
    let text = view.tokens[name].text.to_string();
    if pruner.inactive.contains(&text) {
        return;
    }
    match view.pieces.iter().position(|piece| piece.name == Some(name)) {
        Some(at) => {
            let piece = &view.pieces[at];
            let may_go = match piece.kind {
                PieceKind::Field => false,
                PieceKind::Variant => arms::may_go(&view.tokens, &view.pieces, at),
                _ => true,
            };
            if may_go {
                pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
            }
        }
        None => {
            if let Some(range) = chunk::around(&view.tokens, name) {
                pruner.remove(view, range, BTreeSet::from([text]));
            }
        }
    }
}

/// The names of the pieces inside `range`, and for an `impl` those of its trait and type.
pub(super) fn names_in(view: &View, range: &Range<usize>) -> BTreeSet<String> {
    let inside = view.pieces.iter().filter(|piece| range.contains(&piece.range.start));
    let names = inside.flat_map(|piece| [piece.name, piece.of_trait, piece.of_type]).flatten();
    names.map(|name| view.tokens[name].text.to_string()).collect()
}

fn unused_imports(pruner: &mut Pruner, view: &View, leaves: &[Range<usize>]) {
    if leaves.is_empty() {
        return;
    }
    let covered =
        |part: &Range<usize>| leaves.iter().any(|leaf| leaf.start <= part.start && part.end <= leaf.end);
    for piece in view.pieces.iter().filter(|piece| piece.kind == PieceKind::Use) {
        if leaves.iter().any(|leaf| piece.range.contains(&leaf.start)) {
            remove_imports(pruner, view, piece, &covered);
        }
    }
}

/// Removes those leaves of a use declaration that `goes` accepts.
pub(super) fn remove_imports(
    pruner: &mut Pruner,
    view: &View,
    piece: &Piece,
    goes: &dyn Fn(&Range<usize>) -> bool,
) {
    let Some(keyword) = (piece.head..piece.range.end).find(|&at| view.tokens[at].is("use")) else { return };
    match imports::unused_parts(&view.tokens, keyword..piece.range.end, goes) {
        None => pruner.remove(view, piece.range.clone(), imports::names(&view.tokens[piece.range.clone()])),
        Some(parts) => {
            for part in parts {
                let names = imports::names(&view.tokens[part.clone()]);
                pruner.remove(view, part, names);
            }
        }
    }
}

/// Removes modules, inherent impls, foreign blocks, macro invocations and derives that have become empty.
pub(super) fn remove_empty(pruner: &mut Pruner, view: &View) {
    for piece in &view.pieces {
        let may_go = matches!(piece.kind, PieceKind::Mod | PieceKind::ExternBlock | PieceKind::MacroCall)
            || piece.kind == PieceKind::Impl && piece.of_trait.is_none();
        let is_open = |at: &usize| {
            view.tokens[*at].is("{") || piece.kind == PieceKind::MacroCall && view.tokens[*at].is("(")
        };
        let Some(open) = (piece.head..piece.range.end).filter(|_| may_go).find(is_open) else { continue };
        let emptied = piece.kind != PieceKind::MacroCall || view.index[open + 1] > view.index[open] + 1;
        if emptied && closing(&view.tokens, open) == open + 1 {
            pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
        }
    }
    for at in 0..view.tokens.len().saturating_sub(5) {
        let words = ["#", "[", "derive", "(", ")", "]"];
        if words.iter().zip(&view.tokens[at..]).all(|(word, token)| token.is(word)) {
            pruner.remove(view, at..at + 6, BTreeSet::new());
        }
    }
}

/// The remaining program, without the items that earlier removals emptied.
pub(super) fn tidied_view(pruner: &mut Pruner) -> Result<View> {
    loop {
        let view = pruner.view_with_pieces()?;
        let before = pruner.removals.len();
        remove_empty(pruner, &view);
        if pruner.removals.len() == before {
            return Ok(view);
        }
    }
}

/// The number of characters of the pieces that `warnings`, about the view printed as `text`, report as
/// unused.
pub(super) fn unused_length(view: &View, text: &Text, warnings: &[Diagnostic]) -> usize {
    let dead = warnings.iter().filter(|warning| warning.code() == "dead_code");
    let names: BTreeSet<usize> =
        dead.flat_map(|warning| warning.primary().map(|span| text.at(span.byte_start))).collect();
    let pieces = view.pieces.iter().filter(|piece| piece.name.is_some_and(|name| names.contains(&name)));
    pieces.map(|piece| length(&view.tokens[piece.range.clone()])).sum()
}

/// The characters of `tokens`.
pub(super) fn length(tokens: &[Token]) -> usize {
    tokens.iter().map(|token| token.text.chars().count()).sum()
}
