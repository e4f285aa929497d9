//! A table that all threads share: proven bounds in the upper part of the tree, and the positions being
//! searched.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;

/// Number of shards, each with its own lock.
const SHARDS: usize = 64;

/// Positions a shard keeps; a full one drops all that no thread searches, to be proven again if needed.
const MAX_POSITIONS: usize = 100_000;

/// What is proven of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Proof {
    pub(super) bounds: Bounds,
    /// The move that guarantees the lower bound; while nothing is proven, the best of the last search.
    pub(super) best: Option<Move>,
}

impl Proof {
    pub(super) const NONE: Self = Self { bounds: Bounds::UNKNOWN, best: None };

    /// The bound that settles a null-window search above `alpha`.
    pub(super) fn cutoff(self, alpha: Score) -> Option<Score> {
        let [lower, upper] = [self.bounds.lower, self.bounds.upper].map(Score::from);
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
}

/// The entry of a position.
struct Entry {
    proof: Proof,
    /// Threads that search it.
    busy: u16,
    /// Whether one thread has the engine's solver at work on it.
    is_solving: bool,
}

impl Entry {
    const UNKNOWN: Self = Self { proof: Proof::NONE, busy: 0, is_solving: false };
}

pub(super) struct SharedTable(Vec<Mutex<HashMap<Board, Entry>>>);

impl SharedTable {
    pub(super) fn new() -> Self {
        Self((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    /// Forgets all proofs.
    pub(super) fn clear(&self) {
        self.0.iter().for_each(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).clear());
    }

    fn shard(&self, board: Board) -> MutexGuard<'_, HashMap<Board, Entry>> {
        let mixed = (board.player() ^ board.opponent().rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let shard = &self.0[(mixed >> 58) as usize % SHARDS];
        // A thread that panicked leaves whole entries behind.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn probe(&self, board: Board) -> Proof {
        self.shard(board).get(&board).map_or(Proof::NONE, |entry| entry.proof)
    }

    pub(super) fn cutoff(&self, board: Board, alpha: Score) -> Option<Score> {
        self.probe(board).cutoff(alpha)
    }

    pub(super) fn is_busy(&self, board: Board) -> bool {
        self.shard(board).get(&board).is_some_and(|entry| entry.busy > 0)
    }

    /// Marks the position as searched by one more thread, until that leaves.
    pub(super) fn enter(&self, board: Board) {
        self.shard(board).entry(board).or_insert(Entry::UNKNOWN).busy += 1;
    }

    pub(super) fn leave(&self, board: Board) {
        if let Some(entry) = self.shard(board).get_mut(&board) {
            entry.busy = entry.busy.saturating_sub(1);
        }
    }

    /// Reserves the position for one thread's solver; `false` if another has reserved it.
    pub(super) fn reserve(&self, board: Board) -> bool {
        let mut shard = self.shard(board);
        let entry = shard.entry(board).or_insert(Entry::UNKNOWN);
        !std::mem::replace(&mut entry.is_solving, true)
    }

    pub(super) fn release(&self, board: Board) {
        if let Some(entry) = self.shard(board).get_mut(&board) {
            entry.is_solving = false;
        }
    }

    /// Adds a proof and returns what is proven now.
    pub(super) fn store(&self, board: Board, Proof { bounds, best }: Proof) -> Proof {
        let mut shard = self.shard(board);
        if shard.len() >= MAX_POSITIONS {
            shard.retain(|_, entry| entry.busy > 0 || entry.is_solving);
        }
        let known = &mut shard.entry(board).or_insert(Entry::UNKNOWN).proof;
        // The best move of a search that failed low says nothing about the score.
        let is_proof = bounds.lower > -64 && bounds.lower >= known.bounds.lower;
        if is_proof || known.bounds.lower == -64 {
            known.best = best.or(known.best);
        }
        known.bounds.lower = known.bounds.lower.max(bounds.lower);
        known.bounds.upper = known.bounds.upper.min(bounds.upper);
        *known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_narrow_and_a_busy_position_is_seen() {
        let table = SharedTable::new();
        let store =
            |lower, upper, best| table.store(Board::START, Proof { bounds: Bounds { lower, upper }, best });
        store(-4, 64, None);
        assert_eq!(
            store(-8, 10, Some(Move::PASS)),
            Proof { bounds: Bounds { lower: -4, upper: 10 }, best: None }
        );
        assert_eq!(store(-4, 64, Some(Move::PASS)).best, Some(Move::PASS));
        assert_eq!([-5, 9, 10].map(|alpha| table.cutoff(Board::START, alpha)), [Some(-4), None, Some(10)]);
        table.enter(Board::START);
        table.enter(Board::START);
        table.leave(Board::START);
        assert!(table.is_busy(Board::START));
        table.leave(Board::START);
        assert!(!table.is_busy(Board::START));
    }

    #[test]
    fn a_position_is_reserved_once() {
        let table = SharedTable::new();
        assert!(table.reserve(Board::START) && !table.reserve(Board::START));
        table.release(Board::START);
        assert!(table.reserve(Board::START));
    }
}
