//! The children of a node with their estimates.

use super::value::Value;
use crate::square::Square;

/// An upper bound of the number of legal moves.
pub const MAX_MOVES: usize = 64;

/// The children of one node, in the order of their squares.
#[derive(Clone, Debug)]
pub struct Children {
    /// Number of entries in use.
    pub count: usize,
    /// The square played, `a1` first.
    pub squares: [Square; MAX_MOVES],
    /// The estimate for the side that played it.
    pub values: [Value; MAX_MOVES],
}

impl Children {
    /// No children.
    pub const fn new() -> Self {
        Self { count: 0, squares: [Square::new(0); MAX_MOVES], values: [0; MAX_MOVES] }
    }

    /// Puts the highest values first; equal ones keep their order.
    ///
    /// Counts for each child how many come before it, sixteen at a time in vector registers and without
    /// branches; a sort by comparisons would mispredict a dozen of them.
    #[inline(always)]
    pub fn sort(&mut self) {
        let Self { count, squares, values } = self.clone();
        // Of equal values, the earlier child has the larger key.
        let keys: [Value; MAX_MOVES] = std::array::from_fn(|at| values[at] * 64 - at as Value);
        for start in (0..count).step_by(16) {
            let mut ranks = [0; 16];
            for key in &keys[..count] {
                for lane in 0..16 {
                    ranks[lane] += u32::from(*key > keys[start + lane]);
                }
            }
            for at in start..count.min(start + 16) {
                // The remainder changes nothing and spares the checks of bounds.
                let rank = ranks[at - start] as usize % MAX_MOVES;
                self.values[rank] = values[at];
                self.squares[rank] = squares[at];
            }
        }
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
    use crate::eval::value::MAX_VALUE;
    use crate::rng::Rng;

    #[test]
    fn children_are_sorted_by_value_and_equal_ones_keep_their_order() {
        let mut rng = Rng::new(2);
        for count in 0..=MAX_MOVES {
            let mut children = Children::new();
            for square in Square::all().take(count) {
                // Few values, so that many are equal, up to the largest estimate.
                children.push(square, (rng.below(9) as Value - 4) * MAX_VALUE / 4);
            }
            let mut sorted: Vec<_> = children.iter().collect();
            sorted.sort_by_key(|&(_, value)| -value);
            children.sort();
            assert_eq!(children.iter().collect::<Vec<_>>(), sorted);
        }
    }
}
