use super::*;

#[test]
fn the_start_is_codingames() {
    let squares =
        |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap().bit()).sum::<u64>();
    assert_eq!(Board::START.player, squares("e4 d5"));
    assert_eq!(Board::START.opponent, squares("d4 e5"));
    assert_eq!(Board::START.legal_moves(), squares("d3 c4 f5 e6"));
}

#[test]
fn a_move_flips_and_hands_over() {
    let after = Board::START.play("d3".parse().unwrap()).unwrap();
    assert_eq!(after.disc_difference(), -3);
    assert_eq!(after.opponent.count_ones(), 4);
    assert_eq!(Board::START.play("a1".parse().unwrap()), None);
    assert_eq!(Board::START.play("d4".parse().unwrap()), None, "an occupied square");
}

#[test]
fn empty_squares_count_for_the_winner() {
    assert_eq!(Board { player: 7, opponent: 0 }.final_score(), 64);
    assert_eq!(Board { player: 0, opponent: 7 }.final_score(), -64);
    assert_eq!(Board { player: 1, opponent: 2 }.final_score(), 0);
    assert_eq!(Board { player: 3, opponent: 4 }.final_score(), 1 + 61);
}

#[test]
fn overlapping_discs_are_no_position() {
    assert_eq!(Board::new(3, 2), None);
    assert!(Board::new(1, 2).is_some());
}

#[test]
fn a_wiped_out_side_ends_the_game() {
    assert!(Board { player: 0, opponent: 0xff }.is_over());
    assert!(!Board::START.is_over());
}
