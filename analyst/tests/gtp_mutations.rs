//! Damaged dialogues in the Go text protocol.

use std::io;

use analyst::engines::gtp::Gtp;
use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher, Stop};
use outflank::rng::Rng;

const SGF: &str = "(;FF[4]GM[2]PB[a]PW[b]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[c3])";

/// The lines that mutations start from.
const LINES: [&str; 24] = [
    "protocol_version",
    "12 name",
    "3 known_command genmove",
    "list_commands",
    "boardsize 8",
    "clear_board",
    "komi 6.5",
    "play b d3",
    "7 play white C5",
    "play w pass",
    "genmove b",
    "5 genmove w",
    "reg_genmove b",
    "undo",
    "showboard",
    "time_settings 60 0 0",
    "time_left b 3 1",
    "final_score",
    "loadsgf game.sgf 2",
    "gogui-rules_legal_moves",
    "outflank-explain",
    "outflank-param level 3",
    "outflank-param time 0.5",
    "# a comment",
];

/// Asserts that an answer is one block with the command's number.
fn assert_block(line: &str, answer: &str) {
    let text = answer.strip_suffix("\n\n").unwrap_or_else(|| panic!("{line:?}: {answer:?}"));
    assert!(!text.contains("\n\n") && !text.contains("NaN"), "{line:?}: {answer:?}");
    let words: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
    let id: String = words.split_whitespace().next().unwrap_or("").to_string();
    let id = if id.bytes().all(|byte| byte.is_ascii_digit()) { id } else { String::new() };
    let rest = text.strip_prefix(['=', '?']).and_then(|rest| rest.strip_prefix(&id));
    assert!(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')), "{line:?}: {answer:?}");
}

fn fuzz(count: usize) {
    let mut rng = Rng::new(2026);
    let stop = Stop::default();
    let searcher = Searcher::with_host(Memory { tree: 1 << 20, solver: 1 << 16 }, stop.clone(), None);
    let settings = Settings { playouts: 200, book: false, ..Settings::default() };
    let mut engine = Gtp::new(Player::new(searcher, settings, 1), |name| match name {
        "game.sgf" => Ok(SGF.as_bytes().to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    });
    // Only the dialogue is tested here: searches end at once.
    stop.raise();
    for _ in 0..count {
        for _ in 0..4 + rng.below(6) {
            let line = crate::mutated::line(&mut rng, &LINES);
            if let Some(answer) = engine.answer(&line) {
                assert_block(&line, &answer);
            }
        }
        assert_eq!(engine.answer("clear_board").as_deref(), Some("=\n\n"));
        let answer = engine.answer("genmove b").expect("a command");
        assert!(["= D3", "= C4", "= F5", "= E6"].contains(&answer.trim_end()), "{answer}");
    }
    assert!(!engine.is_over());
}

#[test]
fn mutated_dialogues_are_answered_block_by_block() {
    fuzz(150);
}

#[test]
#[ignore = "a minute: `MUTATIONS=10000 cargo test --release -p analyst --test all gtp_mutations -- \
    --ignored`"]
fn many_mutated_dialogues_are_answered_block_by_block() {
    fuzz(crate::mutated::dialogues());
}
