//! Edits to a list of tokens, made all at once.

use std::ops::Range;

use crate::token::Token;

/// A set of replacements of token ranges; one inside another is lost with it.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    edits: Vec<(Range<usize>, Vec<Token>)>,
}

impl Edits {
    pub(crate) fn remove(&mut self, range: Range<usize>) {
        self.replace(range, Vec::new());
    }

    /// Puts `tokens` in place of a range.
    pub(crate) fn replace(&mut self, range: Range<usize>, tokens: Vec<Token>) {
        self.edits.push((range, tokens));
    }

    pub(crate) fn apply(mut self, tokens: &[Token]) -> Vec<Token> {
        // Insertions, then outer ranges first, so that what they contain can be skipped.
        self.edits.sort_by_key(|(range, _)| (range.start, !range.is_empty(), usize::MAX - range.end));
        let mut out = Vec::with_capacity(tokens.len());
        let mut at = 0;
        for (range, replacement) in self.edits {
            if range.start < at {
                continue;
            }
            out.extend_from_slice(&tokens[at..range.start]);
            out.extend(replacement);
            at = range.end;
        }
        out.extend_from_slice(&tokens[at..]);
        out
    }
}
