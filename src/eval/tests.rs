use std::sync::LazyLock;

use super::*;
use crate::bits::Symmetry;
use crate::cpu::Portable;
use crate::random_games::positions;
use crate::rng::Rng;
use crate::with_cpu;

static EVALUATOR: LazyLock<Evaluator> = LazyLock::new(Evaluator::new);

fn children_of(board: Board) -> Children {
    let mut children = Children::new();
    with_cpu!(cpu => EVALUATOR.evaluate_children(cpu, board, board.legal_moves(), &mut children));
    children
}

#[test]
fn incremental_equals_recomputed() {
    for board in positions(40) {
        for (square, value) in children_of(board).iter() {
            let child = board.play(square).unwrap();
            assert_eq!(value, EVALUATOR.evaluate(child.pass()), "{square} in {board:?}");
        }
    }
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    for board in positions(40) {
        for symmetry in Symmetry::all() {
            assert_eq!(EVALUATOR.evaluate(board.transformed(symmetry)), EVALUATOR.evaluate(board));
        }
    }
}

#[test]
fn every_cpu_gives_the_same_values() {
    for board in positions(40) {
        let mut portable = Children::new();
        EVALUATOR.evaluate_children(Portable, board, board.legal_moves(), &mut portable);
        assert!(children_of(board).iter().eq(portable.iter()));
    }
}

#[test]
fn the_largest_weights_do_not_overflow() {
    for sign in [-1, 1] {
        let anchors = std::array::from_fn(|_| vec![sign * i16::MAX; CONFIGURATIONS]);
        let evaluator = Evaluator::from_learned(&Learned { anchors, ply_biases: [0; PLIES] });
        let expected = i32::from(sign) * TOTAL_BIAS * STEP_VALUE;
        assert_eq!(evaluator.evaluate(Board::START), expected);
    }
}

#[test]
fn weights_are_rounded_to_steps() {
    for (weight, steps) in [(-7, -2), (-6, -1), (-3, -1), (-2, 0), (1, 0), (2, 1), (4, 1), (6, 2)] {
        let anchors = std::array::from_fn(|_| vec![weight; CONFIGURATIONS]);
        let evaluator = Evaluator::from_learned(&Learned { anchors, ply_biases: [0; PLIES] });
        assert_eq!(evaluator.evaluate(Board::START), steps * LANES as Value * STEP_VALUE, "{weight}");
    }
}

#[test]
fn anchors_share_each_ply_among_them() {
    for ply in 0..=60 {
        assert_eq!(anchor_shares(&ANCHOR_PLIES, ply).iter().sum::<i16>(), 64, "ply {ply}");
    }
    for (anchor, ply) in ANCHOR_PLIES.into_iter().enumerate() {
        assert_eq!(anchor_shares(&ANCHOR_PLIES, ply)[anchor], 64);
    }
}

#[test]
fn a_corner_is_worth_having() {
    let bits = |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap().bit()).sum::<u64>();
    let middle = bits("c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5 b2 g7");
    let black = middle & 0x5555_aaaa_5555_aaaa;
    let with_corner = |corner: u64| Board { player: black | corner, opponent: middle & !black };
    assert!(EVALUATOR.evaluate(with_corner(bits("a8"))) > EVALUATOR.evaluate(with_corner(0)) + 4 * DISC);
}

#[test]
fn look_ups_stay_inside_the_tables() {
    // All bits of the weights are 0: unpacking the shipped ones takes Miri minutes.
    let evaluator = Evaluator { weights: Table::new(STAGES * CONFIGURATIONS), ply_biases: [0; PLIES] };
    let (mut rng, mut children) = (Rng::new(1), Children::new());
    for i in 0..if cfg!(miri) { 4 } else { 200 } {
        let (side, occupied) = (rng.next(), if i % 2 == 0 { rng.next() } else { rng.next() | rng.next() });
        let board = Board { player: side & occupied, opponent: !side & occupied };
        assert_eq!(evaluator.evaluate(board), -TOTAL_BIAS * STEP_VALUE, "{board:?}");
        evaluator.evaluate_children(Portable, board, u64::MAX, &mut children);
        assert_eq!(children.count as u32, board.empty_count(), "{board:?}");
        assert!(children.iter().all(|(_, value)| value == -TOTAL_BIAS * STEP_VALUE), "{board:?}");
        // SAFETY: called with legal moves and their children.
        let edge_value = unsafe { evaluator.edge_values(board) };
        for (square, child) in board.children() {
            let outer = OUTER as Value * Value::from(BIAS);
            assert_eq!(edge_value(square, child), -outer * STEP_VALUE, "{square} in {board:?}");
        }
    }
}
