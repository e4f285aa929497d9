//! Which contents a position has: those of the evaluation that ships, or those of the yardstick.
//!
//! The yardstick is Logistello's pattern set (M. Buro, 1997) with three knots and without numbers of moves.

use clap::ValueEnum;
use outflank::board::Board;
use outflank::eval::patterns::{
    digits_of, offsets, offsets_of_instances, Indices, Pattern, CONTENTS, LANES, OFFSETS, OFFSET_OF_LANE,
    PATTERNS,
};
use outflank::eval::{shares_of_knots, KNOTS, KNOT_PLIES};
use serde::{Deserialize, Serialize};

/// A set of contents that have weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// What ships.
    #[default]
    Shipped,
    /// What it is measured against.
    Yardstick,
}

/// The patterns of the yardstick.
pub const YARDSTICK: [Pattern; 11] = [
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

/// Instances of the yardstick's patterns.
pub const YARDSTICK_INSTANCES: usize = 46;

const YARDSTICK_OFFSETS: [usize; YARDSTICK.len() + 1] = offsets(&YARDSTICK);

/// Where the contents of each instance of the yardstick start.
pub const YARDSTICK_OFFSET_OF_LANE: [usize; YARDSTICK_INSTANCES] = offsets_of_instances(&YARDSTICK);

/// What a disc adds to the yardstick's indices.
pub static YARDSTICK_DIGITS: [Indices; 66] = digits_of(&YARDSTICK);

const YARDSTICK_KNOT_PLIES: [usize; 3] = [0, 30, 58];

impl Shape {
    /// The patterns.
    pub fn patterns(self) -> &'static [Pattern] {
        match self {
            Self::Shipped => &PATTERNS,
            Self::Yardstick => &YARDSTICK,
        }
    }

    /// Where each pattern's contents start, and at the end where the patterns end.
    pub fn offsets(self) -> &'static [usize] {
        match self {
            Self::Shipped => &OFFSETS,
            Self::Yardstick => &YARDSTICK_OFFSETS,
        }
    }

    /// How many contents have weights.
    pub fn contents(self) -> usize {
        match self {
            Self::Shipped => CONTENTS,
            Self::Yardstick => YARDSTICK_OFFSETS[YARDSTICK.len()],
        }
    }

    /// The stages that have weights of their own.
    pub fn knot_plies(self) -> &'static [usize] {
        match self {
            Self::Shipped => &KNOT_PLIES,
            Self::Yardstick => &YARDSTICK_KNOT_PLIES,
        }
    }

    /// The share of each knot at a ply.
    pub fn shares(self, ply: usize) -> [f32; KNOTS] {
        shares_of_knots(self.knot_plies(), ply).map(|share| f32::from(share) / 64.0)
    }

    /// The contents that a position has, when the side to move is about to play: for the side that has moved.
    pub fn contents_of(self, board: Board) -> Contents {
        let mut contents = Contents { each: [0; LANES], count: LANES };
        match self {
            Self::Shipped => {
                let indices = Indices::of(board.pass());
                for (lane, contents) in contents.each.iter_mut().enumerate() {
                    *contents = OFFSET_OF_LANE[lane] + usize::from(indices.0[lane]);
                }
            }
            Self::Yardstick => {
                let indices: Indices = Indices::of_discs(board.pass(), &YARDSTICK_DIGITS);
                contents.count = YARDSTICK_INSTANCES;
                for (lane, &offset) in YARDSTICK_OFFSET_OF_LANE.iter().enumerate() {
                    contents.each[lane] = offset + usize::from(indices.0[lane]);
                }
            }
        }
        contents
    }
}

/// The contents of one position.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    each: [usize; LANES],
    count: usize,
}

impl Contents {
    /// All of them, each as a place in a table of weights.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.each[..self.count].iter().copied()
    }
}
