//! Tokens to text, with a way back from every byte.

use crate::space::Gaps;
use crate::token::Token;

/// A printed list of tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// The text.
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
    fn push(&mut self, before: &str, token: &Token) {
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

/// One space between any two tokens: for parsers, not for eyes.
pub(crate) fn joined(tokens: &[Token]) -> Text {
    let mut out = Text::default();
    let mut before = "";
    for token in tokens {
        out.push(before, token);
        before = if token.is_doc() { "\n" } else { " " };
    }
    out
}

/// As written, comments included, each module indented by its depth.
pub(crate) fn as_written(tokens: &[Token]) -> Text {
    lines(tokens, |token| {
        let step = "    ".repeat(token.depth.into());
        let mut parts = token.trivia.split('\n');
        let mut before = parts.next().unwrap_or("").to_owned();
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            before.push('\n');
            if !part.is_empty() || parts.peek().is_none() {
                before.push_str(&step);
                before.push_str(part);
            }
        }
        before
    })
}

/// Lines as written, but without comments and empty lines.
pub(crate) fn by_line(tokens: &[Token]) -> Text {
    lines(tokens, |token| match token.trivia.rfind('\n') {
        Some(at) => {
            let own = token.trivia[at + 1..].chars().take_while(|&character| character == ' ').count();
            format!("\n{}", " ".repeat(own + 4 * usize::from(token.depth)))
        }
        None if token.trivia.is_empty() => String::new(),
        None => " ".into(),
    })
}

/// Prints each token after what `before` says, and after a gap where the bundler brought two tokens together.
fn lines(tokens: &[Token], before: impl Fn(&Token) -> String) -> Text {
    let mut out = Text::default();
    let mut gaps = Gaps::default();
    for (index, token) in tokens.iter().enumerate() {
        let mut before = before(token);
        if let Some(previous) = index.checked_sub(1).map(|at| &tokens[at]) {
            if previous.is_doc() && !before.contains('\n') {
                before.push('\n');
            } else if before.is_empty() && gaps.needed(previous, token, tokens.get(index + 1)) {
                before.push(' ');
            }
        } else {
            before = before.trim_start_matches('\n').to_owned();
        }
        out.push(&before, token);
    }
    out.text.push('\n');
    out
}
