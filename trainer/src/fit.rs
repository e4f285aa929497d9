//! Fits pattern weights to labelled positions by stochastic gradient descent with Adagrad steps.
//!
//! Symmetric contents share one weight, which stands for all 8 symmetries of each position. Shards are streamed
//! through a buffer in which records are shuffled, so the data may be larger than memory. One thread: the same
//! seed gives the same weights.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use outflank::board::Board;
use outflank::eval::patterns::{mirrored_contents, Indices, INSTANCES, OFFSETS, PATTERNS, PATTERN_OF_LANE};
use outflank::eval::{knot_shares, DISC, KNOTS};
use outflank::rng::Rng;
use serde::Serialize;

use crate::exclude::Excluded;
use crate::model::{Model, CONTENTS};
use crate::provenance::{DataHash, Provenance};
use crate::record::Record;
use crate::{jobs, shard};

/// Options of `fit`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Fit {
    /// Shards or folders of shards
    #[arg(required = true)]
    #[serde(skip)]
    pub data: Vec<PathBuf>,
    /// Where the model goes
    #[arg(long)]
    #[serde(skip)]
    pub out: PathBuf,
    /// Share of the game's result in the target, the searched value having the rest
    #[arg(long, default_value_t = 0.0)]
    pub outcome: f32,
    /// Passes over the data
    #[arg(long, default_value_t = 12)]
    pub epochs: u32,
    /// Size of the first steps, in discs
    #[arg(long, default_value_t = 0.35)]
    pub rate: f32,
    /// Errors beyond this many discs pull no harder than this (Huber's loss)
    #[arg(long, default_value_t = 64.0)]
    pub huber: f32,
    /// Steps on rare contents are held back as if they had this sum of squared errors behind them
    #[arg(long, default_value_t = 400.0)]
    pub caution: f32,
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

/// One weight in training.
#[derive(Clone, Copy, Default)]
struct Trained {
    weights: [f32; 4],
    /// Sums of squared gradients.
    gradients: [f32; 4],
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

/// The contents that share one weight: for each contents, the smaller of itself and its mirror image.
pub fn canonical_contents() -> Vec<u32> {
    let mut canonical = Vec::with_capacity(CONTENTS);
    for (pattern, &offset) in PATTERNS.iter().zip(&OFFSETS) {
        for (contents, mirrored) in mirrored_contents(pattern).into_iter().enumerate() {
            canonical.push((offset + contents.min(usize::from(mirrored))) as u32);
        }
    }
    canonical
}

/// The weights of a position that the side to move is about to play from: indices for the side that has moved.
fn slots(canonical: &[u32], board: Board) -> [u32; INSTANCES] {
    let indices = Indices::of(board.pass());
    std::array::from_fn(|lane| canonical[OFFSETS[PATTERN_OF_LANE[lane]] + usize::from(indices.0[lane])])
}

struct Training<'a> {
    options: &'a Fit,
    canonical: Vec<u32>,
    table: Vec<Trained>,
    excluded: Excluded,
}

impl Training<'_> {
    /// The target for the side that has just moved, in discs.
    fn target(&self, record: &Record) -> f32 {
        let value = f32::from(record.value) / DISC as f32;
        let outcome = if record.exact { value } else { f32::from(record.outcome) };
        -(self.options.outcome * outcome + (1.0 - self.options.outcome) * value)
    }

    fn estimate(&self, slots: &[u32; INSTANCES], shares: [f32; 4]) -> f32 {
        let mut sums = [0.0; 4];
        for &slot in slots {
            let weights = &self.table[slot as usize].weights;
            for knot in 0..4 {
                sums[knot] += weights[knot];
            }
        }
        (0..4).map(|knot| sums[knot] * shares[knot]).sum()
    }

    fn shares(record: &Record) -> [f32; 4] {
        knot_shares(record.ply()).map(|share| f32::from(share) / 64.0)
    }

    /// Learns from one record; returns the error before that.
    fn learn(&mut self, record: &Record, rate: f32) -> f32 {
        let slots = slots(&self.canonical, record.board);
        let shares = Self::shares(record);
        let error = self.estimate(&slots, shares) - self.target(record);
        let pull = error.clamp(-self.options.huber, self.options.huber);
        let gradients = shares.map(|share| pull * share);
        for slot in slots {
            let trained = &mut self.table[slot as usize];
            for knot in 0..4 {
                trained.gradients[knot] += gradients[knot] * gradients[knot];
                trained.weights[knot] -= rate * gradients[knot] / trained.gradients[knot].sqrt();
            }
        }
        error
    }

    /// One pass over the data; returns the errors on what is learned from and on what is held out.
    fn epoch(
        &mut self,
        shards: &[PathBuf],
        rng: &mut Rng,
        rate: f32,
        bar: &indicatif::ProgressBar,
    ) -> Result<[Errors; 2]> {
        let mut order: Vec<&PathBuf> = shards.iter().collect();
        shuffle(&mut order, rng);
        let mut errors = [Errors::default(); 2];
        let mut buffer = Vec::with_capacity(self.options.buffer.min(1 << 22));
        for (i, path) in order.iter().enumerate() {
            for record in shard::read(path)? {
                let record = record?;
                if record.held_out(self.options.held_out) {
                    let slots = slots(&self.canonical, record.board);
                    errors[1].add(self.estimate(&slots, Self::shares(&record)) - self.target(&record));
                } else if !self.excluded.contains(record.board) {
                    buffer.push(record);
                }
            }
            if buffer.len() >= self.options.buffer || i + 1 == order.len() {
                shuffle(&mut buffer, rng);
                for record in &buffer {
                    errors[0].add(self.learn(record, rate));
                }
                bar.inc(buffer.len() as u64);
                buffer.clear();
            }
        }
        Ok(errors)
    }

    fn model(&self) -> Model {
        let mut model = Model::zero();
        for (contents, &slot) in self.canonical.iter().enumerate() {
            for knot in 0..KNOTS {
                model.knots[knot][contents] = self.table[slot as usize].weights[knot];
            }
        }
        model
    }
}

/// Fisher-Yates.
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i + 1));
    }
}

impl Fit {
    /// Fits and writes the model.
    pub fn run(&self) -> Result<()> {
        let shards = shard::find(&self.data)?;
        let mut hash = DataHash::default();
        for path in &shards {
            hash.add_file(path)?;
        }
        let mut training = Training {
            options: self,
            canonical: canonical_contents(),
            table: vec![Trained { weights: [0.0; 4], gradients: [self.caution; 4] }; CONTENTS],
            excluded: match &self.exclude {
                Some(exam) => Excluded::from_exam(exam)?,
                None => Excluded::default(),
            },
        };
        let mut rng = Rng::new(self.seed);
        let bar = jobs::progress("fit", "positions", None);
        for epoch in 0..self.epochs {
            let left = 1.0 - epoch as f32 / self.epochs as f32;
            let [seen, held_out] = training.epoch(&shards, &mut rng, self.rate * left * left, &bar)?;
            println!(
                "epoch {:2}: error {:.3} on {} positions, {:.3} on {} held out",
                epoch + 1,
                seen.mean(),
                seen.count,
                held_out.mean(),
                held_out.count
            );
        }
        bar.finish();
        let command = format!("fit {}", serde_json::to_string(self)?);
        training.model().write(&self.out, &Provenance::new(command, hash.finish(), self.seed))
    }
}
