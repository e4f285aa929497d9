//! Unused parts of `use` declarations.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::token::{closing, Token};

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

/// The names that a use tree brings in.
pub(super) fn names(tokens: &[Token]) -> BTreeSet<String> {
    tokens.iter().filter(|token| token.is_ident()).map(|token| token.text.to_string()).collect()
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
        let mut end = start;
        while end < close && !tokens[end].is(",") {
            end = if tokens[end].is("{") { closing(tokens, end) + 1 } else { end + 1 };
        }
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
