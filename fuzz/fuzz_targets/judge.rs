//! The course judge's protocol, in memory: any input ends the dialogue with answers or one readable line.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use outflank::engine::Engine;
use outflank::mcts::Parameters;
use outflank::protocol::{judge, Pace, Streams};

thread_local! {
    /// An engine with little memory; `START` resets it.
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::with_parameters(Parameters::default(), 1 << 16, 1 << 12));
}

fuzz_target!(|input: &[u8]| {
    ENGINE.with_borrow_mut(|engine| {
        let (mut answers, mut remarks) = (Vec::new(), Vec::new());
        let mut streams = Streams::new(input, &mut answers, &mut remarks);
        let result = judge::play(&mut streams, engine, Pace::Playouts(1));
        assert!(answers.is_ascii() && answers.len() <= 5 * (input.len() + 1));
        if let Err(error) = result {
            let line = error.to_string();
            assert!(line.len() <= 300 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line}");
        }
    });
});
