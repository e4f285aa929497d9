//! Null-window searches over the last dozen squares, the last nine of them without a look at the clock.

use super::deep::EndgameNodes;
use super::order::{merit, open_squares, Candidates, BEST_BEFORE, FACTORS, RAISED};
use super::parity::{first_to_try, isolated, odd_quadrants};
use super::stability::{stable_discs, EdgeTable};
use super::table::{hash, Table, NO_MOVE};
use super::Budget;
use crate::bits::first_square;
use crate::board::{Board, Score};
use crate::eval::Evaluator;
use crate::square::Square;

/// Up to this many empty squares the table costs more than it saves: what was proven lately is known without it.
const WITHOUT_TABLE: u32 = 9;

/// How many positions proven lately are remembered: 32 KiB. Twice as many save another 0.5 % of the instructions.
const RECENT: usize = 1 << 12;

/// Of how many moves it is looked at what they leave on the edges, with 11 and more empty squares.
const LOOKED_AT: u32 = 4;

/// So many discs there count as much in a merit as a reply.
const OUTLINE: i32 = 4;

/// How many positions may be visited between two looks at the clock: 0.1 ms of work. A build with checks may be 40
/// times slower.
const NODES_PER_POLL: u64 = if cfg!(debug_assertions) { 256 } else { 4096 };

/// Positions that could be visited while a move's replies and what follows them are estimated.
const NODES_AN_ESTIMATE: u64 = 256;

/// What searches carry along: what they have proven lately stays true for the next one.
pub struct Leaf {
    /// Positions visited.
    pub(super) nodes: u64,
    pub(super) edges: &'static EdgeTable,
    budget: Budget,
    next_poll: u64,
    /// What was proven lately without the table, from 5 empty squares on: in the lowest 8 bits a score, above them 56 bits
    /// that tell position and window. Most positions that come again do so soon: the next one on a place replaces it.
    recent: [u64; RECENT],
    /// Whether the budget is spent: results have no meaning then.
    pub(super) stopped: bool,
}

impl Default for Leaf {
    /// Nothing is remembered, and nothing stops a search.
    fn default() -> Self {
        Self::new(Budget::UNLIMITED)
    }
}

impl Leaf {
    pub(super) fn new(budget: Budget) -> Self {
        Self {
            nodes: 0,
            edges: EdgeTable::shared(),
            budget,
            next_poll: 0,
            recent: [0; RECENT],
            stopped: false,
        }
    }

    /// Whether the budget is spent; looks at the clock now and then.
    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.next_poll = self.budget.nodes.min(self.nodes + NODES_PER_POLL);
            self.stopped |= self.nodes >= self.budget.nodes || self.budget.deadline.is_past();
        }
        self.stopped
    }

    /// The same at an estimate of several plies.
    #[inline(always)]
    pub(super) fn poll_estimate(&mut self) -> bool {
        self.next_poll = self.next_poll.saturating_sub(NODES_AN_ESTIMATE);
        self.poll()
    }
}

/// A bound on the score from the opponent's stable discs, where it may be enough to cut off.
#[inline(always)]
pub(super) fn stability_bound(edges: &EdgeTable, board: Board, alpha: Score, empties: u32) -> Option<Score> {
    if alpha < empties as Score - 4 {
        return None;
    }
    let bound = 64 - 2 * stable_discs(edges, board.opponent, board.player).count_ones() as Score;
    (bound <= alpha).then_some(bound)
}

/// The score that was proven lately for this position and window, else what `search` finds.
#[inline(always)]
fn recall(leaf: &mut Leaf, board: Board, alpha: Score, search: impl FnOnce(&mut Leaf) -> Score) -> Score {
    let (place, signature) = hash(board);
    let (place, signature) = (place % RECENT, signature ^ (alpha as u64) << 8);
    let entry = leaf.recent[place];
    if (entry ^ signature) >> 8 == 0 {
        return Score::from(entry as i8);
    }
    let score = search(leaf);
    leaf.recent[place] = signature & !0xff | u64::from(score as u8);
    score
}

/// A null-window search with the table, for up to 16 legal moves, `moves`.
#[inline(always)]
pub(super) fn middle<C: EndgameNodes>(
    cpu: C,
    leaf: &mut Leaf,
    table: &mut Table,
    board: Board,
    moves: u64,
    alpha: Score,
) -> Score {
    let empties = board.empty_count();
    if empties <= WITHOUT_TABLE {
        return cpu.low(leaf, board, moves, alpha);
    }
    if leaf.poll() {
        return alpha;
    }
    leaf.nodes += 1;
    if let Some(bound) = stability_bound(leaf.edges, board, alpha, empties) {
        return bound;
    }
    let key = table.key(board);
    let known = table.probe(cpu, key);
    if let Some(bound) = known.and_then(|entry| entry.cut_off(alpha)) {
        return bound;
    }
    if moves == 0 {
        let theirs = cpu.legal_moves(board.opponent, board.player);
        if theirs == 0 {
            return board.final_score();
        }
        return -cpu.middle(leaf, table, board.pass(), theirs, -alpha - 1);
    }
    let start = leaf.nodes;
    let hashed = known.map_or(NO_MOVE, |entry| entry.best);
    let (odd, open) = (odd_quadrants(board.empties()), open_squares(board.empties()));
    let with_hashed = |square: Square, (merit, replies)| {
        (if square.index() as u8 == hashed { BEST_BEFORE } else { merit }, replies)
    };
    let mut candidates = Candidates::<16>::none();
    let has_table_below = empties > WITHOUT_TABLE + 1;
    if has_table_below {
        let announce = |child| table.prefetch(cpu, table.key(child));
        candidates.fill(cpu, board, moves, announce, |square, child| {
            with_hashed(square, merit(cpu, &FACTORS[1], square, child, odd, open))
        });
        if moves.count_ones() > LOOKED_AT {
            // SAFETY: called with the legal moves and what they lead to.
            let outline = unsafe { Evaluator::shipped().outline(board) };
            candidates.refine(LOOKED_AT, RAISED, |_, square, child| outline(square, child) / OUTLINE);
        }
        // Asked after all the rest, so that what was announced has arrived.
        if let Some(bound) = table.cut_off_by_child(cpu, candidates.boards(), alpha) {
            return bound;
        }
    } else {
        let merit_of = |square, child| with_hashed(square, merit(cpu, &FACTORS[1], square, child, odd, open));
        candidates.fill(cpu, board, moves, |_| (), merit_of);
    }
    let mut best = -64;
    let mut best_square = NO_MOVE;
    while let Some((square, child, replies)) = candidates.next_best() {
        let score = if has_table_below {
            -cpu.middle(leaf, table, child, replies, -alpha - 1)
        } else {
            -cpu.low(leaf, child, replies, -alpha - 1)
        };
        if leaf.stopped {
            return alpha;
        }
        if score > best || best_square == NO_MOVE {
            best = score;
            best_square = square.index() as u8;
            if score > alpha {
                break;
            }
        }
    }
    table.store(cpu, key, alpha, best, best_square, leaf.nodes - start);
    best
}

/// A null-window search without the table, for up to 16 legal moves, `moves`.
#[inline(always)]
pub(super) fn low<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, moves: u64, alpha: Score) -> Score {
    let empties = board.empty_count();
    if empties <= 5 {
        return cpu.few(leaf, board, board.empties(), moves, alpha);
    }
    leaf.nodes += 1;
    if let Some(bound) = stability_bound(leaf.edges, board, alpha, empties) {
        return bound;
    }
    if moves == 0 {
        return pass(cpu, leaf, board, alpha);
    }
    recall(leaf, board, alpha, |leaf| {
        if empties <= 8 {
            fastest_first::<C, 8>(cpu, leaf, board, alpha, moves)
        } else {
            fastest_first::<C, 16>(cpu, leaf, board, alpha, moves)
        }
    })
}

#[inline(always)]
fn fastest_first<C: EndgameNodes, const N: usize>(
    cpu: C,
    leaf: &mut Leaf,
    board: Board,
    alpha: Score,
    moves: u64,
) -> Score {
    let empties = board.empties();
    let few_are_left = empties.count_ones() <= 6;
    let search = |leaf: &mut Leaf, square: Square, child: Board, replies| {
        if few_are_left {
            -cpu.few(leaf, child, empties ^ square.bit(), replies, -alpha - 1)
        } else {
            -cpu.low(leaf, child, replies, -alpha - 1)
        }
    };
    // A single move needs no merit.
    if moves & (moves - 1) == 0 {
        let square = first_square(moves);
        let child = board.after(square, cpu.flips(square, board.player, board.opponent));
        return search(leaf, square, child, cpu.legal_moves(child.player, child.opponent));
    }
    let odd = odd_quadrants(empties);
    let merit_of = |square, child| merit(cpu, &FACTORS[0], square, child, odd, 0);
    let mut candidates = Candidates::<N>::none();
    candidates.fill(cpu, board, moves, |_| (), merit_of);
    let mut best = -64;
    while let Some((square, child, replies)) = candidates.next_best() {
        best = best.max(search(leaf, square, child, replies));
        if best > alpha {
            break;
        }
    }
    best
}

/// Up to five empty squares, `empties`, and the legal moves, `moves`.
#[inline(always)]
pub(super) fn few<C: EndgameNodes>(
    cpu: C,
    leaf: &mut Leaf,
    board: Board,
    empties: u64,
    moves: u64,
    alpha: Score,
) -> Score {
    let count = empties.count_ones();
    leaf.nodes += 1;
    if count == 4 {
        return cpu.solve_4(&mut leaf.nodes, board, empties, alpha);
    }
    if let Some(bound) = stability_bound(leaf.edges, board, alpha, count) {
        return bound;
    }
    if moves == 0 {
        return pass(cpu, leaf, board, alpha);
    }
    recall(leaf, board, alpha, |leaf| {
        let isolated = isolated(empties);
        let mut rest = moves;
        let mut best = -64;
        loop {
            let square = first_to_try(rest, isolated);
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            let left = empties ^ square.bit();
            let score = if count == 5 {
                leaf.nodes += 1;
                -cpu.solve_4(&mut leaf.nodes, child, left, -alpha - 1)
            } else {
                let replies = cpu.legal_moves(child.player, child.opponent);
                -cpu.few(leaf, child, left, replies, -alpha - 1)
            };
            best = best.max(score);
            rest ^= square.bit();
            if best > alpha || rest == 0 {
                return best;
            }
        }
    })
}

#[inline(always)]
fn pass<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score) -> Score {
    let moves = cpu.legal_moves(board.opponent, board.player);
    if moves == 0 {
        board.final_score()
    } else {
        -cpu.low(leaf, board.pass(), moves, -alpha - 1)
    }
}

/// The score of a position as far as the window from `alpha` to `beta` asks, closing in from both sides.
#[inline(always)]
pub(super) fn solve_leaf<C: EndgameNodes>(
    cpu: C,
    leaf: &mut Leaf,
    board: Board,
    alpha: Score,
    beta: Score,
) -> Score {
    let (mut lower, mut upper) = (-64, 64);
    let mut test = (alpha + beta) / 2;
    let moves = cpu.legal_moves(board.player, board.opponent);
    while lower < upper && lower < beta && upper > alpha {
        let bound = test.clamp(lower.max(alpha), upper.min(beta) - 1);
        let score = cpu.low(leaf, board, moves, bound);
        if score > bound {
            lower = score;
            test = score;
        } else {
            upper = score;
            test = score - 1;
        }
    }
    if lower >= beta || lower == upper {
        lower
    } else {
        upper
    }
}
