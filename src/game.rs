//! A game: colours, history, automatic passes, transcripts and the result.
//!
//! Passes are automatic: after each move the turn goes to a side that can move.

use std::fmt;

use crate::board::{Board, Move, Score};
use crate::square::Square;

/// One of the two sides; black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Moves first; `0` on CodinGame, `X` in board drawings.
    Black,
    /// Moves second; `1` on CodinGame, `O` in board drawings.
    White,
}

impl Color {
    /// The other side.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A game from any position, in progress or finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    to_move: Color,
    /// Moves and passes in order, with the side that made them.
    history: Vec<(Color, Move)>,
}

/// Why a move or a transcript is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The move is illegal.
    IllegalMove {
        /// The side to move.
        color: Color,
        /// The square of the move.
        square: Square,
        /// The number of the rejected move, from 1, without passes.
        number: usize,
    },
    /// The game was over before this move.
    GameOver {
        /// The number of the rejected move, from 1, without passes.
        number: usize,
    },
    /// The transcript has something other than a square at this offset.
    NotASquare {
        /// Offset into the transcript, in bytes.
        offset: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { color, square, number } => {
                write!(f, "move {number}: {color} may not play {square}")
            }
            Self::GameOver { number } => write!(f, "move {number}: the game is already over"),
            Self::NotASquare { offset } => {
                write!(f, "byte {offset}: expected a square such as `d3`")
            }
        }
    }
}

impl std::error::Error for GameError {}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Board::START, Color::Black)
    }
}

impl Game {
    /// A game from the standard start.
    pub fn new() -> Self {
        Self::default()
    }

    /// A game from a position with `to_move` to move. If that side cannot move but the other can, it passes
    /// at once.
    pub fn from_position(board: Board, to_move: Color) -> Self {
        let mut game = Self { board, to_move, history: Vec::new() };
        game.pass_if_forced();
        game
    }

    /// A game from the standard start along a transcript such as `f5d6c3`: two characters per move, in either
    /// case; passes are implicit, and white space is ignored.
    pub fn from_transcript(transcript: &str) -> Result<Self, GameError> {
        let mut game = Self::new();
        let mut rest = transcript.char_indices().filter(|(_, c)| !c.is_whitespace());
        while let Some((offset, column)) = rest.next() {
            let row = rest.next().map_or(' ', |(_, row)| row);
            let name = String::from_iter([column, row]);
            let square = name.parse().map_err(|_| GameError::NotASquare { offset })?;
            game.play(square)?;
        }
        Ok(game)
    }

    /// Plays a move of the side to move, then passes for the other side if it has no move.
    pub fn play(&mut self, square: Square) -> Result<(), GameError> {
        let number = self.move_count() + 1;
        if self.is_over() {
            return Err(GameError::GameOver { number });
        }
        let color = self.to_move;
        self.board = self.board.play(square).ok_or(GameError::IllegalMove { color, square, number })?;
        self.history.push((color, Move::on(square)));
        self.to_move = color.opposite();
        self.pass_if_forced();
        Ok(())
    }

    fn pass_if_forced(&mut self) {
        if self.board.legal_moves() == 0 && self.board.pass().legal_moves() != 0 {
            self.history.push((self.to_move, Move::PASS));
            self.board = self.board.pass();
            self.to_move = self.to_move.opposite();
        }
    }

    /// The position; its player is the side to move.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The side to move; meaningless once the game is over.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The moves and passes so far, each with the side that made it.
    pub fn history(&self) -> &[(Color, Move)] {
        &self.history
    }

    /// The number of moves so far, without passes.
    pub fn move_count(&self) -> usize {
        self.history.iter().filter(|(_, mv)| *mv != Move::PASS).count()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// The discs of one side.
    pub fn discs(&self, color: Color) -> u64 {
        if color == self.to_move {
            self.board.player
        } else {
            self.board.opponent
        }
    }

    /// The number of discs of each side, black first.
    pub fn disc_counts(&self) -> [u32; 2] {
        [Color::Black, Color::White].map(|color| self.discs(color).count_ones())
    }

    /// Black's discs minus white's, with the empty squares going to the winner.
    pub fn black_score(&self) -> Score {
        match self.to_move {
            Color::Black => self.board.final_score(),
            Color::White => -self.board.final_score(),
        }
    }

    /// The side with more discs, the winner once the game is over; `None` when they are equal.
    pub fn leader(&self) -> Option<Color> {
        match self.black_score() {
            0 => None,
            score if score > 0 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// The moves, two characters each, without passes.
    pub fn transcript(&self) -> String {
        self.history.iter().filter_map(|(_, mv)| mv.square()).map(|square| square.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black wipes white out with the ninth disc.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn transcripts_round_trip() {
        let game = Game::from_transcript("f5d6c3 d3C4").unwrap();
        assert_eq!(game.transcript(), "f5d6c3d3c4");
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.move_count(), 5);
    }

    #[test]
    fn a_wipe_out_ends_the_game_with_64_discs() {
        let mut game = Game::from_transcript(WIPE_OUT).unwrap();
        assert!(game.is_over());
        assert_eq!(game.discs(Color::White), 0);
        assert_eq!(game.black_score(), 64);
        assert_eq!(game.leader(), Some(Color::Black));
        assert_eq!(game.play(Square::new(0)), Err(GameError::GameOver { number: 10 }));
    }

    #[test]
    fn a_side_without_a_move_passes_automatically() {
        // White's only disc, a1, is next to black's b1: black cannot flip it, and white plays c1.
        let board = Board { player: 0b010, opponent: 0b001 };
        let game = Game::from_position(board, Color::Black);
        assert_eq!(game.history(), [(Color::Black, Move::PASS)]);
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.board(), board.pass());
    }

    #[test]
    fn errors_name_the_move_or_the_offset() {
        let message = |transcript| Game::from_transcript(transcript).unwrap_err().to_string();
        assert_eq!(message("f5f6e6a1"), "move 4: white may not play a1");
        assert_eq!(message("f5z"), "byte 2: expected a square such as `d3`");
        assert_eq!(message(&format!("{WIPE_OUT}a1")), "move 10: the game is already over");
    }
}
