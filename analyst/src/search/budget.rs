//! The budget of a search: its effort and its goal.

use std::time::Duration;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Estimates; proofs as far as the effort allows.
    Estimate,
    /// The sign of the best score, without a limit.
    Sign,
    /// The best score, without a limit.
    Score,
    /// The score of every legal move, without a limit.
    EveryScore,
    /// The sign of every legal move's score, without a limit.
    EverySign,
}

/// The effort and the goal of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Playouts; the solver may visit 40 nodes for each. A bound for estimates only.
    pub playouts: u64,
    /// Time by the host's clock, for everything.
    pub time: Option<Duration>,
    /// The goal of the search.
    pub goal: Goal,
    /// Whether each legal move gets its own value and line, or only the best one.
    pub every_move: bool,
}

impl Budget {
    /// Estimates for every move after this many playouts: the same on every machine.
    pub const fn playouts(playouts: u64) -> Self {
        Self { playouts, time: None, goal: Goal::Estimate, every_move: true }
    }

    /// Estimates for every move within this time.
    pub const fn time(time: Duration) -> Self {
        Self { playouts: u64::MAX, time: Some(time), goal: Goal::Estimate, every_move: true }
    }

    /// Proofs, without a limit.
    pub const fn exact(goal: Goal) -> Self {
        Self { playouts: 2_000, time: None, goal, every_move: true }
    }

    /// The same budget for the best move only.
    pub const fn best_only(self) -> Self {
        Self { every_move: false, ..self }
    }
}

/// Memory of a searcher, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Bytes of the search tree.
    pub tree: usize,
    /// For the solver's table.
    pub solver: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self { tree: 64 << 20, solver: 16 << 20 }
    }
}
