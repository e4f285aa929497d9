//! Dialogues in NBoard's protocol: every `pong` is its `ping`'s, and answers hold no numbers that are none.

#![no_main]

use analyst::engines::nboard::Nboard;
use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher, Stop};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let stop = Stop::default();
    let searcher = Searcher::with_host(Memory { tree: 1 << 16, solver: 1 << 12 }, stop.clone(), None);
    let settings = Settings { playouts: 20, book: false, ..Settings::default() };
    let mut engine = Nboard::new(Player::new(searcher, settings, 1));
    // Only the dialogue is tested here: searches end at once.
    stop.raise();
    for line in text.lines().take(40) {
        let mut pongs = 0;
        engine.obey(line, &mut |answer| {
            pongs += usize::from(answer.starts_with("pong "));
            assert!(!answer.contains('\n') && !answer.starts_with("=== NaN"), "{answer}");
        });
        assert!(pongs <= usize::from(line.contains("ping")), "{line}");
    }
});
