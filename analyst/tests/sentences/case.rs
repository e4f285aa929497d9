//! The two moves that sentences compare, worked out plainly.

use std::collections::BTreeMap;

use analyst::analysis::Turn;
use outflank::board::Move;
use outflank::bounds::Bounds;
use outflank::endgame::Solver;
use outflank::game::Color;
use outflank::limits::Limits;

use super::grid::{cell, cell_square, Grid, MINE};

/// What a sentence is about: the two moves that it compares, each with the line expected after it.
pub(super) struct Case<'a> {
    pub(super) grid: Grid,
    pub(super) color: Color,
    pub(super) lines: BTreeMap<String, Vec<Move>>,
    pub(super) better: String,
    pub(super) worse: String,
    pub(super) turn: &'a Turn,
    /// What is proven of the position, and of the worse move.
    pub(super) bounds: [Bounds; 2],
}

impl Case<'_> {
    pub(super) fn after(&self, mv: &str) -> Grid {
        self.grid.after(cell(mv), MINE)
    }

    /// Whether the opponent takes a corner within 6 plies of the line after a move.
    fn falls_in_line(&self, mv: &str, corner: &str) -> bool {
        let line = self.lines.get(mv).into_iter().flatten().take(6);
        line.enumerate().any(|(ply, taken)| ply % 2 == 1 && taken.to_string() == corner)
    }

    /// The position after a move and the answer to it in its line.
    pub(super) fn answered(&self, mv: &str) -> Option<(String, Grid)> {
        let answer = self.lines.get(mv)?.get(1)?.square()?.to_string();
        let grid = self.after(mv).after(cell(&answer), !MINE);
        Some((answer, grid))
    }

    /// The moves of the side to move after `plies` plies of the line after a move.
    pub(super) fn moves_in_line(&self, mv: &str, plies: usize) -> Option<usize> {
        let line = self.lines.get(mv)?.get(..plies)?;
        let (mut grid, mut side) = (self.grid, MINE);
        for mv in line {
            if let Some(square) = mv.square() {
                grid = grid.after(cell(&square.to_string()), side);
            }
            side = !side;
        }
        Some(grid.moves(side).len())
    }

    /// Whether the solver, asked anew, finds the position worth at least `before` and the worse move at most
    /// `after`; with many empties it is not asked.
    pub(super) fn is_solved(&self, before: i32, after: i32) -> bool {
        let board = self.turn.board;
        if board.empty_count() > 14 {
            return true;
        }
        let solve = |board| Solver::new(1 << 20).solve(board, -64, 64, Limits::NONE).bounds;
        let child = board.play(cell_square(&self.worse)).expect("a legal move");
        let [whole, worse] = [solve(board), solve(child).negated()];
        i32::from(whole.lower) >= before && i32::from(worse.upper) <= after
    }

    /// Whether a corner falls after the worse move as a sentence says.
    pub(super) fn falls(&self, how: &str, corner: &str) -> bool {
        match how {
            "now" => !self.after(&self.worse).flips(cell(corner), !MINE).is_empty(),
            _ => self.falls_in_line(&self.worse, corner),
        }
    }

    /// One's edges of five discs between empty corners after a move.
    pub(super) fn unbalanced(&self, mv: &str) -> usize {
        let grid = self.after(mv);
        let edges = [(0, 1), (56, 1), (0, 8), (7, 8)];
        let discs = |&(start, step): &(usize, usize)| {
            let edge: String = (0..8)
                .map(|at| match grid.0[start + step * at] {
                    Some(MINE) => 'x',
                    Some(_) => 'o',
                    None => '.',
                })
                .collect();
            edge == ".xxxxx.." || edge == "..xxxxx."
        };
        edges.iter().filter(|edge| discs(edge)).count()
    }

    /// Whether an edge square lies between two discs of `side`.
    pub(super) fn is_wedge(&self, mv: &str, grid: &Grid, side: bool) -> bool {
        let at = cell(mv);
        let is_between = |directions: [(i32, i32); 2]| {
            directions.iter().all(|&step| Grid::step(at, step).is_some_and(|near| grid.0[near] == Some(side)))
        };
        (mv.contains(['1', '8']) && is_between([(-1, 0), (1, 0)]))
            || (mv.contains(['a', 'h']) && is_between([(0, -1), (0, 1)]))
    }
}
