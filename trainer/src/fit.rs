//! Fits pattern weights to labelled positions by stochastic gradient descent with Adagrad steps.
//!
//! Symmetric contents share one weight, which stands for all 8 symmetries of each position. Shards are streamed
//! through a buffer in which records are shuffled, so the data may be larger than memory. One thread: the same
//! seed gives the same weights, those of the pass with the lowest error on the games that are held out.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use outflank::board::Board;
use outflank::eval::patterns::mirrored_contents;
use outflank::eval::{DISC, KNOTS, PLIES};
use outflank::rng::Rng;
use serde::Serialize;

use crate::chart::{Chart, Line};
use crate::exclude::Excluded;
use crate::model::Model;
use crate::provenance::{DataHash, Provenance};
use crate::record::Record;
use crate::shape::{Contents, Shape};
use crate::{jobs, shard};

mod training;
use training::Training;

/// Options of `fit`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Fit {
    /// Shards or folders of shards
    #[arg(required_unless_present = "played")]
    #[serde(skip)]
    pub data: Vec<PathBuf>,
    /// Shards or folders of well-played games, of whose results the target has a share
    #[arg(long)]
    #[serde(skip)]
    pub played: Vec<PathBuf>,
    /// Shards or folders whose games' results say what the turns are worth
    #[arg(long)]
    #[serde(skip)]
    pub results: Vec<PathBuf>,
    /// Turns are made right for positions as they stand alone, not for the best of children as well
    #[arg(long)]
    pub standing: bool,
    /// Which contents have weights
    #[arg(long, value_enum, default_value_t)]
    pub shape: Shape,
    /// Where the model goes
    #[arg(long)]
    #[serde(skip)]
    pub out: PathBuf,
    /// Share of the result in the target of positions that were `played`, the searched value having the rest
    #[arg(long, default_value_t = 0.3)]
    pub outcome: f32,
    /// Most passes over the data
    #[arg(long, default_value_t = 12)]
    pub epochs: u32,
    /// Ends when this many passes have not lowered the error on what is held out
    #[arg(long, default_value_t = 2)]
    pub patience: u32,
    /// A picture of the errors pass by pass
    #[arg(long)]
    #[serde(skip)]
    pub curve: Option<PathBuf>,
    /// Size of the first steps, in discs
    #[arg(long, default_value_t = 0.5)]
    pub rate: f32,
    /// Errors beyond this many discs pull no harder than this (Huber's loss)
    #[arg(long, default_value_t = 64.0)]
    pub huber: f32,
    /// Steps on rare contents are held back as if they had this sum of squared errors behind them
    #[arg(long, default_value_t = 200.0)]
    pub caution: f32,
    /// How much more caution there is with what does not change sign when the sides are exchanged
    #[arg(long, default_value_t = 10.0)]
    pub coupling: f32,
    /// One game in this many is held out
    #[arg(long, default_value_t = 50)]
    pub held_out: u32,
    /// Records in memory at a time
    #[arg(long, default_value_t = 4_000_000)]
    pub buffer: usize,
    /// An exam whose positions are kept out of the training
    #[arg(long)]
    #[serde(skip)]
    pub exclude: Option<PathBuf>,
    /// Seed of the order
    #[arg(long, default_value_t = 1)]
    #[serde(skip)]
    pub seed: u64,
}

/// Errors of a model on records.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Errors {
    /// How many records.
    pub count: u64,
    /// Sum of absolute differences from the target, in discs.
    pub absolute: f64,
}

impl Errors {
    /// Mean absolute difference in discs.
    pub fn mean(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// Counts one more.
    pub fn add(&mut self, error: f32) {
        self.count += 1;
        self.absolute += f64::from(error.abs());
    }
}

impl Fit {
    /// Fits and writes the model.
    pub fn run(&self) -> Result<()> {
        let mut shards = Vec::new();
        for (paths, share) in [(&self.data, 0.0), (&self.played, self.outcome)] {
            if !paths.is_empty() {
                shards.extend(shard::find(paths)?.into_iter().map(|path| (path, share)));
            }
        }
        let results = if self.results.is_empty() { Vec::new() } else { shard::find(&self.results)? };
        let mut hash = DataHash::default();
        for path in shards.iter().map(|(path, _)| path).chain(&results) {
            hash.add_file(path)?;
        }
        let training = self.train(&shards, &results)?;
        let command = format!("fit {}", serde_json::to_string(self)?);
        training.model().write(&self.out, &Provenance::new(command, hash.finish(), self.seed))
    }

    fn train(&self, shards: &[(PathBuf, f32)], results: &[PathBuf]) -> Result<Training<'_>> {
        let (mut training, mut rng, mut held_out) = (Training::new(self)?, Rng::new(self.seed), Vec::new());
        let mut best: Option<(f64, Training)> = None;
        let (mut curves, mut since_best) = ([Vec::new(), Vec::new()], 0);
        let bar = jobs::progress("fit", "positions", None);
        for epoch in 0..self.epochs {
            let left = 1.0 - epoch as f32 / self.epochs as f32;
            let aside = if epoch == 0 { Some(&mut held_out) } else { None };
            let seen = training.epoch(shards, &mut rng, self.rate * left * left, aside, &bar)?;
            training.fit_turns(results, false)?;
            let unseen = training.errors_on(&held_out);
            println!(
                "epoch {:2}: error {:.3} on {} positions, {:.3} on {} held out",
                epoch + 1,
                seen.mean(),
                seen.count,
                unseen.mean(),
                unseen.count
            );
            for (curve, errors) in curves.iter_mut().zip([seen, unseen]) {
                curve.push((f64::from(epoch + 1), errors.mean()));
            }
            since_best += 1;
            if best.as_ref().is_none_or(|(error, _)| unseen.mean() < *error) {
                best = Some((unseen.mean(), training.clone()));
                since_best = 0;
            }
            if since_best >= self.patience.max(1) {
                break;
            }
        }
        bar.finish();
        if let Some((_, best)) = best {
            training = best;
        }
        if !self.standing {
            training.fit_turns(results, true)?;
        }
        if let Some(path) = &self.curve {
            self.picture(curves).write(path)?;
        }
        Ok(training)
    }

    fn picture(&self, curves: [Vec<(f64, f64)>; 2]) -> Chart {
        let names = ["learned from, before each step", "held out"];
        Chart {
            title: "Error on the target, pass by pass".into(),
            x: "passes over the data".into(),
            y: "discs".into(),
            lines: names
                .into_iter()
                .zip(curves)
                .map(|(name, points)| Line { name: name.into(), points })
                .collect(),
        }
    }
}
