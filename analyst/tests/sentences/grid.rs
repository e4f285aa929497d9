//! A board of 64 cells, and the definitions of the terms on it.

use outflank::board::Board;
use outflank::rng::Rng;
use outflank::square::Square;

/// Each cell: a disc of the first side, of the second, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid(pub(super) [Option<bool>; 64]);

pub(super) const MINE: bool = true;

impl Grid {
    pub(super) fn of(board: Board) -> Self {
        let has = |set: u64, index: usize| set >> index & 1 == 1;
        Self(std::array::from_fn(|index| match () {
            () if has(board.player(), index) => Some(MINE),
            () if has(board.opponent(), index) => Some(!MINE),
            () => None,
        }))
    }

    pub(super) fn step(cell: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let (x, y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some((8 * y + x) as usize)
    }

    pub(super) fn directions() -> impl Iterator<Item = (i32, i32)> {
        (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&step| step != (0, 0))
    }

    pub(super) fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
        Self::directions().filter_map(move |direction| Self::step(cell, direction))
    }

    pub(super) fn flips(&self, cell: usize, side: bool) -> Vec<usize> {
        if self.0[cell].is_some() {
            return Vec::new();
        }
        let along = |direction| {
            let mut row = Vec::new();
            let mut at = cell;
            loop {
                at = Self::step(at, direction)?;
                match self.0[at] {
                    Some(owner) if owner == side => return Some(row),
                    Some(_) => row.push(at),
                    None => return None,
                }
            }
        };
        Self::directions().filter_map(along).flatten().collect()
    }

    pub(super) fn moves(&self, side: bool) -> Vec<usize> {
        (0..64).filter(|&cell| !self.flips(cell, side).is_empty()).collect()
    }

    pub(super) fn after(&self, cell: usize, side: bool) -> Self {
        let mut next = *self;
        for flipped in self.flips(cell, side) {
            next.0[flipped] = Some(side);
        }
        next.0[cell] = Some(side);
        next
    }

    pub(super) fn cells(&self, wanted: Option<bool>) -> impl Iterator<Item = usize> + '_ {
        (0..64).filter(move |&cell| self.0[cell] == wanted)
    }

    pub(super) fn touches(&self, cell: usize, wanted: Option<bool>) -> bool {
        Self::neighbours(cell).any(|near| self.0[near] == wanted)
    }

    pub(super) fn frontier(&self, side: bool) -> usize {
        self.cells(Some(side)).filter(|&cell| self.touches(cell, None)).count()
    }

    /// Empty squares next to the other side's discs.
    pub(super) fn potential(&self, side: bool) -> usize {
        self.cells(None).filter(|&cell| self.touches(cell, Some(!side))).count()
    }

    /// Regions of connected empty cells in which a side can move: the first cell's name and the size.
    pub(super) fn regions(&self, side: bool) -> Vec<String> {
        let moves = self.moves(side);
        let mut seen = [false; 64];
        let mut found = Vec::new();
        for first in self.cells(None) {
            if seen[first] {
                continue;
            }
            let (mut region, mut rest) = (Vec::new(), vec![first]);
            seen[first] = true;
            while let Some(cell) = rest.pop() {
                region.push(cell);
                for near in Self::neighbours(cell).filter(|&near| self.0[near].is_none()) {
                    if !std::mem::replace(&mut seen[near], true) {
                        rest.push(near);
                    }
                }
            }
            if region.iter().any(|cell| moves.contains(cell)) {
                found.push(format!("{} ({})", region.len(), name(first)));
            }
        }
        found
    }

    /// Discs of a side that no random continuation flips: at least the stable ones.
    pub(super) fn unflipped(&self, side: bool, rng: &mut Rng) -> usize {
        let mut kept: Vec<usize> = self.cells(Some(side)).collect();
        for _ in 0..60 {
            let (mut grid, mut to_move) = (*self, !side);
            for _ in 0..2 * self.cells(None).count() + 2 {
                let moves = grid.moves(to_move);
                if !moves.is_empty() {
                    grid = grid.after(moves[rng.below(moves.len())], to_move);
                }
                kept.retain(|&cell| grid.0[cell] == Some(side));
                to_move = !to_move;
            }
        }
        kept.len()
    }
}

pub(super) fn cell_square(name: &str) -> Square {
    name.parse().expect("a square")
}

pub(super) fn name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % 8) as u8), cell / 8 + 1)
}

pub(super) fn cell(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

pub(super) const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];
pub(super) const A_SQUARES: [&str; 8] = ["c1", "f1", "a3", "a6", "h3", "h6", "c8", "f8"];
pub(super) const B_SQUARES: [&str; 8] = ["d1", "e1", "a4", "a5", "h4", "h5", "d8", "e8"];
/// Each corner's X-square and its two C-squares.
pub(super) const BESIDE: [[&str; 4]; 4] =
    [["a1", "b2", "b1", "a2"], ["h1", "g2", "g1", "h2"], ["a8", "b7", "b8", "a7"], ["h8", "g7", "h7", "g8"]];
