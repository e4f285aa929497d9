//! The short names that level 3 gives out, best first.

use std::collections::VecDeque;

use crate::options::Names;
use crate::token::is_keyword;

/// Two-letter names that std uses for something a program may reach without naming where it comes from.
const OF_STD: [&str; 17] =
    ["lt", "le", "gt", "ge", "eq", "ne", "or", "ln", "ok", "Ok", "io", "fs", "os", "u8", "i8", "rc", "Rc"];

/// ASCII letters, the only one-character names there are in ASCII.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// First and last of the CJK unified ideographs that Unicode recommends for identifiers.
const IDEOGRAPHS: (char, char) = ('\u{4e00}', '\u{9fa5}');

/// A queue of names that nothing in the bundle has.
pub(super) struct UniqueNames {
    names: VecDeque<String>,
}

impl UniqueNames {
    /// All names of a kind that are not `taken`.
    pub(super) fn new(names: Names, taken: &dyn Fn(&str) -> bool) -> Self {
        let one = LETTERS.chars().map(String::from);
        let more: Vec<String> = match names {
            Names::Ascii => pairs().collect(),
            Names::Bmp => (IDEOGRAPHS.0..=IDEOGRAPHS.1).map(String::from).collect(),
        };
        let free = |name: &String| !taken(name) && !is_keyword(name) && !OF_STD.contains(&name.as_str());
        Self { names: one.chain(more).filter(free).collect() }
    }

    pub(super) fn peek(&self) -> Option<String> {
        self.names.front().cloned()
    }

    /// Gives the next name out.
    pub(super) fn take(&mut self) {
        self.names.pop_front();
    }
}

/// A letter and a letter, digit or underscore.
fn pairs() -> impl Iterator<Item = String> {
    let second = || LETTERS.chars().chain('0'..='9').chain(['_']);
    LETTERS.chars().flat_map(move |first| second().map(move |second| format!("{first}{second}")))
}
