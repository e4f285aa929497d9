//! Fits pattern weights to labelled positions by stochastic gradient descent with Adagrad steps.
//!
//! Symmetric contents share one weight, which stands for all 8 symmetries of each position. Shards are streamed
//! through a buffer in which records are shuffled, so the data may be larger than memory. One thread: the same
//! seed gives the same weights.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use outflank::board::Board;
use outflank::eval::patterns::mirrored_contents;
use outflank::eval::{DISC, KNOTS, PLIES};
use outflank::rng::Rng;
use serde::Serialize;

use crate::exclude::Excluded;
use crate::model::Model;
use crate::provenance::{DataHash, Provenance};
use crate::record::Record;
use crate::shape::{Contents, Shape};
use crate::{jobs, shard};

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
    /// Passes over the data
    #[arg(long, default_value_t = 12)]
    pub epochs: u32,
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

/// The weights of some contents and of the contents with the sides exchanged, in training: half their difference
/// and half their sum. What is good for one side is bad for the other, so the sum is small, and both learn from the
/// positions of either.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Trained {
    /// Added for the lower contents, subtracted for the higher.
    difference: [f32; 4],
    sum: [f32; 4],
    /// Sums of squared gradients of each.
    gradients: [[f32; 4]; 2],
}

/// Where some contents' weights are: the place of the pair, and 1 for the lower contents, -1 for the higher, 0 for
/// contents that are their own counterpart.
#[derive(Clone, Copy)]
struct Slot {
    pair: u32,
    sign: f32,
}

impl Trained {
    #[inline(always)]
    fn weights(&self, sign: f32) -> [f32; 4] {
        std::array::from_fn(|knot| sign * self.difference[knot] + self.sum[knot])
    }
}

/// A position and what to learn of it.
struct Lesson {
    record: Record,
    /// In discs for the side that has just moved.
    target: f32,
}

impl Lesson {
    /// `share` of the target is the game's result unless the value is exact.
    fn new(record: Record, share: f32) -> Self {
        let value = f32::from(record.value) / DISC as f32;
        let share = if record.exact { 0.0 } else { share };
        Self { record, target: -(share * f32::from(record.outcome) + (1.0 - share) * value) }
    }
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

/// One position in this many is judged by its children, which takes longer.
const BEST_OF_CHILDREN_SAMPLE: usize = 8;

/// The contents with the sides exchanged.
fn exchanged(contents: usize) -> usize {
    let (mut rest, mut place, mut exchanged) = (contents, 1, 0);
    while rest > 0 {
        exchanged += (3 - rest % 3) % 3 * place;
        rest /= 3;
        place *= 3;
    }
    exchanged
}

/// Where each contents' weights are; mirror images share them.
fn all_slots(shape: Shape) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(shape.contents());
    for (pattern, &offset) in shape.patterns().iter().zip(shape.offsets()) {
        let mirrored = mirrored_contents(pattern);
        let canonical = |contents: usize| contents.min(usize::from(mirrored[contents]));
        for contents in 0..pattern.contents() {
            let (own, other) = (canonical(contents), canonical(exchanged(contents)));
            let sign = match own.cmp(&other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -1.0,
            };
            slots.push(Slot { pair: (offset + own.min(other)) as u32, sign });
        }
    }
    // Numbers of moves have no counterpart.
    slots.extend((slots.len()..shape.contents()).map(|pair| Slot { pair: pair as u32, sign: 0.0 }));
    slots
}

struct Training<'a> {
    options: &'a Fit,
    slots: Vec<Slot>,
    table: Vec<Trained>,
    /// How often contents were used, by the squared share of the knot.
    importance: Vec<[f32; 4]>,
    positions: f64,
    excluded: Excluded,
    turns: [f32; PLIES],
}

impl Training<'_> {
    fn estimate(&self, contents: &Contents, shares: [f32; 4]) -> f32 {
        let mut sums = [0.0; 4];
        for contents in contents.iter() {
            let Slot { pair, sign } = self.slots[contents];
            let weights = self.table[pair as usize].weights(sign);
            for knot in 0..4 {
                sums[knot] += weights[knot];
            }
        }
        (0..4).map(|knot| sums[knot] * shares[knot]).sum()
    }

    /// Learns from one record; returns the error before that.
    fn learn(&mut self, Lesson { record, target }: &Lesson, rate: f32) -> f32 {
        let contents = self.options.shape.contents_of(record.board);
        let shares = self.options.shape.shares(record.ply());
        let error = self.estimate(&contents, shares) + self.turns[record.ply()] - target;
        let pull = error.clamp(-self.options.huber, self.options.huber);
        let gradients = shares.map(|share| pull * share);
        for contents in contents.iter() {
            let Slot { pair, sign } = self.slots[contents];
            let Trained { difference, sum, gradients: past } = &mut self.table[pair as usize];
            for (knot, &gradient) in gradients.iter().enumerate() {
                past[0][knot] += gradient * gradient;
                past[1][knot] += gradient * gradient;
                difference[knot] -= sign * rate * gradient / past[0][knot].sqrt();
                sum[knot] -= rate * gradient / past[1][knot].sqrt();
            }
        }
        error
    }

    /// The estimate of a position for the side that is not to move, in discs.
    fn judge(&self, board: Board) -> f32 {
        let ply = 60 - board.empty_count().min(60) as usize;
        self.estimate(&self.options.shape.contents_of(board), self.options.shape.shares(ply))
            + self.turns[ply]
    }

    /// Corrects what the turns are worth so that, on average over games with these results, estimates are right.
    ///
    /// A position's estimate can be read in two ways: as it stands, and as the best of its children's. The best of
    /// several estimates is mostly one that is too high, so both cannot be right at once: in the `last` correction
    /// the error is shared between them, before that only the first counts.
    fn fit_turns(&mut self, shards: &[PathBuf], last: bool) -> Result<()> {
        let (mut standing, mut best) = ([(0.0f64, 0.0f64); PLIES], [(0.0f64, 0.0f64); PLIES]);
        for path in shards {
            for (number, record) in shard::read(path)?.enumerate() {
                let record = record?;
                let (ply, outcome) = (record.ply(), f32::from(record.outcome));
                standing[ply].0 += f64::from(-outcome - self.judge(record.board));
                standing[ply].1 += 1.0;
                if last && number % BEST_OF_CHILDREN_SAMPLE == 0 && ply + 1 < PLIES {
                    let values = record.board.children().map(|(_, child)| self.judge(child));
                    best[ply + 1].0 += f64::from(outcome - values.fold(f32::MIN, f32::max));
                    best[ply + 1].1 += 1.0;
                }
            }
        }
        let mean = |(sum, count): (f64, f64)| (sum / (count + 100.0)) as f32;
        for (ply, turn) in self.turns.iter_mut().enumerate() {
            *turn += if last { (mean(standing[ply]) + mean(best[ply])) / 2.0 } else { mean(standing[ply]) };
        }
        Ok(())
    }

    /// Counts what a record uses.
    fn count(&mut self, record: &Record) {
        self.positions += 1.0;
        let shares = self.options.shape.shares(record.ply());
        for contents in self.options.shape.contents_of(record.board).iter() {
            for (sum, share) in self.importance[contents].iter_mut().zip(shares) {
                *sum += share * share;
            }
        }
    }

    /// One pass over the data; returns the errors on what is learned from and on what is held out.
    fn epoch(
        &mut self,
        shards: &[(PathBuf, f32)],
        rng: &mut Rng,
        (rate, last): (f32, bool),
        bar: &indicatif::ProgressBar,
    ) -> Result<[Errors; 2]> {
        let mut order: Vec<&(PathBuf, f32)> = shards.iter().collect();
        shuffle(&mut order, rng);
        let mut errors = [Errors::default(); 2];
        let mut buffer = Vec::with_capacity(self.options.buffer.min(1 << 22));
        for (i, (path, share)) in order.into_iter().enumerate() {
            for record in shard::read(path)? {
                let lesson = Lesson::new(record?, *share);
                let record = &lesson.record;
                if record.held_out(self.options.held_out) {
                    let contents = self.options.shape.contents_of(record.board);
                    let estimate = self.estimate(&contents, self.options.shape.shares(record.ply()))
                        + self.turns[record.ply()];
                    errors[1].add(estimate - lesson.target);
                } else if !self.excluded.contains(record.board) {
                    buffer.push(lesson);
                }
            }
            if buffer.len() >= self.options.buffer || i + 1 == shards.len() {
                shuffle(&mut buffer, rng);
                for lesson in &buffer {
                    if last {
                        self.count(&lesson.record);
                    }
                    errors[0].add(self.learn(lesson, rate));
                }
                bar.inc(buffer.len() as u64);
                buffer.clear();
            }
        }
        Ok(errors)
    }

    fn model(&self) -> Model {
        let mut model = Model::zero(self.options.shape);
        model.positions = self.positions;
        model.turns = self.turns;
        let mut start = 0;
        for pattern in self.options.shape.patterns() {
            for (own, mirrored) in mirrored_contents(pattern).into_iter().enumerate() {
                let (contents, mirrored) = (start + own, start + usize::from(mirrored));
                let Slot { pair, sign } = self.slots[contents];
                let weights = self.table[pair as usize].weights(sign);
                for (knot, &weight) in weights.iter().enumerate().take(KNOTS) {
                    model.knots[knot][contents] = weight;
                    let other = if mirrored == contents { 0.0 } else { self.importance[mirrored][knot] };
                    model.importance[knot][contents] = self.importance[contents][knot] + other;
                }
            }
            start += pattern.contents();
        }
        for contents in start..self.options.shape.contents() {
            for knot in 0..KNOTS {
                model.knots[knot][contents] = self.table[contents].sum[knot];
                model.importance[knot][contents] = self.importance[contents][knot];
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
        let mut shards = Vec::new();
        for (paths, share) in [(&self.data, 0.0), (&self.played, self.outcome)] {
            if !paths.is_empty() {
                shards.extend(shard::find(paths)?.into_iter().map(|path| (path, share)));
            }
        }
        let mut hash = DataHash::default();
        for (path, _) in &shards {
            hash.add_file(path)?;
        }
        let mut training = Training {
            options: self,
            slots: all_slots(self.shape),
            table: vec![
                Trained {
                    difference: [0.0; 4],
                    sum: [0.0; 4],
                    gradients: [[self.caution; 4], [self.caution * self.coupling; 4]],
                };
                self.shape.contents()
            ],
            importance: vec![[0.0; 4]; self.shape.contents()],
            positions: 0.0,
            turns: [0.0; PLIES],
            excluded: match &self.exclude {
                Some(exam) => Excluded::from_exam(exam)?,
                None => Excluded::default(),
            },
        };
        let results = if self.results.is_empty() { Vec::new() } else { shard::find(&self.results)? };
        let mut rng = Rng::new(self.seed);
        let bar = jobs::progress("fit", "positions", None);
        for epoch in 0..self.epochs {
            let left = 1.0 - epoch as f32 / self.epochs as f32;
            if epoch > 0 && !results.is_empty() {
                training.fit_turns(&results, false)?;
            }
            let [seen, held_out] = training.epoch(
                &shards,
                &mut rng,
                (self.rate * left * left, epoch + 1 == self.epochs),
                &bar,
            )?;
            println!(
                "epoch {:2}: error {:.3} on {} positions, {:.3} on {} held out",
                epoch + 1,
                seen.mean(),
                seen.count,
                held_out.mean(),
                held_out.count
            );
        }
        if !results.is_empty() {
            training.fit_turns(&results, true)?;
        }
        bar.finish();
        let command = format!("fit {}", serde_json::to_string(self)?);
        training.model().write(&self.out, &Provenance::new(command, hash.finish(), self.seed))
    }
}
