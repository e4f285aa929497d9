//! Child evaluations a second, through the call that the search uses. The checksum is asserted before
//! anything is timed: both CPU paths give it.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use outflank::board::Board;
use outflank::cpu::Portable;
use outflank::eval::{Children, Evaluate, Evaluator};
use outflank::random_games;
use outflank::with_cpu;

/// Positions along random games, each with its moves.
fn positions() -> Vec<(Board, u64)> {
    random_games::positions(50).into_iter().map(|board| (board, board.legal_moves())).collect()
}

fn children(c: &mut Criterion) {
    let evaluator = Evaluator::shipped();
    let positions = positions();
    let (mut fast, mut plain, mut count) = (Children::new(), Children::new(), 0);
    for &(board, moves) in &positions {
        evaluator.evaluate_children(Portable, board, moves, &mut plain);
        with_cpu!(cpu => evaluator.evaluate_children(cpu, board, moves, &mut fast));
        assert!(plain.iter().eq(fast.iter()), "both paths agree on {board:?}");
        count += fast.count as u64;
    }
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(count));
    group.bench_function("children of random games", |b| {
        b.iter(|| {
            for &(board, moves) in &positions {
                with_cpu!(cpu => evaluator.evaluate_children(cpu, board, moves, &mut fast));
            }
        });
    });
    group.finish();
}

fn unpacking(c: &mut Criterion) {
    let mut group = c.benchmark_group("evaluation");
    group.bench_function("unpack the weights", |b| b.iter(Evaluator::new));
    group.finish();
}

criterion_group!(benches, children, unpacking);
criterion_main!(benches);
