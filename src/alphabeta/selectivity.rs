//! Multi-ProbCut: a shallow search foretells what a deep one will most likely find.
//!
//! Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997). The
//! deep value is the shallow one plus an error whose spread was measured.

use crate::eval::DISC;

/// How boldly a search prunes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selectivity {
    /// Standard errors by which a shallow search must be beyond the window.
    pub(super) confidence: Option<f32>,
}

impl Selectivity {
    /// Nothing is pruned.
    pub const NONE: Self = Self { confidence: None };

    /// Prunes where a shallow search is beyond the window by this many standard errors, 0.5 to 3.
    pub const fn at(confidence: f32) -> Self {
        Self { confidence: Some(confidence) }
    }

    /// Whether what is known from `known` plies will do where `wanted` are.
    #[inline(always)]
    pub(super) fn accepts(self, known: u32, wanted: u32) -> bool {
        // A value that is too deep would make the same search find another value later.
        known == wanted || self.confidence.is_some() && known > wanted
    }
}

/// Less deep than this, looking ahead costs as much as looking.
pub(super) const LEAST_DEPTH: u32 = 4;

/// The plies of the shallow search: half of them, an even number less.
pub(super) const fn shallow(depth: u32) -> u32 {
    depth - 2 * depth.div_ceil(4)
}

/// The spread of the deep value around the shallow one, in units of 1/128 disc: 1.9 discs at 48 empty squares
/// and 4.1 at 15, whatever the depths (459 positions, depths 4 to 11).
#[inline(always)]
pub(super) fn spread(empties: u32) -> f32 {
    DISC as f32 * (5.1 - 0.067 * empties as f32)
}
