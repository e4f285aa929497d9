//! Move-ordering scores, in 1/128 of an opponent's reply: fewest replies first, since the subtree is small.

use crate::bits::{with_neighbours, CORNERS};
use crate::board::Board;
use crate::cpu::Cpu;
use crate::eval::{Value, DISC};
use crate::square::Square;

/// Added to scores to make them positive: all lie between `-SCORE_OFFSET` and `3 * SCORE_OFFSET`.
pub(super) const SCORE_OFFSET: i32 = 1 << 17;

/// The score of the hash move, above all others.
pub(super) const TT_MOVE_BONUS: i32 = 2 * SCORE_OFFSET;

/// The score of each square.
pub(super) const SQUARE_SCORES: [i32; 64] = {
    const QUARTER: [[i32; 4]; 4] = [[112, 0, 28, 0], [0, -24, 0, 0], [28, 0, -32, 32], [0, 0, 32, 0]];
    let mut scores = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (row, column) = (index / 8, index % 8);
        let row = if row < 4 { row } else { 7 - row };
        scores[index] = QUARTER[row][if column < 4 { column } else { 7 - column }];
        index += 1;
    }
    scores
};

/// Weights near the end of the game, fitted by coordinate descent on the cost of searches with 12 empties
/// that occur in searches with 21.
pub(super) struct Weights {
    /// Penalty for each corner among the replies.
    corner: i32,
    /// Penalty for each own frontier disc.
    frontier: i32,
    /// Bonus for a square in an odd quadrant.
    parity: i32,
}

impl Weights {
    /// Below the transposition table, where counting frontier discs costs more than it saves.
    pub(super) const WITHOUT_TT: Self = Self { corner: 128, frontier: 0, parity: 64 };

    /// With the transposition table.
    pub(super) const WITH_TT: Self = Self { corner: 168, frontier: 44, parity: 48 };
}

/// Penalty by opponent mobility; convex. A forced pass costs 192, a single reply nothing.
static MOBILITY_PENALTIES: [i16; 32] = {
    let mut penalties = [0; 32];
    let mut count = 2;
    while count < 32 {
        penalties[count] = 128 * count as i16 + 14 * (count * count) as i16;
        count += 1;
    }
    penalties[0] = 192;
    penalties
};

/// The score of a move near the end, without [`SQUARE_SCORES`], and the replies to it. `odd` holds the odd
/// quadrants, `frontier` the squares beside empties: computed once a node, since per move they cost as much
/// as they save.
#[inline(always)]
pub(super) fn near_score<C: Cpu>(
    cpu: C,
    weights: &Weights,
    square: Square,
    child: Board,
    odd: u64,
    frontier: u64,
) -> (i32, u64) {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let corners = (replies & CORNERS).count_ones() as i32;
    let parity = (odd >> square.index() & 1) as i32;
    let score = weights.parity * parity
        - i32::from(MOBILITY_PENALTIES[replies.count_ones() as usize % 32])
        - weights.corner * corners
        - weights.frontier * (child.opponent & frontier).count_ones() as i32;
    (score, replies)
}

/// The score of a move far from the end, by opponent mobility, potential mobility and corners, without
/// parity; static evaluations are added later.
#[inline(always)]
pub(super) fn far_score<C: Cpu>(cpu: C, child: Board) -> i32 {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let potential = (with_neighbours(child.opponent) & child.empties()).count_ones() as i32;
    -128 * replies.count_ones() as i32 - 60 * potential - 80 * (replies & CORNERS).count_ones() as i32
}

/// The ordering value of an estimated lead over the window, in 1/128 disc: up to 20 discs it counts twice.
#[inline(always)]
pub(super) fn lead_score(lead: Value) -> Value {
    lead.clamp(-8 * DISC, 20 * DISC) + lead.clamp(-40 * DISC, 40 * DISC)
}

/// The squares beside `empties`, without the edges, where discs are rarely flipped.
#[inline(always)]
pub(super) fn frontier_squares(empties: u64) -> u64 {
    with_neighbours(empties) & 0x007e_7e7e_7e7e_7e00
}
