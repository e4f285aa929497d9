//! A line of a text.

/// A line with its byte offset in the text; no blanks around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) offset: usize,
    pub(super) text: &'a str,
}
