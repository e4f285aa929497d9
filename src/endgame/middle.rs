//! Null-window searches over the last dozen squares: no clock and no table, just good orders.

use super::deep::EndgameNodes;
use super::parity::odd_quadrants;
use super::stability::{stable_discs, EdgeTable};
use crate::bits::{Squares, COLUMN_A, COLUMN_H, CORNERS};
use crate::board::{Board, Score};
use crate::cpu::Cpu;
use crate::square::Square;

/// Up to this many empty squares, moves are tried in order of parity alone.
const PARITY_ORDER: u32 = 6;

/// What searches below the table carry along.
pub struct Leaf {
    /// Positions visited.
    pub(super) nodes: u64,
    edges: &'static EdgeTable,
}

impl Leaf {
    pub(super) fn new() -> Self {
        Self { nodes: 0, edges: EdgeTable::shared() }
    }
}

/// A legal move with the position it leads to and what speaks for trying it early.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub board: Board,
    pub square: Square,
    pub merit: i32,
}

/// The legal moves of a position, on the stack; 33 is the most that any position has.
pub(super) struct Candidates {
    list: [Candidate; 34],
    count: usize,
}

impl Candidates {
    /// All legal moves, each with the merit that `merit_of` gives it.
    #[inline(always)]
    pub(super) fn new<C: Cpu>(
        cpu: C,
        board: Board,
        moves: u64,
        mut merit_of: impl FnMut(Square, Board) -> i32,
    ) -> Self {
        const NOTHING: Candidate = Candidate { board: Board::START, square: Square::new(0), merit: 0 };
        let mut all = Self { list: [NOTHING; 34], count: 0 };
        for square in Squares(moves) {
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            all.list[all.count] = Candidate { board: child, square, merit: merit_of(square, child) };
            all.count += 1;
        }
        all
    }

    /// The moves in their present order.
    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.count]
    }

    /// Takes out the best of the moves that are left.
    #[inline(always)]
    pub(super) fn next_best(&mut self) -> Option<Candidate> {
        let left = self.as_mut_slice();
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].merit > left[best].merit {
                best = index;
            }
        }
        let candidate = *left.get(best)?;
        left[best] = *left.last()?;
        self.count -= 1;
        Some(candidate)
    }
}

/// Fastest first: few replies for the opponent, corners counted twice, then few empty squares next to own discs,
/// then odd quadrants.
#[inline(always)]
pub(super) fn merit<C: Cpu>(cpu: C, square: Square, child: Board, odd: u64) -> i32 {
    let replies = cpu.legal_moves(child.player, child.opponent);
    let replies = replies.count_ones() + (replies & CORNERS).count_ones();
    let frontier = (neighbours(child.opponent) & child.empties()).count_ones();
    let parity = i32::from(odd & square.bit() != 0);
    -((replies << 7 | frontier << 1) as i32) + 4 * parity
}

/// The squares next to one of `bits`, and those themselves.
#[inline(always)]
fn neighbours(bits: u64) -> u64 {
    let row = bits | (bits & !COLUMN_H) << 1 | (bits & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}

/// A bound on the score from the opponent's stable discs, where it may be enough to cut off.
#[inline(always)]
pub(super) fn stability_bound(edges: &EdgeTable, board: Board, alpha: Score, empties: u32) -> Option<Score> {
    if alpha < 4 + empties as Score / 2 * 2 - 8 {
        return None;
    }
    let bound = 64 - 2 * stable_discs(edges, board.opponent, board.player).count_ones() as Score;
    (bound <= alpha).then_some(bound)
}

/// A null-window search without a table.
#[inline(always)]
pub(super) fn middle<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score) -> Score {
    let empties = board.empty_count();
    if empties <= 4 {
        return few(cpu, leaf, board, alpha, empties);
    }
    leaf.nodes += 1;
    if let Some(bound) = stability_bound(leaf.edges, board, alpha, empties) {
        return bound;
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        return pass(cpu, leaf, board, alpha);
    }
    if empties <= PARITY_ORDER {
        by_parity(cpu, leaf, board, alpha, moves)
    } else {
        fastest_first(cpu, leaf, board, alpha, moves)
    }
}

#[inline(always)]
fn few<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score, empties: u32) -> Score {
    match empties {
        4 => cpu.solve_4(&mut leaf.nodes, board, alpha),
        3 => cpu.solve_3(&mut leaf.nodes, board, alpha),
        _ => {
            leaf.nodes += 1;
            let moves = cpu.legal_moves(board.player, board.opponent);
            if moves == 0 {
                pass(cpu, leaf, board, alpha)
            } else {
                by_parity(cpu, leaf, board, alpha, moves)
            }
        }
    }
}

#[inline(always)]
fn pass<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score) -> Score {
    if cpu.legal_moves(board.opponent, board.player) == 0 {
        board.final_score()
    } else {
        -cpu.middle(leaf, board.pass(), -alpha - 1)
    }
}

#[inline(always)]
fn by_parity<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score, moves: u64) -> Score {
    let odd = odd_quadrants(board.empties());
    let mut best = -64;
    for group in [moves & odd, moves & !odd] {
        for square in Squares(group) {
            let flips = cpu.flips(square, board.player, board.opponent);
            best = best.max(-cpu.middle(leaf, board.after(square, flips), -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

#[inline(always)]
fn fastest_first<C: EndgameNodes>(cpu: C, leaf: &mut Leaf, board: Board, alpha: Score, moves: u64) -> Score {
    let odd = odd_quadrants(board.empties());
    let mut candidates = Candidates::new(cpu, board, moves, |square, child| merit(cpu, square, child, odd));
    let mut best = -64;
    while let Some(candidate) = candidates.next_best() {
        best = best.max(-cpu.middle(leaf, candidate.board, -alpha - 1));
        if best > alpha {
            break;
        }
    }
    best
}

/// The score of a position as far as the window from `alpha` to `beta` asks, closing in from both sides.
#[inline(always)]
pub(super) fn solve_leaf<C: EndgameNodes>(cpu: C, board: Board, alpha: Score, beta: Score) -> Score {
    let mut leaf = Leaf::new();
    let (mut lower, mut upper) = (-64, 64);
    let mut test = (alpha + beta) / 2;
    while lower < upper && lower < beta && upper > alpha {
        let bound = test.clamp(lower.max(alpha), upper.min(beta) - 1);
        let score = cpu.middle(&mut leaf, board, bound);
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
