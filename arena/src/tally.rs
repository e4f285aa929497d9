//! Counts results of games and of pairs, and turns them into Elo with an error.

use serde::{Deserialize, Serialize};

/// The number of standard errors in a 95 % interval.
const Z_95: f64 = 1.959_963_984_540_054;

/// The first bot's results against the second.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by the points made in their two games: 0, 1/2, 1, 3/2 and 2.
    pub pairs: [u64; 5],
}

/// An Elo difference with its 95 % interval; infinite where every game ended alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloInterval {
    /// The lower end.
    pub low: f64,
    /// The estimate.
    pub elo: f64,
    /// The upper end.
    pub high: f64,
}

impl Tally {
    /// Counts a pair by the two games' results for the first bot: 2 a win, 1 a draw, 0 a loss.
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

    /// The mean score a game, from 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The Elo difference; its error comes from the spread between pairs, since the two games of a pair share
    /// their opening. `None` without pairs.
    pub fn elo(&self) -> Option<EloInterval> {
        let count: u64 = self.pairs.iter().sum();
        if count == 0 {
            return None;
        }
        let shares = self.pairs.map(|pairs| pairs as f64 / count as f64);
        let score_of = |points: usize| points as f64 / 4.0;
        let mean: f64 = shares.iter().enumerate().map(|(points, share)| score_of(points) * share).sum();
        let variance: f64 =
            shares.iter().enumerate().map(|(points, share)| (score_of(points) - mean).powi(2) * share).sum();
        let error = Z_95 * (variance / count as f64).sqrt();
        Some(EloInterval {
            low: elo_of_score(mean - error),
            elo: elo_of_score(mean),
            high: elo_of_score(mean + error),
        })
    }
}

/// The Elo difference at which `score` (0 to 1) is expected.
fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

impl std::fmt::Display for EloInterval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.1} Elo (95 %: {:+.1} to {:+.1})", self.elo, self.low, self.high)
    }
}

#[cfg(test)]
mod tests;
