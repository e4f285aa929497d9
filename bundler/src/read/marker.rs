//! `// bundler: skip` and `// bundler: keep`, on a line of their own before an item, member or statement; and
//! `// bundler: skip attribute` before an attribute.

use crate::edit::Edits;
use crate::error::Result;
use crate::read::attribute::Attribute;
use crate::read::lex::synthesised;
use crate::read::source::Sources;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::Token;

/// The request of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// The piece does not go into the bundle.
    Skip,
    /// The piece stays, used or not.
    Keep,
    /// The attribute does not go into the bundle.
    SkipAttribute,
}

/// Whether any of `tokens` has a marker before it.
pub(crate) fn any(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.trivia.contains("bundler:"))
}

/// Gives kept pieces an `#[allow(dead_code)]`, which rustc's analysis starts from; the indices of those that
/// are skipped.
///
/// # Errors
/// A marker with another word, or one before no piece.
pub(crate) fn apply(
    tokens: &[Token],
    pieces: &[Piece],
    edits: &mut Edits,
    sources: &Sources,
) -> Result<Vec<usize>> {
    let mut skipped = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Some(marker) = marker(token, sources)? else { continue };
        if matches!(marker, Marker::SkipAttribute) {
            let attribute = Attribute::at(tokens, index).ok_or_else(|| {
                sources.error(token.origin, "`bundler: skip attribute` must be followed by an attribute")
            })?;
            edits.remove(index..attribute.end);
            continue;
        }
        let (at, piece) = pieces
            .iter()
            .enumerate()
            .find(|(_, piece)| (piece.range.start..=piece.head).contains(&index))
            .ok_or_else(|| sources.error(token.origin, "nothing after this bundler marker can be marked"))?;
        match marker {
            Marker::Skip => skipped.push(at),
            Marker::Keep if is_kept_by_attribute(piece.kind) => {
                let start = &tokens[piece.range.start];
                let mut replacement = synthesised("#[allow(dead_code)]", start.origin);
                // The marker before it distinguishes the attribute from those that may be removed.
                let comment =
                    if piece.range.start == index { &*token.trivia } else { "\n// bundler: keep\n" };
                replacement[0].trivia = comment.into();
                replacement.push(Token { trivia: "\n".into(), ..start.clone() });
                replacement.iter_mut().for_each(|token| token.depth = start.depth);
                edits.replace(piece.range.start..piece.range.start + 1, replacement);
            }
            Marker::Keep | Marker::SkipAttribute => {
                return Err(sources.error(token.origin, "`bundler: keep` marks items and members only"))
            }
        }
    }
    Ok(skipped)
}

fn is_kept_by_attribute(kind: PieceKind) -> bool {
    !matches!(
        kind,
        PieceKind::Statement | PieceKind::Element | PieceKind::Arm | PieceKind::Use | PieceKind::MacroCall
    )
}

fn marker(token: &Token, sources: &Sources) -> Result<Option<Marker>> {
    let mut lines = token.trivia.lines();
    // What follows the previous token on its own line belongs to that token.
    let first = lines.next().unwrap_or("");
    let starts_file = token.origin.is_some_and(|origin| {
        sources.file(origin.file).text.starts_with(&*token.trivia) && !token.trivia.starts_with('\n')
    });
    let own_lines = lines.chain(starts_file.then_some(first));
    let mut found = None;
    for line in own_lines {
        let Some(comment) = line.trim().strip_prefix("//") else { continue };
        let Some(word) = comment.trim_start_matches('/').trim().strip_prefix("bundler:") else { continue };
        found = Some(match word.trim() {
            "skip" => Marker::Skip,
            "keep" => Marker::Keep,
            "skip attribute" => Marker::SkipAttribute,
            other => {
                let message =
                    format!("`bundler: {other}`: the markers are `skip`, `keep` and `skip attribute`");
                return Err(sources.error(token.origin, message));
            }
        });
    }
    Ok(found)
}
