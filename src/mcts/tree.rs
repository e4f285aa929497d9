//! The tree's memory: blocks of eight children side by side, handed out and taken back in constant time, and found
//! by their positions.
//!
//! Knows no parameters, no evaluator and no clock. A node's children are a chain of blocks; the node itself is
//! a lane in the block of each of its parents, since moves in another order lead to the same position. A
//! discarded subtree is taken apart only as its blocks are needed again.

use std::ops::{Index, IndexMut};

use crate::board::{Board, Move};
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
/// | byte | field | | byte | field |
/// |---|---|---|---|---|
/// | 0 | minimax | | 160 | lower |
/// | 32 | sum | | 168 | upper |
/// | 64 | visits | | 176 | square |
/// | 96 | child | | 184 | next |
/// | 128 | prior | | 188 | count |
/// | 144 | board | | 189 | widens |
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    /// Minimax of the tree below, squashed to -1..=1.
    pub(super) minimax: [f32; LANES],
    /// Sum of the first estimate and of all playouts' results, squashed.
    pub(super) sum: [f32; LANES],
    /// Playouts that went through.
    pub(super) visits: [i32; LANES],
    /// First block of the child's own children.
    pub(super) child: [BlockId; LANES],
    /// Share of the exploration.
    pub(super) prior: [Prior; LANES],
    /// The node's position; kept so that the way down needs no flips.
    pub(super) board: Board,
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

/// A share of the exploration: the upper half of an `f32`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Prior(u16);

impl Prior {
    /// No more visits are needed.
    pub(super) const CLOSED: Self = Self::new(f32::NEG_INFINITY);

    pub(super) const fn new(share: f32) -> Self {
        Self((share.to_bits() >> 16) as u16)
    }

    #[inline(always)]
    pub(super) const fn share(self) -> f32 {
        f32::from_bits((self.0 as u32) << 16)
    }
}

const _: () = assert!(size_of::<Block>() == 192);

// SAFETY: every field is a number, an array of numbers or a `bool`, for which zero is `false`.
unsafe impl Zeroed for Block {}

impl Block {
    /// A block whose lanes are never chosen and never improve a maximum.
    pub(super) const EMPTY: Self = Self {
        minimax: [-2.0; LANES],
        sum: [0.0; LANES],
        visits: [0; LANES],
        child: [BlockId::NONE; LANES],
        prior: [Prior::CLOSED; LANES],
        board: Board { player: 0, opponent: 0 },
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

/// A fixed number of blocks, each held by its parents: the lanes that lead to it, the block before it in its chain,
/// or the search's root.
#[derive(Debug)]
pub(super) struct Tree {
    /// Block 0 stays unused: its number means "none".
    blocks: Table<Block>,
    /// How many parents hold each block; [`HELD_FOR_EVER`] is never counted down.
    holders: Table<u8>,
    /// The first block that was never handed out.
    fresh: usize,
    /// Blocks to hand out again, whose own `next` and children are still to be discarded.
    discarded: Vec<BlockId>,
    /// The nodes by their positions, four to a bucket.
    nodes: Table<[BlockId; 4]>,
}

const HELD_FOR_EVER: u8 = u8::MAX;

// SAFETY: zero is `BlockId::NONE`.
unsafe impl Zeroed for [BlockId; 4] {}

impl Index<BlockId> for Tree {
    type Output = Block;

    #[inline(always)]
    fn index(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
}

impl IndexMut<BlockId> for Tree {
    #[inline(always)]
    fn index_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.0 as usize]
    }
}

impl Tree {
    /// A tree of as many blocks as fit in `bytes`, at least 16, all touched.
    pub(super) fn new(bytes: usize) -> Self {
        // Two to four places in the table of nodes for each block.
        let share = size_of::<Block>() + 1 + 5 * size_of::<BlockId>();
        let count = (bytes / share).clamp(16, u32::MAX as usize);
        Self {
            blocks: Table::new(count),
            holders: Table::new(count),
            fresh: 1,
            discarded: Vec::with_capacity(count),
            nodes: Table::new((count / 2).next_power_of_two()),
        }
    }

    /// Takes all blocks back.
    pub(super) fn clear(&mut self) {
        self.fresh = 1;
        self.discarded.clear();
        self.holders.fill(0);
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

    /// Finds the node with this position, if the tree has it, and holds its children once more.
    #[inline(always)]
    pub(super) fn share(&mut self, board: Board) -> Option<BlockId> {
        let bucket = self.nodes[self.bucket(board)];
        let id = bucket.into_iter().find(|&id| self.is_held(id) && self[id].board == board)?;
        let holders = &mut self.holders[id.0 as usize];
        *holders = holders.saturating_add(1);
        Some(id)
    }

    /// Lets [`Tree::share`] find the node whose children start with `first`.
    #[inline(always)]
    pub(super) fn remember(&mut self, first: BlockId) {
        let bucket = self.bucket(self[first].board);
        let free = self.nodes[bucket].iter().position(|&id| !self.is_held(id));
        self.nodes[bucket][free.unwrap_or(first.0 as usize % 4)] = first;
    }

    #[inline(always)]
    fn is_held(&self, id: BlockId) -> bool {
        self.holders[id.0 as usize] != 0
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> usize {
        let mixed = (board.player ^ board.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ board.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 32) as usize & (self.nodes.len() - 1)
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
    /// Looks only along moves on squares that `wanted` has filled, so few plies cost little; more than six new
    /// discs count as another game.
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
