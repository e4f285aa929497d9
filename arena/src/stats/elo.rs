//! Elo differences with their errors, from counts of pairs or of games.

use serde::{Deserialize, Serialize};

/// Pairs by their points, 0, 1/2, 1, 3/2 and 2: LL, LD, DD or WL, WD, WW.
pub type Pentanomial = [u64; 5];

/// Games lost, drawn and won.
pub type Trinomial = [u64; 3];

/// The confidence of an interval.
const CONFIDENCE_95: f64 = 0.95;

/// Number of pairs from which on an Elo difference is reported. With fewer the normal approximation fails,
/// and a clean sweep of five pairs does not even exclude equality.
const MIN_PAIRS: u64 = 10;
/// Number of games from which on an Elo difference is reported: those of ten pairs.
pub const MIN_GAMES: u64 = 2 * MIN_PAIRS;

/// Half the width of a 95 % interval, in standard errors.
pub const Z_95: f64 = 1.96;

/// The probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// Scores in `N` equal steps from 0 (all lost) to 1 (all won).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores<const N: usize> {
    /// Number of counted pairs or games.
    pub count: u64,
    /// Their mean score, from 0 to 1.
    pub mean: f64,
    /// The variance of a single score.
    pub variance: f64,
}

/// An Elo difference with its 95 % interval; infinite at a score of 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloInterval {
    /// The lower end of the 95 % interval, in Elo.
    pub low: f64,
    /// The estimate, in Elo.
    pub elo: f64,
    /// The upper end of the 95 % interval, in Elo.
    pub high: f64,
}

impl<const N: usize> Scores<N> {
    /// The scores of pairs or games, counted by their points; `None` if all counts are 0.
    pub fn of(counts: [u64; N]) -> Option<Self> {
        let count = counts.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
        if count == 0 {
            return None;
        }
        let shares = counts.map(|at| at as f64 / count as f64);
        let (mean, variance) = mean_and_variance(&shares);
        Some(Self { count, mean, variance })
    }

    /// The Elo difference with its interval; `None` with fewer than ten pairs or twenty games.
    pub fn elo(&self) -> Option<EloInterval> {
        (self.count >= self.min_count()).then(|| self.interval())
    }

    /// [`Self::elo`] with this number of decimals, or that the sample is too small.
    pub fn elo_text(&self, decimals: usize) -> String {
        match self.elo() {
            Some(elo) => format!("{elo:.decimals$}"),
            None => format!("too few {} to say", self.unit()),
        }
    }

    /// The unit of the counts: `pairs` or `games`.
    pub fn unit(&self) -> &'static str {
        if N == 5 {
            "pairs"
        } else {
            "games"
        }
    }

    fn min_count(&self) -> u64 {
        if N == 5 {
            MIN_PAIRS
        } else {
            MIN_GAMES
        }
    }

    /// The Elo difference at the mean score and at 1.96 standard errors to both sides. Without variance, the
    /// bounds are the scores that so small a sample excludes.
    fn interval(&self) -> EloInterval {
        let [low, high] = if self.variance > 0.0 {
            let error = Z_95 * self.standard_error();
            [self.mean - error, self.mean + error]
        } else {
            // If other scores had a higher probability in total, one of them would have occurred (97.5 %).
            let unseen = 1.0 - ((1.0 - CONFIDENCE_95) / 2.0).powf(1.0 / self.count as f64);
            let least = self.mean * (1.0 - unseen);
            [least, least + unseen]
        };
        EloInterval { low: elo_of_score(low), elo: elo_of_score(self.mean), high: elo_of_score(high) }
    }

    /// The likelihood of superiority: the probability that the true score is above one half. Without
    /// variance, a uniform prior applies: each score counts as one trial of an unknown coin.
    pub fn superiority(&self) -> f64 {
        let lead = self.mean - 0.5;
        let chance_of_sign = 0.5f64.powf(self.count as f64 + 1.0);
        match lead {
            0.0 => 0.5,
            _ if self.variance > 0.0 => normal_cdf(lead / self.standard_error()),
            _ if lead > 0.0 => 1.0 - chance_of_sign,
            _ => chance_of_sign,
        }
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.count as f64).sqrt()
    }
}

/// The mean and the variance of a score with `N` equally spaced values from 0 to 1 and these probabilities.
pub(super) fn mean_and_variance<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let mean: f64 = shares.iter().enumerate().map(|(step, share)| score_of_step::<N>(step) * share).sum();
    let variance = shares
        .iter()
        .enumerate()
        .map(|(step, share)| (score_of_step::<N>(step) - mean).powi(2) * share)
        .sum();
    (mean, variance)
}

/// The score of step `step` out of `N`.
pub(super) fn score_of_step<const N: usize>(step: usize) -> f64 {
    step as f64 / (N - 1) as f64
}

/// The Elo difference with the expected score `score` (0 to 1).
pub fn elo_of_score(score: f64) -> f64 {
    // The clamp avoids NaN where an interval exceeds 0 or 1; the addition turns a negative 0 at equality into
    // 0.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The expected score of a player who is stronger by `elo`.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An interval without an end is shown by its other end only, since its estimate has no meaning either.
impl std::fmt::Display for EloInterval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { low, elo, high } = self;
        let decimals = f.precision().unwrap_or(1);
        match (low.is_finite(), high.is_finite()) {
            (true, true) => {
                write!(f, "{elo:+.decimals$} Elo (95 %: {low:+.decimals$} to {high:+.decimals$})")
            }
            (true, false) => write!(f, "above {low:+.decimals$} Elo (95 %)"),
            (false, true) => write!(f, "below {high:+.decimals$} Elo (95 %)"),
            (false, false) => write!(f, "any Elo difference"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    #[test]
    fn pairs_give_the_known_interval() {
        let elo = Scores::of([39, 8843, 26675, 9240, 44]).unwrap().interval();
        assert_eq!(
            [elo.low, elo.elo, elo.high].map(|elo| format!("{elo:.4}")),
            ["0.5464", "1.5768", "2.6071"]
        );
        // The known values have four digits; these pin the formula, computed independently at high precision.
        close(elo.elo, 1.5767629414, 1e-6);
        close(elo.low, 0.5464438336, 1e-6);
        close(elo.high, 2.6071097825, 1e-6);
    }

    #[test]
    fn a_clean_sweep_is_infinite_but_not_certain() {
        let sweep = Scores::of([0, 0, 0, 0, 7]).unwrap();
        assert_eq!((sweep.interval().elo, sweep.interval().high), (f64::INFINITY, f64::INFINITY));
        // A player who wins a pair with probability p wins seven in a row with probability p^7.
        close(expected_score(sweep.interval().low).powi(7), 0.025, 1e-12);
        close(sweep.superiority(), 1.0 - 1.0 / 256.0, 1e-15);
        let whitewash = Scores::of([3, 0, 0]).unwrap();
        assert_eq!(
            (whitewash.interval().elo, whitewash.interval().low),
            (f64::NEG_INFINITY, f64::NEG_INFINITY)
        );
        close((1.0 - expected_score(whitewash.interval().high)).powi(3), 0.025, 1e-12);
        assert_eq!(whitewash.superiority(), 1.0 / 16.0);
    }

    #[test]
    fn an_interval_past_a_clean_sweep_ends_at_infinity() {
        let elo = Scores::of([1, 0, 9]).unwrap().interval();
        assert!(elo.low.is_finite() && elo.elo.is_finite(), "{elo:?}");
        assert_eq!(elo.high, f64::INFINITY);
    }

    #[test]
    fn no_games_say_nothing_and_equality_says_half() {
        assert_eq!(Scores::of([0; 5]), None);
        let level = Scores::of([0, 0, 12, 0, 0]).unwrap();
        assert_eq!(level.superiority(), 0.5);
        let EloInterval { low, elo, high } = level.interval();
        assert_eq!(elo.to_string(), "0");
        close(low, -high, 1e-9);
        close(expected_score(high), 1.0 - 0.5 * 0.025f64.powf(1.0 / 12.0), 1e-12);
    }

    #[test]
    fn too_few_pairs_have_no_interval() {
        for pairs in [[4, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 2, 1, 3, 2], [0, 0, 0, 0, 9]] {
            let scores = Scores::of(pairs).unwrap();
            assert_eq!((scores.elo(), scores.elo_text(1)), (None, "too few pairs to say".to_string()));
        }
        assert_eq!(Scores::of([8, 0, 11]).unwrap().elo_text(1), "too few games to say");
        assert_eq!(Scores::of([8, 0, 12]).unwrap().elo_text(1), "+70.4 Elo (95 %: -81.2 to +257.3)");
    }

    #[test]
    fn an_interval_without_an_end_is_shown_by_the_other() {
        let text = |pairs| Scores::of(pairs).unwrap().elo_text(1);
        assert_eq!(text([0, 0, 0, 0, 50]), "above +446.4 Elo (95 %)");
        assert_eq!(text([50, 0, 0, 0, 0]), "below -446.4 Elo (95 %)");
        assert_eq!(text([2, 0, 0, 0, 8]), "above +36.3 Elo (95 %)");
    }

    #[test]
    fn superiority_is_the_normal_tail() {
        // 60 wins, 40 losses: 0.1 / sqrt(0.24 / 100) standard errors.
        close(Scores::of([40, 0, 60]).unwrap().superiority(), 0.979_386_583, 1e-8);
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-800.0, -3.5, 0.0, 1.0, 191.0, 1200.0] {
            close(elo_of_score(expected_score(elo)), elo, 1e-9);
        }
    }
}
