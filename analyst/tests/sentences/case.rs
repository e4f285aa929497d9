//! Whether a sentence is true of the two moves that it compares.

use std::collections::BTreeMap;

use analyst::analysis::Turn;
use analyst::openings::Openings;
use analyst::sentence::{Argument, Sentence};
use outflank::bits::Symmetry;
use outflank::board::Move;
use outflank::bounds::Bounds;
use outflank::endgame::Solver;
use outflank::game::Color;
use outflank::limits::Limits;
use outflank::rng::Rng;

use super::grid::{cell, cell_square, Grid, A_SQUARES, BESIDE, B_SQUARES, CORNERS, MINE};

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
    fn after(&self, mv: &str) -> Grid {
        self.grid.after(cell(mv), MINE)
    }

    /// Whether the opponent takes a corner within 6 plies of the line after a move.
    fn falls_in_line(&self, mv: &str, corner: &str) -> bool {
        let line = self.lines.get(mv).into_iter().flatten().take(6);
        line.enumerate().any(|(ply, taken)| ply % 2 == 1 && taken.to_string() == corner)
    }

    /// The position after a move and the answer to it in its line.
    fn answered(&self, mv: &str) -> Option<(String, Grid)> {
        let answer = self.lines.get(mv)?.get(1)?.square()?.to_string();
        let grid = self.after(mv).after(cell(&answer), !MINE);
        Some((answer, grid))
    }

    /// The moves of the side to move after `plies` plies of the line after a move.
    fn moves_in_line(&self, mv: &str, plies: usize) -> Option<usize> {
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

    /// Whether a sentence is true, and speaks for the better move.
    pub(super) fn holds(&self, sentence: &Sentence, rng: &mut Rng) -> bool {
        let text = |name: &str| match sentence.args.get(name) {
            Some(Argument::Count(count)) => count.to_string(),
            Some(Argument::Text(text)) => text.clone(),
            Some(Argument::Sentence(_)) | None => String::new(),
        };
        let (mv, other, corner) = (text("move"), text("other"), text("corner"));
        let is_own = text("color") == self.color.to_string();
        let side = if is_own { MINE } else { !MINE };
        // Counts of both moves, as said and as they are; more is better for the mover or worse.
        let counts = |count: &dyn Fn(&Grid) -> usize, is_more_better: bool| {
            let [here, there] = [&mv, &other].map(|mv| count(&self.after(mv)));
            let is_more = if mv == self.better { here > there } else { there > here };
            let is_less = if mv == self.better { here < there } else { there < here };
            let moves = [&mv, &other];
            moves.contains(&&self.better)
                && moves.contains(&&self.worse)
                && text("count") == here.to_string()
                && text("others") == there.to_string()
                && (if is_more_better { is_more } else { is_less })
        };
        let empties = self.grid.cells(None).count();
        match sentence.key {
            "corner-taken" => mv == self.better && CORNERS.contains(&&*mv) && is_own,
            "corner-missed" => {
                other == self.better && CORNERS.contains(&&*other) && !CORNERS.contains(&&*self.worse)
            }
            "corner-given" => mv == self.worse && !is_own && self.falls(&text("falls"), &corner),
            "x-square" | "c-square" => {
                let here = if sentence.key == "x-square" { 1..2 } else { 2..4 };
                let is_beside =
                    BESIDE.iter().any(|beside| beside[0] == corner && beside[here.clone()].contains(&&*mv));
                let falls = text("falls");
                let is_empty = self.grid.0[cell(&corner)].is_none();
                mv == self.worse
                    && !is_own
                    && is_beside
                    && is_empty
                    && (falls == "no" || self.falls(&falls, &corner))
            }
            "edge-early" => {
                let squares = if text("kind") == "a" { A_SQUARES } else { B_SQUARES };
                let is_on_edge = |name: &str| name.contains(['a', 'h', '1', '8']);
                mv == self.worse && squares.contains(&&*mv) && !is_on_edge(&self.better) && empties >= 44
            }
            "b-square" => {
                let (here, there) = (mv.as_bytes(), other.as_bytes());
                let is_one_edge = (here[0] == there[0] && b"ah".contains(&here[0]))
                    || (here[1] == there[1] && b"18".contains(&here[1]));
                mv == self.worse
                    && other == self.better
                    && is_one_edge
                    && B_SQUARES.contains(&&*mv)
                    && A_SQUARES.contains(&&*other)
            }
            "unbalanced-edge" => {
                mv == self.worse && is_own && self.unbalanced(&mv) > self.unbalanced(&self.better)
            }
            "wedge" => mv == self.better && !is_own && self.is_wedge(&mv, &self.grid, !MINE),
            "hole" => {
                let grid = self.after(&mv);
                let hole = text("hole");
                mv == self.worse
                    && !is_own
                    && !grid.flips(cell(&hole), !MINE).is_empty()
                    && self.is_wedge(&hole, &grid, MINE)
            }
            "mobility" => !is_own && counts(&|grid| grid.moves(!MINE).len(), false),
            "own-mobility" => is_own && counts(&|grid| grid.moves(MINE).len(), true),
            "potential-mobility" => counts(&|grid| grid.potential(side), is_own),
            "frontier" => is_own && counts(&|grid| grid.frontier(MINE), false),
            "many-discs" => {
                let [here, there] = [&mv, &other].map(|mv| self.grid.flips(cell(mv), MINE).len());
                let is_more = if mv == self.worse { here > there } else { there > here };
                let stage = if empties >= 44 { "opening" } else { "middle" };
                is_more
                    && is_own
                    && empties > 20
                    && text("stage") == stage
                    && [text("count"), text("others")] == [here, there].map(|count| count.to_string())
            }
            "quiet-move" => {
                let open = |mv: &str| {
                    let grid = self.after(mv);
                    self.grid.flips(cell(mv), MINE).iter().filter(|&&cell| grid.touches(cell, None)).count()
                };
                mv == self.better
                    && other == self.worse
                    && open(&mv) == 0
                    && text("count") == open(&other).to_string()
                    && open(&other) > 0
            }
            "tempo" => {
                let before = self.grid.moves(!MINE);
                let new = |mv: &str| {
                    self.after(mv).moves(!MINE).iter().filter(|cell| !before.contains(cell)).count()
                };
                mv == self.better
                    && other == self.worse
                    && !is_own
                    && new(&mv) == 0
                    && new(&other) > 0
                    && text("count") == new(&other).to_string()
            }
            "pass" => {
                mv == self.better
                    && !is_own
                    && self.after(&mv).moves(!MINE).is_empty()
                    && !self.after(&self.worse).moves(!MINE).is_empty()
            }
            "pass-after" => self.answered(&mv).is_some_and(|(answer, grid)| {
                mv == self.worse && is_own && answer == text("reply") && grid.moves(MINE).is_empty()
            }),
            "reply-mobility" => match (self.answered(&mv), self.answered(&other)) {
                (Some((reply, here)), Some((answer, there))) => {
                    let [here, there] = [here, there].map(|grid| grid.moves(MINE).len());
                    let is_more = if mv == self.better { here > there } else { there > here };
                    is_own
                        && is_more
                        && [text("reply"), text("answer")] == [reply, answer]
                        && [text("count"), text("others")] == [here, there].map(|count| count.to_string())
                }
                _ => false,
            },
            "later-mobility" => {
                let plies = text("plies").parse::<usize>().unwrap_or_default();
                let [here, there] = [&mv, &other].map(|mv| self.moves_in_line(mv, plies));
                let is_more = if (mv == self.better) == is_own { here > there } else { there > here };
                is_more
                    && (plies % 2 == 0) == is_own
                    && here.is_some_and(|count| text("count") == count.to_string())
                    && there.is_some_and(|count| text("others") == count.to_string())
            }
            "stable-discs" => {
                let said = [("count", &mv), ("others", &other)]
                    .map(|(key, mv)| (text(key).parse::<usize>().unwrap_or(99), self.after(mv)));
                let is_more = if mv == self.better { said[0].0 > said[1].0 } else { said[1].0 > said[0].0 };
                is_own && is_more && said.iter().all(|(count, grid)| *count <= grid.unflipped(MINE, rng))
            }
            "parity" => {
                let [here, there] = [&mv, &other].map(|mv| self.after(mv).regions(!MINE));
                let odd = |mv: &str| {
                    let regions = self.after(mv).regions(!MINE);
                    let sizes =
                        regions.iter().filter_map(|region| region.split(' ').next()?.parse::<usize>().ok());
                    sizes.filter(|size| size % 2 == 1).count()
                };
                !is_own
                    && empties <= 20
                    && odd(&self.worse) > odd(&self.better)
                    && text("regions") == here.join(", ")
                    && text("others") == there.join(", ")
            }
            "wipe-out" => mv == self.worse && is_own && self.bounds[1].upper == -64,
            "opening-entered" => {
                let board = self.turn.board.play(cell_square(&mv)).expect("a legal move");
                let named = Openings::shared().all().iter().find(|opening| opening.title() == text("name"));
                let is_so = named.is_some_and(|opening| {
                    Symmetry::all().any(|symmetry| opening.game().board().transformed(symmetry) == board)
                });
                mv == self.worse && is_own && is_so && empties > 40
            }
            "proven" => {
                let [before, after] = ["before", "after"].map(|name| text(name).parse::<i32>().unwrap_or(99));
                let [position, worse] = self.bounds;
                let is_so = i32::from(position.lower) >= before && i32::from(worse.upper) <= after;
                mv == self.worse && is_own && before > after && is_so && self.is_solved(before, after)
            }
            _ => false,
        }
    }

    /// Whether the solver, asked anew, finds the position worth at least `before` and the worse move at most
    /// `after`; with many empties it is not asked.
    fn is_solved(&self, before: i32, after: i32) -> bool {
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
    fn falls(&self, how: &str, corner: &str) -> bool {
        match how {
            "now" => !self.after(&self.worse).flips(cell(corner), !MINE).is_empty(),
            _ => self.falls_in_line(&self.worse, corner),
        }
    }

    /// One's edges of five discs between empty corners after a move.
    fn unbalanced(&self, mv: &str) -> usize {
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
    fn is_wedge(&self, mv: &str, grid: &Grid, side: bool) -> bool {
        let at = cell(mv);
        let is_between = |directions: [(i32, i32); 2]| {
            directions.iter().all(|&step| Grid::step(at, step).is_some_and(|near| grid.0[near] == Some(side)))
        };
        (mv.contains(['1', '8']) && is_between([(-1, 0), (1, 0)]))
            || (mv.contains(['a', 'h']) && is_between([(0, -1), (0, 1)]))
    }
}
