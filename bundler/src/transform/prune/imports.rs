//! Unused parts of `use` declarations.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::read::syntax::Piece;
use crate::token::{closing, is_keyword, Token};

/// What must go from the use declaration `declaration` (from its `use` to its `;`) when the leaves that
/// `is_unused` accepts go: ranges of tokens, commas included. `None` means all of it.
pub(super) fn unused_parts(
    tokens: &[Token],
    declaration: Range<usize>,
    is_unused: &dyn Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    let tree = declaration.start + 1..declaration.end - 1;
    let mut parts = Vec::new();
    if collect(tokens, &tree, is_unused, &mut parts) {
        None
    } else {
        Some(parts)
    }
}

/// The names that a use tree brings in; for a glob the module's, for `as _` the trait's.
pub(super) fn names(tokens: &[Token]) -> BTreeSet<String> {
    let brings_in = |at: usize| {
        let is = |ahead: usize, text: &str| tokens.get(at + ahead).is_some_and(|token| token.is(text));
        let leads_on = is(1, "::") && !is(2, "*") && !is(2, "self");
        let is_renamed = is(1, "as") && !is(2, "_");
        tokens[at].is_ident() && !is_keyword(&tokens[at].text) && !leads_on && !is_renamed
    };
    (0..tokens.len()).filter(|&at| brings_in(at)).map(|at| tokens[at].text.to_string()).collect()
}

/// The paths that a use declaration imports, each with its renaming, as the indices of their tokens.
pub(super) fn paths(tokens: &[Token], declaration: &Piece) -> Vec<Vec<usize>> {
    let range = declaration.head..declaration.range.end - 1;
    let mut paths = Vec::new();
    if let Some(keyword) = range.clone().find(|&at| tokens[at].is("use")) {
        leaves(tokens, keyword + 1..range.end, &[], &mut paths);
    }
    paths
}

fn leaves(tokens: &[Token], tree: Range<usize>, prefix: &[usize], out: &mut Vec<Vec<usize>>) {
    let open = tree.clone().find(|&at| tokens[at].is("{"));
    let path: Vec<usize> = prefix.iter().copied().chain(tree.start..open.unwrap_or(tree.end)).collect();
    let Some(open) = open else { return out.push(path) };
    let mut start = open + 1;
    let close = closing(tokens, open);
    while start < close {
        let end = end_of_part(tokens, start, close);
        leaves(tokens, start..end, &path, out);
        start = end + 1;
    }
}

/// The comma that ends the part of a use tree at `start`, or `close`.
fn end_of_part(tokens: &[Token], start: usize, close: usize) -> usize {
    let mut end = start;
    while end < close && !tokens[end].is(",") {
        end = if tokens[end].is("{") { closing(tokens, end) + 1 } else { end + 1 };
    }
    end
}

/// Notes the unused subtrees of `tree`; true if all of it is unused.
fn collect(
    tokens: &[Token],
    tree: &Range<usize>,
    is_unused: &dyn Fn(&Range<usize>) -> bool,
    parts: &mut Vec<Range<usize>>,
) -> bool {
    let Some(open) = tree.clone().find(|&at| tokens[at].is("{")) else { return is_unused(tree) };
    let close = closing(tokens, open);
    let mut inner = Vec::new();
    let mut all = true;
    let mut start = open + 1;
    while start < close {
        let end = end_of_part(tokens, start, close);
        if collect(tokens, &(start..end), is_unused, &mut inner) {
            inner.push(start..(end + 1).min(close));
        } else {
            all = false;
        }
        start = end + 1;
    }
    if !all {
        parts.extend(inner);
    }
    all
}
