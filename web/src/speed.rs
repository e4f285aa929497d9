//! Speed by fixed work, so that a module and the native engine can be compared.

use std::time::Duration;

use outflank::bench;
use outflank::board::Board;
use outflank::clock::Clock;
use outflank::endgame::Solver;
use outflank::eval::Evaluator;
use outflank::limits::Limits;
use outflank::mcts::{Parameters, Search};
use serde_json::{json, Value};

/// Playouts from each position.
const PLAYOUTS: u64 = 20_000;

/// Memory of the tree.
const TREE_BYTES: usize = 64 << 20;

/// Does the same playouts and proofs everywhere: how many, and the milliseconds that they took.
pub fn measure(clock: Clock) -> Value {
    let with_empties = |from: u32, to: u32| {
        bench::positions().filter(move |board: &Board| (from..=to).contains(&board.empty_count()))
    };
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
    let start = clock();
    for board in with_empties(24, 46) {
        search.clear();
        search.advance_to(board);
        search.run(Limits::playouts(PLAYOUTS));
    }
    let playout_ms = ms(clock().saturating_sub(start));
    let mut solver = Solver::new(Solver::DEFAULT_BYTES);
    let start = clock();
    let mut nodes = 0;
    for board in with_empties(12, 18) {
        solver.clear();
        nodes += solver.solve(board, -64, 64, Limits::NONE).nodes;
    }
    let solver_ms = ms(clock().saturating_sub(start));
    json!({
        "playouts": search.counters().playouts,
        "playout_ms": playout_ms,
        "solver_nodes": nodes,
        "solver_ms": solver_ms,
    })
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 100_000.0).round() / 100.0
}
