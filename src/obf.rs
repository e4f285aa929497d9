//! OBF: one position a line, with the side to move and known scores of its moves.
//!
//! A line is 64 characters of `X` (black), `O` (white) and `-` from `a1` row by row, a blank, the side to move, then
//! `; MOVE:SCORE` pairs. Blank lines and those that start with `%` or `#` are skipped.

use std::fmt;

use crate::board::{Board, Move, Score};
use crate::game::Color;
use crate::square::Square;

/// A position as one line of OBF describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfPosition {
    /// The position, seen by the side to move.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
    /// Moves with their scores in discs for the side to move, in the line's order.
    pub scores: Vec<(Move, Score)>,
}

/// What is wrong with a line of OBF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was expected and what came.
    pub reason: String,
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ObfError {}

impl ObfPosition {
    /// Reads every position of a file's text.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ObfError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with(['%', '#']))
            .map(|(number, line)| line.parse().map_err(|reason| ObfError { line: number, reason }))
            .collect()
    }

    /// The best known score; `None` if the line had no moves.
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
    let (played, score) = field.split_once(':').ok_or_else(expected)?;
    let played = match played.trim() {
        "PS" | "ps" | "PA" | "pa" | "pass" | "--" => Move::PASS,
        name => Move::on(name.parse().map_err(|_| expected())?),
    };
    let score: Score = score.trim().parse().map_err(|_| expected())?;
    if !(-64..=64).contains(&score) {
        return Err(format!("{played}: a score is from -64 to 64, not {score}"));
    }
    let legal = played.square().map_or(board.legal_moves() == 0, |square| board.flips(square) != 0);
    if !legal {
        return Err(format!("{played} is no legal move of this position"));
    }
    Ok((played, score))
}

/// The beginning of a text, its control characters escaped, for a message.
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
        for (played, score) in &self.scores {
            let name = played.square().map_or("PS".into(), |square| square.to_string().to_uppercase());
            write!(f, " {name}:{score:+};")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
