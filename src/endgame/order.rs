//! In which order moves are tried: a move that leaves few replies first, since its subtree is small.

use std::mem::MaybeUninit;

use crate::bits::{Squares, COLUMN_A, COLUMN_H, CORNERS};
use crate::board::Board;
use crate::cpu::Cpu;
use crate::eval::{Value, DISC};
use crate::square::Square;

/// Legal moves with the positions they lead to, best first; there must be no more than `N`, and `N` at most 64.
pub(super) struct Candidates<const N: usize> {
    boards: [MaybeUninit<Board>; N],
    /// The opponent's legal moves there.
    replies: [MaybeUninit<u64>; N],
    /// Merit, square and index, from the highest bits to the lowest; 0 for none or once taken.
    keys: [u32; N],
    first: u32,
    count: usize,
}

/// Added to merits, so that keys are positive; none is below the opposite of this, none higher than three times this.
pub(super) const RAISED: i32 = 1 << 17;

/// The merit of the move that was best in an earlier search, above all others.
pub(super) const BEST_BEFORE: i32 = 2 * RAISED;

/// What refined merits have ahead of the others: more than any difference between merits.
const REFINED: i32 = BEST_BEFORE / 4;

impl<const N: usize> Candidates<N> {
    /// No moves.
    #[inline(always)]
    pub(super) fn none() -> Self {
        let (boards, replies) = ([MaybeUninit::uninit(); N], [MaybeUninit::uninit(); N]);
        Self { boards, replies, keys: [0; N], first: 0, count: 0 }
    }

    /// Puts in all legal moves, each with what `merit_of` gives it: its merit, and the replies to it (0 where nobody asks for them).
    /// Before that `announce` has seen all positions that they lead to: what it fetches arrives while merits are computed.
    #[inline(always)]
    pub(super) fn fill<C: Cpu>(
        &mut self,
        cpu: C,
        board: Board,
        moves: u64,
        announce: impl Fn(Board),
        mut merit_of: impl FnMut(Square, Board) -> (i32, u64),
    ) {
        let count = moves.count_ones() as usize;
        assert!(count <= N);
        for (index, square) in Squares(moves).enumerate() {
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            announce(child);
            // SAFETY: there are no more than `N` moves.
            unsafe { self.boards.get_unchecked_mut(index) }.write(child);
        }
        self.count = count;
        let mut first = 0;
        for (index, square) in Squares(moves).enumerate() {
            // SAFETY: as above, and the loop before has written all of these boards.
            unsafe {
                let (merit, replies) = merit_of(square, self.boards.get_unchecked(index).assume_init());
                self.replies.get_unchecked_mut(index).write(replies);
                let key = ((merit + RAISED) as u32) << 12 | (square.index() as u32) << 6 | index as u32;
                *self.keys.get_unchecked_mut(index) = key;
                first = key.max(first);
            }
        }
        self.first = first;
    }

    /// Puts up to `most` of the moves, the best first and only while they are less than `near` behind it, before the others,
    /// with what `more` adds to their merits; it is told which move it is, in the order of squares, the square and where
    /// that leads. The moves that were best before stay in front.
    #[inline(always)]
    pub(super) fn refine(&mut self, most: u32, near: i32, mut more: impl FnMut(usize, Square, Board) -> i32) {
        // Merits are raised in keys: this is halfway between the moves that were best before and the others.
        let (mut last, mut floor) = ((BEST_BEFORE as u32) << 12, 0);
        for _ in 0..most {
            // What has been refined is higher than all that has not.
            let key = self.keys.iter().fold(0, |best, &key| if key < last { best.max(key) } else { best });
            if key <= floor {
                break;
            }
            floor = floor.max(key.saturating_sub((near as u32) << 12));
            last = key;
            let index = key as usize % 64 % N;
            // SAFETY: only moves that have been written have keys.
            let board = unsafe { self.boards[index].assume_init() };
            let more = REFINED + more(index, Square::new((key >> 6 & 63) as u8), board);
            self.keys[index] = key.wrapping_add((more as u32) << 12);
        }
        self.first = 0;
    }

    /// The positions that the moves lead to.
    #[inline(always)]
    pub(super) fn boards(&self) -> &[Board] {
        let boards = &self.boards[..self.count];
        // SAFETY: these have been written.
        unsafe { std::slice::from_raw_parts(boards.as_ptr().cast(), boards.len()) }
    }

    /// Takes out the best of the moves that are left, with the position it leads to and the replies there.
    #[inline(always)]
    pub(super) fn next_best(&mut self) -> Option<(Square, Board, u64)> {
        let key = match self.first {
            0 => self.keys.iter().copied().fold(0, u32::max),
            first => first,
        };
        if key == 0 {
            return None;
        }
        self.first = 0;
        let index = (key & 63) as usize % N;
        self.keys[index] = 0;
        // SAFETY: only moves that have been written have keys.
        let (board, replies) =
            unsafe { (self.boards[index].assume_init(), self.replies[index].assume_init()) };
        Some((Square::new((key >> 6 & 63) as u8), board, replies))
    }
}

/// What a move's square adds to its merit, in 128ths of a reply.
static SQUARE_MERITS: [i8; 64] = {
    const QUARTER: [[i8; 4]; 4] = [[112, 0, 28, 0], [0, -24, 0, 0], [28, 0, -32, 32], [0, 0, 32, 0]];
    let mut merits = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (row, column) = (index / 8, index % 8);
        let row = if row < 4 { row } else { 7 - row };
        merits[index] = QUARTER[row][if column < 4 { column } else { 7 - column }];
        index += 1;
    }
    merits
};

/// What else counts for a move near the end, in 128ths of a reply.
pub(super) struct Factors {
    /// Taken off for each corner among the replies.
    corner: i32,
    /// Taken off for each empty square next to an own disc.
    frontier: i32,
    /// Added for each empty square next to one of the opponent's.
    their_frontier: i32,
    /// Added for a square in an odd quadrant.
    parity: i32,
    /// Taken off for each own disc.
    disc: i32,
}

/// With so few empty squares that a frontier costs more than it saves (there is no table then), and with more.
pub(super) const FACTORS: [Factors; 2] = [
    Factors { corner: 128, frontier: 0, their_frontier: 0, parity: 64, disc: 0 },
    Factors { corner: 208, frontier: 26, their_frontier: 50, parity: 48, disc: 12 },
];

/// What so many replies take off a merit: each more than the one before, but a pass more than one reply.
static REPLY_COSTS: [i16; 32] = {
    let mut costs = [0; 32];
    let mut count = 2;
    while count < 32 {
        costs[count] = 128 * count as i16 + 14 * (count * count) as i16;
        count += 1;
    }
    costs[0] = 192;
    costs[1] = 46;
    costs
};

/// Fastest first: few replies for the opponent, then few corners among them, many empty squares next to the opponent's
/// discs and few next to own ones, odd quadrants, good squares and few discs. With the replies.
///
/// In 128ths of a reply. All factors were fitted by coordinate descent on the nodes of searches with 12 empty squares,
/// as they occur in those of 20.
#[inline(always)]
pub(super) fn merit<C: Cpu>(cpu: C, factors: &Factors, square: Square, child: Board, odd: u64) -> (i32, u64) {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let corners = (replies & CORNERS).count_ones() as i32;
    let empties = child.empties();
    let frontier = (neighbours(child.opponent) & empties).count_ones() as i32;
    let their_frontier = (neighbours(child.player) & empties).count_ones() as i32;
    let parity = (odd >> square.index() & 1) as i32;
    let merit = factors.their_frontier * their_frontier - factors.frontier * frontier
        + factors.parity * parity
        + i32::from(SQUARE_MERITS[square.index()])
        - i32::from(REPLY_COSTS[replies.count_ones() as usize % 32])
        - factors.corner * corners
        - factors.disc * child.opponent.count_ones() as i32;
    (merit, replies)
}

/// The same far from the end, without parity and the opponent's frontier; what estimates say comes on top of it.
#[inline(always)]
pub(super) fn far_merit<C: Cpu>(cpu: C, square: Square, child: Board) -> i32 {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let frontier = (neighbours(child.opponent) & child.empties()).count_ones() as i32;
    i32::from(SQUARE_MERITS[square.index()])
        - 128 * replies.count_ones() as i32
        - 60 * frontier
        - 80 * (replies & CORNERS).count_ones() as i32
}

/// How much an estimated lead over the window says that a move is enough, in 1/128 disc: up to 20 discs it counts twice.
#[inline(always)]
pub(super) fn safety(lead: Value) -> Value {
    lead.clamp(-8 * DISC, 20 * DISC) + lead.clamp(-40 * DISC, 40 * DISC)
}

/// The squares next to one of `bits`, and those themselves.
#[inline(always)]
fn neighbours(bits: u64) -> u64 {
    let row = bits | (bits & !COLUMN_H) << 1 | (bits & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}
