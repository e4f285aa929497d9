//! Dialogues in NBoard's protocol: every `pong` is its `ping`'s, and answers hold no numbers that are none.

#![no_main]

use analyst::engines::nboard::Nboard;
use libfuzzer_sys::fuzz_target;
use outflank_fuzz::player;

fuzz_target!(|text: &str| {
    let (player, stop) = player();
    let mut engine = Nboard::new(player);
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
