use super::*;
use outflank::handmade::Handmade;
use outflank::rng::Rng;

/// The position after `plies` random moves.
fn position(seed: u64, plies: usize) -> Board {
    let (mut rng, mut board) = (Rng::new(seed), Board::START);
    for _ in 0..plies {
        let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
        board = if children.is_empty() { board.pass() } else { children[rng.below(children.len())] };
    }
    board
}

/// Plain minimax: the reference for the window, the table and the move ordering.
fn minimax(board: Board, depth: u32) -> Value {
    if board.is_over() {
        return board.final_score() * DISC;
    }
    if board.legal_moves() == 0 {
        return -minimax(board.pass(), depth);
    }
    if depth == 1 && board.empty_count() > 1 {
        let mut children = Children::new();
        with_cpu!(cpu => Handmade.evaluate_children(cpu, board, board.legal_moves(), &mut children));
        return children.iter().map(|(_, value)| value).max().unwrap();
    }
    board.children().map(|(_, child)| -minimax(child, depth.max(1) - 1)).max().unwrap()
}

#[test]
fn values_equal_plain_minimax() {
    for seed in 0..30 {
        let board = position(seed, 6 + seed as usize);
        assert_eq!(AlphaBeta::new(&Handmade, 12).search(board, 3).value, minimax(board, 3), "seed {seed}");
    }
}

#[test]
fn full_depth_gives_the_exact_score() {
    for seed in 0..20 {
        let board = position(seed, 54);
        let exact = minimax(board, 60);
        let found = AlphaBeta::new(&Handmade, 12).search(board, board.empty_count());
        assert_eq!(found.value, exact, "seed {seed}");
        if let Some(square) = found.best.square() {
            assert_eq!(-minimax(board.play(square).unwrap(), 60), exact, "seed {seed}: the best move");
        }
    }
}

#[test]
fn pruning_at_a_huge_margin_changes_no_value() {
    for seed in 0..10 {
        let board = position(seed, 20);
        let exact = AlphaBeta::new(&Handmade, 12).search(board, 5);
        let pruned = AlphaBeta::selective(&Handmade, 12, Selectivity::at(1_000.0)).search(board, 5);
        assert_eq!(pruned.value, exact.value, "seed {seed}");
    }
}

#[test]
fn pruning_saves_nodes() {
    let nodes = |selectivity| {
        let mut search = AlphaBeta::selective(&Handmade, 16, selectivity);
        search.search(position(3, 20), 7);
        search.nodes()
    };
    assert!(nodes(Selectivity::at(1.0)) < nodes(Selectivity::NONE));
}

#[test]
fn without_a_deadline_deepening_reaches_the_exact_score() {
    let board = position(5, 53);
    let (found, depth) = AlphaBeta::new(&Handmade, 12).search_until(board, Deadline::Never);
    assert_eq!(found.value, minimax(board, 60));
    assert_eq!(depth, board.empty_count());
}

#[test]
fn a_passed_deadline_gives_no_move_or_a_legal_one() {
    let board = position(5, 20);
    let over = Deadline::on(|| std::time::Duration::from_secs(1), std::time::Duration::ZERO);
    let mut search = AlphaBeta::new(&Handmade, 12);
    let (found, depth) = search.search_until(board, over);
    assert!(
        depth == 0 && found.best.square().is_none() || board.play(found.best.square().unwrap()).is_some()
    );
    // The passed deadline does not stop the next search.
    assert_eq!(search.search(board, 3).value, AlphaBeta::new(&Handmade, 12).search(board, 3).value);
}
