//! A table that all threads share: proven bounds in the upper part of the tree, and the positions being
//! searched.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank::board::{Board, Move, Score};

/// Number of shards, each with its own lock.
const SHARDS: usize = 64;

/// Positions a shard keeps; a full one drops all that no thread searches, to be proven again if needed.
const MAX_POSITIONS: usize = 100_000;

/// The entry of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The move that guarantees `lower`; while nothing is proven, the best of the last search.
    pub(super) best: Option<Move>,
    /// Threads that search it.
    busy: u16,
    /// Whether one thread has the engine's solver at work on it.
    is_solving: bool,
}

impl Entry {
    const UNKNOWN: Self = Self { lower: -64, upper: 64, best: None, busy: 0, is_solving: false };

    /// The bound that settles a null-window search above `alpha`.
    pub(super) fn cutoff(self, alpha: Score) -> Option<Score> {
        let (lower, upper) = (Score::from(self.lower), Score::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
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

    pub(super) fn probe(&self, board: Board) -> Option<Entry> {
        self.shard(board).get(&board).copied()
    }

    pub(super) fn cutoff(&self, board: Board, alpha: Score) -> Option<Score> {
        self.probe(board)?.cutoff(alpha)
    }

    pub(super) fn is_busy(&self, board: Board) -> bool {
        self.probe(board).is_some_and(|entry| entry.busy > 0)
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

    /// Adds proven bounds and returns the updated entry.
    pub(super) fn store(&self, board: Board, lower: Score, upper: Score, best: Option<Move>) -> Entry {
        let mut shard = self.shard(board);
        if shard.len() >= MAX_POSITIONS {
            shard.retain(|_, entry| entry.busy > 0 || entry.is_solving);
        }
        let entry = shard.entry(board).or_insert(Entry::UNKNOWN);
        // The best move of a search that failed low says nothing about the score.
        let is_proof = lower > -64 && lower >= entry.lower.into();
        if is_proof || entry.lower == -64 {
            entry.best = best.or(entry.best);
        }
        entry.lower = entry.lower.max(lower as i8);
        entry.upper = entry.upper.min(upper as i8);
        *entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_narrow_and_a_busy_position_is_seen() {
        let table = SharedTable::new();
        table.store(Board::START, -4, 64, None);
        let entry = table.store(Board::START, -8, 10, Some(Move::PASS));
        assert_eq!((entry.lower, entry.upper, entry.best), (-4, 10, None));
        assert_eq!(table.store(Board::START, -4, 64, Some(Move::PASS)).best, Some(Move::PASS));
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
