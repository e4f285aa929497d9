use super::*;
use crate::bits::Symmetry;
use crate::cpu::Portable;
use crate::rng::Rng;
use crate::square::Square;
use crate::with_cpu;

fn squares(names: &str) -> u64 {
    names.split_whitespace().map(|name| name.parse::<Square>().unwrap().bit()).sum()
}

/// Positions along random games, the end excluded.
fn positions(games: u64) -> Vec<Board> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let (mut rng, mut board) = (Rng::new(seed), Board::START);
        while !board.is_over() {
            if board.legal_moves() == 0 {
                board = board.pass();
                continue;
            }
            positions.push(board);
            let count = board.legal_moves().count_ones() as usize;
            let square = Squares(board.legal_moves()).nth(rng.below(count)).unwrap();
            board = board.play(square).unwrap();
        }
    }
    positions
}

fn children_of(board: Board) -> Children {
    let mut children = Children::new();
    with_cpu!(cpu => Handmade.evaluate_children(cpu, board, board.legal_moves(), &mut children));
    children
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    for board in positions(20) {
        let values = |board| {
            let mut values: Vec<Value> = children_of(board).iter().map(|(_, value)| value).collect();
            values.sort_unstable();
            values
        };
        for symmetry in Symmetry::all() {
            assert_eq!(values(board.transformed(symmetry)), values(board), "{symmetry:?}");
        }
    }
}

#[test]
fn every_cpu_gives_the_same_values() {
    for board in positions(20) {
        let mut portable = Children::new();
        Handmade.evaluate_children(Portable, board, board.legal_moves(), &mut portable);
        assert!(children_of(board).iter().eq(portable.iter()));
    }
}

#[test]
fn a_corner_is_worth_more_than_the_square_beside_it() {
    // Black may take h1 over g1, or g2 over g3: the same disc count, very different worth.
    let board = Board { player: squares("f1 g4 d4"), opponent: squares("g1 g3 c6 d6") };
    let children = children_of(board);
    let value_of = |name: &str| children.iter().find(|(square, _)| square.to_string() == name).unwrap().1;
    assert!(value_of("h1") > value_of("g2") + 8 * DISC);
}

#[test]
fn stable_edge_discs_grow_from_own_corners() {
    assert_eq!(stable_on_edges(squares("a1 b1 c1 e1 a2 h8")), squares("a1 b1 c1 a2 h8"));
    assert_eq!(stable_on_edges(squares("b1 c1 d1")), 0);
}

#[test]
fn x_and_c_squares_matter_beside_an_empty_corner_alone() {
    let (x, c) = squares_beside_empty_corners(!squares("a1"));
    assert_eq!(x, squares("g2 b7 g7"));
    assert_eq!(c, squares("g1 h2 a7 b8 g8 h7"));
}
