//! The state of a search: its tree, its root, and the limits of a run.

use super::curves::Curves;
use super::parameters::Parameters;
use super::tree::{Block, BlockId, Tree};
use crate::board::{Board, Move};
use crate::bounds::Bounds;
use crate::endgame::SearchContext;
use crate::eval::{Children, Evaluate, MAX_MOVES};
use crate::limits::Limits;

/// One move at the root as the search sees it.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move; a pass if there is no other.
    pub mv: Move,
    /// Playouts through it.
    pub visits: u32,
    /// Tanh-scaled minimax value of the tree below it, -1 to 1, for the side to move at the root.
    pub minimax: f32,
    /// Tanh-scaled mean of the playouts through it, for the side to move at the root. Playouts through moves
    /// below it that are proven lost count as the value of the node that avoids them.
    pub mean: f32,
    /// Its proven bounds, for the side to move at the root.
    pub bounds: Bounds,
}

/// The root position and its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) board: Board,
    /// Its children, or `BlockId::NONE` before the first playout.
    pub(super) first: BlockId,
    pub(super) visits: i32,
    /// For the side to move.
    pub(super) bounds: Bounds,
    /// Tanh-scaled minimax value of the tree, for the side to move.
    pub(super) value: f32,
}

impl Root {
    pub(super) const fn unsearched(board: Board) -> Self {
        Self { board, first: BlockId::NONE, visits: 0, bounds: Bounds::UNKNOWN, value: 0.0 }
    }
}

/// Counts of work done since the search was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Passes through the tree.
    pub playouts: u64,
    /// Children evaluated: the nodes of the tree.
    pub nodes: u64,
    /// Sum of the playouts' lengths in plies.
    pub plies: u64,
}

/// The remaining work of a run.
pub(super) struct Work {
    /// Limits of the run; `playouts` is the number that is left.
    pub(super) limits: Limits,
    /// The work at which the clock is polled next, in solver nodes since the search was made.
    next_poll: u64,
    /// Whether a limit is reached or the tree is full.
    pub(super) stops: bool,
    /// Whether the tree is full.
    pub(super) is_full: bool,
}

impl Work {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            next_poll: 0,
            stops: limits.playouts == 0 || limits.deadline.is_past(),
            is_full: false,
            limits,
        }
    }

    pub(super) fn fill_up(&mut self) {
        (self.stops, self.is_full) = (true, true);
    }
}

/// A tree search that keeps its tree from move to move.
pub struct Search<E> {
    pub(super) tree: Tree,
    pub(super) root: Root,
    pub(super) parameters: Parameters,
    pub(super) curves: Curves,
    pub(super) evaluator: E,
    pub(super) counters: Counters,
    pub(super) work: Work,
    /// Scratch: the children of the leaf.
    pub(super) children: Children,
    /// Scratch: the priors of these children before they are scaled to a sum of 1.
    pub(super) prior_weights: [f32; MAX_MOVES],
    /// The near-leaf cache of the solver at the leaves.
    pub(super) leaf_context: Box<SearchContext>,
}

/// Solver nodes that take as long as a playout.
const NODES_PER_PLAYOUT: u64 = 32;

/// Work between two polls of the clock, in solver nodes: 0.1 ms. A build with checks may be 40 times slower.
const WORK_PER_POLL: u64 = if cfg!(debug_assertions) { 1 } else { 64 * NODES_PER_PLAYOUT };

impl<E: Evaluate> Search<E> {
    /// A search with `evaluator`, whose tree takes `tree_bytes` of memory, allocated and touched here.
    pub fn new(evaluator: E, parameters: Parameters, tree_bytes: usize) -> Self {
        Self {
            tree: Tree::new(tree_bytes),
            root: Root::unsearched(Board::START),
            // Selection adds to the bits of this weight: of a smaller one they would leave their range.
            parameters: Parameters { exploration: parameters.exploration.max(0.001), ..parameters },
            curves: Curves::new(&parameters),
            evaluator,
            counters: Counters::default(),
            work: Work::new(Limits::playouts(0)),
            children: Children::new(),
            prior_weights: [0.0; MAX_MOVES],
            leaf_context: Box::default(),
        }
    }

    /// Forgets everything but the parameters.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = Root::unsearched(Board::START);
        *self.leaf_context = SearchContext::default();
    }

    /// Forgets everything but the parameters, like a new search: nothing depends on earlier positions.
    pub fn reset(&mut self) {
        self.clear();
        self.tree.clear_table();
    }

    /// Moves the root to `board` and keeps its subtree. Returns whether `board` was in the tree.
    pub fn advance_to(&mut self, board: Board) -> bool {
        if board == self.root.board {
            return true;
        }
        self.tree.restart_eviction();
        let found = self.tree.find(self.root.first, self.root.board, board);
        let Some((id, slot)) = found else {
            self.tree.release(self.root.first);
            self.root = Root::unsearched(board);
            return false;
        };
        let block = &mut self.tree[id];
        let kept = Root {
            board,
            first: block.child[slot],
            visits: block.lanes.visits[slot],
            bounds: Bounds { lower: block.lower[slot], upper: block.upper[slot] }.negated(),
            value: -block.lanes.minimax[slot],
        };
        block.child[slot] = BlockId::NONE;
        self.tree.release(self.root.first);
        // A proof without children names no move.
        self.root = if kept.first == BlockId::NONE { Root::unsearched(board) } else { kept };
        true
    }

    /// Counts a playout of `plies` plies and checks the limits. The clock is polled every [`WORK_PER_POLL`]
    /// nodes: a playout counts as [`NODES_PER_PLAYOUT`], a solved leaf also as those of its solve.
    #[inline(always)]
    pub(super) fn count_playout(&mut self, plies: u32) {
        self.counters.playouts += 1;
        self.counters.plies += u64::from(plies);
        let Work { limits, next_poll, stops, .. } = &mut self.work;
        limits.playouts -= 1;
        *stops = limits.playouts == 0;
        let done = NODES_PER_PLAYOUT * self.counters.playouts + self.leaf_context.nodes;
        if done >= *next_poll {
            *next_poll = done + WORK_PER_POLL;
            *stops |= limits.deadline.is_past();
        }
    }

    /// The moves at the root, in no order; empty before the first playout and when the game is over.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let mut moves = Vec::new();
        for (_, block) in self.tree.siblings(self.root.first) {
            for slot in 0..usize::from(block.count) {
                moves.push(RootMove {
                    mv: block.mv(slot),
                    visits: block.lanes.visits[slot] as u32,
                    minimax: block.lanes.minimax[slot],
                    mean: block.lanes.sum[slot] / (block.lanes.visits[slot] + 1) as f32,
                    bounds: Bounds { lower: block.lower[slot], upper: block.upper[slot] },
                });
            }
        }
        moves
    }

    /// Proven bounds of the root position, for the side to move.
    pub fn bounds(&self) -> Bounds {
        self.root.bounds
    }

    /// Tanh-scaled minimax value of the root position, -1 to 1, for the side to move.
    pub fn value(&self) -> f32 {
        self.root.value
    }

    /// A tanh-scaled value in discs.
    pub fn discs(&self, value: f32) -> f32 {
        value.clamp(-0.999, 0.999).atanh() * self.parameters.tanh_scale
    }

    /// The length of the most visited line, in plies.
    pub fn depth(&self) -> u32 {
        let (mut first, mut depth) = (self.root.first, 0);
        while first != BlockId::NONE {
            let slots = |(_, block): (BlockId, &Block)| {
                (0..usize::from(block.count))
                    .map(|slot| (block.lanes.visits[slot], block.child[slot]))
                    .collect::<Vec<_>>()
            };
            let most_visited = self.tree.siblings(first).flat_map(slots).max_by_key(|(visits, _)| *visits);
            first = most_visited.map_or(BlockId::NONE, |(_, child)| child);
            depth += 1;
        }
        depth
    }

    /// The most visited moves from `first` on, a move at the root; empty if the root has no such move.
    pub fn line(&self, first: Move) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = self.slots_of(self.root.first).find(|slot| slot.0 == first);
        while let Some((mv, _, children)) = next {
            line.push(mv);
            next = self.slots_of(children).filter(|slot| slot.1 > 0).max_by_key(|slot| slot.1);
        }
        line
    }

    /// The moves of the node whose children start with `first`, with their visits and their own first blocks.
    fn slots_of(&self, first: BlockId) -> impl Iterator<Item = (Move, i32, BlockId)> + '_ {
        self.tree.siblings(first).flat_map(|(_, block)| {
            (0..usize::from(block.count))
                .map(|slot| (block.mv(slot), block.lanes.visits[slot], block.child[slot]))
        })
    }

    /// Counts of the work done so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}
