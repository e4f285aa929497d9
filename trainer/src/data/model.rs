//! Fitted weights at full precision.

use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use outflank::eval::packed::unpack;
use outflank::eval::patterns::{Pattern, CONFIGURATIONS, MAX_SQUARES, OFFSETS, PATTERNS};
use outflank::eval::{Evaluator, Learned, PLIES, WEIGHT_UNITS_PER_DISC};

use crate::data::container::{Body, Format};
use crate::data::features::ANCHORS;
use crate::data::files::{self, Kind};
use crate::data::packed;
use crate::data::provenance::{DataHash, Provenance};
use toolkit::say;

/// The number of features.
pub const FEATURES: usize = CONFIGURATIONS;

/// The files that models are kept in.
pub const KIND: Kind = Kind { name: "a fitted model", starts: &["OFLKFIT"] };
const FORMAT: Format = Format { kind: KIND, version: b'7' };

/// Weights in discs for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The weights of all features at each phase anchor.
    pub weights: [Vec<f32>; ANCHORS],
    /// How often each weight was used in the training data, by the squared share of its anchor and the
    /// position's weight in the loss; mirrored configurations share one count.
    pub importance: [Vec<f32>; ANCHORS],
    /// The bias of each ply.
    pub ply_bias: [f32; PLIES],
    /// The number of positions it was fitted to, each by its weight in the loss.
    pub positions: f64,
}

/// The weights of the numbers of moves, which follow those of the patterns.
const MOVES: usize = FEATURES - OFFSETS[PATTERNS.len()];

impl Model {
    /// A model whose weights are all zero.
    pub fn zero() -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; FEATURES]);
        Self { weights: zeros(), importance: zeros(), ply_bias: [0.0; PLIES], positions: 0.0 }
    }

    /// Writes the model: the number of its patterns, each pattern's squares after their number, the weights,
    /// the importance, the bias of each ply and the number of positions.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let mut body = head(&current_patterns());
        let numbers = self.weights.iter().chain(&self.importance).flatten().chain(&self.ply_bias);
        body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        body.extend(self.positions.to_le_bytes());
        FORMAT.write(path, provenance, &body)
    }

    /// Reads a model of today's patterns.
    pub fn read(path: &Path) -> Result<Self> {
        let (model, patterns) = Self::read_any(path)?;
        ensure!(
            patterns == current_patterns(),
            "{}: a model of other patterns; `fit --start` adapts it",
            path.display()
        );
        Ok(model)
    }

    /// Reads a model of any patterns: those that the bot has no longer are left out, and those that the model
    /// lacks have weights of zero.
    pub fn read_adapted(path: &Path) -> Result<Self> {
        Ok(Self::read_any(path)?.0)
    }

    /// Adapts a model to today's patterns; also returns the squares of its own.
    fn read_any(path: &Path) -> Result<(Self, Vec<Vec<u8>>)> {
        let (_, mut body) = FORMAT.open(path)?;
        let patterns = read_patterns(&mut body).with_context(|| path.display().to_string())?;
        let all: usize = patterns.iter().map(|squares| configurations(squares)).sum();
        let numbers = 2 * ANCHORS * (all + MOVES) + PLIES;
        ensure!(body.left() == 4 * numbers as u64 + 8, "{}: a model of other features", path.display());
        let mut bytes = vec![0; 4 * numbers + 8];
        body.read(&mut bytes)?;
        body.verify()?;
        let (numbers, positions) = bytes.split_at(4 * numbers);
        let mut numbers = numbers.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut tables = || std::array::from_fn(|_| adapted(&patterns, &mut numbers));
        let (weights, importance) = (tables(), tables());
        let ply_bias = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let positions = f64::from_le_bytes(std::array::from_fn(|i| positions[i]));
        Ok((Self { weights, importance, ply_bias, positions }, patterns))
    }

    /// The model that packed weights stand for, without importance.
    pub fn of_packed(learned: &Learned) -> Self {
        let in_discs = |weight: &i16| f32::from(*weight) / WEIGHT_UNITS_PER_DISC as f32;
        Self {
            weights: learned.anchors.each_ref().map(|weights| weights.iter().map(in_discs).collect()),
            ply_bias: learned.ply_biases.each_ref().map(in_discs),
            ..Self::zero()
        }
    }

    /// The evaluator of the bot with these weights, rounded to the steps of packed ones.
    pub fn evaluator(&self) -> Evaluator {
        let anchors = self.weights.each_ref().map(|weights| weights.iter().map(rounded).collect());
        Evaluator::from_learned(&Learned { anchors, ply_biases: self.rounded_ply_bias() })
    }

    /// The bias of each ply in units of a packed weight.
    pub fn rounded_ply_bias(&self) -> [i16; PLIES] {
        self.ply_bias.each_ref().map(rounded)
    }
}

fn rounded(discs: &f32) -> i16 {
    (discs * WEIGHT_UNITS_PER_DISC as f32).round() as i16
}

/// Whether a file has already been made by `work`: see [`Format::is_finished`].
pub fn is_finished(path: &Path, work: &Provenance) -> Result<bool> {
    FORMAT.is_finished(path, work)
}

/// The indices of each pattern's squares, in the order of its digits.
fn current_patterns() -> Vec<Vec<u8>> {
    let squares =
        |pattern: &Pattern| (0..pattern.len()).map(|digit| pattern.square(digit).index() as u8).collect();
    PATTERNS.iter().map(squares).collect()
}

/// The patterns as a model's body starts with them.
fn head(patterns: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![patterns.len() as u8];
    for squares in patterns {
        bytes.push(squares.len() as u8);
        bytes.extend(squares);
    }
    bytes
}

fn configurations(squares: &[u8]) -> usize {
    3usize.pow(squares.len() as u32)
}

/// The squares of each pattern of a model.
fn read_patterns(body: &mut Body) -> Result<Vec<Vec<u8>>> {
    let mut count = [0];
    body.read(&mut count)?;
    (0..count[0])
        .map(|_| {
            let mut len = [0];
            body.read(&mut len)?;
            ensure!(usize::from(len[0]) <= MAX_SQUARES, "a pattern of {} squares is too large", len[0]);
            let mut squares = vec![0; len[0].into()];
            body.read(&mut squares)?;
            Ok(squares)
        })
        .collect()
}

/// A table of today's features from one of a model with `patterns`.
fn adapted(patterns: &[Vec<u8>], numbers: &mut impl Iterator<Item = f32>) -> Vec<f32> {
    let (mut table, of_today) = (vec![0.0; FEATURES], current_patterns());
    for pattern in patterns {
        let known = of_today.iter().position(|today| today == pattern);
        let weights = numbers.by_ref().take(configurations(pattern));
        match known {
            Some(known) => table[OFFSETS[known]..].iter_mut().zip(weights).for_each(|(to, from)| *to = from),
            None => weights.for_each(drop),
        }
    }
    table[FEATURES - MOVES..].iter_mut().zip(numbers).for_each(|(to, from)| *to = from);
    table
}

/// A packed weights file to make a model of.
#[derive(Clone, Debug, clap::Args)]
pub struct Unpack {
    /// The packed weights (.rs).
    pub weights: PathBuf,
    /// The model to write.
    #[arg(long)]
    pub out: PathBuf,
}

impl Unpack {
    /// Unpacks and writes the model.
    pub fn run(&self) -> Result<()> {
        files::check_output(&self.out, KIND)?;
        let model = Model::of_packed(&unpack(&packed::read_weights(&self.weights)?));
        let mut hash = DataHash::default();
        hash.add_file(&self.weights)?;
        model.write(&self.out, &Provenance::new("unpack", &(), &hash, 0)?)?;
        let out = self.out.display();
        say!("wrote {out}; next: trainer fit DATA --start {out} --out FILE\n");
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use outflank::eval::patterns::mirrored_configurations;
    use outflank::random_games::positions;
    use outflank::rng::Rng;

    /// A pattern that the bot does not have.
    const UNKNOWN: [u8; 2] = [0, 63];

    /// Writes a model of these patterns whose numbers count from 0.
    pub(crate) fn write_counted(path: &Path, patterns: &[Vec<u8>]) {
        let mut body = head(patterns);
        let all: usize = patterns.iter().map(|squares| configurations(squares)).sum();
        let count = 2 * ANCHORS * (all + MOVES) + PLIES;
        body.extend((0..count).flat_map(|number| (number as f32).to_le_bytes()));
        body.extend(7f64.to_le_bytes());
        let provenance = Provenance::new("test", &(), &DataHash::default(), 1).unwrap();
        FORMAT.write(path, &provenance, &body).unwrap();
    }

    /// Some large, many small and many missing weights, the same for mirror images, in 1/64 disc.
    pub(crate) fn uneven_model() -> Model {
        let mut rng = Rng::new(2);
        let mut model = Model::zero();
        model.positions = 1e6;
        for (pattern, &offset) in PATTERNS.iter().zip(&OFFSETS) {
            for (own, mirrored) in mirrored_configurations(pattern).into_iter().enumerate() {
                let lower = usize::from(mirrored).min(own);
                for anchor in 0..ANCHORS {
                    let known = model.weights[anchor][offset + lower];
                    let share = rng.below(2000) as f32 / 1000.0 - 1.0;
                    let drawn = (share.powi(9) * 1280.0).round() / 64.0;
                    model.weights[anchor][offset + own] = if lower < own { known } else { drawn };
                    model.importance[anchor][offset + own] = if lower % 3 == 0 { 0.0 } else { 1e3 };
                }
            }
        }
        for (anchor, weights) in model.weights.iter_mut().enumerate() {
            weights[FEATURES - MOVES..].fill(anchor as f32);
        }
        model
    }

    #[test]
    fn a_model_of_other_patterns_is_adapted_only_where_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.fit");
        let known = PATTERNS.len() - 1;
        write_counted(&path, &[UNKNOWN.to_vec(), current_patterns()[known].clone()]);
        let error = Model::read(&path).unwrap_err().to_string();
        assert!(error.ends_with("other.fit: a model of other patterns; `fit --start` adapts it"), "{error}");
        let model = Model::read_adapted(&path).unwrap();
        let (configurations, features) = (PATTERNS[known].configurations(), FEATURES - MOVES);
        let size = 9 + configurations + MOVES;
        for (anchor, weights) in model.weights.iter().enumerate() {
            assert!(weights[..OFFSETS[known]].iter().all(|&weight| weight == 0.0));
            assert_eq!(weights[OFFSETS[known]], (anchor * size + 9) as f32);
            assert_eq!(weights[features], (anchor * size + 9 + configurations) as f32);
        }
        assert_eq!(model.importance[0][FEATURES - 1], (5 * size - 1) as f32);
        assert_eq!((model.ply_bias[0], model.positions), ((8 * size) as f32, 7.0));
    }

    #[test]
    fn unpacked_weights_are_a_model_that_evaluates_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/eval/weights.rs");
        let out = folder.path().join("shipped.fit");
        Unpack { weights, out: out.clone() }.run().unwrap();
        let evaluator = Model::read(&out).unwrap().evaluator();
        for board in positions(5) {
            assert_eq!(evaluator.evaluate(board), Evaluator::shipped().evaluate(board));
        }
    }
}
