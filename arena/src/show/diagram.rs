//! A board as text: `X` black, `O` white, `.` empty, the last move in brackets.

use std::fmt;

use analyst::notation::squares_text;
use outflank::game::{Color, Game};
use outflank::square::Square;

/// A diagram of a game's position, nine lines.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(pub &'a Game);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.history().iter().rev().find_map(|(_, mv)| mv.square());
        let discs = [Color::Black, Color::White].map(|color| self.0.discs(color));
        let discs = squares_text(discs).replace('-', ".");
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            let mut is_after_last = false;
            for square in (0..8).filter_map(|column| Square::at(column, row)) {
                let is_last = last == Some(square);
                let before = match (is_last, is_after_last) {
                    (true, _) => '(',
                    (_, true) => ')',
                    _ => ' ',
                };
                write!(f, "{before}{}", &discs[square.index()..=square.index()])?;
                is_after_last = is_last;
            }
            writeln!(f, "{}", if is_after_last { ")" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_stands_in_brackets() {
        let drawing = Diagram(&Game::from_transcript("f5f6d3g5h5").unwrap()).to_string();
        let expected = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . X . . . .
4 . . . X X . . .
5 . . . X X X X(X)
6 . . . . . O . .
7 . . . . . . . .
8 . . . . . . . .
";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn the_start_has_no_last_move() {
        let drawing = Diagram(&Game::new()).to_string();
        assert!(!drawing.contains('('), "{drawing}");
        assert!(drawing.contains("4 . . . O X . . .\n5 . . . X O . . .\n"), "{drawing}");
    }
}
