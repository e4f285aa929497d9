//! The least white space that keeps every token what it is, and the proof that it did.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::cfg::is_macro;
use crate::lex::lex;
use crate::print::Text;
use crate::token::{closing, Kind, Token};

/// Where a line may end: only at a gap that is needed anyway, once the line has this many characters.
const LINE_LENGTH: usize = 120;

/// Prints `tokens` with no white space that could go. The arguments of `stringify!` keep theirs.
pub(crate) fn spaced(tokens: &[Token]) -> Text {
    let mut gaps = Gaps::default();
    let mut out = Text::default();
    let mut line_start = 0;
    let verbatim = stringified(tokens);
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 {
            let before = &tokens[index - 1];
            let wanted = verbatim[index] && !token.trivia.is_empty();
            if before.is_doc() || wanted || gaps.needed(before, token, tokens.get(index + 1)) {
                let ends = before.is_doc() || !verbatim[index] && out.text.len() - line_start > LINE_LENGTH;
                out.text.push(if ends { '\n' } else { ' ' });
                if ends {
                    line_start = out.text.len();
                }
            }
        }
        out.starts.push(out.text.len());
        out.text.push_str(&token.text);
    }
    out.text.push('\n');
    out
}

/// Whether `text` splits into exactly `tokens` again; if not, the index of the first one that differs.
pub(crate) fn same_tokens(text: &str, tokens: &[Token]) -> Result<(), usize> {
    let Ok(lexed) = lex(text, 0) else { return Err(0) };
    let differs = |(one, other): (&Token, &Token)| one.kind != other.kind || one.text != other.text;
    match lexed.tokens.iter().zip(tokens).position(differs) {
        Some(index) => Err(index),
        None if lexed.tokens.len() != tokens.len() => Err(lexed.tokens.len().min(tokens.len())),
        None => Ok(()),
    }
}

/// Marks the tokens that a `stringify!` shows to the program, their spacing included.
fn stringified(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in (0..tokens.len()).filter(|&at| is_macro(tokens, at, "stringify")) {
        marked[at + 3..closing(tokens, at + 2)].fill(true);
    }
    marked
}

/// Answers, with a memory, whether two tokens would run together.
#[derive(Default)]
pub(crate) struct Gaps {
    /// By the text of both (and of what follows), where the second starts, and where the third does.
    known: HashMap<(String, usize, Option<usize>), bool>,
}

impl Gaps {
    /// Whether `left` and `right` need something between them, where `next` follows.
    pub(crate) fn needed(&mut self, left: &Token, right: &Token, next: Option<&Token>) -> bool {
        if never_joins(left) || never_joins(right) {
            return false;
        }
        // `0.` is a float, `0.max` is not: what follows the dot decides.
        let next = next.filter(|next| left.kind == Kind::Number && right.is(".") && next.is_ident());
        let mut text = stand_in(left);
        let middle = text.len();
        text.push_str(&stand_in(right));
        let end = next.map(|next| {
            let end = text.len();
            text.push_str(&next.text);
            end
        });
        *self.known.entry((text, middle, end)).or_insert_with_key(|(text, ..)| {
            let starts = [0, middle].into_iter().chain(end);
            !lex(text, 0).is_ok_and(|lexed| starts.eq(lexed.starts))
        })
    }
}

fn never_joins(token: &Token) -> bool {
    matches!(token.kind, Kind::Open | Kind::Close) || token.is(",") || token.is(";")
}

/// A short token that joins with its neighbours exactly as `token` does.
fn stand_in(token: &Token) -> String {
    let text = &*token.text;
    let long = token.kind == Kind::Str && text.len() > 64;
    match (text.find('"'), text.rfind('"')) {
        (Some(first), Some(last)) if long => format!("{}\"{}", &text[..=first], &text[last + 1..]),
        _ => text.to_owned(),
    }
}
