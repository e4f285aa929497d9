//! The weights in training, and one epoch over the data.

use std::path::PathBuf;

use anyhow::Result;
use indicatif::ProgressBar;
use outflank::board::Board;
use outflank::eval::patterns::{mirrored_configurations, OFFSETS, PATTERNS};
use outflank::eval::{DISC, PLIES};
use outflank::rng::Rng;
use serde::Serialize;

use crate::data::features::{active_features, anchor_shares, ANCHORS};
use crate::data::model::{Model, FEATURES};
use crate::data::positions;
use crate::data::record::Record;
use crate::data::test_set::Excluded;
use crate::fit::metrics::Errors;
use crate::options::{fraction, positive};

/// The settings of a fit, which determine its result besides the data.
#[derive(Clone, Debug, Serialize, clap::Args)]
pub struct Settings {
    /// Weight of the game's result in blended targets; the searched value has the rest.
    #[arg(long, default_value_t = Self::DEFAULT.result_weight, value_parser = fraction)]
    pub result_weight: f32,
    /// Most epochs.
    #[arg(long, default_value_t = Self::DEFAULT.epochs, value_parser = positive::<u32>)]
    pub epochs: u32,
    /// Initial value of Adagrad's sums of squared gradients: larger values slow down rare features.
    #[arg(long, default_value_t = Self::DEFAULT.initial_accumulator, value_parser = positive::<f32>)]
    pub initial_accumulator: f32,
    /// Seed of the order of the records.
    #[arg(long, default_value_t = Self::DEFAULT.seed)]
    #[serde(skip)]
    pub seed: u64,
}

impl Settings {
    /// The defaults of the command line.
    pub const DEFAULT: Self = Self { result_weight: 0.3, epochs: 12, initial_accumulator: 200.0, seed: 1 };
}

/// The loss is the squared error of tanh(value / this), in discs: the search averages such values, and a
/// position that is decided needs no exact estimate.
const TANH_SCALE: f32 = 20.0;
/// The last ply that is trained on. The search solves leaves with 10 empty squares instead of evaluating
/// their children.
const LAST_PLY: usize = 50;
/// Factor on the initial accumulator for the symmetric part of the weights, which regularises it.
const SYMMETRIC_REGULARISATION: f32 = 10.0;
/// Records in the shuffle buffer.
const BUFFER: usize = 4_000_000;

/// A position file and the weight of the game's result in its targets.
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) result_weight: f32,
}

/// The weights of a configuration and of the one with the sides exchanged, split into an antisymmetric and a
/// symmetric part. What is good for one side is bad for the other, so the symmetric part is small, and both
/// configurations learn from the positions of either.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct PairWeights {
    /// Added for the lower configuration, subtracted for the higher.
    antisymmetric: [f32; ANCHORS],
    symmetric: [f32; ANCHORS],
    /// Adagrad's sums of squared gradients of each.
    accumulators: [[f32; ANCHORS]; 2],
}

impl PairWeights {
    #[inline(always)]
    fn of(&self, sign: f32) -> [f32; ANCHORS] {
        std::array::from_fn(|anchor| sign * self.antisymmetric[anchor] + self.symmetric[anchor])
    }
}

/// The pair that a feature belongs to, and 1 for its lower configuration, -1 for the higher, 0 for one that
/// is its own counterpart.
#[derive(Clone, Copy)]
struct Slot {
    pair: u32,
    sign: f32,
}

/// A training sample: a position and its target.
pub(super) struct Sample {
    record: Record,
    /// In discs for the side that has just moved.
    target: f32,
}

impl Sample {
    fn new(record: Record, result_weight: f32) -> Self {
        let value = f32::from(record.value) / DISC as f32;
        let weight = if record.exact { 0.0 } else { result_weight };
        Self { record, target: -(weight * f32::from(record.final_score) + (1.0 - weight) * value) }
    }
}

/// One position in this many corrects the bias of one-ply searches, which takes longer than static
/// evaluation.
const ONE_PLY_INTERVAL: usize = 8;

/// How much an estimate on the tanh scale changes with one in discs, at this value in discs.
fn slope_of_tanh(value: f32) -> f32 {
    let tanh = (value / TANH_SCALE).tanh();
    1.0 - tanh * tanh
}

/// The configuration with the sides exchanged.
fn with_sides_exchanged(configuration: usize) -> usize {
    let (mut rest, mut place, mut exchanged) = (configuration, 1, 0);
    while rest > 0 {
        exchanged += (3 - rest % 3) % 3 * place;
        rest /= 3;
        place *= 3;
    }
    exchanged
}

/// The slot of every feature; mirrored configurations share one.
fn slots() -> Vec<Slot> {
    let mut slots = Vec::with_capacity(FEATURES);
    for (pattern, &offset) in PATTERNS.iter().zip(&OFFSETS) {
        let mirrored = mirrored_configurations(pattern);
        let canonical = |configuration: usize| configuration.min(usize::from(mirrored[configuration]));
        for configuration in 0..pattern.configurations() {
            let (own, other) = (canonical(configuration), canonical(with_sides_exchanged(configuration)));
            let sign = match own.cmp(&other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -1.0,
            };
            slots.push(Slot { pair: (offset + own.min(other)) as u32, sign });
        }
    }
    // Numbers of moves have no counterpart.
    slots.extend((slots.len()..FEATURES).map(|pair| Slot { pair: pair as u32, sign: 0.0 }));
    slots
}

#[derive(Clone)]
pub(super) struct Training {
    excluded: Excluded,
    slots: Vec<Slot>,
    pairs: Vec<PairWeights>,
    /// How often each feature was used, by the squared share of the anchor.
    importance: Vec<[f32; ANCHORS]>,
    positions: f64,
    ply_bias: [f32; PLIES],
}

impl Training {
    /// The weights of `start`, whose importance does not count.
    pub(super) fn new(start: &Model, initial_accumulator: f32, excluded: Excluded) -> Self {
        let accumulators = [initial_accumulator, initial_accumulator * SYMMETRIC_REGULARISATION];
        let untrained = PairWeights {
            antisymmetric: [0.0; ANCHORS],
            symmetric: [0.0; ANCHORS],
            accumulators: accumulators.map(|initial| [initial; ANCHORS]),
        };
        let mut training = Self {
            excluded,
            slots: slots(),
            pairs: vec![untrained; FEATURES],
            importance: vec![[0.0; ANCHORS]; FEATURES],
            positions: 0.0,
            ply_bias: start.ply_bias,
        };
        training.start_from(start);
        training
    }

    /// Splits the weights of a model into their antisymmetric and symmetric parts.
    fn start_from(&mut self, model: &Model) {
        // First the weights of the lower and of the higher configuration.
        for (feature, &Slot { pair, sign }) in self.slots.iter().enumerate() {
            let PairWeights { antisymmetric: lower, symmetric: higher, .. } = &mut self.pairs[pair as usize];
            for anchor in 0..ANCHORS {
                let weight = model.weights[anchor][feature];
                if sign >= 0.0 {
                    lower[anchor] = weight;
                }
                if sign <= 0.0 {
                    higher[anchor] = weight;
                }
            }
        }
        for PairWeights { antisymmetric, symmetric, .. } in &mut self.pairs {
            for (antisymmetric, symmetric) in antisymmetric.iter_mut().zip(symmetric) {
                let (lower, higher) = (*antisymmetric, *symmetric);
                (*antisymmetric, *symmetric) = ((lower - higher) / 2.0, (lower + higher) / 2.0);
            }
        }
    }

    fn sum(&self, active: &[usize], shares: [f32; ANCHORS]) -> f32 {
        let mut sums = [0.0; ANCHORS];
        for &feature in active {
            let Slot { pair, sign } = self.slots[feature];
            let weights = self.pairs[pair as usize].of(sign);
            for anchor in 0..ANCHORS {
                sums[anchor] += weights[anchor];
            }
        }
        (0..ANCHORS).map(|anchor| sums[anchor] * shares[anchor]).sum()
    }

    /// One step of gradient descent; returns the error in discs before it.
    fn step(&mut self, Sample { record, target }: &Sample, rate: f32) -> f32 {
        let active = active_features(record.board);
        let shares = anchor_shares(record.ply());
        let value = self.sum(&active, shares) + self.ply_bias[record.ply()];
        let tanh_error = TANH_SCALE * ((value / TANH_SCALE).tanh() - (target / TANH_SCALE).tanh());
        let slope = tanh_error * slope_of_tanh(value);
        let gradients = shares.map(|share| slope * share);
        for feature in active {
            let Slot { pair, sign } = self.slots[feature];
            let PairWeights { antisymmetric, symmetric, accumulators } = &mut self.pairs[pair as usize];
            for (anchor, &gradient) in gradients.iter().enumerate() {
                accumulators[0][anchor] += gradient * gradient;
                accumulators[1][anchor] += gradient * gradient;
                antisymmetric[anchor] -= sign * rate * gradient / accumulators[0][anchor].sqrt();
                symmetric[anchor] -= rate * gradient / accumulators[1][anchor].sqrt();
            }
        }
        value - target
    }

    /// The estimate of a position in discs for the side that is not to move.
    fn estimate(&self, board: Board) -> f32 {
        let ply = 60 - board.empty_count().min(60) as usize;
        self.sum(&active_features(board), anchor_shares(ply)) + self.ply_bias[ply]
    }

    /// Corrects the per-ply bias so that, on average over games with these results, estimates are right.
    ///
    /// Either static evaluations can be right or one-ply searches, which take the largest of several
    /// estimates and so mostly one that is too high. Unless `is_static`, the error is split evenly between
    /// the two.
    pub(super) fn fit_ply_bias(&mut self, paths: &[PathBuf], is_static: bool) -> Result<()> {
        let mut errors = [[(0.0f64, 0.0f64); PLIES]; 2];
        for path in paths {
            for (number, record) in positions::read(path)?.enumerate() {
                let record = record?;
                let (ply, result) = (record.ply(), f32::from(record.final_score));
                errors[0][ply].0 += f64::from(-result - self.estimate(record.board));
                errors[0][ply].1 += 1.0;
                if !is_static && number % ONE_PLY_INTERVAL == 0 && ply + 1 < PLIES {
                    let values = record.board.children().map(|(_, child)| self.estimate(child));
                    errors[1][ply + 1].0 += f64::from(result - values.fold(f32::MIN, f32::max));
                    errors[1][ply + 1].1 += 1.0;
                }
            }
        }
        let mean = |(sum, count): (f64, f64)| (sum / (count + 100.0)) as f32;
        let [of_static, of_one_ply] = errors.map(|by_ply| by_ply.map(mean));
        for (ply, bias) in self.ply_bias.iter_mut().enumerate() {
            *bias += if is_static { of_static[ply] } else { (of_static[ply] + of_one_ply[ply]) / 2.0 };
        }
        Ok(())
    }

    /// Counts a position by the weight of its squared error in discs.
    fn count(&mut self, record: &Record) {
        let weight = slope_of_tanh(self.estimate(record.board)).powi(2);
        self.positions += f64::from(weight);
        let shares = anchor_shares(record.ply());
        for feature in active_features(record.board) {
            for (sum, share) in self.importance[feature].iter_mut().zip(shares) {
                *sum += weight * share * share;
            }
        }
    }

    /// One epoch; returns the errors before each step. The first epoch counts the features and collects the
    /// samples that are held out.
    pub(super) fn epoch(
        &mut self,
        sources: &[Source],
        rng: &mut Rng,
        rate: f32,
        mut held_out: Option<&mut Vec<Sample>>,
        bar: &ProgressBar,
    ) -> Result<Errors> {
        let mut order: Vec<&Source> = sources.iter().collect();
        shuffle(&mut order, rng);
        let mut errors = Errors::default();
        let mut buffer = Vec::with_capacity(BUFFER);
        for (i, source) in order.into_iter().enumerate() {
            for record in positions::read(&source.path)? {
                let record = record?;
                let sample = Sample::new(record, source.result_weight);
                if record.ply() > LAST_PLY {
                    bar.inc(1);
                    continue;
                }
                if record.is_held_out() {
                    if let Some(held_out) = &mut held_out {
                        held_out.push(sample);
                    }
                } else if !self.excluded.contains(record.board) {
                    buffer.push(sample);
                    continue;
                }
                bar.inc(1);
            }
            if buffer.len() >= BUFFER || i + 1 == sources.len() {
                shuffle(&mut buffer, rng);
                for sample in buffer.drain(..) {
                    if held_out.is_some() {
                        self.count(&sample.record);
                    }
                    errors.add(self.step(&sample, rate).into());
                    bar.inc(1);
                }
            }
        }
        Ok(errors)
    }

    /// The errors on samples that are not trained on.
    pub(super) fn errors_on(&self, samples: &[Sample]) -> Errors {
        let mut errors = Errors::default();
        for Sample { record, target } in samples {
            errors.add((self.estimate(record.board) - target).into());
        }
        errors
    }

    pub(super) fn model(&self) -> Model {
        let mut model = Model::zero();
        model.positions = self.positions;
        model.ply_bias = self.ply_bias;
        for (feature, &Slot { pair, sign }) in self.slots.iter().enumerate() {
            for (anchor, weight) in self.pairs[pair as usize].of(sign).into_iter().enumerate() {
                model.weights[anchor][feature] = weight;
                model.importance[anchor][feature] = self.importance[feature][anchor];
            }
        }
        for (pattern, &offset) in PATTERNS.iter().zip(&OFFSETS) {
            for (own, mirrored) in mirrored_configurations(pattern).into_iter().enumerate() {
                let mirrored = usize::from(mirrored);
                for anchor in (0..ANCHORS).filter(|_| mirrored != own) {
                    model.importance[anchor][offset + own] += self.importance[offset + mirrored][anchor];
                }
            }
        }
        model
    }
}

/// Shuffles uniformly (Fisher-Yates).
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::model::tests::uneven_model;

    #[test]
    fn a_fit_starts_from_exactly_the_weights_of_a_model() {
        let model = uneven_model();
        let training = Training::new(&model, 200.0, Excluded::default());
        assert!(training.model().weights == model.weights);
    }
}
