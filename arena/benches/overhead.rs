//! The referee's overhead: pairs of games of bots that answer at once. What a game of processes takes beyond
//! one of built-in bots is the price of starting, clocking and confining two processes.

// The macros of criterion write public functions without documentation.
#![allow(missing_docs, clippy::unwrap_used)]

use std::ops::ControlFlow;

use arena::matches::pairs::{self, Pair, Plan};
use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use supervisor::stop::Stop;

/// Answers at once.
const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
const LIMITS: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn overhead(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("referee");
    group.sample_size(10);
    for (name, bot, pairs) in [("games of built-in bots", "random", 50), ("games of processes", BOT, 1)] {
        let bots = [BotSpec::parse(bot).unwrap(), BotSpec::parse(bot).unwrap()];
        let plan = Plan::new(bots, Vec::new(), 1, LIMITS);
        group.throughput(Throughput::Elements(2 * pairs));
        group.bench_function(name, |bencher| bencher.iter(|| play(&plan, pairs)));
    }
    group.finish();
}

/// Plays pairs of games one after another.
fn play(plan: &Plan, pairs: u64) {
    let mut games = 0;
    pairs::run(plan, 0..pairs, &[None], &Stop::new().unwrap(), &mut |finished: Vec<Pair>| {
        for game in finished.iter().flat_map(|pair| &pair.games) {
            assert!(game.fault().is_none(), "a bot failed");
            games += 1;
        }
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    assert_eq!(games, 2 * pairs);
}

criterion_group!(benches, overhead);
criterion_main!(benches);
