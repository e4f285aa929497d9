//! When a search stops.

use crate::clock::Deadline;

/// When a search or a solver stops: at whichever of these comes first.
#[derive(Clone)]
pub struct Limits {
    /// The point in time; checked every 0.1 ms of work, at least every ms.
    pub deadline: Deadline,
    /// Playouts of a tree search.
    pub playouts: u64,
    /// Nodes of a solver; exceeded by one small subtree at most. Shallow searches of positions with 27 and
    /// more empties count against the same limit, by the nodes that their time is worth.
    pub nodes: u64,
}

impl Limits {
    /// Never stops a search.
    pub const NONE: Self = Self { deadline: Deadline::Never, playouts: u64::MAX, nodes: u64::MAX };

    /// Stops a tree search after this many playouts, however long they take: the same result on every
    /// machine.
    pub const fn playouts(playouts: u64) -> Self {
        Self { playouts, ..Self::NONE }
    }

    /// Stops a solver after this many nodes, however long they take.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::NONE }
    }

    /// Stops when the deadline passes.
    pub fn until(deadline: Deadline) -> Self {
        Self { deadline, ..Self::NONE }
    }
}

impl From<&Deadline> for Limits {
    fn from(deadline: &Deadline) -> Self {
        Self::until(deadline.clone())
    }
}

impl From<Deadline> for Limits {
    fn from(deadline: Deadline) -> Self {
        Self::until(deadline)
    }
}
