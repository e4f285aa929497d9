//! The hash table: what null-window searches have proven of a position, and its best moves.
//!
//! Buckets of four entries fill one cache line. A position is recognised by 64 bits of signature besides the index
//! of its bucket, which comes from a second hash.

use crate::board::{Board, Score};
use crate::memory::{self, Zeroed};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// Indices of the squares that were best in the last search and in an earlier one; [`NO_MOVE`] if none.
    pub best: [u8; 2],
    /// Logarithm of the nodes it cost.
    cost: u8,
    /// The turn that last used it.
    generation: u8,
}

impl Entry {
    /// The bound that settles a null-window search above `alpha`, if there is one.
    #[inline(always)]
    pub(super) fn cut_off(self, alpha: Score) -> Option<Score> {
        if Score::from(self.lower) > alpha {
            Some(Score::from(self.lower))
        } else {
            (Score::from(self.upper) <= alpha).then_some(Score::from(self.upper))
        }
    }
}

/// No square.
pub(super) const NO_MOVE: u8 = 64;

const UNKNOWN: Entry = Entry { lower: -64, upper: 64, best: [NO_MOVE; 2], cost: 0, generation: 0 };

#[derive(Clone, Copy)]
#[repr(C)]
struct Slot {
    signature: u64,
    entry: Entry,
}

const WAYS: usize = 4;

/// Four slots: 64 bytes, a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket([Slot; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

// SAFETY: a bucket is made of integers.
unsafe impl Zeroed for Bucket {}

const EMPTY: Bucket = Bucket([Slot { signature: 0, entry: UNKNOWN }; WAYS]);

/// The place of a position in the table.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bucket: usize,
    pub signature: u64,
}

impl Key {
    /// The place of what a selective search found of the same position.
    #[inline(always)]
    pub(super) fn selective(self) -> Self {
        Self { bucket: self.bucket ^ 1, signature: !self.signature }
    }
}

pub struct Table {
    buckets: memory::Table<Bucket>,
    generation: u8,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(16);
        let mut table = Self { buckets: memory::Table::new(1 << count.ilog2()), generation: 0 };
        table.clear();
        table
    }

    pub(super) fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(EMPTY);
    }

    #[inline(always)]
    pub(super) fn key(&self, board: Board) -> Key {
        let player = board.player.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opponent = board.opponent.wrapping_mul(0xd1b5_4a32_d192_ed03);
        let mixed = player ^ opponent.rotate_left(32);
        let spread = (mixed ^ (mixed >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Key {
            bucket: (spread >> 32) as usize & (self.buckets.len() - 1),
            // Turned against each other: the highest bit of one product alone would go the same way as the other's.
            signature: player.rotate_left(29) ^ opponent,
        }
    }

    /// Asks the memory for a position's bucket ahead of its use.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
            // SAFETY: prefetching has no effect that the program could see, and SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(&self.buckets[key.bucket]).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let slots = &self.buckets[key.bucket].0;
        slots.iter().find(|slot| slot.signature == key.signature).map(|slot| slot.entry)
    }

    /// A bound above `alpha` from what is known of one of the positions that the moves lead to.
    #[inline(always)]
    pub(super) fn cut_off_by_child(&self, children: &[Board], alpha: Score) -> Option<Score> {
        let bounds = children.iter().filter_map(|&child| self.probe(self.key(child)));
        bounds.map(|entry| -Score::from(entry.upper)).find(|&bound| bound > alpha)
    }

    /// Records that a search over `nodes` positions found `best` and a score of at least (if above `alpha`) or at
    /// most `score`.
    #[inline(always)]
    pub(super) fn store(&mut self, key: Key, alpha: Score, score: Score, best: u8, nodes: u64) {
        let generation = self.generation;
        let slots = &mut self.buckets[key.bucket].0;
        let known = slots.iter().position(|slot| slot.signature == key.signature);
        let index = known.unwrap_or_else(|| replaceable(slots, generation));
        let slot = &mut slots[index];
        if known.is_none() {
            *slot = Slot { signature: key.signature, entry: UNKNOWN };
        }
        let entry = &mut slot.entry;
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
        if best != entry.best[0] {
            entry.best = [best, entry.best[0]];
        }
        entry.cost = entry.cost.max((64 - nodes.leading_zeros()) as u8);
        entry.generation = generation;
    }
}

/// The slot that is worth least: of an earlier turn, else the cheapest.
#[inline(always)]
fn replaceable(slots: &[Slot; WAYS], generation: u8) -> usize {
    let worth =
        |slot: &Slot| u32::from(slot.entry.cost) + 64 * u32::from(slot.entry.generation == generation);
    let mut least = 0;
    for index in 1..WAYS {
        if worth(&slots[index]) < worth(&slots[least]) {
            least = index;
        }
    }
    least
}
