//! Monte Carlo tree search in the manner of PUCT, with a static evaluation at the leaves instead of random
//! games.
//!
//! A playout descends by [`select`](playout), evaluates all children of the leaf at once and backs up both
//! the mean and the minimax value. Score bounds are backed up with the values, so that proven results end the
//! search of a branch (MCTS-Solver: Winands, Björnsson, Saito 2008; score bounds: Cazenave, Saffidine
//! 2010).

mod curves;
mod expansion;
mod node_value;
mod parameters;
mod playout;
mod search;
mod tree;

pub use crate::bounds::Bounds;
use crate::eval::Evaluate;
pub use crate::limits::Limits;
use crate::with_cpu;
pub use parameters::Parameters;
use playout::Playouts;
use search::Work;
pub use search::{Counters, RootMove, Search};

impl<E: Evaluate> Search<E> {
    /// Searches the root position until a limit is reached or the result is proven. A full tree evicts the
    /// subtrees with the fewest visits.
    pub fn run(&mut self, limits: Limits) {
        with_cpu!(cpu => self.run_on(cpu, limits));
    }

    fn run_on<C: Playouts>(&mut self, cpu: C, limits: Limits) {
        self.work = Work::new(limits);
        while !self.work.stops && self.root.bounds.sign().is_none() {
            cpu.playouts_from_root(self);
            if self.work.is_full {
                if !self.tree.make_room() {
                    break;
                }
                self.work = Work::new(self.work.limits.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests;
