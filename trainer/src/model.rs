//! Fitted weights at full precision.

use std::path::Path;

use anyhow::{ensure, Context, Result};
use outflank::board::Board;
use outflank::eval::{Evaluator, Learned, PLIES, WEIGHTS_A_DISC};
use serde::{Deserialize, Serialize};

use crate::container::Format;
use crate::features::{FeatureSet, ANCHORS};
use crate::files::Kind;
use crate::provenance::Provenance;

/// The files that models are kept in.
pub const KIND: Kind = Kind { name: "a fitted model", start: b"OFLKFIT" };
const FORMAT: Format = Format { kind: KIND, version: b'6' };

/// Weights in discs for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The features that have weights.
    pub features: FeatureSet,
    /// The weights of all features at each phase anchor; zeros at anchors that the feature set does not have.
    pub weights: [Vec<f32>; ANCHORS],
    /// How often each weight was used in the training data, by the squared share of its anchor; mirrored
    /// configurations share one count.
    pub importance: [Vec<f32>; ANCHORS],
    /// The bias of positions with each number of discs played.
    pub ply_bias: [f32; PLIES],
    /// The number of positions it was fitted to.
    pub positions: f64,
}

#[derive(Serialize, Deserialize)]
struct Header {
    features: FeatureSet,
    #[serde(flatten)]
    provenance: Provenance,
}

impl Model {
    /// A model whose weights are all zero.
    pub fn zero(features: FeatureSet) -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; features.count()]);
        Self { features, weights: zeros(), importance: zeros(), ply_bias: [0.0; PLIES], positions: 0.0 }
    }

    /// Writes the model.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let numbers = self.weights.iter().chain(&self.importance).flatten().chain(&self.ply_bias);
        let mut body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.positions.to_le_bytes());
        let header = Header { features: self.features, provenance: provenance.clone() };
        FORMAT.write(path, &header, &body)
    }

    /// Reads a model and its provenance.
    pub fn read(path: &Path) -> Result<(Self, Provenance)> {
        let (Header { features, provenance }, mut body): (Header, _) = FORMAT.open(path)?;
        let count = 2 * ANCHORS * features.count() + PLIES;
        let length = 4 * count + 8;
        ensure!(body.left() == length as u64, "{}: a model of other features", path.display());
        let mut bytes = vec![0; length];
        body.read(&mut bytes)?;
        body.verify()?;
        let (numbers, positions) = bytes.split_at(4 * count);
        let mut numbers = numbers.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut tables = || std::array::from_fn(|_| numbers.by_ref().take(features.count()).collect());
        let (weights, importance) = (tables(), tables());
        let ply_bias = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let positions = f64::from_le_bytes(std::array::from_fn(|i| positions[i]));
        Ok((Self { features, weights, importance, ply_bias, positions }, provenance))
    }

    /// The estimate of a position in discs for the side that is not to move.
    pub fn estimate(&self, board: Board) -> f32 {
        let ply = 60 - board.empty_count().min(60) as usize;
        let active = self.features.active(board);
        let shares = self.features.anchor_shares(ply);
        let sum = |weights: &Vec<f32>| active.iter().map(|feature| weights[feature]).sum::<f32>();
        self.weights.iter().zip(shares).map(|(weights, share)| share * sum(weights)).sum::<f32>()
            + self.ply_bias[ply]
    }

    /// The evaluator of the bot with these weights, rounded; the features must be those that ship.
    pub fn evaluator(&self) -> Evaluator {
        let knots = self.weights.each_ref().map(|weights| weights.iter().map(rounded).collect());
        Evaluator::from_learned(&Learned { knots, turns: self.rounded_ply_bias() })
    }

    /// The bias of each ply in units of a packed weight.
    pub fn rounded_ply_bias(&self) -> [i16; PLIES] {
        self.ply_bias.each_ref().map(rounded)
    }
}

fn rounded(discs: &f32) -> i16 {
    (discs * WEIGHTS_A_DISC as f32).round() as i16
}

/// The provenance of the model in a file; `None` if there is no file.
pub fn provenance(path: &Path) -> Result<Option<Provenance>> {
    if !path.exists() {
        return Ok(None);
    }
    let (header, _): (Header, _) = FORMAT.open(path).context("the model of an earlier run")?;
    Ok(Some(header.provenance))
}
