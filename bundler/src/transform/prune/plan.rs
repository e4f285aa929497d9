//! Plans removals from rustc's warnings.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::pruner::{Pruner, View};
use super::{arms, chunk, imports};
use crate::error::Result;
use crate::prove::rustc::{Diagnostic, Suggestion};
use crate::read::macros;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::Text;
use crate::token::{closing, Token};

/// Removes the pieces that the warnings are about.
pub(super) fn plan(pruner: &mut Pruner, view: &View, warnings: &[Diagnostic]) {
    let mut unused_leaves: Vec<Range<usize>> = Vec::new();
    let mut dead = Vec::new();
    for warning in warnings {
        for span in warning.primary() {
            let token = view.text.at(span.byte_start);
            match warning.code() {
                "dead_code" | "unused_macros" => dead.push(token),
                "unused_imports" => {
                    unused_leaves.push(token..view.text.at(span.byte_end.saturating_sub(1)) + 1)
                }
                "unused_macro_rules" => {
                    if let Some(rule) = macros::rule(&view.tokens, token) {
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
    let mut dead = dead_everywhere(pruner, view, dead);
    // Variants go from the last one on: of those that are numbers only the last one may.
    let variants = view.pieces.iter().filter(|piece| piece.kind == PieceKind::Variant);
    let variants: BTreeSet<usize> = variants.filter_map(|piece| piece.name).collect();
    dead.sort_by_key(|name| variants.get(name).map(|&name| Reverse(name)));
    for name in dead {
        remove_dead(pruner, view, name);
    }
    unused_imports(pruner, view, &unused_leaves);
}

/// The type and constant parameters that impls and functions among `tokens` have.
pub(super) fn parameters(tokens: &[Token]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let opens = |at: &usize| {
        let owner = |back: usize, word: &str| at.checked_sub(back).is_some_and(|at| tokens[at].is(word));
        tokens[*at].is("<") && (owner(1, "impl") || owner(2, "fn"))
    };
    for open in (0..tokens.len()).filter(opens) {
        let mut depth = 0usize;
        for (at, token) in tokens.iter().enumerate().skip(open) {
            match &*token.text {
                "<" => depth += 1,
                ">" | ">>" => depth = depth.saturating_sub(token.text.len()),
                _ if depth == 1 && ["<", ",", "const"].iter().any(|mark| tokens[at - 1].is(mark)) => {
                    found.insert(&*token.text);
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

/// Those of the names `dead` that neither code that is configured away nor what that needs may use.
fn dead_everywhere(pruner: &Pruner, view: &View, mut dead: Vec<usize>) -> Vec<usize> {
    let mut used: BTreeSet<&str> = pruner.inactive.iter().map(String::as_str).collect();
    let owners = owners_of_functions(view);
    loop {
        let is_used = |at: usize| used.contains(&*view.tokens[at].text);
        let (kept, gone): (Vec<usize>, _) = dead
            .iter()
            .partition(|&&at| is_used(at) && owners.get(&at).is_none_or(|&of_type| is_used(of_type)));
        if kept.is_empty() {
            return gone;
        }
        let named = view.pieces.iter().filter(|piece| piece.name.is_some_and(|name| kept.contains(&name)));
        let tokens = named.flat_map(|piece| &view.tokens[piece.range.clone()]);
        used.extend(tokens.filter(|token| token.is_ident()).map(|token| &*token.text));
        dead = gone;
    }
}

/// By the name of each function of a type without `self`, the type: code that calls one names both.
fn owners_of_functions(view: &View) -> HashMap<usize, usize> {
    let owner = |piece: &Piece| {
        let of_type = piece.parent.and_then(|parent| view.pieces[parent].of_type)?;
        let name = piece.name.filter(|_| piece.kind == PieceKind::Fn)?;
        let open = (name..piece.range.end).find(|&at| view.tokens[at].is("("))?;
        let first = view.tokens[open..closing(&view.tokens, open)].split(|token| token.is(",")).next()?;
        (!first.iter().any(|token| token.is("self"))).then_some((name, of_type))
    };
    view.pieces.iter().filter_map(owner).collect()
}

fn remove_dead(pruner: &mut Pruner, view: &View, name: usize) {
    match view.pieces.iter().position(|piece| piece.name == Some(name)) {
        Some(at) => {
            let piece = &view.pieces[at];
            let may_go = match piece.kind {
                PieceKind::Field => false,
                PieceKind::Variant => {
                    let gone = |piece: &Piece| pruner.removed_by[view.index[piece.range.start]].is_some();
                    arms::may_go(&view.tokens, &view.pieces, at, &gone)
                }
                _ => true,
            };
            if may_go {
                pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
            }
        }
        None => {
            // Else a macro makes an item of each word, and can do with fewer; fields and variants are none.
            let is_call = |piece: &Piece| piece.kind == PieceKind::MacroCall && piece.range.contains(&name);
            let next = |text: &str| view.tokens.get(name + 1).is_some_and(|next| next.is(text));
            let is_word = !["(", "{", ":", "="].into_iter().any(next) && view.pieces.iter().any(is_call);
            let word = is_word.then(|| name..name + 1 + usize::from(next(",")));
            if let Some(range) = chunk::around(&view.tokens, name).or(word) {
                pruner.remove(view, range, BTreeSet::from([view.tokens[name].text.to_string()]));
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
    for (at, piece) in view.pieces.iter().enumerate() {
        if leaves.iter().any(|leaf| piece.kind == PieceKind::Use && piece.range.contains(&leaf.start)) {
            imports::remove(pruner, view, at, &covered);
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
