use super::curves::Curves;
use super::tree::BlockId;
use super::*;
use crate::board::{Board, Move, Score};
use crate::cpu::Portable;
use crate::handmade::Handmade;
use crate::random_games;
use crate::rng::Rng;

fn small_search() -> Search<Handmade> {
    Search::new(Handmade, Parameters::default(), 8 << 20)
}

fn random_position(seed: u64, empties: u32) -> Board {
    random_games::position(&mut Rng::new(seed), empties)
}

fn negamax(board: Board) -> Score {
    if board.is_over() {
        return board.final_score();
    }
    if board.legal_moves() == 0 {
        return -negamax(board.pass());
    }
    board.children().map(|(_, child)| -negamax(child)).max().unwrap()
}

fn summary(search: &Search<Handmade>) -> Vec<(Move, u32, u32)> {
    search.root_moves().iter().map(|m| (m.mv, m.visits, m.minimax.to_bits())).collect()
}

#[test]
fn the_same_playouts_give_the_same_tree_on_every_cpu() {
    let (mut detected, mut portable) = (small_search(), small_search());
    detected.run(Limits::playouts(3_000));
    portable.run_on(Portable, Limits::playouts(3_000));
    assert_eq!(summary(&detected), summary(&portable));
    assert_eq!(detected.counters(), portable.counters());
}

#[test]
fn visits_add_up() {
    let mut search = small_search();
    search.run(Limits::playouts(1_000));
    let visits: u32 = search.root_moves().iter().map(|m| m.visits).sum();
    // The first playout stops at the root itself.
    assert_eq!(visits, 999);
}

#[test]
fn proofs_near_the_end_agree_with_negamax() {
    for seed in 0..60 {
        let board = random_position(seed, 7);
        let mut search = small_search();
        search.advance_to(board);
        search.run(Limits::playouts(200_000));
        let score = negamax(board);
        assert_eq!(search.bounds().sign(), Some(score.signum()), "seed {seed}");
        let Bounds { lower, upper } = search.bounds();
        assert!(Score::from(lower) <= score && score <= Score::from(upper), "seed {seed}");
    }
}

#[test]
fn means_stay_between_a_loss_and_a_win() {
    for seed in 0..20 {
        let mut search = small_search();
        search.advance_to(random_position(seed, 14));
        search.run(Limits::playouts(3_000));
        for &first in parents(&search).keys() {
            for (_, block) in search.tree.siblings(first) {
                for (sum, visits) in block.lanes.sum.iter().zip(block.lanes.visits) {
                    assert!(sum.abs() <= (visits + 1) as f32 * 1.000_1, "seed {seed}: {sum} of {visits}");
                }
            }
        }
    }
}

#[test]
fn the_tree_is_kept_along_the_moves_of_the_game() {
    let mut search = small_search();
    search.run(Limits::playouts(5_000));
    let best = search.root_moves().into_iter().max_by_key(|m| m.visits).unwrap();
    let board = Board::START.play(best.mv.square().unwrap()).unwrap();
    assert!(search.advance_to(board));
    let visits: u32 = search.root_moves().iter().map(|m| m.visits).sum();
    assert_eq!(visits, best.visits - 1);
    let reply = search.root_moves().into_iter().max_by_key(|m| m.visits).unwrap();
    assert!(search.advance_to(board.play(reply.mv.square().unwrap()).unwrap()));
    assert!(!search.advance_to(random_position(1, 20)), "a position of another game is not in the tree");
}

/// The nodes below the root and how many moves lead to each.
fn parents(search: &Search<Handmade>) -> std::collections::HashMap<BlockId, u32> {
    let mut parents = std::collections::HashMap::new();
    let mut pending = vec![(search.root.first, search.root.board)];
    while let Some((first, board)) = pending.pop() {
        assert_eq!(search.tree[first].board, board);
        for (_, block) in search.tree.siblings(first) {
            for slot in 0..usize::from(block.count) {
                let child = block.child[slot];
                if child == BlockId::NONE {
                    continue;
                }
                let count = parents.entry(child).or_insert(0);
                *count += 1;
                if *count == 1 {
                    let after =
                        block.mv(slot).square().map_or(board.pass(), |square| board.play(square).unwrap());
                    pending.push((child, after));
                }
            }
        }
    }
    parents
}

#[test]
fn moves_in_another_order_lead_to_the_same_node() {
    let mut search = small_search();
    search.run(Limits::playouts(2_000));
    let parents = parents(&search);
    assert!(parents.values().filter(|&&count| count > 1).count() > 20, "{parents:?}");
}

#[test]
fn what_the_game_left_behind_is_handed_out_again() {
    // Room for some 700 nodes, of which a game of 20 turns needs 2,000.
    let mut search = Search::new(Handmade, Parameters::default(), 150 << 10);
    let mut board = Board::START;
    for turn in 0..20 {
        search.advance_to(board);
        let before = search.counters().playouts;
        search.run(Limits::playouts(100));
        assert_eq!(search.counters().playouts - before, 100, "turn {turn}");
        parents(&search);
        let best = search.root_moves().into_iter().max_by_key(|m| m.visits).unwrap();
        board = best.mv.square().map_or(board.pass(), |square| board.play(square).unwrap());
    }
}

#[test]
fn a_full_tree_gives_up_what_it_visits_least() {
    let mut search = Search::new(Handmade, Parameters::default(), 64 << 10);
    for seed in 0..20 {
        search.advance_to(random_position(seed, 30));
        let before = search.counters().playouts;
        search.run(Limits::playouts(5_000));
        assert_eq!(search.counters().playouts - before, 5_000, "seed {seed}");
        let visits: u32 = search.root_moves().iter().map(|m| m.visits).sum();
        assert!(visits >= 4_999, "seed {seed}: {visits}");
        parents(&search);
    }
}

#[test]
fn a_tree_without_room_for_more_than_its_root_ends_the_search() {
    let mut search = Search::new(Handmade, Parameters::default(), 0);
    search.advance_to(random_position(1, 40));
    search.run(Limits::playouts(1_000));
    assert!(!search.root_moves().is_empty());
}

#[test]
fn curves_are_what_they_are_named_after() {
    let parameters = Parameters::default();
    let curves = Curves::new(&parameters);
    let (scale, temperature) = (f64::from(parameters.tanh_scale), f64::from(parameters.prior_temperature));
    for discs in -64..=64 {
        let value = discs * crate::eval::DISC;
        let tanh = (f64::from(discs) / scale).tanh() as f32;
        assert!((curves.tanh(value) - tanh).abs() < 1e-6, "{discs}");
        let weight = (-f64::from(discs.abs()) / temperature).exp() as f32;
        assert!((curves.weight(value.abs()) - weight).abs() < 1e-6, "{discs}");
    }
}

#[test]
fn a_tiny_tree_is_searched_re_rooted_and_swept() {
    let mut search = Search::new(Handmade, Parameters::default(), 16 << 10);
    let board = random_position(2, 30);
    search.advance_to(board);
    search.run(Limits::playouts(120));
    assert_eq!(search.counters().playouts, 120);
    parents(&search);
    let best = search.root_moves().into_iter().max_by_key(|m| m.visits).unwrap();
    assert!(search.advance_to(board.play(best.mv.square().unwrap()).unwrap()));
    search.run(Limits::playouts(40));
    assert_eq!(search.counters().playouts, 160);
    parents(&search);
}
