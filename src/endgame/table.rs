//! The hash table: what null-window searches have proven of a position, and its best move.
//!
//! Buckets of four entries fill one cache line. A position is recognised by 64 bits of signature besides the index
//! of its bucket: both halves of one product of 128 bits folded, and the upper half.

use crate::board::{Board, Score};
use crate::cpu::Cpu;
use crate::memory::{self, Zeroed};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// The index of the square that was best in the last search; [`NO_MOVE`] if none.
    pub best: u8,
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

const UNKNOWN: Entry = Entry { lower: -64, upper: 64, best: NO_MOVE };

const WAYS: usize = 4;

/// Four positions: 64 bytes, a cache line. Each field stands together, so that all four are compared at once.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket {
    signatures: [u64; WAYS],
    /// The turn that last used each (the high byte), and the logarithm of the nodes it cost.
    worths: [u16; WAYS],
    entries: [Entry; WAYS],
}

const _: () = assert!(size_of::<Bucket>() == 64);

// SAFETY: a bucket is made of integers.
unsafe impl Zeroed for Bucket {}

const EMPTY: Bucket = Bucket { signatures: [0; WAYS], worths: [0; WAYS], entries: [UNKNOWN; WAYS] };

impl Bucket {
    #[inline(always)]
    fn find<C: Cpu>(&self, cpu: C, signature: u64) -> Option<usize> {
        let found = cpu.find(&self.signatures, signature);
        (found != 0).then(|| found.trailing_zeros() as usize % WAYS)
    }

    /// The index of what is worth least: of the earliest turn, then the cheapest.
    #[inline(always)]
    fn replaceable(&self, generation: u8) -> usize {
        let next = u16::from(generation.wrapping_add(1)) << 8;
        let mut least = u32::MAX;
        for (index, worth) in self.worths.iter().enumerate() {
            least = least.min(u32::from(worth.wrapping_sub(next)) << 2 | index as u32);
        }
        least as usize % WAYS
    }
}

/// The place of a position in the table.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bucket: usize,
    pub signature: u64,
}

impl Key {
    /// The place of what a selective search found of the same position: in the same bucket, which is one cache line.
    #[inline(always)]
    pub(super) fn selective(self) -> Self {
        Self { signature: !self.signature, ..self }
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
        let (place, signature) = hash(board);
        Key { bucket: place & (self.buckets.len() - 1), signature }
    }

    /// Asks the memory for a position's bucket ahead of its use.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, key: Key) {
        cpu.prefetch(&self.buckets[key.bucket]);
    }

    #[inline(always)]
    pub(super) fn probe<C: Cpu>(&self, cpu: C, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[key.bucket];
        bucket.find(cpu, key.signature).map(|index| bucket.entries[index])
    }

    /// A bound above `alpha` from what is known of one of the positions that the moves lead to.
    #[inline(always)]
    pub(super) fn cut_off_by_child<C: Cpu>(&self, cpu: C, children: &[Board], alpha: Score) -> Option<Score> {
        let bounds = children.iter().filter_map(|&child| self.probe(cpu, self.key(child)));
        bounds.map(|entry| -Score::from(entry.upper)).find(|&bound| bound > alpha)
    }

    /// Records that a search over `nodes` positions found `best` and a score of at least (if above `alpha`) or at
    /// most `score`.
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
        let index = bucket.find(cpu, key.signature).unwrap_or_else(|| {
            let index = bucket.replaceable(generation);
            bucket.signatures[index] = key.signature;
            bucket.entries[index] = UNKNOWN;
            bucket.worths[index] = 0;
            index
        });
        let entry = &mut bucket.entries[index];
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
        entry.best = best;
        let cost = (64 - nodes.leading_zeros()) as u16;
        let worth = &mut bucket.worths[index];
        *worth = cost.max(*worth & 0xff) | u16::from(generation) << 8;
    }
}

/// Where to look for a position, in the lowest bits, and by what to recognise it.
#[inline(always)]
pub(super) fn hash(board: Board) -> (usize, u64) {
    let product =
        u128::from(board.player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(board.opponent ^ 0xd1b5_4a32_d192_ed03);
    let high = (product >> 64) as u64;
    (high as usize, high ^ product as u64)
}
