//! OBF (Othello board format): one position per line, with the side to move and known scores of moves.
//!
//! A line consists of 64 characters `X` (black), `O` (white) and `-`, row by row from `a1`, a blank, the side
//! to move, and `; MOVE:SCORE` pairs. Blank lines and lines that start with `%` or `#` are skipped.

use std::fmt;

use crate::board::{Board, Move, Score};
use crate::game::Color;
use crate::square::Square;

/// One line of OBF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfPosition {
    /// The position; its player is the side to move.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
    /// Moves and their scores, in discs for the side to move, in the order of the line.
    pub scores: Vec<(Move, Score)>,
}

/// A malformed line of OBF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfError {
    /// The line number, from 1.
    pub line: usize,
    /// The expected text, and the actual one.
    pub reason: String,
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ObfError {}

impl ObfPosition {
    /// Parses every position in the text of a file.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ObfError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with(['%', '#']))
            .map(|(number, line)| line.parse().map_err(|reason| ObfError { line: number, reason }))
            .collect()
    }

    /// The highest known score; `None` if the line has no moves.
    pub fn best_score(&self) -> Option<Score> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

impl std::str::FromStr for ObfPosition {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut fields = line.trim().trim_end_matches(';').split(';');
        let position = fields.next().unwrap_or_default();
        let (squares, side) = position.trim().split_once(' ').ok_or_else(|| {
            format!("expected 64 squares, a blank and the side to move, not `{}`", shown(position))
        })?;
        let (black, white) = parse_squares(squares)?;
        let (to_move, player, opponent) = match side.trim() {
            "X" | "x" | "*" => (Color::Black, black, white),
            "O" | "o" => (Color::White, white, black),
            other => return Err(format!("expected X or O to move, not `{}`", shown(other))),
        };
        let board = Board { player, opponent };
        let scores = fields.map(|field| parse_score(board, field)).collect::<Result<_, _>>()?;
        Ok(Self { board, to_move, scores })
    }
}

/// The discs of black and of white.
fn parse_squares(text: &str) -> Result<(u64, u64), String> {
    let count = text.chars().count();
    if count != 64 {
        return Err(format!("expected 64 squares, not {count}"));
    }
    let (mut black, mut white) = (0, 0);
    for (square, character) in Square::all().zip(text.chars()) {
        match character {
            'X' | 'x' | '*' => black |= square.bit(),
            'O' | 'o' => white |= square.bit(),
            '-' | '.' => {}
            other => {
                return Err(format!("{square}: expected X, O or -, not `{}`", shown(&other.to_string())))
            }
        }
    }
    Ok((black, white))
}

fn parse_score(board: Board, field: &str) -> Result<(Move, Score), String> {
    let field = field.trim();
    let expected = || format!("expected MOVE:SCORE, such as `d3:+4`, not `{}`", shown(field));
    let (mv, score) = field.split_once(':').ok_or_else(expected)?;
    let mv = match mv.trim() {
        "PS" | "ps" | "PA" | "pa" | "pass" | "--" => Move::PASS,
        name => Move::on(name.parse().map_err(|_| expected())?),
    };
    let score: Score = score.trim().parse().map_err(|_| expected())?;
    if !(-64..=64).contains(&score) {
        return Err(format!("{mv}: expected a score from -64 to 64, not {score}"));
    }
    let legal = mv.square().map_or(board.legal_moves() == 0, |square| board.flips(square) != 0);
    if !legal {
        return Err(format!("{mv} is not legal in this position"));
    }
    Ok((mv, score))
}

/// The first 20 characters of a text, escaped for a message.
fn shown(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}

impl fmt::Display for ObfPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mine, theirs) = match self.to_move {
            Color::Black => ('X', 'O'),
            Color::White => ('O', 'X'),
        };
        for square in Square::all() {
            let character = if self.board.player & square.bit() != 0 {
                mine
            } else if self.board.opponent & square.bit() != 0 {
                theirs
            } else {
                '-'
            };
            write!(f, "{character}")?;
        }
        write!(f, " {mine};")?;
        for (mv, score) in &self.scores {
            let name = mv.square().map_or("PS".into(), |square| square.to_string().to_uppercase());
            write!(f, " {name}:{score:+};")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
                     G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;";

    #[test]
    fn a_line_round_trips() {
        let position: ObfPosition = FFO_1.parse().unwrap();
        assert_eq!(position.to_move, Color::Black);
        assert_eq!(position.board.empty_count(), 14);
        assert_eq!(position.scores.len(), 8);
        assert_eq!(position.best_score(), Some(18));
        assert_eq!(position.to_string(), FFO_1);
    }

    #[test]
    fn white_to_move_swaps_the_sides() {
        let black: ObfPosition = FFO_1[..66].parse().unwrap();
        let white: ObfPosition = format!("{} O", &FFO_1[..64]).parse().unwrap();
        assert_eq!(white.board, black.board.pass());
        assert_eq!(white.to_string(), format!("{} O;", &FFO_1[..64]));
    }

    #[test]
    fn skipped_lines_count_for_line_numbers() {
        let text = format!("% known scores\r\n\r\n{FFO_1}\r\n# more\n{FFO_1}");
        assert_eq!(ObfPosition::parse_all(&text).unwrap().len(), 2);
        let error = ObfPosition::parse_all(&format!("{text}\n\nXO X")).unwrap_err();
        assert_eq!(error.to_string(), "line 7: expected 64 squares, not 2");
    }

    #[test]
    fn errors_say_what_was_expected() {
        let start = &FFO_1[..64];
        for (line, reason) in [
            ("what".to_string(), "expected 64 squares, a blank and the side to move, not `what`"),
            (format!("{start} Z"), "expected X or O to move, not `Z`"),
            (format!("?{} X", &start[1..]), "a1: expected X, O or -, not `?`"),
            (format!("{start} X; a1"), "expected MOVE:SCORE, such as `d3:+4`, not `a1`"),
            (format!("{start} X; z9:+4"), "expected MOVE:SCORE, such as `d3:+4`, not `z9:+4`"),
            (format!("{start} X; g8:+65"), "g8: expected a score from -64 to 64, not 65"),
            (format!("{start} X; d4:+6"), "d4 is not legal in this position"),
            (format!("{start} X; PS:+6"), "pass is not legal in this position"),
        ] {
            assert_eq!(line.parse::<ObfPosition>().unwrap_err(), reason);
        }
    }
}
