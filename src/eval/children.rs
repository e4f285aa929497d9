//! The children of a node with their estimates.

use super::learned::{Value, MAX_VALUE};
use crate::square::Square;

/// An upper bound of the number of legal moves, with a group to spare: 57 moves would leave seven discs on
/// the board, too few to flank.
pub const MAX_MOVES: usize = 64;

/// Children that loops handle at once: a vector register of values. [`MAX_MOVES`] is a multiple.
pub const GROUP: usize = 8;

/// The children of one node, in the order of their squares.
#[derive(Clone, Debug)]
pub struct Children {
    /// Number of entries in use.
    pub count: usize,
    /// The moves' squares, `a1` first.
    pub squares: [Square; MAX_MOVES],
    /// The estimates for the side that makes them.
    pub values: [Value; MAX_MOVES],
}

impl Children {
    /// No children.
    pub const fn new() -> Self {
        Self { count: 0, squares: [Square::new(0); MAX_MOVES], values: [0; MAX_MOVES] }
    }

    /// Puts the highest values first; equal ones keep their order. Pads the entries, too.
    ///
    /// Counts for each child how many come before it, a group at a time in vector registers and without
    /// branches; a sort by comparisons would mispredict a dozen of them.
    #[inline(always)]
    pub fn sort(&mut self) {
        self.pad();
        let (squares, groups) = (self.squares, self.count.div_ceil(GROUP));
        // Of equal values, the earlier child has the larger key.
        let mut keys = [[0; GROUP]; MAX_MOVES / GROUP];
        for (group, values) in self.values.as_chunks::<GROUP>().0[..groups].iter().enumerate() {
            for (lane, value) in values.iter().enumerate() {
                keys[group][lane] = value * 64 - (GROUP * group + lane) as Value;
            }
        }
        for (own, squares) in keys[..groups].iter().zip(squares.as_chunks::<GROUP>().0) {
            let mut ranks = [0; GROUP];
            for others in &keys[..groups] {
                for other in others {
                    for lane in 0..GROUP {
                        ranks[lane] += u32::from(other > &own[lane]);
                    }
                }
            }
            for lane in 0..GROUP {
                // The remainder changes nothing and spares the checks of bounds.
                let rank = ranks[lane] as usize % MAX_MOVES;
                self.values[rank] = (own[lane] + 63) >> 6;
                self.squares[rank] = squares[lane];
            }
        }
    }

    /// Gives the unused entries of the last group a value below all estimates, so that loops over the values
    /// may take whole groups: an end that depends on the number of children is mispredicted.
    #[inline(always)]
    pub fn pad(&mut self) {
        let count = self.count.min(MAX_MOVES - GROUP);
        self.values[count..count + GROUP].fill(-3 * MAX_VALUE);
    }

    /// The entries in use.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Value)> + '_ {
        self.squares.iter().copied().zip(self.values.iter().copied()).take(self.count)
    }

    /// Adds one at the end.
    #[inline(always)]
    pub fn push(&mut self, square: Square, value: Value) {
        self.squares[self.count] = square;
        self.values[self.count] = value;
        self.count += 1;
    }
}

impl Default for Children {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn children_are_sorted_by_value_and_equal_ones_keep_their_order() {
        let mut rng = Rng::new(2);
        for count in 0..=MAX_MOVES - GROUP {
            let mut children = Children::new();
            for square in Square::all().take(count) {
                // Few values, so that many are equal, up to the largest estimate.
                children.push(square, (rng.below(9) as Value - 4) * MAX_VALUE / 4);
            }
            let mut sorted: Vec<_> = children.iter().collect();
            sorted.sort_by_key(|&(_, value)| -value);
            children.sort();
            assert_eq!(children.iter().collect::<Vec<_>>(), sorted);
            let padding = &children.values[count..count.next_multiple_of(GROUP)];
            assert!(padding.iter().all(|&value| value < -MAX_VALUE), "{count} children");
        }
    }
}
