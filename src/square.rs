//! The 64 squares, their names and their classes.
//!
//! A square's index is `8 * row + column`, both from 0, so `a1` is 0, `h1` is 7 and `h8` is 63: the order in
//! which CodinGame sends the board.

use std::fmt;
use std::str::FromStr;

/// One of the 64 squares, by index (`a1` = 0, `b1` = 1, ..., `h8` = 63).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The traditional classes of squares around the corners and along the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareClass {
    /// a1, h1, a8, h8: a disc here can never be flipped.
    Corner,
    /// Diagonally adjacent to a corner.
    X,
    /// On an edge, adjacent to a corner.
    C,
    /// On an edge, two squares from a corner.
    A,
    /// In the middle of an edge.
    B,
    /// Any other square off the edges.
    Inner,
}

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is 64 or more.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        assert!(index < 64, "a square's index is below 64");
        Self(index)
    }

    /// The square in `column` (0 = a) and `row` (0 = the top row, `1`), or `None` off the board.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 {
            Some(Self(8 * row + column))
        } else {
            None
        }
    }

    /// Index from 0 (`a1`) to 63 (`h8`).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    /// Column from 0 (`a`) to 7 (`h`).
    #[inline(always)]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// Row from 0 (the top row, `1`) to 7.
    #[inline(always)]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The bitboard of this square.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The square's traditional class.
    pub const fn class(self) -> SquareClass {
        const fn from_edge(coordinate: u8) -> u8 {
            if coordinate < 4 {
                coordinate
            } else {
                7 - coordinate
            }
        }
        match (from_edge(self.column()), from_edge(self.row())) {
            (0, 0) => SquareClass::Corner,
            (1, 1) => SquareClass::X,
            (0, 1) | (1, 0) => SquareClass::C,
            (0, 2) | (2, 0) => SquareClass::A,
            (0, _) | (_, 0) => SquareClass::B,
            _ => SquareClass::Inner,
        }
    }

    /// All squares from `a1` to `h8`, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square: a column letter `a`-`h`, in either case, and a row digit `1`-`8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let &[column, row] = text.as_bytes() else { return Err(NotASquare) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Self::at(column, row.wrapping_sub(b'1')).ok_or(NotASquare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(name: &str) -> SquareClass {
        name.parse::<Square>().unwrap().class()
    }

    #[test]
    fn names_round_trip_in_either_case() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!("a1".parse(), Ok(Square::new(0)));
        assert_eq!("h1".parse(), Ok(Square::new(7)));
        assert_eq!("a8".parse(), Ok(Square::new(56)));
    }

    #[test]
    fn text_that_is_not_a_square_is_rejected() {
        for text in ["", "a", "a0", "a9", "i1", "aa1", "a1 ", "1a", "é", "`1", "{1"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text:?}");
        }
    }

    #[test]
    fn squares_have_their_traditional_classes() {
        use SquareClass::*;
        for (class, names) in [
            (Corner, "a1 h1 a8 h8"),
            (X, "b2 g2 b7 g7"),
            (C, "b1 a2 g1 h2 a7 b8 g8 h7"),
            (A, "c1 f1 a3 a6 h3 h6 c8 f8"),
            (B, "d1 e1 a4 a5 h4 h5 d8 e8"),
            (Inner, "c2 b3 d3 e4 g5 f7"),
        ] {
            for name in names.split(' ') {
                assert_eq!(class_of(name), class, "{name}");
            }
        }
    }
}
