//! Values, and the weights as they are learned and packed: by phase anchor, with a bias for each ply.

/// An estimated result in units of 1/128 disc ([`DISC`]); each use names the side.
pub type Value = i32;

/// One disc as a [`Value`].
pub const DISC: Value = 128;

/// The largest estimate: all 64 discs.
pub const MAX_VALUE: Value = 64 * DISC;

/// The phase anchors: the plies for which weights were learned. Others interpolate.
pub const ANCHOR_PLIES: [usize; ANCHORS] = [0, 22, 40, 58];

/// The number of phase anchors.
pub const ANCHORS: usize = 4;

/// Units of a weight in one disc.
pub const WEIGHT_UNITS_PER_DISC: i32 = 32;

/// The precision of the weights that a search uses, in 1/[`WEIGHT_UNITS_PER_DISC`] disc: an eighth of a disc,
/// as weights are packed.
pub const STEP: i16 = 4;

/// The largest weight that a search uses: 15.9 discs. Weights from 0 to twice this, in steps, fit 8 bits.
pub const MAX_WEIGHT: i16 = 127 * STEP;

/// The share of each phase anchor at a ply, in 64ths; their sum is 64.
pub const fn anchor_shares(plies: &[usize], ply: usize) -> [i16; 4] {
    let mut shares = [0; 4];
    let mut anchor = 0;
    while anchor + 2 < plies.len() && ply > plies[anchor + 1] {
        anchor += 1;
    }
    let (from, to) = (plies[anchor], plies[anchor + 1]);
    let into = if ply > to { to - from } else { ply - from };
    shares[anchor + 1] = (64 * into / (to - from)) as i16;
    shares[anchor] = 64 - shares[anchor + 1];
    shares
}

/// The number of plies: 0 to 60 discs placed since the start.
pub const PLIES: usize = 61;

/// The learned weights, in units of 1/[`WEIGHT_UNITS_PER_DISC`] disc for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The weight of every configuration of every pattern, by phase anchor; each is
    /// [`CONFIGURATIONS`](super::patterns::CONFIGURATIONS) long.
    pub anchors: [Vec<i16>; ANCHORS],
    /// The bias of each ply: mostly whether the side will have the last move, which alternates from ply to
    /// ply and cannot be interpolated.
    pub ply_biases: [i16; PLIES],
}
