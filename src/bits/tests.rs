use super::*;

#[test]
fn squares_come_in_order() {
    let names: Vec<String> = Squares(CORNERS).map(|square| square.to_string()).collect();
    assert_eq!(names, ["a1", "h1", "a8", "h8"]);
    assert_eq!(Squares(0).next(), None);
    assert_eq!(Squares(u64::MAX).count(), 64);
}

#[test]
fn transforms_move_each_square_as_named() {
    for square in Square::all() {
        let (column, row) = (square.column(), square.row());
        let bit_at = |column, row| Square::at(column, row).unwrap().bit();
        assert_eq!(flip_columns(square.bit()), bit_at(7 - column, row));
        assert_eq!(flip_rows(square.bit()), bit_at(column, 7 - row));
        assert_eq!(transpose(square.bit()), bit_at(row, column));
    }
}

#[test]
fn the_symmetries_are_eight_and_their_inverses_undo_them() {
    let bits = 0x0123_4567_89ab_cdef;
    let mut images: Vec<u64> = Symmetry::all().map(|symmetry| symmetry.apply(bits)).collect();
    for symmetry in Symmetry::all() {
        assert_eq!(symmetry.inverse().apply(symmetry.apply(bits)), bits, "{symmetry:?}");
        for square in Square::all() {
            assert_eq!(symmetry.apply_to(square).bit(), symmetry.apply(square.bit()));
        }
    }
    images.sort_unstable();
    images.dedup();
    assert_eq!(images.len(), 8);
}
