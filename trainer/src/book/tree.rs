//! The tree of a store: values backed up from its leaves, and positions in the order in which games are
//! likely to reach them.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use outflank::board::Board;
use outflank::game::Color;
use outflank::opening::standard_orientation;
use outflank::square::Square;

use super::games::Step;
use super::store::Store;

/// How unlikely a move of the book is to be its final one, in nats per disc that it is behind the best.
const DOUBT_PER_DISC: f32 = 2.0;

/// Added to the unlikelihood per ply, so that a few long lines do not crowd out all others.
const DOUBT_PER_PLY: f32 = 0.05;

/// The weight of replies that no program chose, in programs; shared by a softmax of the values in discs.
const OTHER_REPLIES: f32 = 1.0;

/// The cap on a reply's error against the best one, in discs: a lead of that size mostly wins, and
/// the worst errors are those of the weakest programs.
const MAX_ERROR: f32 = 3.0;

/// The weight of the programs' choices in the opponent's value, in games: without a game, the mean over the
/// likely replies counts as much as the best reply; after this many, twice as much.
const TRUST_GAMES: f32 = 8.0;

/// The position after a move in standard orientation, and whether the next side had to pass.
pub(super) fn standard_child(board: Board, square: Square) -> Option<(Board, bool)> {
    let child = board.play(square)?;
    let passes = child.legal_moves() == 0;
    let next = if passes { child.pass() } else { child };
    Some((standard_orientation(next).0, passes))
}

/// A move of a searched position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Valued {
    pub(super) square: Square,
    /// Backed-up value in discs, for the side that makes the move.
    pub(super) value: f32,
    /// The number of games with it.
    pub(super) games: f32,
    /// The share of opponents that make it.
    pub(super) share: f32,
}

/// Values in discs for the side to move, backed up from the leaves of a store: the book plays its best moves,
/// the opponent some of those that the programs chose.
pub(super) struct Values<'a> {
    store: &'a Store,
    cache: HashMap<(Board, bool), f32>,
}

impl<'a> Values<'a> {
    pub(super) fn new(store: &'a Store) -> Self {
        Self { store, cache: HashMap::new() }
    }

    /// The moves of a searched position, the best first; empty for others. `is_own` says whether the side
    /// that uses the book is to move.
    pub(super) fn moves(&mut self, board: Board, is_own: bool) -> Vec<Valued> {
        let Some(searched) = self.store.find(board) else { return Vec::new() };
        let mut moves: Vec<Valued> =
            searched.values.iter().map(|&found| self.of_move(board, found, is_own)).collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.square.cmp(&b.square)));
        share_out(&mut moves, &searched.choices);
        moves
    }

    /// A move with its value, corrected by games: backed up, or the search's if the position after the move
    /// has not been searched.
    fn of_move(&mut self, board: Board, (square, value): (Square, f32), is_own: bool) -> Valued {
        let Some((to, passed)) = standard_child(board, square) else {
            return Valued { square, value, games: 0.0, share: 0.0 };
        };
        let step = Step { from: board, to, is_own };
        let backed_up = self.of_position(to, is_own == passed);
        let value = backed_up.map_or(value, |value| if passed { value } else { -value });
        let games = &self.store.games;
        let value = games.corrected(step, value, backed_up.is_some());
        Valued { square, value, games: games.with(step), share: 0.0 }
    }

    /// The backed-up value of a position; `None` if it has not been searched.
    fn of_position(&mut self, board: Board, is_own: bool) -> Option<f32> {
        self.store.find(board)?;
        if let Some(&value) = self.cache.get(&(board, is_own)) {
            return Some(value);
        }
        let value = best_or_likely(&self.moves(board, is_own), is_own)?;
        self.cache.insert((board, is_own), value);
        Some(value)
    }
}

/// The value of a position with these moves, the best first; `None` without moves.
fn best_or_likely(moves: &[Valued], is_own: bool) -> Option<f32> {
    let best = moves.first()?.value;
    if is_own {
        return Some(best);
    }
    let games: f32 = moves.iter().map(|found| found.games).sum();
    let trust = (games + TRUST_GAMES) / (games + 2.0 * TRUST_GAMES);
    let error: f32 = moves.iter().map(|found| found.share * (best - found.value).min(MAX_ERROR)).sum();
    Some(best - trust * error)
}

/// Sets the moves' shares: those of the programs and of the games, and a little for every other reply that
/// is not bad.
fn share_out(moves: &mut [Valued], choices: &[Square]) {
    let Some(&Valued { value: best, .. }) = moves.first() else { return };
    let softmax = |found: &Valued| (found.value - best).exp();
    let total: f32 = moves.iter().map(softmax).sum();
    let games: f32 = moves.iter().map(|found| found.games).sum();
    for found in moves {
        let programs = choices.iter().filter(|&&square| square == found.square).count() as f32;
        let others = OTHER_REPLIES * softmax(found) / total;
        found.share = (programs + found.games + others) / (choices.len() as f32 + games + OTHER_REPLIES);
    }
}

/// A position that a game can reach while it follows the book.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Reached {
    /// In standard orientation.
    pub(super) board: Board,
    /// Whether the side that uses the book is to move.
    pub(super) is_own: bool,
    /// How unlikely games are to reach it, in nats.
    pub(super) doubt: f32,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        // The greatest element of the heap is the likeliest.
        let key = |reached: &Self| (reached.board.player(), reached.board.opponent(), reached.is_own);
        other.doubt.total_cmp(&self.doubt).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All positions that games can reach when the book plays `color`, the likeliest first.
pub(super) fn reached(values: &mut Values<'_>, color: Color) -> Vec<Reached> {
    let start =
        Reached { board: standard_orientation(Board::START).0, is_own: color == Color::Black, doubt: 0.0 };
    let mut heap = BinaryHeap::from([start]);
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    while let Some(position) = heap.pop() {
        if !seen.insert((position.board, position.is_own)) {
            continue;
        }
        order.push(position);
        let moves = values.moves(position.board, position.is_own);
        let Some(&Valued { value: best, .. }) = moves.first() else { continue };
        for found in moves {
            let Some((board, passed)) = standard_child(position.board, found.square) else { continue };
            if board.is_over() {
                continue;
            }
            let doubt =
                if position.is_own { DOUBT_PER_DISC * (best - found.value) } else { -found.share.ln() };
            let doubt = position.doubt + doubt + DOUBT_PER_PLY;
            heap.push(Reached { board, is_own: position.is_own == passed, doubt });
        }
    }
    order
}

/// The positions to search next where the book plays one of `colors`, for all of them together.
pub(super) fn next_positions(store: &Store, colors: &[Color], count: usize) -> Vec<Board> {
    let mut values = Values::new(store);
    let mut unknown: Vec<Reached> = Vec::new();
    for &color in colors {
        let order = reached(&mut values, color);
        unknown.extend(order.into_iter().filter(|position| store.find(position.board).is_none()));
    }
    unknown.sort_by(|a, b| b.cmp(a));
    let mut seen = HashSet::new();
    unknown.retain(|position| seen.insert(position.board));
    unknown.into_iter().map(|position| position.board).take(count).collect()
}
