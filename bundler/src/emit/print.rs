//! Prints tokens for parsers and readers: every token apart, as written, or line by line.

use crate::emit::space::Gaps;
use crate::token::Text;
use crate::token::Token;

/// One space between any two tokens: for parsers only.
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
