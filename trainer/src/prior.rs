//! A softmax model of the moves that long searches visit, compared with the prior of the bot.
//!
//! The bot's prior is a softmax of one-ply values with one temperature. Here the logits are sums of a few
//! features of each move, weighted by the phase of the game, and fitted to the visits of long searches by the
//! cross-entropy.

mod features;

use std::path::PathBuf;

use anyhow::{ensure, Result};
use outflank::engine::Limits;
use outflank::mcts::{Parameters, Search};
use outflank::rng::Rng;
use serde::Serialize;

use crate::evaluation::Evaluation;
use crate::features::ANCHORS;
use crate::jobs::{self, say};
use crate::record::{is_held_out, Record};
use crate::run::Run;
use crate::visits::{self, Visits};
use crate::{files, positions};
use features::{Sample, FEATURES, GAP, NAMES};

/// Which positions are searched, and how long.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Settings {
    /// Playouts per position.
    pub playouts: u64,
    /// One position in this many is searched.
    pub sample: usize,
}

/// Memory of a search tree, in bytes.
const TREE_BYTES: usize = 128 << 20;

/// Fewest empty squares of a position: the solver plays the rest.
const MIN_EMPTIES: u32 = 16;

/// One game in this many is held out.
const HELD_OUT: u32 = 5;

impl Settings {
    /// Searches the positions of position files and writes visit files.
    pub fn run(&self, run: &Run, data: &[PathBuf]) -> Result<()> {
        let (evaluation, jobs) = run.jobs(data, "prior search", self, (visits::FORMAT, visits::EXTENSION))?;
        let bar =
            jobs::progress("search", "positions", positions::count(jobs.iter().map(|job| &job.source))?);
        jobs::run(run.threads, &jobs, |job| {
            let mut rng = job.rng(run.seed)?;
            let mut search = Search::new(&evaluation, Parameters::default(), TREE_BYTES);
            let mut all = Vec::new();
            for record in positions::read(&job.source)? {
                let record = record?;
                let is_decision = record.board.legal_moves().count_ones() > 1;
                let is_long = record.board.empty_count() >= MIN_EMPTIES;
                if rng.below(self.sample) == 0 && is_decision && is_long {
                    all.extend(self.search(&mut search, &record));
                }
                bar.inc(1);
            }
            visits::write(&job.target, &job.provenance, &all)
        })?;
        bar.finish();
        let out = run.out.display();
        say(format_args!("wrote {} visit files to {out}; next: trainer prior fit {out}", jobs.len()));
        Ok(())
    }

    /// The visits of a long search; `None` if it proved the result, after which visits mean nothing.
    fn search(&self, search: &mut Search<&Evaluation>, record: &Record) -> Option<Visits> {
        search.clear();
        search.advance_to(record.board);
        search.run(Limits::playouts(self.playouts));
        let mut moves = search.root_moves();
        moves.sort_by_key(|root_move| root_move.played.square());
        let bounds = search.bounds();
        (bounds.lower < bounds.upper).then(|| Visits {
            board: record.board,
            game: record.game,
            counts: moves.iter().map(|root_move| root_move.visits).collect(),
        })
    }
}

/// Weights of the features at each phase anchor.
type Weights = [[f64; ANCHORS]; FEATURES];

/// The prior of the bot: the softmax of one-ply values.
const TODAY: Weights = {
    let mut weights = [[0.0; ANCHORS]; FEATURES];
    weights[GAP] = [1.0; ANCHORS];
    weights
};

/// Learning rate of the first epoch.
const LEARNING_RATE: f64 = 0.1;

/// The logits of all moves, turned into probabilities.
fn probabilities(weights: &Weights, sample: &Sample) -> Vec<f64> {
    let logit = |features: &[f64; FEATURES]| -> f64 {
        let weight =
            |row: &[f64; ANCHORS]| row.iter().zip(sample.shares).map(|(w, share)| w * share).sum::<f64>();
        features.iter().zip(weights).map(|(feature, row)| feature * weight(row)).sum()
    };
    let logits: Vec<f64> = sample.moves.iter().map(|(features, _)| logit(features)).collect();
    let most = logits.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = logits.iter().map(|logit| (logit - most).exp()).sum();
    logits.iter().map(|logit| (logit - most).exp() / sum).collect()
}

/// Mean cross-entropy in nats, of a target with itself if there are no weights.
fn cross_entropy(weights: Option<&Weights>, samples: &[Sample]) -> f64 {
    let of_sample = |sample: &Sample| -> f64 {
        let targets = sample.moves.iter().map(|&(_, target)| target);
        let probabilities = weights.map_or_else(|| targets.clone().collect(), |w| probabilities(w, sample));
        targets
            .zip(probabilities)
            .filter(|&(target, _)| target > 0.0)
            .map(|(t, p)| -t * p.max(1e-12).ln())
            .sum()
    };
    samples.iter().map(of_sample).sum::<f64>() / samples.len().max(1) as f64
}

/// Fits the first `count` features by Adagrad, the others keeping their weights.
fn fitted(samples: &[Sample], count: usize, epochs: u32, rng: &mut Rng) -> Weights {
    let mut weights = TODAY;
    let mut squares = [[1e-3; ANCHORS]; FEATURES];
    for epoch in 0..epochs {
        let rate = LEARNING_RATE * (1.0 - f64::from(epoch) / f64::from(epochs));
        for _ in samples {
            let sample = &samples[rng.below(samples.len())];
            let probabilities = probabilities(&weights, sample);
            for feature in 0..count {
                let errors = sample.moves.iter().zip(&probabilities);
                let slope: f64 = errors.map(|((features, target), p)| (p - target) * features[feature]).sum();
                for (anchor, share) in sample.shares.into_iter().enumerate() {
                    let gradient = slope * share;
                    squares[feature][anchor] += gradient * gradient;
                    weights[feature][anchor] -= rate * gradient / squares[feature][anchor].sqrt();
                }
            }
        }
    }
    weights
}

/// Fits the model to visit files and prints the held-out cross-entropy of each stage of it, and its weights.
pub fn fit(data: &[PathBuf], evaluation: &Evaluation, epochs: u32, seed: u64) -> Result<()> {
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for path in files::find(data, visits::EXTENSION)? {
        for visits in visits::read(&path)? {
            let side = if is_held_out(visits.game, HELD_OUT) { &mut held_out } else { &mut training };
            side.extend(Sample::new(&visits, evaluation));
        }
    }
    let (seen, unseen) = (training.len(), held_out.len());
    ensure!(seen > 0 && unseen > 0, "too few games: {seen} positions to train on, {unseen} held out");
    say(format_args!("cross-entropy in nats, {seen} positions trained on, {unseen} held out"));
    let mut rng = Rng::new(seed);
    let temperatures = fitted(&training, GAP + 1, epochs, &mut rng);
    let all = fitted(&training, FEATURES, epochs, &mut rng);
    for (name, weights) in [
        ("entropy of the visits", None),
        ("uniform", Some(&[[0.0; ANCHORS]; FEATURES])),
        ("softmax of today", Some(&TODAY)),
        ("temperature by phase", Some(&temperatures)),
        ("all features", Some(&all)),
    ] {
        let (seen, unseen) = (cross_entropy(weights, &training), cross_entropy(weights, &held_out));
        say(format_args!("{name:22} {seen:.4}  {unseen:.4}"));
    }
    for (name, weights) in NAMES.iter().zip(all) {
        let [a, b, c, d] = weights;
        say(format_args!("{name:22} {a:+.3} {b:+.3} {c:+.3} {d:+.3}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::HANDMADE;
    use outflank::board::Board;
    use std::path::Path;

    /// Positions of random games whose visits are exactly those of a model.
    fn samples(weights: &Weights) -> Vec<Sample> {
        let evaluation = Evaluation::open(Path::new(HANDMADE)).unwrap();
        let mut rng = Rng::new(5);
        let mut samples = Vec::new();
        while samples.len() < 400 {
            let mut board = Board::START;
            while board.legal_moves() != 0 {
                let counts = vec![1; board.legal_moves().count_ones() as usize];
                samples.extend(Sample::new(&Visits { board, game: 0, counts }, &evaluation));
                let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
                board = children[rng.below(children.len())];
            }
        }
        for sample in &mut samples {
            let probabilities = probabilities(weights, sample);
            sample.moves.iter_mut().zip(probabilities).for_each(|((_, target), p)| *target = p);
        }
        samples
    }

    #[test]
    fn a_fit_finds_the_model_that_made_the_visits() {
        let mut weights = TODAY;
        weights[GAP] = [0.5, 0.8, 1.2, 1.5];
        weights[3] = [-1.0; ANCHORS];
        let samples = samples(&weights);
        let best = cross_entropy(None, &samples);
        assert!((cross_entropy(Some(&weights), &samples) - best).abs() < 1e-9);
        let today = cross_entropy(Some(&TODAY), &samples) - best;
        let fitted = cross_entropy(Some(&fitted(&samples, FEATURES, 20, &mut Rng::new(1))), &samples) - best;
        assert!(today > 0.01 && fitted < today / 10.0, "{today} {fitted}");
    }
}
