//! Counts results of games and pairs, and estimates the Elo difference.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::matches::results::PairLine;
use crate::stats::Scores;

/// The first bot's results against the second.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their points: 0, 1/2, 1, 3/2 and 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a pair by the two games' results for the first bot: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        for half_points in half_points {
            match half_points {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
        self.pairs[usize::from(half_points[0] + half_points[1]).min(4)] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score of a game, from 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The Elo difference as text; its error is the spread between pairs, since the two games of a pair share
    /// their opening. `None` without pairs.
    pub fn elo(&self) -> Option<String> {
        Scores::of(self.pairs).map(|scores| scores.elo_text(1))
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Detects repeated pairs of games: two deterministic bots repeat themselves from the same opening, which is
/// no evidence.
#[derive(Clone, Debug, Default)]
pub struct SeenPairs(HashSet<[String; 2]>);

impl SeenPairs {
    /// Whether no pair with these moves and results was there before.
    pub fn is_new(&mut self, pair: &PairLine) -> bool {
        self.0.insert([0, 1].map(|game: usize| {
            let line = &pair.games[game];
            format!("{}{}{:?}", pair.opening, line.moves, line.scores)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut tally = Tally::default();
        for pair in [[2, 2], [2, 0], [1, 1], [0, 0], [1, 2], [0, 1]] {
            tally.add_pair(pair);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 4, 4));
        assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
        assert_eq!(tally.score(), 0.5);
        assert_eq!(tally.to_string(), "+4 =4 -4");
    }

    #[test]
    fn a_published_elo_and_its_interval_are_reproduced() {
        let tally = Tally { pairs: [39, 8843, 26675, 9240, 44], ..Tally::default() };
        assert_eq!(tally.elo().unwrap(), "+1.6 Elo (95 %: +0.5 to +2.6)");
    }

    #[test]
    fn a_short_match_says_no_elo() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(Tally::default().score(), 0.5);
        let mut tally = Tally::default();
        (0..4).for_each(|_| tally.add_pair([0, 0]));
        assert_eq!(tally.to_string(), "+0 =0 -8");
        assert_eq!(tally.elo().unwrap(), "too few pairs to say");
    }
}
