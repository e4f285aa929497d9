//! The exact solver at 12 to 20 empties, each time with an empty transposition table.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::obf::ObfPosition;

/// FFO 27: 20 empty squares, best score -2.
fn ffo_27() -> Board {
    let all = ObfPosition::parse_all(include_str!("../tests/ffo/positions.obf")).expect("a well-formed file");
    all[26].board
}

/// Plays best moves down to `empties` empties; returns the position and its score.
fn follow(solver: &mut Solver, mut board: Board, empties: u32) -> (Board, i32) {
    loop {
        let outcome = solver.solve(board, -64, 64, Deadline::Never);
        if board.empty_count() == empties {
            return (board, outcome.bounds.lower.into());
        }
        let mv = outcome.best.expect("the game goes on");
        board = mv.square().map_or(board.pass(), |square| board.play(square).expect("legal"));
    }
}

fn endgame(criterion: &mut Criterion) {
    let mut solver = Solver::new(16 << 20);
    let mut group = criterion.benchmark_group("endgame");
    group.sample_size(10);
    for (empties, score) in [(12, -2), (16, -2), (18, -2), (20, -2)] {
        let (board, found) = follow(&mut solver, ffo_27(), empties);
        assert_eq!(found, score, "{empties} empty squares");
        solver.clear();
        group.throughput(Throughput::Elements(solver.solve(board, -64, 64, Deadline::Never).nodes));
        group.bench_function(format!("solve, {empties} empties"), |bencher| {
            bencher.iter(|| {
                solver.clear();
                solver.solve(board, -64, 64, Deadline::Never).bounds
            });
        });
    }
    group.finish();
}

criterion_group!(benches, endgame);
criterion_main!(benches);
