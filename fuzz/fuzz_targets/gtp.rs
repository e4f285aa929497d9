//! Dialogues in the Go text protocol: every command is answered by one block.

#![no_main]

use std::io;

use analyst::engines::gtp::Gtp;
use libfuzzer_sys::fuzz_target;
use outflank_fuzz::player;

const SGF: &[u8] = include_bytes!("../seeds/notation/setup.sgf");

fuzz_target!(|text: &str| {
    let (player, stop) = player();
    let mut engine = Gtp::new(player, |name| match name {
        "game.sgf" => Ok(SGF.to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    });
    // Only the dialogue is tested here: searches end at once.
    stop.raise();
    for line in text.lines().take(40) {
        let answer = engine.answer(line).unwrap_or_else(|| "=\n\n".to_string());
        assert!(
            answer.starts_with(['=', '?']) && answer.find("\n\n") == Some(answer.len() - 2),
            "{answer:?}"
        );
    }
});
