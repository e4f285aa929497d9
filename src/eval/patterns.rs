//! The table of patterns: their squares, and how a configuration of discs becomes an index.
//!
//! A pattern reads its squares as ternary digits, the first square being the highest: 0 for an empty square,
//! 1 for a disc of the side that has just moved, 2 for a disc of the other. Two more lanes hold how many
//! moves each side has. The bot, the trainer and the packing share this table and never list a pattern again.
//! The set came from Logistello's (M. Buro, 1997), with larger patterns for rows and diagonals where that
//! paid; hill climbing found the arch and the last squares of the centre.

use std::hint::black_box;

use crate::bits::Symmetry;
use crate::board::Board;
use crate::square::Square;

/// Most squares in a pattern.
pub const MAX_SQUARES: usize = 10;

/// Instances of the first three patterns, those along the edges: one register of lanes.
pub const OUTER: usize = 16;

/// Instances of all patterns on the board.
pub const INSTANCES: usize = 46;

/// Lanes of an index vector, whole registers of 16: the instances, then the moves of the side that has just
/// moved and of the other.
pub const LANES: usize = INSTANCES + 2;

/// Larger mobilities share the weight of this one.
pub const MAX_MOBILITY: usize = 23;

/// A group of squares, up to symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The squares of the first instance, in the order of their digits.
    squares: &'static str,
    /// The number of different images under the 8 symmetries.
    pub instances: usize,
}

/// All patterns.
pub const PATTERNS: [Pattern; 11] = [
    Pattern { squares: "b2a1b1c1d1e1f1g1h1g2", instances: 4 }, // edge
    Pattern { squares: "a1b1a2b2c1a3c2b3c3", instances: 4 },   // corner 3x3
    Pattern { squares: "a1b1c1d1e1a2b2c2d2e2", instances: 8 }, // corner 2x5
    Pattern { squares: "a1c1d1e1f1h1c2d2e2f2", instances: 4 }, // block
    Pattern { squares: "c2d2e2f2b3c3d3e3f3g3", instances: 4 }, // step
    Pattern { squares: "d2e2c3d3e3f3c4f4b5g5", instances: 4 }, // arch
    Pattern { squares: "a1b2c3d4e5f6g7h8", instances: 2 },     // diagonal 8
    Pattern { squares: "a1a2b3c4d5e6f7g8h8", instances: 4 },   // diagonal 7 and corners
    Pattern { squares: "c3d3e3f3c4d4e4f4c5f5", instances: 4 }, // centre
    Pattern { squares: "a4b5c6d7e8a5b6c7d8", instances: 4 },   // diagonals 5 and 4
    Pattern { squares: "a1b1c1d1a2b2c2a3b3a4", instances: 4 }, // triangle
];

impl Pattern {
    /// The number of squares.
    pub const fn len(&self) -> usize {
        self.squares.len() / 2
    }

    /// Whether it has no squares; no pattern is empty.
    pub const fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// The number of configurations: each square is empty or holds a disc of either side.
    pub const fn configurations(&self) -> usize {
        3usize.pow(self.len() as u32)
    }

    /// The square of a digit in the first instance.
    pub const fn square(&self, digit: usize) -> Square {
        let name = self.squares.as_bytes();
        Square::new(8 * (name[2 * digit + 1] - b'1') + name[2 * digit] - b'a')
    }

    /// All squares of the first instance.
    const fn area(&self) -> u64 {
        let (mut area, mut digit) = (0, 0);
        while digit < self.len() {
            area |= self.square(digit).bit();
            digit += 1;
        }
        area
    }

    /// The digit to which each digit moves under the symmetry that maps the pattern onto itself, or under the
    /// identity if there is no other.
    pub const fn mirror(&self) -> [usize; MAX_SQUARES] {
        let mut mirror = [0; MAX_SQUARES];
        let mut symmetry = 8;
        // Downwards, so that another symmetry is preferred to the identity; the main diagonal's reflection in
        // itself moves no digit and is passed over.
        while symmetry > 0 {
            symmetry -= 1;
            let image = Symmetry::nth(symmetry);
            if image.apply(self.area()) != self.area() {
                continue;
            }
            let (mut digit, mut moved) = (0, false);
            while digit < self.len() {
                let target = image.apply_to(self.square(digit)).index();
                let mut other = 0;
                while self.square(other).index() != target {
                    other += 1;
                }
                mirror[digit] = other;
                moved |= other != digit;
                digit += 1;
            }
            if moved {
                break;
            }
        }
        mirror
    }
}

/// The offset of each pattern's configurations in a table of all; the last entry is the offset of the numbers
/// of moves, [`MAX_MOBILITY`] + 1 for either side.
pub const OFFSETS: [usize; PATTERNS.len() + 1] = {
    let mut offsets = [0; PATTERNS.len() + 1];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        offsets[pattern + 1] = offsets[pattern] + PATTERNS[pattern].configurations();
        pattern += 1;
    }
    offsets
};

/// The length of a table of all configurations.
pub const CONFIGURATIONS: usize = OFFSETS[PATTERNS.len()] + 2 * (MAX_MOBILITY + 1);

/// The offset of each lane's configurations in a table of all.
pub const OFFSET_OF_LANE: [usize; LANES] = {
    let mut lanes = [OFFSETS[PATTERNS.len()]; LANES];
    let (mut pattern, mut lane) = (0, 0);
    while pattern < PATTERNS.len() {
        let end = lane + PATTERNS[pattern].instances;
        while lane < end {
            lanes[lane] = OFFSETS[pattern];
            lane += 1;
        }
        pattern += 1;
    }
    assert!(lane == INSTANCES);
    lanes[LANES - 1] += MAX_MOBILITY + 1;
    lanes
};

/// The index of a side's mobility.
#[inline(always)]
pub fn index_of_moves(moves: u64) -> u16 {
    moves.count_ones().min(MAX_MOBILITY as u32) as u16
}

/// One index a lane; in a table, one shift finds a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(128))]
pub struct Indices(pub [u16; LANES]);

/// The place values of each square: a disc of the side that has just moved adds them to the indices once, a
/// disc of the other side twice. Row 64 is for no square and adds nothing; row 65 is the sum of all squares.
pub static DIGITS: [Indices; 66] = {
    let mut digits = [Indices::EMPTY; 66];
    let (mut pattern, mut lane) = (0, 0);
    while pattern < PATTERNS.len() {
        let shape = &PATTERNS[pattern];
        let mut areas = [0; 8];
        let (mut symmetry, mut found) = (0, 0);
        while symmetry < 8 {
            let image = Symmetry::nth(symmetry);
            symmetry += 1;
            let area = image.apply(shape.area());
            let mut known = 0;
            while known < found && areas[known] != area {
                known += 1;
            }
            if known < found {
                continue;
            }
            areas[found] = area;
            found += 1;
            let (mut digit, mut weight) = (shape.len(), 1);
            while digit > 0 {
                digit -= 1;
                digits[image.apply_to(shape.square(digit)).index()].0[lane] = weight;
                digits[65].0[lane] += weight;
                if digit > 0 {
                    weight *= 3;
                }
            }
            lane += 1;
        }
        assert!(found == shape.instances);
        pattern += 1;
    }
    digits
};

impl Indices {
    /// The indices of an empty board.
    pub const EMPTY: Self = Self([0; LANES]);

    /// The indices of a position, for the case that its player has just moved.
    pub fn of(board: Board) -> Self {
        let mut indices = Self::of_discs(board);
        // As if the side that has just moved were to move again.
        indices.0[INSTANCES] = index_of_moves(board.legal_moves());
        indices.0[INSTANCES + 1] = index_of_moves(board.pass().legal_moves());
        indices
    }

    /// The indices of a position, for the case that its player has just moved, without the numbers of moves.
    #[inline(always)]
    pub fn of_discs(board: Board) -> Self {
        let others = sum(board.opponent);
        let mut indices = DIGITS[65];
        // Discs of both sides count once, the other side's once more: late in the game fewer squares are
        // empty.
        if board.empty_count() < 24 {
            indices.subtract(&sum(board.empties()));
        } else {
            indices = sum(board.player);
            indices.add(&others);
        }
        indices.add(&others);
        indices
    }

    /// The indices after the side that has just moved plays on `square` and flips `flips`.
    #[inline(always)]
    pub fn after(mut self, square: Square, flips: u64) -> Self {
        self.add(&DIGITS[square.index()]);
        self.subtract(&sum(flips));
        self
    }

    /// Subtracts lane by lane.
    #[inline(always)]
    fn subtract(&mut self, others: &Self) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].wrapping_sub(others.0[lane]);
        }
    }

    /// Adds lane by lane.
    #[inline(always)]
    fn add(&mut self, others: &Self) {
        for (index, other) in self.0.iter_mut().zip(&others.0) {
            *index = index.wrapping_add(*other);
        }
    }
}

/// The sum of the place values of `discs`, four squares at a time, of which some may be none: most moves
/// flip at most four discs, and a loop over single discs would mispredict its end.
#[inline(always)]
fn sum(mut discs: u64) -> Indices {
    let mut indices = Indices::EMPTY;
    loop {
        for _ in 0..4 {
            indices.add(&DIGITS[discs.trailing_zeros() as usize]);
            discs &= discs.wrapping_sub(1);
        }
        if discs == 0 {
            return indices;
        }
    }
}

/// The sums of place values for the discs in half a row, for the outer indices, four to a number, half row by
/// half row. The padding with zeros makes any byte a valid offset.
pub static HALF_ROWS: [u64; 64 * 16 + 256] = {
    let mut sums = [0; 64 * 16 + 256];
    let mut at = 0;
    while at < 16 << 10 {
        let (half, discs, lane, square) = (at >> 10, at >> 6 & 15, at >> 2 & 15, at & 3);
        if discs >> square & 1 != 0 {
            let digit = DIGITS[4 * half + square].0[lane] as u64;
            sums[64 * half + 4 * discs + lane / 4] += digit << (16 * (lane % 4));
        }
        at += 1;
    }
    sums
};

/// Adds the place values of `discs` to the outer indices, without a branch, in the same time for any number
/// of discs.
#[inline(always)]
pub fn add_outer(sum: &mut [u64; 4], discs: u64) {
    // Through memory, which takes fewer instructions than shifts.
    let halves = black_box([discs << 2, discs >> 2].map(|half| (half & 0x3c3c_3c3c_3c3c_3c3c).to_le_bytes()));
    for half in 0..16 {
        for lane in 0..4 {
            sum[lane] += HALF_ROWS[64 * half + usize::from(halves[half % 2][half / 2]) + lane];
        }
    }
}

/// For every configuration of a pattern, in order, its mirror image.
pub fn mirrored_configurations(pattern: &Pattern) -> Vec<u16> {
    let mirror = pattern.mirror();
    let len = pattern.len();
    // The configuration without the lowest digit is mirrored already: only that digit is added.
    let mut mirrored = vec![0u16; pattern.configurations()];
    let place = |digit: usize| 3u16.pow((len - 1 - digit) as u32);
    let mut filled = 1;
    for (digit, &target) in mirror.iter().enumerate().take(len) {
        let step = place(target);
        // Configurations of the first digits alone are spaced by the place value of the last of them.
        let spacing = usize::from(place(digit));
        for prefix in (0..filled).rev() {
            let base = mirrored[prefix * spacing * 3];
            for value in 0..3u16 {
                mirrored[prefix * spacing * 3 + usize::from(value) * spacing] = base + value * step;
            }
        }
        filled *= 3;
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Squares;

    fn pattern_of(lane: usize) -> usize {
        OFFSETS.iter().position(|&offset| offset == OFFSET_OF_LANE[lane]).unwrap()
    }

    #[test]
    fn every_instance_is_an_image_of_its_pattern() {
        for lane in 0..INSTANCES {
            let pattern = pattern_of(lane);
            let area: u64 =
                Squares(u64::MAX).filter(|square| DIGITS[square.index()].0[lane] != 0).map(Square::bit).sum();
            let images: Vec<u64> =
                Symmetry::all().map(|symmetry| symmetry.apply(PATTERNS[pattern].area())).collect();
            assert!(images.contains(&area), "lane {lane} of {shape:?}", shape = PATTERNS[pattern]);
            let mut digits: Vec<u16> = Squares(area).map(|square| DIGITS[square.index()].0[lane]).collect();
            digits.sort_unstable();
            let places: Vec<u16> = (0..PATTERNS[pattern].len() as u32).map(|digit| 3u16.pow(digit)).collect();
            assert_eq!(digits, places, "lane {lane}");
        }
    }

    #[test]
    fn indices_read_the_squares_as_ternary_digits() {
        let bit = |name: &str| name.parse::<Square>().unwrap().bit();
        let board = Board { player: bit("b2") | bit("h1"), opponent: bit("a1") };
        // The edge's digits, highest first: b2 a1 b1 ... h1 g2.
        assert_eq!(Indices::of(board).0[0], 3u16.pow(9) + 2 * 3u16.pow(8) + 3);
    }

    #[test]
    fn outer_indices_are_the_first_of_all() {
        for seed in 0..100 {
            let mut rng = crate::rng::Rng::new(seed);
            let player = rng.next();
            let board = Board { player, opponent: rng.next() & !player };
            let mut sum = [0; 4];
            add_outer(&mut sum, board.player | board.opponent);
            add_outer(&mut sum, board.opponent);
            let outer: [u16; OUTER] = std::array::from_fn(|lane| (sum[lane / 4] >> (16 * (lane % 4))) as u16);
            assert_eq!(outer, Indices::of(board).0[..OUTER], "{board:?}");
        }
    }

    #[test]
    fn mirrored_configurations_are_what_the_mirrored_board_shows() {
        for (pattern, shape) in PATTERNS.iter().enumerate() {
            let mirrored = mirrored_configurations(shape);
            for (configuration, &mirror) in mirrored.iter().enumerate() {
                assert_eq!(usize::from(mirrored[usize::from(mirror)]), configuration, "{shape:?}");
            }
            let lane = (0..INSTANCES).find(|&lane| pattern_of(lane) == pattern).unwrap();
            let stabiliser: Vec<Symmetry> =
                Symmetry::all().filter(|symmetry| symmetry.apply(shape.area()) == shape.area()).collect();
            for seed in 0..50 {
                let mut rng = crate::rng::Rng::new(seed);
                let player = rng.next();
                let board = Board { player, opponent: rng.next() & !player };
                let configuration = Indices::of(board).0[lane];
                for symmetry in &stabiliser {
                    let seen = Indices::of(board.transformed(*symmetry)).0[lane];
                    assert!(
                        seen == configuration || seen == mirrored[usize::from(configuration)],
                        "{shape:?}"
                    );
                }
            }
        }
    }
}
