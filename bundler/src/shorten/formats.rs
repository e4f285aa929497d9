//! Format strings: the names in their braces are names of the program.

use std::ops::Range;

use crate::cfg::split_commas;
use crate::token::{closing, Kind, Token};

/// Macros with a format string, and which of their arguments it is.
const FORMATTING: [(&str, usize); 20] = [
    ("print", 0),
    ("println", 0),
    ("eprint", 0),
    ("eprintln", 0),
    ("format", 0),
    ("format_args", 0),
    ("panic", 0),
    ("todo", 0),
    ("unimplemented", 0),
    ("unreachable", 0),
    ("write", 1),
    ("writeln", 1),
    ("assert", 1),
    ("debug_assert", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
    ("assert_matches", 2),
    ("debug_assert_matches", 2),
];

/// Marks the literals that std's macros read as format strings.
pub(super) fn literals(tokens: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in 0..tokens.len().saturating_sub(3) {
        let position = FORMATTING.iter().find(|(name, _)| tokens[at].is(name)).map(|(_, position)| *position);
        let (Some(position), true) = (position, tokens[at + 1].is("!") && tokens[at + 2].kind == Kind::Open)
        else {
            continue;
        };
        let arguments = &tokens[at + 3..closing(tokens, at + 2)];
        let parts = split_commas(arguments);
        if let Some([literal]) = parts.get(position) {
            let before: usize = parts[..position].iter().map(|part| part.len() + 1).sum();
            marked[at + 3 + before] = literal.kind == Kind::Str;
        }
    }
    marked
}

/// Where the names stand in the braces of a format string; none if it is stranger than this reads.
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
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
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
