//! The tree's memory: blocks of eight children side by side, found by their positions.
//!
//! Knows no parameters, no evaluator and no clock. A node's children are a chain of blocks; the node itself is
//! a lane in the block of each of its parents, since moves in another order lead to the same position.

use std::ops::{Index, IndexMut};

use crate::board::{Board, Move};
use crate::memory::{Table, Zeroed};
use crate::square::Square;

/// Children a block.
pub(super) const LANES: usize = 8;

/// Names a block; valid until the block is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A fixed number of blocks.
///
/// Blocks are handed out in order. What a search no longer needs is found by marking what it does need
/// ([`Tree::retain`]), so that a node may have several parents.
#[derive(Debug)]
pub(super) struct Tree {
    /// Block 0 stays unused: its number means "none".
    blocks: Table<Block>,
    /// The last round in which each block was marked or handed out; only those of the present round are in use.
    rounds: Table<u8>,
    round: u8,
    /// Where to look for the next block that is not in use.
    next: usize,
    /// The nodes by their positions, four to a bucket.
    nodes: Table<[BlockId; 4]>,
    /// Scratch of [`Tree::retain`].
    pending: Vec<BlockId>,
}

// SAFETY: zero is `BlockId::NONE`.
unsafe impl Zeroed for BlockId {}

// SAFETY: as its elements.
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
        // Two to four places for each block, since positions are looked up as often as they are new.
        let share = size_of::<Block>() + 1 + 4 * size_of::<BlockId>();
        let count = (bytes / share).clamp(16, u32::MAX as usize);
        Self {
            blocks: Table::new(count),
            rounds: Table::new(count),
            round: 1,
            next: 1,
            nodes: Table::new((count / 2).next_power_of_two()),
            pending: Vec::new(),
        }
    }

    /// Takes all blocks back.
    pub(super) fn clear(&mut self) {
        self.retain(BlockId::NONE);
    }

    /// An empty block, or `None` when all are in use.
    #[inline(always)]
    pub(super) fn allocate(&mut self) -> Option<BlockId> {
        while *self.rounds.get(self.next)? == self.round {
            self.next += 1;
        }
        let id = BlockId(self.next as u32);
        self.rounds[self.next] = self.round;
        self.next += 1;
        self[id] = Block::EMPTY;
        Some(id)
    }

    /// Whether so little is left that it is time for [`Tree::retain`].
    pub(super) fn is_nearly_full(&self) -> bool {
        self.next > self.blocks.len() / 2
    }

    /// Takes all blocks back but the chain that starts with `first` and everything below it.
    pub(super) fn retain(&mut self, first: BlockId) {
        self.next = 1;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
        self.pending.push(first);
        while let Some(id) = self.pending.pop() {
            let round = &mut self.rounds[id.0 as usize];
            if id != BlockId::NONE && *round != self.round {
                *round = self.round;
                let Block { next, child, .. } = &self.blocks[id.0 as usize];
                self.pending.push(*next);
                self.pending.extend(child.iter().filter(|&&child| child != BlockId::NONE));
            }
        }
    }

    /// The children of the node with this position, if the tree has them.
    #[inline(always)]
    pub(super) fn node(&self, board: Board) -> Option<BlockId> {
        self.nodes[self.bucket(board)].iter().copied().find(|&id| self.is_node(id, board))
    }

    /// Lets [`Tree::node`] find the node whose children start with `first`.
    #[inline(always)]
    pub(super) fn remember(&mut self, first: BlockId) {
        let bucket = self.bucket(self[first].board);
        let is_unused = |id: &BlockId| self.rounds[id.0 as usize] != self.round;
        let place = self.nodes[bucket].iter().position(is_unused).unwrap_or(first.0 as usize % 4);
        self.nodes[bucket][place] = first;
    }

    #[inline(always)]
    fn is_node(&self, id: BlockId, board: Board) -> bool {
        self.rounds[id.0 as usize] == self.round && self[id].board == board
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> usize {
        let mixed = (board.player ^ board.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ board.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 32) as usize & (self.nodes.len() - 1)
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
