//! An alpha-beta search (PVS with a transposition table and ProbCut): the sparring partner of the tree
//! search, and the search that plays and labels the trainer's games.
//!
//! Moves are ordered by [`Evaluate::evaluate_children`], and the last ply is one such call. Without a
//! deadline the search is deterministic: the same calls in the same order give the same results.

mod table;

use outflank::bits::first_square;
use outflank::board::{Board, Move};
use outflank::clock::Deadline;
use outflank::eval::{Children, Evaluate, Value, DISC, MAX_VALUE};
use outflank::square::Square;
use outflank::with_cpu;
use table::Table;

/// Beyond every value, as the bound of an open window.
const INFINITY: Value = MAX_VALUE + 1;

/// Nodes between two reads of the clock: about 0.1 ms of work.
const NODES_PER_POLL: u64 = 2_000;

/// Below this depth, the shallow search of ProbCut costs as much as the full one.
const MIN_PROBCUT_DEPTH: u32 = 4;

/// The result of a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The value of the position in units of 1/128 disc.
    pub value: Value,
    /// The best move; a pass if there is no legal move.
    pub best: Move,
}

/// The confidence at which a search prunes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selectivity {
    /// Distance beyond the window that a shallow search must reach, in standard errors.
    confidence: Option<f32>,
}

impl Selectivity {
    /// No forward pruning.
    pub const NONE: Self = Self { confidence: None };

    /// Prunes where a shallow search lies beyond the window by `confidence` standard errors, 0.5 to 3.
    pub const fn at(confidence: f32) -> Self {
        Self { confidence: Some(confidence) }
    }

    /// Whether an entry of `stored` plies answers a search of `depth` plies.
    fn accepts(self, stored: u32, depth: u32) -> bool {
        // Without pruning, a value depends on its depth alone: deeper entries would break that.
        stored == depth || self.confidence.is_some() && stored > depth
    }
}

/// The depth of the shallow search: about half, and of the same parity.
const fn shallow_depth(depth: u32) -> u32 {
    depth - 2 * depth.div_ceil(4)
}

/// Standard deviation of the deep value around the shallow one, in 1/128 disc: 1.9 discs at 48 empties and
/// 4.1 at 15, at all depths measured (459 positions, depths 4 to 11).
fn standard_error(empties: u32) -> f32 {
    DISC as f32 * (5.1 - 0.067 * empties as f32)
}

/// A search with its evaluator and transposition table.
pub struct AlphaBeta<E> {
    evaluator: E,
    table: Table,
    selectivity: Selectivity,
    nodes: u64,
    deadline: Deadline,
    next_poll: u64,
    /// Whether the deadline has passed; values are meaningless from then on.
    stopped: bool,
}

impl<E: Evaluate> AlphaBeta<E> {
    /// A search without forward pruning, with a table of `2^table_bits` entries of 24 bytes each.
    pub fn new(evaluator: E, table_bits: u32) -> Self {
        Self::selective(evaluator, table_bits, Selectivity::NONE)
    }

    /// A search with forward pruning.
    pub fn selective(evaluator: E, table_bits: u32, selectivity: Selectivity) -> Self {
        let table = Table::new(table_bits);
        let deadline = Deadline::Never;
        Self { evaluator, table, selectivity, nodes: 0, deadline, next_poll: 0, stopped: false }
    }

    /// The number of children evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `board` to `depth` plies, at least 1; passes do not count. From a `depth` of all empty
    /// squares on, the value is the exact score times [`DISC`].
    pub fn search(&mut self, board: Board, depth: u32) -> SearchResult {
        let depth = depth.clamp(1, 60);
        let mut result = SearchResult { value: 0, best: Move::PASS };
        // Deepening by two plies: values of odd and even depths differ more than values two plies apart.
        let mut step = if depth.is_multiple_of(2) { 2 } else { 1 };
        while step <= depth {
            result = self.search_root(board, step);
            step += 2;
        }
        result
    }

    /// Iterative deepening until the deadline. Returns the result of the last completed depth, and that
    /// depth; a pass and 0 if none was completed.
    pub fn search_until(&mut self, board: Board, deadline: Deadline) -> (SearchResult, u32) {
        let mut result = (SearchResult { value: 0, best: Move::PASS }, 0);
        for depth in 1..=board.empty_count().max(1) {
            let Some(deeper) = self.search_within(board, depth, deadline.clone()) else { break };
            result = (deeper, depth);
        }
        result
    }

    /// Searches to `depth` plies alone, as far as the deadline; `None` if it comes first.
    pub fn search_within(&mut self, board: Board, depth: u32, deadline: Deadline) -> Option<SearchResult> {
        (self.deadline, self.stopped, self.next_poll) = (deadline, false, 0);
        let result = self.search_root(board, depth.clamp(1, 60));
        let found = (!self.stopped).then_some(result);
        (self.deadline, self.stopped) = (Deadline::Never, false);
        found
    }

    fn search_root(&mut self, board: Board, depth: u32) -> SearchResult {
        let value = self.search_node(board, depth, -INFINITY, INFINITY);
        let moves = board.legal_moves();
        if moves == 0 {
            return SearchResult { value, best: Move::PASS };
        }
        if let Some(best) = self.table.probe(board).best() {
            return SearchResult { value, best: Move::on(best) };
        }
        let mut children = Children::new();
        with_cpu!(cpu => self.evaluator.evaluate_children(cpu, board, moves, &mut children));
        let best = children.iter().max_by_key(|&(_, value)| value);
        SearchResult { value, best: best.map_or(Move::PASS, |(square, _)| Move::on(square)) }
    }

    /// The value of `board` in 1/128 disc for the side to move: exact between `alpha` and `beta`, else a
    /// bound.
    fn search_node(&mut self, board: Board, depth: u32, alpha: Value, beta: Value) -> Value {
        let moves = board.legal_moves();
        if moves == 0 {
            if board.pass().legal_moves() == 0 {
                return board.final_score() * DISC;
            }
            return -self.search_node(board.pass(), depth, -beta, -alpha);
        }
        if board.empty_count() == 1 {
            let full = board.play(first_square(moves));
            return full.map_or(-INFINITY, |full| -full.final_score() * DISC);
        }
        if depth == 1 {
            let best = self.evaluate(board, moves).iter().map(|(_, value)| value).max();
            return best.unwrap_or(-INFINITY).clamp(-MAX_VALUE, MAX_VALUE);
        }
        self.search_moves(board, depth, (alpha, beta), moves)
    }

    fn evaluate(&mut self, board: Board, moves: u64) -> Children {
        let mut children = Children::new();
        with_cpu!(cpu => self.evaluator.evaluate_children(cpu, board, moves, &mut children));
        self.nodes += children.count as u64;
        children
    }

    fn search_moves(
        &mut self,
        board: Board,
        depth: u32,
        (mut alpha, mut beta): (Value, Value),
        moves: u64,
    ) -> Value {
        self.poll();
        if self.stopped {
            return alpha;
        }
        let tt_entry = self.table.probe(board);
        if self.selectivity.accepts(u32::from(tt_entry.depth), depth) {
            if tt_entry.lower() == tt_entry.upper() || tt_entry.lower() >= beta {
                return tt_entry.lower();
            }
            if tt_entry.upper() <= alpha {
                return tt_entry.upper();
            }
            alpha = alpha.max(tt_entry.lower());
            beta = beta.min(tt_entry.upper());
        }
        if let Some(bound) = self.probcut(board, depth, (alpha, beta)) {
            return bound;
        }
        let mut children = self.evaluate(board, moves);
        if let Some(at) = tt_entry
            .best()
            .and_then(|tt_move| children.squares[..children.count].iter().position(|&s| s == tt_move))
        {
            children.values[at] = Value::MAX;
        }
        let (value, best) = self.search_children(board, depth, (alpha, beta), &mut children);
        if !self.stopped {
            self.table.store(board, depth, (alpha, beta), value, best);
        }
        value
    }

    /// The best value, and the move that has it.
    fn search_children(
        &mut self,
        board: Board,
        depth: u32,
        (alpha, beta): (Value, Value),
        children: &mut Children,
    ) -> (Value, Option<Square>) {
        let mut best = (-INFINITY, None);
        for i in 0..children.count {
            let square = pick_next(children, i);
            let Some(child) = board.play(square) else { continue };
            let floor = alpha.max(best.0);
            let mut value = INFINITY;
            if i > 0 {
                value = -self.search_node(child, depth - 1, -floor - 1, -floor);
            }
            if i == 0 || floor < value && value < beta {
                value = -self.search_node(child, depth - 1, -beta, -floor);
            }
            if self.stopped {
                return (alpha, None);
            }
            if value > best.0 {
                best = (value, Some(square));
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// ProbCut: the bound claimed when a shallow search lies a margin beyond a null window.
    fn probcut(&mut self, board: Board, depth: u32, (alpha, beta): (Value, Value)) -> Option<Value> {
        let confidence = self.selectivity.confidence?;
        if depth < MIN_PROBCUT_DEPTH || beta > alpha + 1 {
            return None;
        }
        let margin = (confidence * standard_error(board.empty_count())) as Value;
        let (above, below) = (beta + margin, alpha - margin);
        let shallow = shallow_depth(depth);
        if above < MAX_VALUE && self.search_node(board, shallow, above - 1, above) >= above && !self.stopped {
            return Some(beta);
        }
        if below > -MAX_VALUE && self.search_node(board, shallow, below, below + 1) <= below && !self.stopped
        {
            return Some(alpha);
        }
        None
    }

    fn poll(&mut self) {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + NODES_PER_POLL;
            self.stopped |= self.deadline.is_past();
        }
    }
}

/// Swaps the best of the children from index `i` on to index `i`.
fn pick_next(children: &mut Children, i: usize) -> Square {
    let mut best = i;
    for j in i + 1..children.count {
        if children.values[j] > children.values[best] {
            best = j;
        }
    }
    children.values.swap(i, best);
    children.squares.swap(i, best);
    children.squares[i]
}

#[cfg(test)]
mod tests;
