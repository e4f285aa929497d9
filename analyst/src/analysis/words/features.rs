//! The features of a position that strategy guides count, for the side that has just moved ("mine") and its
//! opponent, who is to move.

use outflank::bits::{with_neighbours, Squares, COLUMN_A, COLUMN_H, CORNERS, ROW_1, ROW_8};
use outflank::board::Board;
use outflank::square::{Square, SquareClass};
use smallvec::SmallVec;

/// With more empties than this a game is in its opening: named openings end near the 16th move.
const OPENING_EMPTIES: u32 = 43;

/// With at most this many empties a game is in its endgame.
const END_EMPTIES: u32 = 20;

/// The stage of a game: `opening`, `middle` or `end`.
pub(super) fn stage(board: Board) -> &'static str {
    match board.empty_count() {
        empties if empties > OPENING_EMPTIES => "opening",
        empties if empties > END_EMPTIES => "middle",
        _ => "end",
    }
}

/// The counts of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The move.
    pub square: Square,
    /// Whether it is a corner.
    pub takes_corner: bool,
    /// Corners that the opponent may take now.
    pub open_corners: u64,
    /// The empty corner beside a move to an X or C square, with that square's class.
    pub near_corner: Option<(Square, SquareClass)>,
    /// The opponent's legal moves.
    pub opponent_moves: u32,
    /// My legal moves if the opponent passed.
    pub own_moves: u32,
    /// Empty squares next to my discs: the opponent's potential mobility.
    pub opponent_potential: u32,
    /// Empty squares next to the opponent's discs: my potential mobility.
    pub own_potential: u32,
    /// My discs next to an empty square: the frontier.
    pub frontier: u32,
    /// Discs that the move flips.
    pub flips: u32,
    /// Discs that the move flips and that are next to an empty square after it.
    pub frontier_flips: u32,
    /// My discs that cannot be flipped any more, as far as they are known.
    pub stable: u32,
    /// The opponent's legal moves that it did not have before the move.
    pub new_moves: u32,
    /// The regions of empty squares in which the opponent can play: a square and the size of each.
    pub regions: Vec<(Square, u32)>,
    /// My edges of five discs that begin on a C square, with both corners empty.
    pub unbalanced_edges: u32,
    /// Whether the move fills a single gap between two opposing discs on an edge.
    pub is_wedge: bool,
    /// A single empty square between my discs on an edge, which the opponent may fill at once.
    pub holes: u64,
}

const EDGES: [u64; 4] = [ROW_1, ROW_8, COLUMN_A, COLUMN_H];

impl Features {
    /// The counts after a legal move; `None` if it is illegal.
    pub fn after(board: Board, square: Square) -> Option<Self> {
        let child = board.play(square)?;
        let (mine, others) = (child.opponent(), child.player());
        let replies = child.legal_moves();
        let empties = child.empties();
        let flips = board.flips(square);
        Some(Self {
            square,
            takes_corner: square.class() == SquareClass::Corner,
            open_corners: replies & CORNERS,
            near_corner: near_corner(square, empties),
            opponent_moves: replies.count_ones(),
            own_moves: child.pass().legal_moves().count_ones(),
            opponent_potential: (with_neighbours(mine) & empties).count_ones(),
            own_potential: (with_neighbours(others) & empties).count_ones(),
            frontier: (with_neighbours(empties) & mine).count_ones(),
            flips: flips.count_ones(),
            frontier_flips: (flips & with_neighbours(empties)).count_ones(),
            stable: stable(mine, others).count_ones(),
            new_moves: (replies & !board.pass().legal_moves()).count_ones(),
            regions: regions(empties, replies),
            unbalanced_edges: EDGES.iter().filter(|&&edge| is_unbalanced(edge, mine, empties)).count() as u32,
            is_wedge: EDGES.iter().any(|&edge| between(edge, board.opponent()) & square.bit() != 0),
            holes: EDGES.iter().fold(0, |set, &edge| set | between(edge, mine)) & replies,
        })
    }

    /// The number of odd regions in which the opponent can play.
    pub fn odd_regions(&self) -> u32 {
        self.regions.iter().map(|&(_, size)| size % 2).sum()
    }
}

/// Whether two squares are on one edge.
pub(super) fn are_on_one_edge(one: Square, two: Square) -> bool {
    EDGES.iter().any(|edge| edge & one.bit() != 0 && edge & two.bit() != 0)
}

/// The regions of empty squares that hold one of `moves`: the first square and the size of each.
fn regions(empties: u64, moves: u64) -> Vec<(Square, u32)> {
    let mut found = Vec::new();
    let mut rest = empties;
    while let Some(first) = Squares(rest).next() {
        let region = region_of(empties, first);
        rest &= !region;
        if region & moves != 0 {
            found.push((first, region.count_ones()));
        }
    }
    found
}

/// The empty squares connected with `square`, itself included.
fn region_of(empties: u64, square: Square) -> u64 {
    let mut region = square.bit();
    loop {
        let larger = with_neighbours(region) & empties | square.bit();
        if larger == region {
            return region;
        }
        region = larger;
    }
}

/// The empty corner that an X or C square belongs to.
fn near_corner(square: Square, empties: u64) -> Option<(Square, SquareClass)> {
    let class = square.class();
    let corner = match class {
        SquareClass::X | SquareClass::C => with_neighbours(square.bit()) & CORNERS & empties,
        _ => 0,
    };
    Squares(corner).next().map(|corner| (corner, class))
}

/// Discs of `mine` that no sequence of moves can flip: in all four directions the line is full, or the disc
/// leans on the border or on another such disc. Some stable discs are missed.
fn stable(mine: u64, others: u64) -> u64 {
    let occupied = mine | others;
    let mut found = 0;
    loop {
        let next = Squares(mine & !found).filter(|&square| is_stable(square, found, occupied));
        let grown = next.fold(found, |set, square| set | square.bit());
        if grown == found {
            return found;
        }
        found = grown;
    }
}

fn is_stable(square: Square, stable: u64, occupied: u64) -> bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|(dx, dy)| {
        let leans = |sign: i32| {
            let neighbour = step(square, sign * dx, sign * dy);
            neighbour.is_none_or(|neighbour| stable & neighbour.bit() != 0)
        };
        leans(1) || leans(-1) || line(square, dx, dy) & !occupied == 0
    })
}

/// The square one step away, if it is on the board.
fn step(square: Square, dx: i32, dy: i32) -> Option<Square> {
    let column = u8::try_from(i32::from(square.column()) + dx);
    let row = u8::try_from(i32::from(square.row()) + dy);
    column.ok().zip(row.ok()).and_then(|(column, row)| Square::at(column, row))
}

/// All squares of the line through a square.
fn line(square: Square, dx: i32, dy: i32) -> u64 {
    [1, -1].into_iter().fold(square.bit(), |mut set, sign| {
        let mut at = square;
        while let Some(next) = step(at, sign * dx, sign * dy) {
            set |= next.bit();
            at = next;
        }
        set
    })
}

/// The eight squares of an edge in order.
fn edge_squares(edge: u64) -> SmallVec<[u64; 8]> {
    Squares(edge).map(Square::bit).collect()
}

/// Five discs from a C square on, both corners and the other C square empty.
fn is_unbalanced(edge: u64, mine: u64, empties: u64) -> bool {
    let squares = edge_squares(edge);
    let are = |from: usize, to: usize, set: u64| squares[from..to].iter().all(|bit| set & bit != 0);
    let ends = are(0, 1, empties) && are(7, 8, empties);
    ends && (are(1, 6, mine) && are(6, 7, empties) || are(1, 2, empties) && are(2, 7, mine))
}

/// Squares of the edge with a disc of `discs` on either side.
fn between(edge: u64, discs: u64) -> u64 {
    let squares = edge_squares(edge);
    let is_gap = |three: &&[u64]| discs & three[0] != 0 && discs & three[2] != 0;
    squares.windows(3).filter(is_gap).fold(0, |set, three| set | three[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> u64 {
        names.split_whitespace().map(|name| name.parse::<Square>().expect("a square").bit()).sum()
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn discs_that_lean_on_a_corner_are_stable() {
        assert_eq!(stable(set("a1 b1 c1 a2"), set("d1")), set("a1 b1 c1 a2"));
        assert_eq!(stable(set("b1 c1"), 0), 0);
        assert_eq!(stable(set("a1 b2"), set("b1 a2")), set("a1"), "b2 lacks the other diagonal");
        assert_eq!(stable(u64::MAX, 0), u64::MAX);
        let full_row = set("a1 b1 c1 d1 e1 f1 g1 h1");
        assert_eq!(stable(set("d1"), full_row & !set("d1")), set("d1"), "a full edge");
    }

    #[test]
    fn regions_connect_diagonally() {
        let empties = set("a1 b2 c3 h8 g8");
        assert_eq!(region_of(empties, square("a1")), set("a1 b2 c3"));
        assert_eq!(region_of(empties, square("h8")), set("g8 h8"));
    }

    #[test]
    fn x_and_c_squares_name_their_empty_corner() {
        let near = |name: &str, empties| near_corner(square(name), empties).map(|(corner, _)| corner);
        assert_eq!(near("b2", set("a1 h8")), Some(square("a1")));
        assert_eq!(near("g8", set("a1 h8")), Some(square("h8")));
        assert_eq!(near("g8", set("a1")), None, "the corner is taken");
        assert_eq!(near("c1", set("a1")), None);
    }

    #[test]
    fn edges_have_shapes() {
        assert!(is_unbalanced(ROW_1, set("b1 c1 d1 e1 f1"), !set("b1 c1 d1 e1 f1")));
        assert!(!is_unbalanced(ROW_1, set("c1 d1 e1 f1"), !set("c1 d1 e1 f1")));
        assert_eq!(between(COLUMN_A, set("a3 a5")), set("a4"));
        assert_eq!(between(COLUMN_A, set("a3")), 0);
        assert_eq!(between(ROW_8, set("c8 e8")), set("d8"));
    }
}
