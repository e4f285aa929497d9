//! Legal moves, flips and perft, with the portable code and the best that the CPU supports.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use outflank::bits::Squares;
use outflank::board::Board;
use outflank::cpu::{Cpu, Detected, Portable};
use outflank::perft::{perft, PassCosts};
use outflank::random_games;

/// The positions of 50 random games in which the side to move can move.
fn positions() -> Vec<Board> {
    random_games::positions(50)
}

/// The number of legal moves in all positions.
#[inline(always)]
fn count_moves<C: Cpu>(cpu: C, positions: &[Board]) -> u64 {
    let counts = positions.iter().map(|board| cpu.legal_moves(board.player(), board.opponent()).count_ones());
    counts.map(u64::from).sum()
}

/// The number of discs that all legal moves flip.
#[inline(always)]
fn count_flips<C: Cpu>(cpu: C, positions: &[(Board, u64)]) -> u64 {
    let mut count = 0;
    for (board, moves) in positions {
        for square in Squares(*moves) {
            count += u64::from(cpu.flips(square, board.player(), board.opponent()).count_ones());
        }
    }
    count
}

/// `$name(positions)` runs `$body` with the best token, compiled for its instructions.
macro_rules! on_best_cpu {
    ($name:ident, $body:ident, $positions:ty) => {
        fn $name(positions: $positions) -> u64 {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
            fn compiled(cpu: outflank::cpu::Avx2, positions: $positions) -> u64 {
                $body(cpu, positions)
            }
            match Detected::new() {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `Avx2` token exists only where these instructions do.
                Detected::Avx2(cpu) => unsafe { compiled(cpu, positions) },
                Detected::Portable(cpu) => $body(cpu, positions),
            }
        }
    };
}

on_best_cpu!(count_moves_fast, count_moves, &[Board]);
on_best_cpu!(count_flips_fast, count_flips, &[(Board, u64)]);

/// Number of legal moves in all positions and of the discs that they flip, counted move by move.
fn counted(positions: &[Board]) -> (u64, u64) {
    let (mut moves, mut flips) = (0, 0);
    for board in positions {
        for (_, child) in board.children() {
            moves += 1;
            flips += u64::from(board.opponent().count_ones() - child.player().count_ones());
        }
    }
    (moves, flips)
}

fn rules(criterion: &mut Criterion) {
    let positions = positions();
    let with_moves: Vec<_> = positions.iter().map(|board| (*board, board.legal_moves())).collect();
    let (moves, flips) = counted(&positions);
    assert_eq!((count_moves_fast(&positions), count_flips_fast(&with_moves)), (moves, flips));
    assert_eq!((count_moves(Portable, &positions), count_flips(Portable, &with_moves)), (moves, flips));

    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("legal moves", |bencher| {
        bencher.iter(|| count_moves_fast(black_box(&positions)));
    });
    group.bench_function("legal moves, portable", |bencher| {
        bencher.iter(|| count_moves(Portable, black_box(&positions[..])));
    });
    group.throughput(Throughput::Elements(moves));
    group.bench_function("flips", |bencher| {
        bencher.iter(|| count_flips_fast(black_box(&with_moves)));
    });
    group.bench_function("flips, portable", |bencher| {
        bencher.iter(|| count_flips(Portable, black_box(&with_moves[..])));
    });
    assert_eq!(perft(Board::START, 8, PassCosts::APly), 390_216);
    group.throughput(Throughput::Elements(390_216));
    group.bench_function("perft 8", |bencher| {
        bencher.iter(|| perft(black_box(Board::START), 8, PassCosts::APly));
    });
    group.finish();
}

criterion_group!(benches, rules);
criterion_main!(benches);
