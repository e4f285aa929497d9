//! The rays of all squares.

use crate::bits::ray;

/// The rays from each square: four towards `h8`, in steps of 1, 7, 8 and 9 squares, then the four opposite
/// ones.
#[repr(align(64))]
pub(super) struct Rays(pub(super) [[u64; 8]; 64]);

pub(super) static RAYS: Rays = Rays(all_rays());

const fn all_rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (column_step, row_step) = STEPS[lane];
            rays[square as usize][lane] = ray(square, column_step, row_step);
            lane += 1;
        }
        square += 1;
    }
    rays
}
