use super::*;
use crate::eval::handmade::Handmade;
use crate::rng::Rng;

/// A position some random moves into a game.
fn position(seed: u64, plies: usize) -> Board {
    let (mut rng, mut board) = (Rng::new(seed), Board::START);
    for _ in 0..plies {
        let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
        board = if children.is_empty() { board.pass() } else { children[rng.below(children.len())] };
    }
    board
}

/// The same search without a window, a table or an order.
fn plain(board: Board, depth: u32) -> Value {
    if board.is_over() {
        return board.final_score() * DISC;
    }
    if board.legal_moves() == 0 {
        return -plain(board.pass(), depth);
    }
    if depth == 1 && board.empty_count() > 1 {
        let mut children = Children::new();
        with_cpu!(cpu => Handmade.evaluate_children(cpu, board, board.legal_moves(), &mut children));
        return children.iter().map(|(_, value)| value).max().unwrap();
    }
    board.children().map(|(_, child)| -plain(child, depth.max(1) - 1)).max().unwrap()
}

#[test]
fn a_window_and_a_table_change_no_value() {
    for seed in 0..30 {
        let board = position(seed, 6 + seed as usize);
        assert_eq!(AlphaBeta::new(&Handmade, 12).search(board, 3).value, plain(board, 3), "seed {seed}");
    }
}

#[test]
fn enough_depth_is_exact() {
    for seed in 0..20 {
        let board = position(seed, 54);
        let exact = plain(board, 60);
        let found = AlphaBeta::new(&Handmade, 12).search(board, board.empty_count());
        assert_eq!(found.value, exact, "seed {seed}");
        if let Some(square) = found.best.square() {
            assert_eq!(-plain(board.play(square).unwrap(), 60), exact, "seed {seed}: the best move");
        }
    }
}
