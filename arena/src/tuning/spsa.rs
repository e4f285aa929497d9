//! Simultaneous perturbation stochastic approximation (Spall 1992, 1998) as engine developers use it.
//! Iteration k perturbs all constants at once by their steps, with random signs; the version with these signs
//! plays the version with the opposite signs. Each constant then moves along its sign if the first version
//! won, and against it if it lost. One match gives a gradient estimate for any number of constants.

use outflank::rng::Rng;
use serde::{Deserialize, Serialize};

use super::parameter::Parameter;

/// Exponent of the decay of moves: Spall's, the slowest that the theory allows.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of perturbations, from the same source.
const GAMMA: f64 = 0.101;
/// Stability constant, as a fraction of the iterations; it damps the first moves.
const STABILITY: f64 = 0.1;

/// The schedule of perturbations and moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Planned iterations; a run may end earlier.
    pub iterations: u64,
    /// Steps that a win moves each constant in the last iteration.
    pub rate: f64,
}

impl Schedule {
    /// The default rate for a run of `games` games: a constant that loses 5 Elo one step away from the
    /// optimum ends within a hundredth of its initial distance, noise aside.
    pub fn usual_rate(games: u64) -> f64 {
        (80.0 / games.max(1) as f64).min(0.1)
    }

    /// Perturbation of iteration `k`, counted from 1, in steps to either side.
    fn reach(&self, k: u64) -> f64 {
        libm::pow(self.iterations as f64 / k as f64, GAMMA)
    }

    /// Steps that iteration `k` moves constants for each win.
    fn gain(&self, k: u64) -> f64 {
        let delay = STABILITY * self.iterations as f64;
        let shrinking = libm::pow((delay + self.iterations as f64) / (delay + k as f64), ALPHA);
        self.rate * shrinking / self.reach(k)
    }
}

/// The method for the constants of a run. Iterations are counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Spsa<'a> {
    /// The constants.
    pub parameters: &'a [Parameter],
    /// The schedule of perturbations and moves.
    pub schedule: Schedule,
    /// The seed of the signs.
    pub seed: u64,
}

impl Spsa<'_> {
    /// The signs of an iteration, 1 or -1 for each constant.
    pub fn signs(&self, iteration: u64) -> Vec<i8> {
        let mut seeds = Rng::new(self.seed);
        // The first number of this stream is the seed of the games.
        seeds.next();
        let mut coins = Rng::new(seeds.next() ^ (iteration - 1));
        self.parameters.iter().map(|_| if coins.next() >> 63 == 0 { 1 } else { -1 }).collect()
    }

    /// The values of an iteration's two versions, given those before it; the version with its signs first.
    pub fn versions(&self, iteration: u64, values: &[f64]) -> [Vec<f64>; 2] {
        let reach = self.schedule.reach(iteration);
        [reach, -reach].map(|steps| self.moved(iteration, values, steps))
    }

    /// The values after an iteration, given those before it; `lead` is the first version's wins minus its
    /// losses.
    pub fn learned(&self, iteration: u64, values: &[f64], lead: i64) -> Vec<f64> {
        self.moved(iteration, values, self.schedule.gain(iteration) * lead as f64)
    }

    /// The values moved by `steps` steps along the signs, clamped to their ranges.
    fn moved(&self, iteration: u64, values: &[f64], steps: f64) -> Vec<f64> {
        let moved = |((parameter, value), sign): ((&Parameter, &f64), i8)| {
            (value + f64::from(sign) * steps * parameter.step).clamp(parameter.low, parameter.high)
        };
        self.parameters.iter().zip(values).zip(self.signs(iteration)).map(moved).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64) -> Parameter {
        Parameter { name: name.into(), low: 0.0, high: 10.0, start, step: 0.5 }
    }

    /// Games of a simulated bot with its optimum at `best`, which loses 8 Elo times the squared distance in
    /// steps; a fifth of the games are drawn.
    fn made_up_match(versions: &[Vec<f64>; 2], best: &[f64], games: u64, chance: &mut Rng) -> i64 {
        let elo = |values: &[f64]| -> f64 {
            values.iter().zip(best).map(|(value, best)| -8.0 * ((value - best) / 0.5).powi(2)).sum()
        };
        let expected = 1.0 / (1.0 + 10f64.powf((elo(&versions[1]) - elo(&versions[0])) / 400.0));
        let mut game = || match chance.below(1_000_000) as f64 / 1e6 {
            drawn if drawn < 0.2 => 0,
            decided if (decided - 0.2) / 0.8 < expected => 1,
            _ => -1,
        };
        (0..games).map(|_| game()).sum()
    }

    fn tuned(seed: u64, best: &[f64]) -> Vec<f64> {
        let parameters: Vec<_> = best.iter().map(|_| parameter("x", 4.0)).collect();
        let schedule = Schedule { iterations: 1000, rate: Schedule::usual_rate(8000) };
        let spsa = Spsa { parameters: &parameters, schedule, seed };
        let mut values = vec![4.0; best.len()];
        let mut chance = Rng::new(seed);
        let mut sums = vec![0.0; best.len()];
        for iteration in 1..=1000 {
            let lead = made_up_match(&spsa.versions(iteration, &values), best, 8, &mut chance);
            values = spsa.learned(iteration, &values, lead);
            if iteration > 750 {
                sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value / 250.0);
            }
        }
        sums
    }

    #[test]
    fn values_approach_the_best_ones() {
        let best = [2.0, 4.0, 6.5, 9.0];
        for seed in 1..=5 {
            let values = tuned(seed, &best);
            // A step is 0.5; the start is up to ten steps away.
            let is_close = values.iter().zip(&best).all(|(value, best)| (value - best).abs() < 0.5);
            assert!(is_close, "seed {seed}: {values:?}");
        }
    }

    #[test]
    fn a_best_value_beyond_the_range_leaves_it_at_its_end() {
        let [value] = tuned(1, &[13.0])[..] else { panic!("one parameter") };
        assert!((9.5..=10.0).contains(&value), "{value}");
    }

    #[test]
    fn the_last_iteration_has_the_steps_and_the_rate_that_were_asked_for() {
        let schedule = Schedule { iterations: 300, rate: 0.02 };
        assert_eq!(schedule.reach(300), 1.0);
        assert_eq!(schedule.gain(300), 0.02);
        let early = [schedule.reach(1), schedule.gain(1)];
        assert!((1.7..1.8).contains(&early[0]), "300 to the power of 0.101: {early:?}");
        assert!((0.045..0.048).contains(&early[1]), "{early:?}");
    }

    #[test]
    fn both_versions_are_as_far_from_the_value_and_a_win_moves_towards_the_first() {
        let schedule = Schedule { iterations: 1, rate: 0.1 };
        let parameters = [parameter("x", 4.0), parameter("y", 10.0)];
        let spsa = Spsa { parameters: &parameters, schedule, seed: 3 };
        let signs: Vec<f64> = spsa.signs(1).into_iter().map(f64::from).collect();
        let [first, second] = spsa.versions(1, &[4.0, 10.0]);
        assert_eq!([first[0], second[0]], [4.0 + 0.5 * signs[0], 4.0 - 0.5 * signs[0]]);
        let ends = [first[1].min(second[1]), first[1].max(second[1])];
        assert_eq!(ends, [9.5, 10.0], "a version stays within the range");
        let values = spsa.learned(1, &[4.0, 10.0], 2);
        assert!((values[0] - (4.0 + 0.1 * signs[0])).abs() < 1e-12);
    }

    #[test]
    fn coins_are_fair_and_differ_between_seeds_and_iterations() {
        let schedule = Schedule { iterations: 1000, rate: 0.0 };
        let coins = |seed| {
            let parameters = [parameter("x", 4.0), parameter("y", 4.0)];
            let spsa = Spsa { parameters: &parameters, schedule, seed };
            (1..=1000).map(|iteration| spsa.signs(iteration)).collect::<Vec<_>>()
        };
        let tossed = coins(1);
        let equal = tossed.iter().filter(|signs| signs[0] == signs[1]).count();
        let up = tossed.iter().filter(|signs| signs[0] == 1).count();
        assert!((430..570).contains(&equal) && (430..570).contains(&up), "{equal} {up}");
        assert_ne!(tossed, coins(2));
    }
}
