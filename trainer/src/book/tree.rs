//! The tree of a store: values negamaxed from its leaves, and positions in the order of the loss that leads
//! to them.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use outflank::board::Board;
use outflank::game::Color;
use outflank::opening::standard_orientation;
use outflank::square::Square;

use super::store::Store;

/// Loss in discs added per ply, so that long lines of best moves do not crowd out all others.
const LOSS_PER_PLY: f32 = 0.15;

/// Factor on the loss of the book's own moves: its inferior moves are expanded less than the opponent's.
const OWN_LOSS_FACTOR: f32 = 4.0;

/// The position after a move in standard orientation, and whether the next side had to pass.
pub(super) fn standard_child(board: Board, square: Square) -> Option<(Board, bool)> {
    let child = board.play(square)?;
    let passes = child.legal_moves() == 0;
    let next = if passes { child.pass() } else { child };
    Some((standard_orientation(next).0, passes))
}

/// Values in discs for the side to move, backed up from the leaves of a store.
pub(super) struct Values<'a> {
    store: &'a Store,
    cache: HashMap<Board, f32>,
}

impl<'a> Values<'a> {
    pub(super) fn new(store: &'a Store) -> Self {
        Self { store, cache: HashMap::new() }
    }

    /// The value of every move of a searched position, the best first.
    pub(super) fn of_moves(&mut self, board: Board) -> Vec<(Square, f32)> {
        let Some(searched) = self.store.find(board) else { return Vec::new() };
        let mut values: Vec<(Square, f32)> = searched
            .values
            .iter()
            .map(|&(square, value)| (square, self.of_move(board, square).unwrap_or(value)))
            .collect();
        values.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        values
    }

    /// The backed-up value of a move; `None` if the position after it has not been searched.
    fn of_move(&mut self, board: Board, square: Square) -> Option<f32> {
        let (child, passed) = standard_child(board, square)?;
        self.store.find(child)?;
        let value = match self.cache.get(&child) {
            Some(&value) => value,
            None => {
                let value = self.of_moves(child).first()?.1;
                self.cache.insert(child, value);
                value
            }
        };
        Some(if passed { value } else { -value })
    }
}

/// A position that a game can reach while it follows the book.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Reached {
    /// In standard orientation.
    pub(super) board: Board,
    /// Whether the side that uses the book is to move.
    pub(super) is_own: bool,
    /// Weighted loss in discs of both sides on the way.
    pub(super) loss: f32,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        // The greatest element of the heap has the least loss.
        let key = |reached: &Self| (reached.board.player(), reached.board.opponent(), reached.is_own);
        other.loss.total_cmp(&self.loss).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All positions that games can reach when the book plays `color`, in the order of their losses.
pub(super) fn reached(values: &mut Values<'_>, color: Color) -> Vec<Reached> {
    let start =
        Reached { board: standard_orientation(Board::START).0, is_own: color == Color::Black, loss: 0.0 };
    let mut heap = BinaryHeap::from([start]);
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    while let Some(position) = heap.pop() {
        if !seen.insert((position.board, position.is_own)) {
            continue;
        }
        order.push(position);
        let moves = values.of_moves(position.board);
        let Some(&(_, best)) = moves.first() else { continue };
        for (square, value) in moves {
            let Some((board, passed)) = standard_child(position.board, square) else { continue };
            if board.is_over() {
                continue;
            }
            let factor = if position.is_own { OWN_LOSS_FACTOR } else { 1.0 };
            let loss = position.loss + factor * (best - value) + LOSS_PER_PLY;
            heap.push(Reached { board, is_own: position.is_own == passed, loss });
        }
    }
    order
}

/// The positions to search next, for both colours together.
pub(super) fn next_positions(store: &Store, count: usize) -> Vec<Board> {
    let mut values = Values::new(store);
    let mut unknown: Vec<Reached> = Vec::new();
    for color in [Color::Black, Color::White] {
        let order = reached(&mut values, color);
        unknown.extend(order.into_iter().filter(|position| store.find(position.board).is_none()));
    }
    unknown.sort_by(|a, b| b.cmp(a));
    let mut seen = HashSet::new();
    unknown.retain(|position| seen.insert(position.board));
    unknown.into_iter().map(|position| position.board).take(count).collect()
}
