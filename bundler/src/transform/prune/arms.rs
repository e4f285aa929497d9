//! Match arms for removed variants.

use std::ops::Range;

use crate::read::syntax::{Piece, PieceKind};
use crate::token::{closing, Kind, Token};

/// Whether the variant `pieces[at]` may go without changing what those are that are not `gone`: nothing fixes
/// the enum's layout, and no `as` can turn a variant into a number that the removal would change.
pub(super) fn may_go(tokens: &[Token], pieces: &[Piece], at: usize, gone: &dyn Fn(&Piece) -> bool) -> bool {
    let Some(parent) = pieces[at].parent else { return false };
    let has_layout = pieces[parent].attributes(tokens).iter().any(|(_, attribute)| attribute.name == "repr");
    let siblings = pieces.iter().filter(|piece| piece.parent == Some(parent) && !gone(piece));
    let siblings: Vec<&Piece> = siblings.collect();
    let carries = |piece: &&Piece| tokens[piece.range.clone()].iter().any(|token| token.kind == Kind::Open);
    let is_last = siblings.last().is_some_and(|last| last.range == pieces[at].range);
    let transmutes = tokens.iter().any(|token| token.is("transmute"));
    !has_layout && !transmutes && siblings.len() > 1 && (is_last || siblings.iter().any(carries))
}

/// The tokens to remove when the pattern at `token` cannot match any more: its arm, or its alternative.
pub(super) fn around(tokens: &[Token], pieces: &[Piece], token: usize) -> Option<Range<usize>> {
    let arm = pieces.iter().rfind(|piece| piece.kind == PieceKind::Arm && piece.range.contains(&token))?;
    let mut alternatives = Vec::from([Range { start: arm.head, end: arm.head }]);
    let mut at = arm.head;
    while at < arm.range.end && !tokens[at].is("=>") && !tokens[at].is("if") {
        let end = if tokens[at].kind == Kind::Open { closing(tokens, at) + 1 } else { at + 1 };
        if tokens[at].is("|") {
            alternatives.push(end..end);
        } else if let Some(last) = alternatives.last_mut() {
            last.end = end;
        }
        at = end;
    }
    let filled: Vec<Range<usize>> = alternatives.into_iter().filter(|part| !part.is_empty()).collect();
    match filled.iter().position(|part| part.contains(&token)) {
        Some(0) if filled.len() == 1 => Some(arm.range.clone()),
        Some(0) => Some(filled[0].start..filled[1].start),
        Some(index) => Some(filled[index].start - 1..filled[index].end),
        None => None,
    }
}
