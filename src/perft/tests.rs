use super::*;
use crate::cpu::Portable;

const LEAVES: [u64; 8] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216];

#[test]
fn the_first_eight_plies_from_the_start() {
    for (depth, leaves) in (1..).zip(LEAVES) {
        for pass_costs in [PassCosts::APly, PassCosts::Nothing] {
            assert_eq!(perft(Board::START, depth, pass_costs), leaves, "depth {depth}");
            assert_eq!(
                Portable.count_leaves(Board::START, depth, pass_costs),
                leaves,
                "portable, depth {depth}"
            );
        }
    }
}

#[test]
fn a_finished_game_is_one_leaf() {
    let wiped_out = Board { player: 0, opponent: 1 };
    for depth in 0..4 {
        assert_eq!(perft(wiped_out, depth, PassCosts::APly), 1);
    }
}
