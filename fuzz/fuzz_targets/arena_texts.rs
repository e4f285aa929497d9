//! The arena's short inputs: openings, bots files, built-in bots, remarks, constants, shards.

#![no_main]

use analyst::notation::remarks;
use arena::matches::openings;
use arena::play::bots::Bots;
use arena::play::contestant::builtin::Builtin;
use arena::tuning::Parameter;
use libfuzzer_sys::fuzz_target;
use toolkit::shard::Shard;

fuzz_target!(|text: &str| {
    let openings = openings::parse(text).unwrap_or_default();
    assert!(openings.iter().all(|opening| !opening.is_over()));
    assert!(remarks::attributes(text).count() <= text.lines().count());
    let _ = (Bots::parse(text), text.parse::<Builtin>());
    let _ = (text.parse::<Parameter>(), text.parse::<Shard>());
});
