//! The features of a position: configurations of patterns and numbers of legal moves, each with a weight.
//!
//! There are two sets: that of the evaluation which ships, and the baseline it is measured against,
//! Logistello's patterns (M. Buro, 1997) with three phase anchors and without mobility.

use outflank::board::Board;
use outflank::eval::patterns::{
    digits_of, offsets, offsets_of_instances, Indices, Pattern, CONTENTS, LANES, OFFSETS, OFFSET_OF_LANE,
    PATTERNS,
};
use outflank::eval::{shares_of_knots, KNOTS, KNOT_PLIES};
use serde::{Deserialize, Serialize};

/// The number of phase anchors of a model; the baseline leaves the last one unused.
pub const ANCHORS: usize = KNOTS;

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FeatureSet {
    /// That of the evaluation which ships.
    Shipped,
    /// That of the baseline.
    Baseline,
}

const BASELINE: [Pattern; 11] = [
    PATTERNS[0],
    PATTERNS[1],
    PATTERNS[2],
    Pattern::new("row 2", "a2b2c2d2e2f2g2h2", 4),
    Pattern::new("row 3", "a3b3c3d3e3f3g3h3", 4),
    Pattern::new("row 4", "a4b4c4d4e4f4g4h4", 4),
    Pattern::new("diagonal 8", "a1b2c3d4e5f6g7h8", 2),
    Pattern::new("diagonal 7", "a2b3c4d5e6f7g8", 4),
    Pattern::new("diagonal 6", "a3b4c5d6e7f8", 4),
    Pattern::new("diagonal 5", "a4b5c6d7e8", 4),
    Pattern::new("diagonal 4", "a5b6c7d8", 4),
];
const BASELINE_INSTANCES: usize = 46;
const BASELINE_OFFSETS: [usize; BASELINE.len() + 1] = offsets(&BASELINE);
const BASELINE_OFFSET_OF_LANE: [usize; BASELINE_INSTANCES] = offsets_of_instances(&BASELINE);
const BASELINE_ANCHOR_PLIES: [usize; 3] = [0, 30, 58];
static BASELINE_DIGITS: [Indices; 66] = digits_of(&BASELINE);

impl FeatureSet {
    /// The patterns.
    pub fn patterns(self) -> &'static [Pattern] {
        match self {
            Self::Shipped => &PATTERNS,
            Self::Baseline => &BASELINE,
        }
    }

    /// The number of the first configuration of each pattern, and of the first feature after all patterns.
    pub fn offsets(self) -> &'static [usize] {
        match self {
            Self::Shipped => &OFFSETS,
            Self::Baseline => &BASELINE_OFFSETS,
        }
    }

    /// The number of features.
    pub fn count(self) -> usize {
        match self {
            Self::Shipped => CONTENTS,
            Self::Baseline => BASELINE_OFFSETS[BASELINE.len()],
        }
    }

    /// The plies of the phase anchors, each of which has weights of its own.
    pub fn anchor_plies(self) -> &'static [usize] {
        match self {
            Self::Shipped => &KNOT_PLIES,
            Self::Baseline => &BASELINE_ANCHOR_PLIES,
        }
    }

    /// The share of each phase anchor at a ply.
    pub fn anchor_shares(self, ply: usize) -> [f32; ANCHORS] {
        shares_of_knots(self.anchor_plies(), ply).map(|share| f32::from(share) / 64.0)
    }

    /// The features of a position, seen by the side that is not to move.
    pub fn active(self, board: Board) -> ActiveFeatures {
        let moved = board.pass();
        let mut active = ActiveFeatures { numbers: [0; LANES], count: LANES };
        let (indices, offsets) = match self {
            Self::Shipped => (Indices::of(moved), &OFFSET_OF_LANE[..]),
            Self::Baseline => (Indices::of_discs(moved, &BASELINE_DIGITS), &BASELINE_OFFSET_OF_LANE[..]),
        };
        active.count = offsets.len();
        for ((number, &offset), &index) in active.numbers.iter_mut().zip(offsets).zip(&indices.0) {
            *number = offset + usize::from(index);
        }
        active
    }
}

/// The features of one position.
#[derive(Clone, Copy, Debug)]
pub struct ActiveFeatures {
    numbers: [usize; LANES],
    count: usize,
}

impl ActiveFeatures {
    /// Their numbers, each an index into a table of weights.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.numbers[..self.count].iter().copied()
    }
}
