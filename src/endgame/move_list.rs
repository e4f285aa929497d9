//! The legal moves of a node with their children, picked in the order of their scores.

use std::mem::MaybeUninit;

use super::ordering::{SCORE_OFFSET, SQUARE_SCORES, TT_MOVE_BONUS};
use crate::bits::Squares;
use crate::board::Board;
use crate::cpu::Cpu;
use crate::square::Square;

/// Up to `N` legal moves, `N` being at most 64.
pub(super) struct MoveList<const N: usize> {
    children: [MaybeUninit<Board>; N],
    /// The opponent's legal moves in each child; 0 where the search does not use them.
    replies: [MaybeUninit<u64>; N],
    /// Move-ordering score, square and index, from the highest bits to the lowest; 0 for no move or a picked
    /// one.
    keys: [u32; N],
    /// The highest key; 0 if it is not known.
    highest: u32,
    count: usize,
}

/// The lowest bit of a key's score.
const SCORE_SHIFT: u32 = 12;

/// The lowest bit of a key's square.
const SQUARE_SHIFT: u32 = 6;

/// Raises re-ranked moves above the others: exceeds any difference between scores.
const RERANK_BONUS: i32 = TT_MOVE_BONUS / 4;

/// The key of each square, with the score of the square.
static SQUARE_KEYS: [u32; 64] = {
    let mut keys = [0; 64];
    let mut index = 0;
    while index < 64 {
        keys[index] =
            ((SQUARE_SCORES[index] + SCORE_OFFSET) as u32) << SCORE_SHIFT | (index as u32) << SQUARE_SHIFT;
        index += 1;
    }
    keys
};

const fn square_of(key: u32) -> Square {
    Square::new((key >> SQUARE_SHIFT & 63) as u8)
}

impl<const N: usize> MoveList<N> {
    /// An empty list.
    #[inline(always)]
    pub(super) fn new() -> Self {
        let (children, replies) = ([MaybeUninit::uninit(); N], [MaybeUninit::uninit(); N]);
        Self { children, replies, keys: [0; N], highest: 0, count: 0 }
    }

    /// Fills the list with the legal moves `moves`; `score` returns a move's score and the replies to it.
    /// Every child passes through `prefetch` first, so that its cache line arrives while scores are computed.
    #[inline(always)]
    pub(super) fn fill<C: Cpu>(
        &mut self,
        cpu: C,
        board: Board,
        moves: u64,
        prefetch: impl Fn(Board),
        mut score: impl FnMut(Square, Board) -> (i32, u64),
    ) {
        let total = moves.count_ones() as usize;
        assert!(total <= N);
        for (index, square) in Squares(moves).enumerate() {
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            prefetch(child);
            // SAFETY: `index` is below `total`, which is at most `N`.
            unsafe { self.children.get_unchecked_mut(index) }.write(child);
        }
        self.count = total;
        let mut highest = 0;
        for (index, square) in Squares(moves).enumerate() {
            // SAFETY: `index` is below `total`, which is at most `N`, and the first loop has written that
            // child.
            unsafe {
                let (score, replies) = score(square, self.children.get_unchecked(index).assume_init());
                self.replies.get_unchecked_mut(index).write(replies);
                let key =
                    (SQUARE_KEYS[square.index()] + index as u32).wrapping_add((score << SCORE_SHIFT) as u32);
                *self.keys.get_unchecked_mut(index) = key;
                highest = key.max(highest);
            }
        }
        self.highest = highest;
    }

    /// Adds to the score of each move; `bonus` takes the move's index in the order of squares.
    #[inline(always)]
    pub(super) fn add(&mut self, bonus: impl Fn(usize) -> i32) {
        for (index, key) in self.keys[..self.count].iter_mut().enumerate() {
            if *key != 0 {
                *key = key.wrapping_add((bonus(index) as u32) << SCORE_SHIFT);
            }
        }
        self.highest = 0;
    }

    /// Re-ranks up to `limit` of the best moves ahead of all others, if they are less than `margin`
    /// behind the best; `bonus` takes a move's index in the order of squares, its square and its child. The
    /// hash move stays first.
    #[inline(always)]
    pub(super) fn rerank(
        &mut self,
        limit: u32,
        margin: i32,
        mut bonus: impl FnMut(usize, Square, Board) -> i32,
    ) {
        // Keys hold scores plus an offset: this is halfway between the hash move and the others.
        let (mut last, mut floor) = ((TT_MOVE_BONUS as u32) << SCORE_SHIFT, 0);
        for _ in 0..limit {
            // Re-ranked keys are above `last`, so that the difference wraps around.
            let below = self.keys.iter().fold(0, |best, key| key.wrapping_sub(last).max(best));
            let key = below.wrapping_add(last);
            if key <= floor {
                break;
            }
            floor = floor.max(key.saturating_sub((margin as u32) << SCORE_SHIFT));
            last = key;
            let index = key as usize % 64 % N;
            // SAFETY: only the keys of written moves are not 0, and their lowest bits are the move's index.
            let child = unsafe { self.children[index].assume_init() };
            let bonus = RERANK_BONUS + bonus(index, square_of(key), child);
            self.keys[index] = key.wrapping_add((bonus as u32) << SCORE_SHIFT);
        }
        self.highest = 0;
    }

    /// The children, in the order of squares.
    #[inline(always)]
    pub(super) fn children(&self) -> &[Board] {
        let children = &self.children[..self.count];
        // SAFETY: `fill` has written the first `count` children.
        unsafe { std::slice::from_raw_parts(children.as_ptr().cast(), children.len()) }
    }

    /// Removes the move with the highest score and returns it with its child and the replies there.
    #[inline(always)]
    pub(super) fn pick_next(&mut self) -> Option<(Square, Board, u64)> {
        let key = match self.highest {
            0 => self.keys.iter().copied().fold(0, u32::max),
            highest => highest,
        };
        if key == 0 {
            return None;
        }
        self.highest = 0;
        let index = (key & 63) as usize % N;
        self.keys[index] = 0;
        // SAFETY: only the keys of written moves are not 0, and their lowest bits are the move's index.
        let (child, replies) =
            unsafe { (self.children[index].assume_init(), self.replies[index].assume_init()) };
        Some((square_of(key), child, replies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;
    use crate::rng::Rng;

    #[test]
    fn moves_are_picked_in_the_order_of_their_scores() {
        let mut rng = Rng::new(1);
        let mut board = Board::START;
        while !board.is_over() {
            let moves = board.legal_moves();
            if moves == 0 {
                board = board.pass();
                continue;
            }
            let scores: [i32; 64] = std::array::from_fn(|_| rng.below(1000) as i32);
            let mut list = MoveList::<40>::new();
            let score = |square: Square, child: Board| (scores[square.index()], child.legal_moves());
            list.fill(Portable, board, moves, |_| (), score);
            list.add(|index| index as i32 % 2);
            assert!(list.children().iter().copied().eq(board.children().map(|(_, child)| child)));
            let mut picked = Vec::new();
            while let Some((square, child, replies)) = list.pick_next() {
                assert_eq!(Some(child), board.play(square));
                assert_eq!(replies, child.legal_moves());
                picked.push(square);
            }
            let index_of = |square: Square| (moves & (square.bit() - 1)).count_ones() as i32;
            let key = |square: Square| {
                scores[square.index()] + SQUARE_SCORES[square.index()] + index_of(square) % 2
            };
            assert!(picked.windows(2).all(|pair| key(pair[0]) >= key(pair[1])), "{board:?}");
            assert_eq!(picked.iter().fold(0, |bits, square| bits | square.bit()), moves);
            board = board.play(picked[rng.below(picked.len())]).expect("a legal move");
        }
    }

    #[test]
    fn re_ranked_moves_come_before_the_others() {
        let board = Board::START;
        let mut list = MoveList::<16>::new();
        let score = |square: Square, _| (-(square.index() as i32), 0);
        list.fill(Portable, board, board.legal_moves(), |_| (), score);
        // d3 and c4 are ahead of f5 and e6; the bonus swaps the two.
        list.rerank(2, 100, |_, square, child| {
            assert_eq!(Some(child), board.play(square));
            2 * square.index() as i32
        });
        let picked: Vec<String> =
            std::iter::from_fn(|| list.pick_next()).map(|(square, ..)| square.to_string()).collect();
        assert_eq!(picked, ["c4", "d3", "f5", "e6"]);
    }
}
