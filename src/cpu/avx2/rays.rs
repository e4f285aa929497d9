//! The rays of the board.

/// The rays from each square: four towards `h8`, in steps of 1, 7, 8 and 9 squares, then the four opposite
/// ones.
#[repr(align(64))]
pub(super) struct Rays(pub(super) [[u64; 8]; 64]);

pub(super) static RAYS: Rays = Rays(all_rays());

const fn all_rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (mut column_step, mut row_step) = STEPS[lane % 4];
            if lane >= 4 {
                (column_step, row_step) = (-column_step, -row_step);
            }
            let (mut column, mut row) = (square % 8 + column_step, square / 8 + row_step);
            while 0 <= column && column < 8 && 0 <= row && row < 8 {
                rays[square as usize][lane] |= 1 << (8 * row + column);
                column += column_step;
                row += row_step;
            }
            lane += 1;
        }
        square += 1;
    }
    rays
}
