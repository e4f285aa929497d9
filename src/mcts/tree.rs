//! The tree's memory: blocks of eight child slots, allocated and released in constant time, and found by
//! their positions.
//!
//! Knows no parameters, no evaluator and no clock. A node's children are a chain of blocks; the node itself
//! has a slot in a block of each of its parents, since transpositions share one node. A released subtree is
//! taken apart block by block, when its blocks are allocated again.

use std::ops::{Index, IndexMut};

use crate::board::{Board, Move};
use crate::cpu::Lanes;
use crate::memory::{Table, Zeroed};
use crate::square::Square;

/// Children a block.
pub(super) const SLOTS: usize = 8;

/// Names a block; valid while the block has references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(super) struct BlockId(u32);

impl BlockId {
    /// No block.
    pub(super) const NONE: Self = Self(0);
}

/// Eight children of one node. All values are for the side to move at that node.
///
/// The first two of three cache lines hold what selection reads:
///
/// | byte | field | | byte | field |
/// |---|---|---|---|---|
/// | 0 | lanes: minimax | | 160 | lower |
/// | 32 | lanes: sum | | 168 | upper |
/// | 64 | lanes: visits | | 176 | square |
/// | 96 | lanes: prior | | 184 | next |
/// | 112 | board | | 188 | count |
/// | 128 | child | | 189 | widens |
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    /// Values are tanh-scaled, -1 to 1; visits count playouts; a [`CLOSED`] prior is never selected.
    pub(super) lanes: Lanes,
    /// The node's position, stored so that selection needs no flips.
    pub(super) board: Board,
    /// First block of the child's own children.
    pub(super) child: [BlockId; SLOTS],
    /// Proven bounds of the score in discs.
    pub(super) lower: [i8; SLOTS],
    /// See `lower`.
    pub(super) upper: [i8; SLOTS],
    /// Index of the move's square, 64 for a pass.
    pub(super) square: [u8; SLOTS],
    /// The node's next block of children.
    pub(super) next: BlockId,
    /// Child slots in use.
    pub(super) count: u8,
    /// Whether the node has more children than are stored.
    pub(super) widens: bool,
}

/// A prior as it is stored: the upper half of an `f32`.
#[inline(always)]
pub(super) const fn prior(share: f32) -> u16 {
    (share.to_bits() >> 16) as u16
}

/// The prior of a proven child, which needs no more visits.
pub(super) const CLOSED: u16 = prior(f32::NEG_INFINITY);

const _: () = assert!(size_of::<Block>() == 192);

// SAFETY: every field is a number, an array of numbers or a `bool`, for which zero is `false`.
unsafe impl Zeroed for Block {}

impl Block {
    /// A block whose slots are never selected and never improve a maximum.
    pub(super) const EMPTY: Self = Self {
        lanes: Lanes {
            minimax: [-2.0; SLOTS],
            sum: [0.0; SLOTS],
            visits: [0; SLOTS],
            prior: [CLOSED; SLOTS],
        },
        board: Board { player: 0, opponent: 0 },
        child: [BlockId::NONE; SLOTS],
        lower: [-64; SLOTS],
        upper: [-64; SLOTS],
        square: [64; SLOTS],
        next: BlockId::NONE,
        count: 0,
        widens: false,
    };

    /// The move of a child slot.
    pub(super) fn mv(&self, slot: usize) -> Move {
        if self.square[slot] < 64 {
            Move::on(Square::new(self.square[slot]))
        } else {
            Move::PASS
        }
    }
}

/// A fixed number of blocks with reference counts. References come from the slots of parents, from the block
/// before it in its chain, and from the search's root.
pub(super) struct Tree {
    /// Block 0 stays unused: its number means "none".
    blocks: Table<Block>,
    /// The reference count of each block; [`SATURATED`] is never decremented.
    references: Table<u8>,
    /// The first block that was never allocated.
    fresh: usize,
    /// Free blocks whose own `next` and children are still to be released.
    released: Vec<BlockId>,
    /// The nodes by their positions.
    nodes: Table<NodeBucket>,
    /// The state of the eviction sweep.
    eviction: Eviction,
}

/// Eviction sweep over all blocks, continued whenever the tree is full. It releases the subtrees of rarely
/// visited children. The children keep their own values; an evicted subtree is expanded again on the next
/// visit.
#[derive(Clone, Copy)]
struct Eviction {
    /// The next block to check.
    next: usize,
    /// Subtrees released in this sweep.
    found: usize,
    /// Subtrees of children with at most this many visits are released.
    visits: i32,
}

impl Eviction {
    const START: Self = Self { next: 1, found: 0, visits: 1 };

    /// Blocks checked in a step: some 0.1 ms.
    const STEP: usize = 1024;

    /// After a sweep that releases less than one subtree in this many blocks, the next allows more visits.
    const FEW: usize = 8;
}

/// A bucket of the table: four nodes, each as the upper half of its position's hash above the number of its
/// first block. It is half a cache line, so that the look-up of an unknown position costs one miss.
type NodeBucket = [u64; 4];

const SATURATED: u8 = u8::MAX;

// SAFETY: zero is a number.
unsafe impl Zeroed for NodeBucket {}

impl Index<BlockId> for Tree {
    type Output = Block;

    #[inline(always)]
    fn index(&self, id: BlockId) -> &Block {
        debug_assert!((id.0 as usize) < self.blocks.len());
        // SAFETY: `allocate` returns only numbers below the table's length.
        unsafe { self.blocks.get_unchecked(id.0 as usize) }
    }
}

impl IndexMut<BlockId> for Tree {
    #[inline(always)]
    fn index_mut(&mut self, id: BlockId) -> &mut Block {
        debug_assert!((id.0 as usize) < self.blocks.len());
        // SAFETY: `allocate` returns only numbers below the table's length.
        unsafe { self.blocks.get_unchecked_mut(id.0 as usize) }
    }
}

impl Tree {
    /// A tree of as many blocks as fit in `bytes`, at least 16, all touched.
    pub(super) fn new(bytes: usize) -> Self {
        // Two to four entries in the table of nodes for each block.
        let share = size_of::<Block>() + 1 + size_of::<BlockId>() + size_of::<NodeBucket>();
        let count = (bytes / share).clamp(16, u32::MAX as usize);
        Self {
            blocks: Table::new(count),
            references: Table::new(count),
            fresh: 1,
            released: Vec::with_capacity(count),
            nodes: Table::new((count / 2).next_power_of_two()),
            eviction: Eviction::START,
        }
    }

    /// Releases all blocks at once.
    pub(super) fn clear(&mut self) {
        self.fresh = 1;
        self.released.clear();
        self.references.fill(0);
        self.eviction = Eviction::START;
    }

    /// Empties the table of nodes, too: an old entry may happen to name a node whose own entry is lost.
    pub(super) fn clear_table(&mut self) {
        self.nodes.fill([0; 4]);
    }

    /// An empty block with one reference, or `None` if all blocks are in use.
    #[inline(always)]
    pub(super) fn allocate(&mut self) -> Option<BlockId> {
        let id = if let Some(id) = self.released.pop() {
            self.release_children(id);
            id
        } else if self.fresh < self.blocks.len() {
            self.fresh += 1;
            BlockId(self.fresh as u32 - 1)
        } else {
            return None;
        };
        self.references[id.0 as usize] = 1;
        self[id] = Block::EMPTY;
        Some(id)
    }

    /// The block that the next allocation takes if it takes a released one, for prefetching.
    #[inline(always)]
    pub(super) fn next_released(&self) -> &Block {
        &self[self.released.last().copied().unwrap_or(BlockId::NONE)]
    }

    /// Drops one reference to a chain of blocks; without references the chain and its children are free.
    #[inline(always)]
    pub(super) fn release(&mut self, first: BlockId) {
        let references = &mut self.references[first.0 as usize];
        if first != BlockId::NONE && *references != SATURATED {
            *references -= 1;
            if *references == 0 {
                self.released.push(first);
            }
        }
    }

    /// The bucket of this position, for prefetching.
    #[inline(always)]
    pub(super) fn bucket_of(&self, board: Board) -> &impl Sized {
        &self.nodes[self.bucket(board.hash_key())]
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.nodes.len() - 1)
    }

    /// Finds the node with this position and adds a reference to its children; `None` if the tree has none.
    #[inline(always)]
    pub(super) fn lookup(&mut self, board: Board) -> Option<BlockId> {
        let hash = board.hash_key();
        let named = |&node: &u64| (node ^ hash) >> 32 == 0 && node as u32 != 0;
        let bucket = &self.nodes[self.bucket(hash)];
        let mut ids = bucket.iter().filter(|&node| named(node)).map(|&node| BlockId(node as u32));
        let id = ids.find(|&id| self.is_referenced(id) && self[id].board == board)?;
        let references = &mut self.references[id.0 as usize];
        *references = references.saturating_add(1);
        Some(id)
    }

    /// Lets [`Tree::lookup`] find the node whose children start with `first`.
    #[inline(always)]
    pub(super) fn insert(&mut self, first: BlockId) {
        let hash = self[first].board.hash_key();
        let place = self.bucket(hash);
        let bucket = self.nodes[place];
        // Reading the reference count of a node may miss the cache, so an unused entry comes first.
        let unused = bucket.iter().position(|&node| node == 0);
        let free =
            unused.or_else(|| bucket.iter().position(|&node| !self.is_referenced(BlockId(node as u32))));
        self.nodes[place][free.unwrap_or(first.0 as usize % 4)] = hash >> 32 << 32 | u64::from(first.0);
    }

    #[inline(always)]
    fn is_referenced(&self, id: BlockId) -> bool {
        self.references[id.0 as usize] != 0
    }

    /// Restarts the eviction with children of one visit, after the root has moved.
    pub(super) fn restart_eviction(&mut self) {
        self.eviction = Eviction::START;
    }

    /// Does one step of the eviction in a full tree; not during a playout. Returns whether the search can go
    /// on: not if only the root's own children are left.
    pub(super) fn make_room(&mut self) -> bool {
        let end = self.blocks.len().min(self.eviction.next + Eviction::STEP);
        for id in self.eviction.next..end {
            if self.references[id] != 0 {
                self.evict_children(BlockId(id as u32));
            }
        }
        self.eviction.next = end;
        if end < self.blocks.len() {
            return true;
        }
        let Eviction { found, visits, .. } = self.eviction;
        self.eviction = Eviction { visits, ..Eviction::START };
        if found < self.blocks.len() / Eviction::FEW {
            self.eviction.visits = visits.saturating_mul(2);
        }
        found > 0 || visits < i32::MAX || !self.released.is_empty()
    }

    fn evict_children(&mut self, id: BlockId) {
        for slot in 0..SLOTS {
            let most = self.eviction.visits;
            let block = &mut self[id];
            let child = block.child[slot];
            if child != BlockId::NONE && block.lanes.visits[slot] <= most {
                block.child[slot] = BlockId::NONE;
                self.eviction.found += 1;
                self.release(child);
            }
        }
    }

    fn release_children(&mut self, id: BlockId) {
        let Block { next, child, .. } = self[id];
        self.release(next);
        for child in child {
            self.release(child);
        }
    }

    /// The chain of blocks that starts with `first`.
    pub(super) fn siblings(&self, first: BlockId) -> impl Iterator<Item = (BlockId, &Block)> {
        let mut id = first;
        std::iter::from_fn(move || {
            if id == BlockId::NONE {
                return None;
            }
            let item = (id, &self[id]);
            id = item.1.next;
            Some(item)
        })
    }

    /// The slot of `wanted` in the tree whose root is `board` with the children `first`.
    ///
    /// Follows only moves on squares that are occupied in `wanted`, so that few plies cost little; more than
    /// six new discs count as another game.
    pub(super) fn find(&self, first: BlockId, board: Board, wanted: Board) -> Option<(BlockId, usize)> {
        let new_discs = board.empties() & !wanted.empties();
        let removed_discs = wanted.empties() & !board.empties();
        if removed_discs != 0 || new_discs.count_ones() > 6 {
            return None;
        }
        for (id, block) in self.siblings(first) {
            for slot in 0..usize::from(block.count) {
                let child = match block.mv(slot).square() {
                    Some(square) if new_discs & square.bit() != 0 => board.play(square)?,
                    Some(_) => continue,
                    None => board.pass(),
                };
                if child == wanted {
                    return Some((id, slot));
                }
                if let Some(found) = self.find(block.child[slot], child, wanted) {
                    return Some(found);
                }
            }
        }
        None
    }
}
