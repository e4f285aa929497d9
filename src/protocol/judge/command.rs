//! The course judge's commands.

use crate::square::Square;

/// A command of the judge, one line.
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

/// The owner of a placed disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// `1`.
    Program,
    /// `2`.
    Opponent,
}

impl Command {
    /// Parses a command in upper case and its arguments, separated by blanks; `None` if the line is not one.
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

/// A square in the notation of the judge: `e 5`.
pub(super) fn spaced(square: Square) -> String {
    format!("{} {}", char::from(b'a' + square.column()), square.row() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parsed_with_any_blanks() {
        let d5 = Square::at(3, 4).unwrap();
        for (line, expected) in [
            ("START", Command::Start),
            ("PLACE d 5 1", Command::Place(d5, Owner::Program)),
            ("PLACE\td  5 2", Command::Place(d5, Owner::Opponent)),
            ("DONE", Command::Done),
            ("BEGIN", Command::Begin),
            ("TURN d 5", Command::Turn(d5)),
            ("TURN D 5", Command::Turn(d5)),
            ("PASS", Command::Pass),
            ("END", Command::End),
        ] {
            assert_eq!(Command::parse(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn other_lines_are_rejected() {
        for line in [
            "",
            "start",
            "STARTS",
            "START 1",
            "PLACE",
            "PLACE d 5",
            "PLACE d 5 3",
            "PLACE d 5 1 1",
            "PLACE i 5 1",
            "PLACE d 0 1",
            "TURN",
            "TURN d5",
            "TURN d",
            "TURN 5 d",
            "TURN d 9",
            "TURN dd 5",
            "TURN d 5 1",
            "PASS 1",
            "BEGIN;",
            "END END",
            "TURN \u{e9} 5",
        ] {
            assert_eq!(Command::parse(line), None, "{line}");
        }
    }

    #[test]
    fn column_and_row_are_separated_by_a_blank() {
        assert_eq!(spaced(Square::at(4, 4).unwrap()), "e 5");
        assert_eq!(spaced(Square::at(0, 0).unwrap()), "a 1");
        assert_eq!(spaced(Square::at(7, 7).unwrap()), "h 8");
    }
}
