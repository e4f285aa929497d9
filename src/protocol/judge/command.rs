//! What the course judge says.

use crate::square::Square;

/// One line of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Start,
    Place(Square, Owner),
    Done,
    Begin,
    Turn(Square),
    Pass,
    End,
}

/// Whose disc is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// `1`.
    Program,
    /// `2`.
    Opponent,
}

impl Command {
    /// Reads a command in upper case and its arguments, separated by blanks; `None` if it is none.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_ascii_whitespace().take(5).collect();
        match words.as_slice() {
            ["START"] => Some(Self::Start),
            ["PLACE", x, y, who] => Some(Self::Place(square(x, y)?, owner(who)?)),
            ["DONE"] => Some(Self::Done),
            ["BEGIN"] => Some(Self::Begin),
            ["TURN", x, y] => square(x, y).map(Self::Turn),
            ["PASS"] => Some(Self::Pass),
            ["END"] => Some(Self::End),
            _ => None,
        }
    }
}

fn square(x: &str, y: &str) -> Option<Square> {
    format!("{x}{y}").parse().ok()
}

fn owner(who: &str) -> Option<Owner> {
    match who {
        "1" => Some(Owner::Program),
        "2" => Some(Owner::Opponent),
        _ => None,
    }
}

/// A square as the judge writes it: `e 5`.
pub(super) fn spaced(square: Square) -> String {
    format!("{} {}", char::from(b'a' + square.column()), square.row() + 1)
}

#[cfg(test)]
mod tests;
