//! The generalised sequential probability ratio test for normalised Elo.
//!
//! Normalised Elo measures the mean score in units of its own standard deviation, so that a bound costs about
//! as many games whatever the share of draws. After Michel Van den Bergh, "Normalized Elo" and "Comments on
//! normalized Elo": <https://www.cantate.be/Fishtest/>.

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use super::elo::{mean_and_variance, score_of_step, Pentanomial, Trinomial};

/// Normalised Elo of a game whose mean score is one standard deviation above one half.
const NELO_OF_ONE_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;

/// The largest absolute bound. Further out the likelihood has several maxima, and the one that is found need
/// not be the highest.
const MAX_NELO: f64 = 50.0;

/// Replaces a count of 0, so that an outcome without observations is improbable but not impossible.
const UNSEEN: f64 = 1e-3;

/// Limit of fixed-point iterations; counts of real matches need a handful.
const MAX_STEPS: usize = 500;

/// A test of `elo >= elo1` (H1) against `elo <= elo0` (H0), both in normalised Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The bound of H0, in normalised Elo.
    pub elo0: f64,
    /// The bound of H1, in normalised Elo.
    pub elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtProgress {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this LLR.
    pub lower: f64,
    /// H1 is accepted at or above this LLR.
    pub upper: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Decision {
    /// The first bot is not better by more than `elo0`.
    H0,
    /// The first bot is better by at least `elo1`.
    H1,
}

impl Sprt {
    /// A test between `elo0` and `elo1` that accepts H1 wrongly with probability `alpha` and H0 wrongly with
    /// probability `beta`.
    ///
    /// # Errors
    /// If the bounds or the probabilities are invalid.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> anyhow::Result<Self> {
        ensure!(
            -MAX_NELO <= elo0 && elo0 < elo1 && elo1 <= MAX_NELO,
            "the bounds need elo0 < elo1, both from -{MAX_NELO} to {MAX_NELO} normalised Elo, not {elo0} and \
             {elo1}: further out the likelihood has several maxima"
        );
        for error in [alpha, beta] {
            ensure!(
                error > 0.0 && error < 0.5,
                "an error probability lies between 0 and 0.5, not at {error}"
            );
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The state of the test after these pairs.
    pub fn after_pairs(&self, pairs: Pentanomial) -> SprtProgress {
        // The standard deviation of a pair's mean score is that of a game divided by the square root of 2.
        self.progress(log_likelihood_ratio(pairs, self.sigmas().map(|t| t * std::f64::consts::SQRT_2)))
    }

    /// The state of the test after these games, assumed independent.
    pub fn after_games(&self, games: Trinomial) -> SprtProgress {
        self.progress(log_likelihood_ratio(games, self.sigmas()))
    }

    /// The expected number of pairs until the decision, the better bot's advantage being `elo` (normalised
    /// Elo): Wald's approximation for a random walk between the two limits of the LLR.
    pub fn expected_pairs(&self, elo: f64) -> f64 {
        let [low, high, truth] =
            [self.elo0, self.elo1, elo].map(|elo| elo / NELO_OF_ONE_SIGMA * std::f64::consts::SQRT_2);
        let SprtProgress { lower, upper, .. } = self.progress(0.0);
        let variance = (high - low).powi(2);
        let drift = (high - low) * (truth - (low + high) / 2.0);
        if drift.abs() < 1e-9 * variance {
            return -lower * upper / variance;
        }
        // The walk ends at the upper limit with this probability.
        let [up, down] = [upper, lower].map(|limit| (-2.0 * drift * limit / variance).exp());
        let probability = (1.0 - down) / (up - down);
        (probability * upper + (1.0 - probability) * lower) / drift
    }

    /// The bounds in standard deviations of a game.
    fn sigmas(&self) -> [f64; 2] {
        [self.elo0, self.elo1].map(|elo| elo / NELO_OF_ONE_SIGMA)
    }

    fn progress(&self, llr: f64) -> SprtProgress {
        SprtProgress {
            llr,
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

impl SprtProgress {
    /// The test's result; `None` while it is undecided.
    pub fn decision(&self) -> Option<Decision> {
        if self.llr >= self.upper {
            Some(Decision::H1)
        } else if self.llr <= self.lower {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

impl std::fmt::Display for SprtProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LLR {:.4} ({:.4}, {:.4})", self.llr, self.lower, self.upper)
    }
}

/// The log-likelihood ratio of a mean of `sigmas[1]` standard deviations above one half to one of
/// `sigmas[0]`, each with its maximum-likelihood distribution.
fn log_likelihood_ratio<const N: usize>(counts: [u64; N], sigmas: [f64; 2]) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let [under0, under1] = sigmas.map(|sigmas| likeliest(&shares, sigmas));
    (0..N).map(|step| counts[step] * (under1[step] / under0[step]).ln()).sum()
}

/// The maximum-likelihood distribution for `shares` among those with a mean of `sigmas` of their own standard
/// deviations above one half.
/// With a multiplier x for the constraint, the solution is q = p / (1 + x g), where g is the constraint's
/// gradient at q. Bisection finds x, fixed-point iteration finds q.
fn likeliest<const N: usize>(shares: &[f64; N], sigmas: f64) -> [f64; N] {
    let mut estimate = [1.0 / N as f64; N];
    for _ in 0..MAX_STEPS {
        let (mean, variance) = mean_and_variance(&estimate);
        let sigma = variance.sqrt();
        let gradient: [f64; N] = std::array::from_fn(|step| {
            let score = score_of_step::<N>(step);
            score - 0.5 - sigmas * sigma * (1.0 + ((mean - score) / sigma).powi(2)) / 2.0
        });
        let Some(multiplier) = multiplier(shares, &gradient) else { break };
        let next: [f64; N] = std::array::from_fn(|step| shares[step] / (1.0 + multiplier * gradient[step]));
        let moved = (0..N).map(|step| (next[step] - estimate[step]).abs()).fold(0.0, f64::max);
        estimate = next;
        if moved < 1e-14 {
            break;
        }
    }
    estimate
}

/// The x at which the sum of p g / (1 + x g) is 0; `None` if no such x leaves every term's denominator
/// positive.
fn multiplier<const N: usize>(shares: &[f64; N], gradient: &[f64; N]) -> Option<f64> {
    let highest = gradient.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = gradient.iter().copied().fold(f64::INFINITY, f64::min);
    if !(lowest < 0.0 && highest > 0.0) {
        return None;
    }
    let slope = |x: f64| -> f64 { shares.iter().zip(gradient).map(|(p, g)| p * g / (1.0 + x * g)).sum() };
    // The sum falls from +infinity to -infinity between the two poles.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return Some(middle);
        }
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    fn close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= 1e-6, "{actual} is not {expected}");
    }

    #[test]
    fn pairs_give_the_known_ratios() {
        close(sprt(0.5, 2.5).after_pairs([39, 8843, 26675, 9240, 44]).llr, 2.941_675_208_0);
        close(sprt(0.0, 5.0).after_pairs([5, 20, 50, 30, 10]).llr, 0.391_712_170_9);
    }

    #[test]
    fn the_usual_bounds() {
        let progress = sprt(0.0, 5.0).after_pairs([0; 5]);
        assert_eq!(format!("{progress}"), "LLR 0.0000 (-2.9444, 2.9444)");
        let uneven = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().after_pairs([0; 5]);
        close(uneven.lower, (0.1f64 / 0.95).ln());
        close(uneven.upper, (0.9f64 / 0.05).ln());
    }

    /// Pairs of two independent games contain the same evidence as their games.
    #[test]
    fn pairs_of_independent_games_agree_with_the_games() {
        let (loss, draw, win) = (0.3f64, 0.3, 0.4);
        let shares =
            [loss * loss, 2.0 * loss * draw, draw * draw + 2.0 * loss * win, 2.0 * draw * win, win * win];
        let pairs = shares.map(|share| (share * 1e6).round() as u64);
        let games = [loss, draw, win].map(|share| (share * 2e6).round() as u64);
        let test = sprt(0.0, 3.0);
        let (by_pairs, by_games) = (test.after_pairs(pairs).llr, test.after_games(games).llr);
        assert!((by_pairs / by_games - 1.0).abs() < 0.01, "{by_pairs} by pairs, {by_games} by games");
    }

    #[test]
    fn swapping_sides_mirrors_the_ratio() {
        let pairs: Pentanomial = [3, 40, 90, 61, 8];
        let mut mirrored = pairs;
        mirrored.reverse();
        let forward = sprt(-2.0, 7.0).after_pairs(pairs).llr;
        let backward = sprt(-7.0, 2.0).after_pairs(mirrored).llr;
        close(forward, -backward);
    }

    #[test]
    fn lopsided_counts_decide_and_stay_finite() {
        for pairs in
            [[0, 0, 0, 0, 40], [40, 0, 0, 0, 0], [0, 0, 1_000_000, 0, 0], [1, 0, 0, 0, 1], [9, 0, 0, 0, 9]]
        {
            for (elo0, elo1) in [(0.0, 5.0), (-50.0, 50.0), (40.0, 50.0)] {
                let progress = sprt(elo0, elo1).after_pairs(pairs);
                assert!(progress.llr.is_finite(), "{pairs:?} {elo0} {elo1}: {progress}");
            }
        }
        assert_eq!(sprt(0.0, 50.0).after_pairs([0, 0, 0, 0, 40]).decision(), Some(Decision::H1));
        assert_eq!(sprt(0.0, 50.0).after_pairs([40, 0, 0, 0, 0]).decision(), Some(Decision::H0));
        assert_eq!(sprt(0.0, 5.0).after_pairs([4, 0, 0, 0, 4]).decision(), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let error = |test: anyhow::Result<Sprt>| test.unwrap_err().to_string();
        for (elo0, elo1) in
            [(1.0, 1.0), (2.0, 1.0), (0.0, 50.5), (-51.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)]
        {
            assert!(error(Sprt::new(elo0, elo1, 0.05, 0.05)).starts_with("the bounds need"), "{elo0} {elo1}");
        }
        for probability in [0.0, 0.5, -1.0, f64::NAN] {
            for [alpha, beta] in [[probability, 0.05], [0.05, probability]] {
                let refused = error(Sprt::new(0.0, 1.0, alpha, beta));
                assert_eq!(
                    refused,
                    format!("an error probability lies between 0 and 0.5, not at {probability}")
                );
            }
        }
    }
}
