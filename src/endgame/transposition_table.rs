//! The transposition table: proven bounds and best moves.
//!
//! A bucket of four entries fills one cache line. The bucket's index is the upper half of a 128-bit product;
//! a hash check of 64 bits, the exclusive or of both halves, verifies each entry.

use crate::board::{Board, Score};
use crate::bounds::Bounds;
use crate::cpu::Cpu;
use crate::memory::{self, Zeroed};

/// A search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the side to move.
    pub(super) bounds: Bounds,
    /// The index of the best move's square in the last search; [`NO_MOVE`] if there is none.
    pub(super) best: u8,
}

/// The value of [`Entry::best`] without a move.
pub(super) const NO_MOVE: u8 = 64;

const UNKNOWN: Entry = Entry { bounds: Bounds::UNKNOWN, best: NO_MOVE };

const WAYS: usize = 4;

/// Four entries in 64 bytes, a cache line; field by field, so that one comparison tests all four checks.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket {
    checks: [u64; WAYS],
    /// Replacement priority: the generation of the last store in the high byte, the logarithm of the nodes in
    /// the low one.
    priorities: [u16; WAYS],
    entries: [Entry; WAYS],
}

const _: () = assert!(size_of::<Bucket>() == 64);

// SAFETY: a bucket consists of integers, for which zero is valid.
unsafe impl Zeroed for Bucket {}

const EMPTY: Bucket = Bucket { checks: [0; WAYS], priorities: [0; WAYS], entries: [UNKNOWN; WAYS] };

impl Bucket {
    #[inline(always)]
    fn find<C: Cpu>(&self, cpu: C, check: u64) -> Option<usize> {
        let found = cpu.eq_mask(&self.checks, check);
        (found != 0).then(|| found.trailing_zeros() as usize % WAYS)
    }

    /// The index of the entry to replace: of the oldest generation, then the cheapest.
    #[inline(always)]
    fn victim(&self, generation: u8) -> usize {
        let next = u16::from(generation.wrapping_add(1)) << 8;
        let mut least = u32::MAX;
        for (index, priority) in self.priorities.iter().enumerate() {
            least = least.min(u32::from(priority.wrapping_sub(next)) << 2 | index as u32);
        }
        least as usize % WAYS
    }
}

/// A position's bucket and hash check.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bucket: usize,
    pub(super) check: u64,
}

impl Key {
    /// The key of the position's selective entry, in the same bucket and so in the same cache line.
    #[inline(always)]
    pub(super) fn selective(self) -> Self {
        Self { check: !self.check, ..self }
    }
}

pub(super) struct TranspositionTable {
    buckets: memory::Table<Bucket>,
    generation: u8,
}

impl TranspositionTable {
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
        let (index, check) = hash(board);
        Key { bucket: index & (self.buckets.len() - 1), check }
    }

    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, board: Board) {
        cpu.prefetch(&self.buckets[self.key(board).bucket]);
    }

    #[inline(always)]
    pub(super) fn probe<C: Cpu>(&self, cpu: C, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[key.bucket];
        bucket.find(cpu, key.check).map(|index| bucket.entries[index])
    }

    /// Enhanced transposition cutoff: a lower bound above `alpha` from the entry of a child.
    #[inline(always)]
    pub(super) fn etc_cutoff<C: Cpu>(&self, cpu: C, children: &[Board], alpha: Score) -> Option<Score> {
        // No closures: those that are not inlined are compiled without AVX2.
        for &child in children {
            if let Some(entry) = self.probe(cpu, self.key(child)) {
                let bound = -Score::from(entry.bounds.upper);
                if bound > alpha {
                    return Some(bound);
                }
            }
        }
        None
    }

    /// Stores the best move and the bound `score` of a search over `nodes` nodes: a lower bound if it is
    /// above `alpha`, else an upper bound.
    #[inline(always)]
    pub(super) fn store<C: Cpu>(
        &mut self,
        cpu: C,
        key: Key,
        alpha: Score,
        score: Score,
        best: u8,
        nodes: u64,
    ) {
        let generation = self.generation;
        let bucket = &mut self.buckets[key.bucket];
        let index = bucket.find(cpu, key.check).unwrap_or_else(|| {
            let index = bucket.victim(generation);
            bucket.checks[index] = key.check;
            bucket.entries[index] = UNKNOWN;
            bucket.priorities[index] = 0;
            index
        });
        let Entry { bounds, best: stored_best } = &mut bucket.entries[index];
        if score > alpha {
            bounds.lower = bounds.lower.max(score as i8);
        } else {
            bounds.upper = bounds.upper.min(score as i8);
        }
        *stored_best = best;
        let cost = (64 - nodes.leading_zeros()) as u16;
        let priority = &mut bucket.priorities[index];
        *priority = cost.max(*priority & 0xff) | u16::from(generation) << 8;
    }
}

/// A bucket's index, in the lowest bits, and a hash check.
#[inline(always)]
pub(super) fn hash(board: Board) -> (usize, u64) {
    let product =
        u128::from(board.player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(board.opponent ^ 0xd1b5_4a32_d192_ed03);
    let high = (product >> 64) as u64;
    (high as usize, high ^ product as u64)
}
