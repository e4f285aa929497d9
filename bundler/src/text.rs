//! A printed program that maps every byte back to its token.

use crate::token::Token;

/// A printed list of tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub text: String,
    /// Byte offset of each token.
    pub starts: Vec<usize>,
}

impl Text {
    /// The index of the last token that starts at or before byte `offset`.
    pub(crate) fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Appends a token after `before`, which no token owns.
    pub(crate) fn push(&mut self, before: &str, token: &Token) {
        self.text.push_str(before);
        self.starts.push(self.text.len());
        self.text.push_str(&token.text);
    }

    /// Puts `prefix` in front of everything.
    pub(crate) fn prepend(&mut self, prefix: &str) {
        self.text.insert_str(0, prefix);
        self.starts.iter_mut().for_each(|start| *start += prefix.len());
    }
}
