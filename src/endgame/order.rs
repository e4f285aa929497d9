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
            // SAFETY: `index` is below `count`, so below `N`, and the loop before has written that board.
            unsafe {
                let (merit, replies) = merit_of(square, self.boards.get_unchecked(index).assume_init());
                self.replies.get_unchecked_mut(index).write(replies);
                let key =
                    (SQUARE_KEYS[square.index()] + index as u32).wrapping_add((merit << MERIT_SHIFT) as u32);
                *self.keys.get_unchecked_mut(index) = key;
                first = key.max(first);
            }
        }
        self.first = first;
    }

    /// Adds to the merit of each move that is left; `more` is told which move it is, in the order of squares.
    #[inline(always)]
    pub(super) fn add(&mut self, more: impl Fn(usize) -> i32) {
        for (index, key) in self.keys[..self.count].iter_mut().enumerate() {
            if *key != 0 {
                *key = key.wrapping_add((more(index) as u32) << 12);
            }
        }
        self.first = 0;
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
            let below = self.keys.iter().fold(0, |best, key| key.wrapping_sub(last).max(best));
            let key = below.wrapping_add(last);
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

/// Where a key has its merit.
const MERIT_SHIFT: u32 = 12;

/// The keys of the squares with what they add to a move's merit: in 128ths of a reply the numbers below.
static SQUARE_KEYS: [u32; 64] = {
    const QUARTER: [[i32; 4]; 4] = [[112, 0, 28, 0], [0, -24, 0, 0], [28, 0, -32, 32], [0, 0, 32, 0]];
    let mut keys = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (row, column) = (index / 8, index % 8);
        let row = if row < 4 { row } else { 7 - row };
        let merit = QUARTER[row][if column < 4 { column } else { 7 - column }];
        keys[index] = ((merit + RAISED) as u32) << MERIT_SHIFT | (index as u32) << 6;
        index += 1;
    }
    keys
};

/// What else counts for a move near the end, in 128ths of a reply.
pub(super) struct Factors {
    /// Taken off for each corner among the replies.
    corner: i32,
    /// Taken off for each own disc on an open square.
    exposed: i32,
    /// Added for a square in an odd quadrant.
    parity: i32,
}

/// With so few empty squares that exposed discs cost more than they save (there is no table then), and with more.
pub(super) const FACTORS: [Factors; 2] =
    [Factors { corner: 128, exposed: 0, parity: 64 }, Factors { corner: 168, exposed: 44, parity: 48 }];

/// What so many replies take off a merit: each more than the one before, but a pass more than one
/// reply, which takes off nothing.
static REPLY_COSTS: [i16; 32] = {
    let mut costs = [0; 32];
    let mut count = 2;
    while count < 32 {
        costs[count] = 128 * count as i16 + 14 * (count * count) as i16;
        count += 1;
    }
    costs[0] = 192;
    costs
};

/// Fastest first: few replies for the opponent, then few corners among them, few own discs on `open` squares, squares in
/// quadrants that are `odd`; what the square itself is worth comes with its key. With the replies.
///
/// In 128ths of a reply. All factors were fitted by coordinate descent on the cost of searches with 12 empty squares,
/// as they occur in those of 21. What more each move would have to shift and count costs as much as it saves: `open`
/// squares are found once a node.
#[inline(always)]
pub(super) fn merit<C: Cpu>(
    cpu: C,
    factors: &Factors,
    square: Square,
    child: Board,
    odd: u64,
    open: u64,
) -> (i32, u64) {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let corners = (replies & CORNERS).count_ones() as i32;
    let parity = (odd >> square.index() & 1) as i32;
    let merit = factors.parity * parity
        - i32::from(REPLY_COSTS[replies.count_ones() as usize % 32])
        - factors.corner * corners
        - factors.exposed * (child.opponent & open).count_ones() as i32;
    (merit, replies)
}

/// The same far from the end, by the empty squares next to own discs and without parity; what estimates say comes on top
/// of it.
#[inline(always)]
pub(super) fn far_merit<C: Cpu>(cpu: C, child: Board) -> i32 {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let frontier = (neighbours(child.opponent) & child.empties()).count_ones() as i32;
    -128 * replies.count_ones() as i32 - 60 * frontier - 80 * (replies & CORNERS).count_ones() as i32
}

/// How much an estimated lead over the window says that a move is enough, in 1/128 disc: up to 20 discs it counts twice.
#[inline(always)]
pub(super) fn safety(lead: Value) -> Value {
    lead.clamp(-8 * DISC, 20 * DISC) + lead.clamp(-40 * DISC, 40 * DISC)
}

/// The squares next to `empties`, but for the edges: discs there can hardly be turned.
#[inline(always)]
pub(super) fn open_squares(empties: u64) -> u64 {
    neighbours(empties) & 0x007e_7e7e_7e7e_7e00
}

/// The squares next to one of `bits`, and those themselves.
#[inline(always)]
fn neighbours(bits: u64) -> u64 {
    let row = bits | (bits & !COLUMN_H) << 1 | (bits & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}
