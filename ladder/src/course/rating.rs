//! The ladder's Elo: everyone starts at [`START`], and a game changes a rating by at most [`K`] points.

use serde::{Deserialize, Serialize};
use skillratings::elo::{elo, expected_score, EloConfig, EloRating};
use skillratings::Outcomes;

/// The rating of a participant without games.
pub const START: f64 = 1500.0;

/// The most points that one game can move: `change = K * (score - expected score)`.
///
/// A quarter of chess's usual 32, since a game has two rounds and its result says more. With a larger K,
/// participants fall out of everybody's window more often and then have few games (`ladder simulate`,
/// `docs/ladder.md`).
pub const K: f64 = 8.0;

/// The result of a game of two rounds for its first participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// More points than the opponent over both rounds.
    Win,
    /// As many points as the opponent.
    Draw,
    /// Fewer points than the opponent.
    Loss,
}

impl Outcome {
    /// By the first participant's half points over both rounds, 0 to 4.
    pub fn of_half_points(half_points: u8) -> Self {
        match half_points {
            0 | 1 => Self::Loss,
            2 => Self::Draw,
            _ => Self::Win,
        }
    }

    /// The same game, seen by the other participant.
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

impl From<Outcome> for Outcomes {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::WIN,
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self::LOSS,
        }
    }
}

/// The expected score of a participant rated `own` against one rated `other`, from 0 to 1:
/// `1 / (1 + 10^((other - own) / 400))`.
pub fn expected(own: f64, other: f64) -> f64 {
    expected_score(&EloRating { rating: own }, &EloRating { rating: other }).0
}

/// The ratings after a game between these ratings; `outcome` is the first one's. What one gains the other
/// loses. A drawn game changes neither.
pub fn rated(ratings: [f64; 2], outcome: Outcome) -> [f64; 2] {
    if outcome == Outcome::Draw {
        return ratings;
    }
    let [first, second] = ratings.map(|rating| EloRating { rating });
    let (first, second) = elo(&first, &second, &outcome.into(), &EloConfig { k: K });
    [first.rating, second.rating]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_both_rounds_decides() {
        let expected = [
            ([2, 2], Outcome::Win),
            ([2, 1], Outcome::Win),
            ([2, 0], Outcome::Draw),
            ([1, 1], Outcome::Draw),
            ([0, 2], Outcome::Draw),
            ([1, 0], Outcome::Loss),
            ([0, 0], Outcome::Loss),
        ];
        for (half_points, outcome) in expected {
            let sum: u8 = half_points.into_iter().sum();
            assert_eq!(Outcome::of_half_points(sum), outcome, "{half_points:?}");
            assert_eq!(Outcome::of_half_points(4 - sum), outcome.reversed(), "{half_points:?}");
        }
    }

    #[test]
    fn equals_move_by_half_of_k() {
        assert_eq!(rated([START, START], Outcome::Win), [START + K / 2.0, START - K / 2.0]);
        assert_eq!(rated([START, START], Outcome::Loss), [START - K / 2.0, START + K / 2.0]);
    }

    #[test]
    fn a_drawn_game_changes_nobody() {
        for ratings in [[START, START], [1400.0, 1600.5]] {
            assert_eq!(rated(ratings, Outcome::Draw), ratings);
        }
    }

    #[test]
    fn the_change_grows_with_the_difference_that_the_result_defies() {
        let gain = |own: f64| rated([own, 1500.0], Outcome::Win)[0] - own;
        let gains = [1900.0, 1600.0, 1500.0, 1400.0, 1100.0].map(gain);
        assert!(gains.is_sorted() && gains[0] > 0.0 && gains[4] < K, "{gains:?}");
        // 1 / (1 + 10^(100 / 400)), as in every table of Elo expectations.
        assert!((expected(1400.0, 1500.0) - 0.359_935).abs() < 1e-6);
        assert!((gain(1400.0) - K * (1.0 - 0.359_935)).abs() < 1e-4);
    }
}
