//! The rules without the library, for the referees of these tests.
//!
//! It exists so that a mistake in the library's rules cannot hide: the bot plays by those rules, and a
//! referee that shared them would agree with it.

/// Column and row, from 0.
pub(crate) type Place = (usize, usize);

/// The discs by square; the sides are 0 and 1.
#[derive(Clone, Debug)]
pub(crate) struct Grid([[Option<usize>; 8]; 8]);

impl Grid {
    pub(crate) fn empty() -> Self {
        Self([[None; 8]; 8])
    }

    /// The standard start; side 0 is black.
    pub(crate) fn start() -> Self {
        let mut grid = Self::empty();
        for (side, name) in [(1, "d4"), (1, "e5"), (0, "e4"), (0, "d5")] {
            grid.put(side, place(name).expect("a square"));
        }
        grid
    }

    /// The side whose disc is there.
    pub(crate) fn at(&self, (column, row): Place) -> Option<usize> {
        self.0[row][column]
    }

    pub(crate) fn put(&mut self, side: usize, (column, row): Place) {
        self.0[row][column] = Some(side);
    }

    pub(crate) fn moves(&self, side: usize) -> Vec<Place> {
        let places = (0..64).map(|index| (index % 8, index / 8));
        places.filter(|&place| !self.flips(side, place).is_empty()).collect()
    }

    pub(crate) fn play(&mut self, side: usize, chosen: Place) {
        for flipped in self.flips(side, chosen) {
            self.put(side, flipped);
        }
        self.put(side, chosen);
    }

    fn flips(&self, side: usize, from: Place) -> Vec<Place> {
        let mut flips = Vec::new();
        if self.at(from).is_some() {
            return flips;
        }
        for (right, down) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (from.0 as i32 + right, from.1 as i32 + down);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let next = (x as usize, y as usize);
                match self.at(next) {
                    Some(disc) if disc == side => {
                        flips.append(&mut run);
                        break;
                    }
                    Some(_) => run.push(next),
                    None => break,
                }
                (x, y) = (x + right, y + down);
            }
        }
        flips
    }
}

/// The square of this name, in lower case.
pub(crate) fn place(name: &str) -> Option<Place> {
    let &[column, row] = name.as_bytes() else { return None };
    let column = b"abcdefgh".iter().position(|&letter| letter == column)?;
    let row = b"12345678".iter().position(|&digit| digit == row)?;
    Some((column, row))
}

/// The letter of the column and the digit of the row.
pub(crate) fn letter_and_digit((column, row): Place) -> (char, usize) {
    (char::from(b"abcdefgh"[column]), row + 1)
}
