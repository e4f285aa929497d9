//! Format strings: the names in their braces are names of the program.

use std::ops::Range;

use crate::read::attribute::comma_parts;
use crate::token::{closing, is_word, Kind, Token};

/// Macros whose first, second and third argument is a format string.
const FORMATTING: [&str; 3] = [
    "print println eprint eprintln format format_args panic todo unimplemented unreachable",
    "write writeln assert debug_assert",
    "assert_eq assert_ne debug_assert_eq debug_assert_ne assert_matches debug_assert_matches",
];

/// Marks the literals that std's macros read as format strings.
pub(super) fn literals(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in 0..tokens.len().saturating_sub(3) {
        let position = FORMATTING.iter().position(|names| names.split(' ').any(|name| tokens[at].is(name)));
        let (Some(position), true) = (position, tokens[at + 1].is("!") && tokens[at + 2].kind == Kind::Open)
        else {
            continue;
        };
        let parts = comma_parts(tokens, at + 3..closing(tokens, at + 2));
        if let Some(part) = parts.get(position).filter(|part| part.len() == 1) {
            marked[part.start] = tokens[part.start].kind == Kind::Str;
        }
    }
    marked
}

/// The names in the braces of a format string; none if this parser cannot read it.
pub(super) fn names(literal: &str) -> Option<Vec<Range<usize>>> {
    let bytes = literal.as_bytes();
    let raw = literal.starts_with('r');
    let mut found = Vec::new();
    let mut at = literal.find('"')? + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !raw => at = after_escape(literal, at)?,
            b'{' if bytes.get(at + 1) == Some(&b'{') => at += 2,
            b'{' => {
                let end = at + literal[at..].find('}')?;
                in_placeholder(literal, at + 1..end, &mut found)?;
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    Some(found)
}

fn after_escape(literal: &str, at: usize) -> Option<usize> {
    if literal[at..].starts_with("\\u{") {
        return Some(at + literal[at..].find('}')? + 1);
    }
    literal[at + 1..].chars().next().map(|escaped| at + 1 + escaped.len_utf8())
}

/// `name:specification`, where the specification may hold `name$`.
fn in_placeholder(literal: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) -> Option<()> {
    let text = &literal[range.clone()];
    if text.contains(['{', '\\']) {
        return None;
    }
    let head = text.find(':').unwrap_or(text.len());
    let mut words = Vec::from([Range { start: 0, end: head }]);
    for (dollar, _) in text.match_indices('$') {
        let start = text[..dollar]
            .rfind(|character| !is_word(character))
            .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
        words.push(start.max(head + 1)..dollar);
    }
    let is_name = |word: &Range<usize>| {
        text[word.clone()].chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
    };
    let absolute =
        words.into_iter().filter(is_name).map(|word| range.start + word.start..range.start + word.end);
    found.extend(absolute.map(|word| {
        let spaces = literal[word.clone()].len() - literal[word.clone()].trim_end().len();
        word.start..word.end - spaces
    }));
    Some(())
}
