//! Playouts of the tree search from a midgame position, each time in an empty tree.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use outflank::board::Board;
use outflank::eval::{Evaluate, Evaluator};
use outflank::game::Game;
use outflank::handmade::Handmade;
use outflank::mcts::{Limits, Parameters, Search};

/// A midgame position, after 20 moves.
const TRANSCRIPT: &str = "f5d6c3d3c4f4f6f3e6e7d7g6d8c5c6c7d2b5b6e8";

const PLAYOUTS: u64 = 20_000;

fn midgame() -> Board {
    Game::from_transcript(TRANSCRIPT).expect("a legal game").board()
}

/// Runs the search and returns the number of evaluated nodes.
fn nodes<E: Evaluate>(search: &mut Search<E>, board: Board) -> u64 {
    search.clear();
    search.advance_to(board);
    let before = search.counters().nodes;
    search.run(Limits::playouts(PLAYOUTS));
    search.counters().nodes - before
}

fn playouts(c: &mut Criterion) {
    let board = midgame();
    let mut handmade = Search::new(Handmade, Parameters::default(), 64 << 20);
    let mut learned = Search::new(Evaluator::shipped(), Parameters::default(), 64 << 20);
    // Every iteration grows the same tree: each playout evaluates at least one node.
    let counts = [nodes(&mut handmade, board), nodes(&mut learned, board)];
    assert!(counts.iter().all(|&count| count >= PLAYOUTS), "{counts:?} nodes");
    assert_eq!([nodes(&mut handmade, board), nodes(&mut learned, board)], counts);

    let mut group = c.benchmark_group("mcts");
    group.throughput(Throughput::Elements(PLAYOUTS));
    group.sample_size(20);
    group.bench_function("playouts, hand-made evaluation", |b| b.iter(|| nodes(&mut handmade, board)));
    group.bench_function("playouts", |b| b.iter(|| nodes(&mut learned, board)));
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
