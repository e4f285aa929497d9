//! Counts how often a position occurred in a collection of games, and the answers to it.

use std::collections::HashMap;

use outflank::board::Board;
use outflank::game::Color;
use outflank::opening::standard_orientation;
use outflank::square::Square;

use crate::notation::{GameRecord, GameResult};

/// The statistics of one position in a collection of games, under all symmetries.
#[derive(Clone, Debug)]
pub struct Popularity {
    board: Board,
    standard: Board,
    /// Games in which the position occurred.
    pub games: u32,
    /// Games among them that black won, that were drawn, and that white won.
    pub results: [u32; 3],
    /// Games by the position after the answer, in standard orientation.
    answers: HashMap<Board, u32>,
}

impl Popularity {
    /// Of a position, before any game.
    pub fn of(board: Board) -> Self {
        let standard = standard_orientation(board).0;
        Self { board, standard, games: 0, results: [0; 3], answers: HashMap::new() }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let empties = self.standard.empty_count();
        let orient = |board: Board| standard_orientation(board).0;
        let positions = record.positions();
        let is_met = |board: Board| board.empty_count() == empties && orient(board) == self.standard;
        let Some(index) = positions.iter().position(|at| is_met(at.board)) else { return };
        self.games += 1;
        match record.result.map(GameResult::winner) {
            Some(Some(Color::Black)) => self.results[0] += 1,
            Some(None) => self.results[1] += 1,
            Some(Some(Color::White)) => self.results[2] += 1,
            None => {}
        }
        if let Some(answer) = positions.get(index + 1) {
            *self.answers.entry(orient(answer.board)).or_default() += 1;
        }
    }

    /// The answers in the position as it was given, the most frequent first; of symmetric answers, one stands
    /// for all.
    pub fn answers(&self) -> Vec<(Square, u32)> {
        let mut found: Vec<(Square, u32)> = Vec::new();
        let mut left = self.answers.clone();
        for (square, child) in self.board.children() {
            found.extend(left.remove(&standard_orientation(child).0).map(|count| (square, count)));
        }
        found.sort_by_key(|&(square, count)| (std::cmp::Reverse(count), square));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Position;
    use outflank::game::Game;

    fn record(transcript: &str) -> GameRecord {
        GameRecord::from_game(Position::START, &Game::from_transcript(transcript).unwrap())
    }

    #[test]
    fn a_position_is_counted_under_every_symmetry() {
        let mut popularity = Popularity::of(Game::from_transcript("f5d6").unwrap().board());
        for transcript in ["f5d6c3", "c4e3f6", "f5d6c4", "f5f6e6", "e6f4c3", "f5d6"] {
            popularity.add(&record(transcript));
        }
        assert_eq!(popularity.games, 5);
        let answers: Vec<_> =
            popularity.answers().iter().map(|(square, n)| (square.to_string(), *n)).collect();
        assert_eq!(answers, [("c3".to_owned(), 3), ("c4".to_owned(), 1)]);
    }

    #[test]
    fn results_are_counted_by_winner() {
        let mut popularity = Popularity::of(Board::START);
        popularity.add(&record("e6f4e3f6g5d6e7f5c5"));
        popularity.add(&record("f5"));
        assert_eq!((popularity.games, popularity.results), (2, [1, 0, 0]));
        assert_eq!(popularity.answers().len(), 1, "the four first moves are one under symmetry");
    }
}
