//! The tree's memory: blocks of eight children side by side, handed out and taken back in constant time, and
//! found by their positions.
//!
//! Knows no parameters, no evaluator and no clock. A node's children are a chain of blocks; the node itself
//! is a lane in the block of each of its parents, since moves in another order lead to the same position. A
//! discarded subtree is taken apart only as its blocks are needed again.

use std::ops::{Index, IndexMut};

use crate::board::{Board, Move};
use crate::cpu::Lanes;
use crate::memory::{Table, Zeroed};
use crate::square::Square;

/// Children a block.
pub(super) const LANES: usize = 8;

/// Names a block; valid while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(super) struct BlockId(u32);

impl BlockId {
    /// No block.
    pub(super) const NONE: Self = Self(0);
}

/// Eight children of one node. All values are for the side to move at that node.
///
/// What every playout reads stands in the first two of three cache lines, but for the way on:
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
    /// Values squashed to -1..=1; visits are playouts that went through; a [`CLOSED`] prior is never chosen.
    pub(super) lanes: Lanes,
    /// The node's position; kept so that the way down needs no flips.
    pub(super) board: Board,
    /// First block of the child's own children.
    pub(super) child: [BlockId; LANES],
    /// Proven bounds of the score in discs.
    pub(super) lower: [i8; LANES],
    /// See `lower`.
    pub(super) upper: [i8; LANES],
    /// Index of the square played, 64 for a pass.
    pub(super) square: [u8; LANES],
    /// The node's next block of children.
    pub(super) next: BlockId,
    /// Lanes in use.
    pub(super) count: u8,
    /// Whether the node has more children than are stored.
    pub(super) widens: bool,
}

/// A share of the exploration as it is stored: the upper half of an `f32`.
pub(super) const fn prior(share: f32) -> u16 {
    (share.to_bits() >> 16) as u16
}

/// The prior of a lane that needs no more visits.
pub(super) const CLOSED: u16 = prior(f32::NEG_INFINITY);

const _: () = assert!(size_of::<Block>() == 192);

// SAFETY: every field is a number, an array of numbers or a `bool`, for which zero is `false`.
unsafe impl Zeroed for Block {}

impl Block {
    /// A block whose lanes are never chosen and never improve a maximum.
    pub(super) const EMPTY: Self = Self {
        lanes: Lanes {
            minimax: [-2.0; LANES],
            sum: [0.0; LANES],
            visits: [0; LANES],
            prior: [CLOSED; LANES],
        },
        board: Board { player: 0, opponent: 0 },
        child: [BlockId::NONE; LANES],
        lower: [-64; LANES],
        upper: [-64; LANES],
        square: [64; LANES],
        next: BlockId::NONE,
        count: 0,
        widens: false,
    };

    /// The move of a lane.
    pub(super) fn played(&self, lane: usize) -> Move {
        if self.square[lane] < 64 {
            Move::on(Square::new(self.square[lane]))
        } else {
            Move::PASS
        }
    }
}

/// A fixed number of blocks, each held by its parents: the lanes that lead to it, the block before it in its
/// chain, or the search's root.
pub(super) struct Tree {
    /// Block 0 stays unused: its number means "none".
    blocks: Table<Block>,
    /// How many parents hold each block; [`HELD_FOR_EVER`] is never counted down.
    holders: Table<u8>,
    /// The first block that was never handed out.
    fresh: usize,
    /// Blocks to hand out again, whose own `next` and children are still to be discarded.
    discarded: Vec<BlockId>,
    /// The nodes by their positions.
    nodes: Table<Bucket>,
    /// Where a full tree looks for room.
    sweep: Sweep,
}

/// A round through all blocks, continued whenever the tree is full. It gives up what stands below seldom
/// visited lanes, which keep their own values: what is lost is judged again if it is wanted again.
#[derive(Clone, Copy)]
struct Sweep {
    /// The next block to look at.
    next: usize,
    /// Children given up in this round.
    found: usize,
    /// What stands below lanes with at most this many visits is given up.
    visits: i32,
}

impl Sweep {
    const START: Self = Self { next: 1, found: 0, visits: 1 };

    /// Blocks looked at in a step: some 0.1 ms.
    const STEP: usize = 1024;

    /// A round that finds less than one in this many blocks is followed by one that takes more.
    const FEW: usize = 8;
}

/// Four nodes whose positions have the same place in the table: the upper half of each position's [`hash`]
/// above the number of the node's first block. All in half a cache line, so that a position that is not in
/// the tree costs one miss.
type Bucket = [u64; 4];

const HELD_FOR_EVER: u8 = u8::MAX;

// SAFETY: zero is a number.
unsafe impl Zeroed for Bucket {}

impl Index<BlockId> for Tree {
    type Output = Block;

    #[inline(always)]
    fn index(&self, id: BlockId) -> &Block {
        debug_assert!((id.0 as usize) < self.blocks.len());
        // SAFETY: only numbers below the table's length are handed out.
        unsafe { self.blocks.get_unchecked(id.0 as usize) }
    }
}

impl IndexMut<BlockId> for Tree {
    #[inline(always)]
    fn index_mut(&mut self, id: BlockId) -> &mut Block {
        debug_assert!((id.0 as usize) < self.blocks.len());
        // SAFETY: only numbers below the table's length are handed out.
        unsafe { self.blocks.get_unchecked_mut(id.0 as usize) }
    }
}

impl Tree {
    /// A tree of as many blocks as fit in `bytes`, at least 16, all touched.
    pub(super) fn new(bytes: usize) -> Self {
        // Two to four places in the table of nodes for each block.
        let share = size_of::<Block>() + 1 + size_of::<BlockId>() + size_of::<Bucket>();
        let count = (bytes / share).clamp(16, u32::MAX as usize);
        Self {
            blocks: Table::new(count),
            holders: Table::new(count),
            fresh: 1,
            discarded: Vec::with_capacity(count),
            nodes: Table::new((count / 2).next_power_of_two()),
            sweep: Sweep::START,
        }
    }

    /// Takes all blocks back.
    pub(super) fn clear(&mut self) {
        self.fresh = 1;
        self.discarded.clear();
        self.holders.fill(0);
        self.sweep = Sweep::START;
    }

    /// An empty block, held by the caller, or `None` when all are in use.
    #[inline(always)]
    pub(super) fn allocate(&mut self) -> Option<BlockId> {
        let id = if let Some(id) = self.discarded.pop() {
            self.discard_below(id);
            id
        } else if self.fresh < self.blocks.len() {
            self.fresh += 1;
            BlockId(self.fresh as u32 - 1)
        } else {
            return None;
        };
        self.holders[id.0 as usize] = 1;
        self[id] = Block::EMPTY;
        Some(id)
    }

    /// Gives up one hold of a chain of blocks; the last one gives back the chain and what it alone holds.
    #[inline(always)]
    pub(super) fn discard(&mut self, first: BlockId) {
        let holders = &mut self.holders[first.0 as usize];
        if first != BlockId::NONE && *holders != HELD_FOR_EVER {
            *holders -= 1;
            if *holders == 0 {
                self.discarded.push(first);
            }
        }
    }

    /// Where the node with this position would be found, for prefetching.
    #[inline(always)]
    pub(super) fn place(&self, board: Board) -> &impl Sized {
        &self.nodes[self.bucket(hash(board))]
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.nodes.len() - 1)
    }

    /// Finds the node with this position, if the tree has it, and holds its children once more.
    #[inline(always)]
    pub(super) fn share(&mut self, board: Board) -> Option<BlockId> {
        let hash = hash(board);
        let named = |&node: &u64| (node ^ hash) >> 32 == 0 && node as u32 != 0;
        let bucket = &self.nodes[self.bucket(hash)];
        let mut ids = bucket.iter().filter(|&node| named(node)).map(|&node| BlockId(node as u32));
        let id = ids.find(|&id| self.is_held(id) && self[id].board == board)?;
        let holders = &mut self.holders[id.0 as usize];
        *holders = holders.saturating_add(1);
        Some(id)
    }

    /// Lets [`Tree::share`] find the node whose children start with `first`.
    #[inline(always)]
    pub(super) fn remember(&mut self, first: BlockId) {
        let hash = hash(self[first].board);
        let place = self.bucket(hash);
        let bucket = self.nodes[place];
        // Whether a node is still held costs a look elsewhere, so an unused place comes first.
        let unused = bucket.iter().position(|&node| node == 0);
        let free = unused.or_else(|| bucket.iter().position(|&node| !self.is_held(BlockId(node as u32))));
        self.nodes[place][free.unwrap_or(first.0 as usize % 4)] = hash >> 32 << 32 | u64::from(first.0);
    }

    #[inline(always)]
    fn is_held(&self, id: BlockId) -> bool {
        self.holders[id.0 as usize] != 0
    }

    /// The tree has changed so much that few blocks are as dear as those in it were.
    pub(super) fn restart_sweep(&mut self) {
        self.sweep = Sweep::START;
    }

    /// Looks for room in a full tree, a step of the way; not while a playout is on its way. Returns whether
    /// to go on: no if all that is left are the root's own children.
    pub(super) fn make_room(&mut self) -> bool {
        let end = self.blocks.len().min(self.sweep.next + Sweep::STEP);
        for id in self.sweep.next..end {
            if self.holders[id] != 0 {
                self.give_up_below(BlockId(id as u32));
            }
        }
        self.sweep.next = end;
        if end < self.blocks.len() {
            return true;
        }
        let Sweep { found, visits, .. } = self.sweep;
        self.sweep = Sweep { visits, ..Sweep::START };
        if found < self.blocks.len() / Sweep::FEW {
            self.sweep.visits = visits.saturating_mul(2);
        }
        found > 0 || visits < i32::MAX || !self.discarded.is_empty()
    }

    fn give_up_below(&mut self, id: BlockId) {
        for lane in 0..LANES {
            let most = self.sweep.visits;
            let block = &mut self[id];
            let child = block.child[lane];
            if child != BlockId::NONE && block.lanes.visits[lane] <= most {
                block.child[lane] = BlockId::NONE;
                self.sweep.found += 1;
                self.discard(child);
            }
        }
    }

    fn discard_below(&mut self, id: BlockId) {
        let Block { next, child, .. } = self[id];
        self.discard(next);
        for child in child {
            self.discard(child);
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

    /// Where `wanted` stands in the tree whose root is `board` with the children `first`.
    ///
    /// Looks only along moves on squares that `wanted` has filled, so few plies cost little; more than six
    /// new discs count as another game.
    pub(super) fn find(&self, first: BlockId, board: Board, wanted: Board) -> Option<(BlockId, usize)> {
        let new_discs = board.empties() & !wanted.empties();
        let removed_discs = wanted.empties() & !board.empties();
        if removed_discs != 0 || new_discs.count_ones() > 6 {
            return None;
        }
        for (id, block) in self.siblings(first) {
            for lane in 0..usize::from(block.count) {
                let child = match block.played(lane).square() {
                    Some(square) if new_discs & square.bit() != 0 => board.play(square)?,
                    Some(_) => continue,
                    None => board.pass(),
                };
                if child == wanted {
                    return Some((id, lane));
                }
                if let Some(found) = self.find(block.child[lane], child, wanted) {
                    return Some(found);
                }
            }
        }
        None
    }
}

/// Spreads a position over 64 bits: the lower half names its bucket, the upper one is its signature there.
#[inline(always)]
fn hash(board: Board) -> u64 {
    let mixed = (board.player ^ board.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ board.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}
