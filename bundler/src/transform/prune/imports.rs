//! Unused parts of `use` declarations.

use std::collections::BTreeSet;
use std::ops::Range;

use super::pruner::{Pruner, View};
use crate::read::attribute::comma_parts;
use crate::read::imports::imports_of;
use crate::token::{closing, is_keyword, Token};

/// Removes those parts of the declaration `view.pieces[at]` that `goes` accepts.
pub(super) fn remove(pruner: &mut Pruner, view: &View, at: usize, goes: &dyn Fn(&Range<usize>) -> bool) {
    let (tokens, piece) = (&view.tokens, &view.pieces[at]);
    let whole = piece.range.clone();
    let Some(keyword) = (piece.head..whole.end).find(|&at| tokens[at].is("use")) else { return };
    let imports = imports_of(tokens, &view.pieces, at);
    let mut parts = Vec::new();
    if collect(tokens, &(keyword + 1..whole.end - 1), goes, &mut parts) {
        parts = vec![whole];
    }
    for part in parts {
        let inside = imports.iter().filter(|import| part.contains(&import.leaf.start));
        let names =
            inside.filter_map(|import| import.named(tokens)).map(|name| tokens[name].text.to_string());
        let names: BTreeSet<String> = names.filter(|name| !is_keyword(name)).collect();
        pruner.remove(view, part, names);
    }
}

/// Notes the parts of `tree` that go, commas included; true if all of it goes.
fn collect(
    tokens: &[Token],
    tree: &Range<usize>,
    goes: &dyn Fn(&Range<usize>) -> bool,
    parts: &mut Vec<Range<usize>>,
) -> bool {
    let Some(open) = tree.clone().find(|&at| tokens[at].is("{")) else { return goes(tree) };
    let close = closing(tokens, open);
    let mut inner = Vec::new();
    let mut all = true;
    for part in comma_parts(tokens, open + 1..close) {
        if collect(tokens, &part, goes, &mut inner) {
            inner.push(part.start..(part.end + 1).min(close));
        } else {
            all = false;
        }
    }
    if !all {
        parts.extend(inner);
    }
    all
}
