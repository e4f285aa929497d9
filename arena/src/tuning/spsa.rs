//! Simultaneous perturbation stochastic approximation (Spall 1992, 1998) in the form in which game engines use it.
//!
//! Iteration k moves every constant up or down by its step at once, each sign drawn by a coin, and lets the version with
//! these signs play the one with the opposite signs. Every constant then follows its sign if that version won, and goes
//! against it if it lost. One match tells about all constants, however many there are.

use outflank::rng::Rng;
use serde::{Deserialize, Serialize};

use super::parameter::Parameter;

/// How fast moves shrink: Spall's, the slowest that theory allows.
const ALPHA: f64 = 0.602;
/// How fast steps shrink, by the same source.
const GAMMA: f64 = 0.101;
/// The first moves are as if so large a share of the iterations had passed, lest they be wild.
const STABILITY: f64 = 0.1;

/// How steps and moves shrink.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// How many iterations there are; the run may end earlier.
    pub iterations: u64,
    /// By how many steps a game won moves every constant in the last iteration.
    pub rate: f64,
}

impl Schedule {
    /// The usual rate for a run of so many games: a constant whose bot loses 5 Elo a step away from the best value then
    /// ends within a hundredth of the distance at which it started, chance apart.
    pub fn usual_rate(games: u64) -> f64 {
        (80.0 / games.max(1) as f64).min(0.1)
    }

    /// How far iteration `k`, counted from 1, tries constants to both sides, in steps.
    fn reach(&self, k: u64) -> f64 {
        libm::pow(self.iterations as f64 / k as f64, GAMMA)
    }

    /// By how many steps iteration `k` moves constants for each game won.
    fn gain(&self, k: u64) -> f64 {
        let delay = STABILITY * self.iterations as f64;
        let shrinking = libm::pow((delay + self.iterations as f64) / (delay + k as f64), ALPHA);
        self.rate * shrinking / self.reach(k)
    }
}

/// What has been learned so far.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    schedule: Schedule,
    /// Determines the coins.
    seed: u64,
    /// How many iterations are over.
    finished: u64,
    values: Vec<f64>,
}

impl Spsa {
    /// The state before the first iteration.
    pub fn new(parameters: Vec<Parameter>, schedule: Schedule, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Self { parameters, schedule, seed, finished: 0, values }
    }

    /// How many iterations are over.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The constants' present values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The coins of the coming iteration, 1 or -1 for each constant.
    pub fn signs(&self) -> Vec<i8> {
        let mut seeds = Rng::new(self.seed);
        // The first number of this stream determines the games.
        seeds.next();
        let mut coins = Rng::new(seeds.next() ^ self.finished);
        self.parameters.iter().map(|_| if coins.next() >> 63 == 0 { 1 } else { -1 }).collect()
    }

    /// The two versions that play each other in the coming iteration: that with its signs first.
    pub fn versions(&self) -> [Vec<f64>; 2] {
        let reach = self.schedule.reach(self.finished + 1);
        let signs = self.signs();
        [1.0, -1.0].map(|side| self.moved(&signs, side * reach))
    }

    /// Ends an iteration in which the first version won so many games more than it lost.
    pub fn learn(&mut self, lead: i64) {
        let gain = self.schedule.gain(self.finished + 1);
        self.values = self.moved(&self.signs(), gain * lead as f64);
        self.finished += 1;
    }

    /// The values moved along the signs by so many steps, as far as their ranges allow.
    fn moved(&self, signs: &[i8], steps: f64) -> Vec<f64> {
        let moved = |((parameter, value), &sign): ((&Parameter, &f64), &i8)| {
            (value + f64::from(sign) * steps * parameter.step).clamp(parameter.low, parameter.high)
        };
        self.parameters.iter().zip(&self.values).zip(signs).map(moved).collect()
    }
}

#[cfg(test)]
mod tests;
