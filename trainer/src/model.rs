//! Fitted weights at full precision.

use std::path::Path;

use anyhow::{ensure, Result};
use outflank::eval::patterns::CONFIGURATIONS;
use outflank::eval::{Evaluator, Learned, PLIES, WEIGHTS_A_DISC};

use crate::container::Format;
use crate::features::ANCHORS;
use crate::files::Kind;
use crate::provenance::Provenance;

/// The number of features.
pub const FEATURES: usize = CONFIGURATIONS;

/// The files that models are kept in.
pub const KIND: Kind = Kind { name: "a fitted model", starts: &["OFLKFIT"] };
const FORMAT: Format = Format { kind: KIND, version: b'6' };

/// Weights in discs for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The weights of all features at each phase anchor.
    pub weights: [Vec<f32>; ANCHORS],
    /// How often each weight was used in the training data, by the squared share of its anchor; mirrored
    /// configurations share one count.
    pub importance: [Vec<f32>; ANCHORS],
    /// The bias of positions with each number of discs played.
    pub ply_bias: [f32; PLIES],
    /// The number of positions it was fitted to.
    pub positions: f64,
}

/// 32-bit numbers in the body of a file, before the number of positions.
const NUMBERS: usize = 2 * ANCHORS * FEATURES + PLIES;

impl Model {
    /// A model whose weights are all zero.
    pub fn zero() -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; FEATURES]);
        Self { weights: zeros(), importance: zeros(), ply_bias: [0.0; PLIES], positions: 0.0 }
    }

    /// Writes the model.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let numbers = self.weights.iter().chain(&self.importance).flatten().chain(&self.ply_bias);
        let mut body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.positions.to_le_bytes());
        FORMAT.write(path, provenance, &body)
    }

    /// Reads a model.
    pub fn read(path: &Path) -> Result<Self> {
        let (_, mut body) = FORMAT.open(path)?;
        ensure!(body.left() == 4 * NUMBERS as u64 + 8, "{}: a model of other features", path.display());
        let mut bytes = vec![0; 4 * NUMBERS + 8];
        body.read(&mut bytes)?;
        body.verify()?;
        let (numbers, positions) = bytes.split_at(4 * NUMBERS);
        let mut numbers = numbers.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut tables = || std::array::from_fn(|_| numbers.by_ref().take(FEATURES).collect());
        let (weights, importance) = (tables(), tables());
        let ply_bias = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let positions = f64::from_le_bytes(std::array::from_fn(|i| positions[i]));
        Ok(Self { weights, importance, ply_bias, positions })
    }

    /// The evaluator of the bot with these weights, rounded.
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
    (discs * WEIGHTS_A_DISC as f32).round() as i16
}

/// Whether a file has already been made by `work`: see [`Format::is_finished`].
pub fn is_finished(path: &Path, work: &Provenance) -> Result<bool> {
    FORMAT.is_finished(path, work)
}
