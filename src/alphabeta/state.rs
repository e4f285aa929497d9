//! The state of a search.

use super::selectivity::Selectivity;
use super::table::Table;
use crate::clock::Deadline;
use crate::eval::{Value, MAX_VALUE};

/// Beyond every value, as the bound of an open window.
pub(super) const INFINITY: Value = MAX_VALUE + 1;

/// Nodes between two reads of the clock: about 0.1 ms of work.
const NODES_PER_POLL: u64 = 2_000;

/// A search with its evaluator and transposition table.
pub struct AlphaBeta<E> {
    pub(super) evaluator: E,
    pub(super) table: Table,
    pub(super) selectivity: Selectivity,
    pub(super) nodes: u64,
    pub(super) deadline: Deadline,
    pub(super) next_poll: u64,
    /// Whether the deadline has passed; values are meaningless from then on.
    pub(super) stopped: bool,
}

impl<E> AlphaBeta<E> {
    pub(super) fn poll(&mut self) {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + NODES_PER_POLL;
            self.stopped |= self.deadline.is_past();
        }
    }
}
