//! Whole games with the judge, from every kind of set-up, as either colour, some of them ended early.

use outflank::engine::Engine;
use outflank::protocol::{judge, Streams};

use super::referee::{Judge, SetUp};
use super::PACE;
use crate::small_engine;
use crate::table::{hold, Held};

pub(super) fn play_game(engine: &mut Engine, judge: Judge, read_size: usize) -> Held<Judge> {
    hold(judge, read_size, |input, output, log| {
        let mv = judge::play(&mut Streams::new(input, output, log), engine, PACE);
        mv.expect("the judge keeps to the protocol");
    })
}

#[test]
fn random_games_reach_their_end() {
    let mut engine = small_engine();
    let mut seen = [0; 3];
    for seed in 0..300 {
        let set_up = [SetUp::Standard, SetUp::Mirrored, SetUp::Odd][seed as usize % 3];
        let max_calls = if seed % 7 == 0 { 2 + seed as usize / 7 } else { usize::MAX };
        let judge = Judge::new(seed as usize % 2, set_up, max_calls, seed);
        let read_size = if seed % 5 == 0 { 1 } else { 4096 };
        let held = play_game(&mut engine, judge, read_size);
        assert_eq!(held.log, held.partner.drawn, "game {seed}");
        assert!(!held.answers.is_empty(), "game {seed}");
        for (sum, count) in seen.iter_mut().zip(held.partner.seen) {
            *sum += count;
        }
    }
    let [opponents_passes, programs_passes, wipe_outs] = seen;
    assert!(opponents_passes > 0 && programs_passes > 0 && wipe_outs > 0, "{seen:?}");
}
