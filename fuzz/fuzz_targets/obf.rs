//! Positions in OBF: what is accepted has no disc of both colours.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::obf::ObfPosition;

fuzz_target!(|text: &str| {
    for position in ObfPosition::parse_all(text).unwrap_or_default() {
        assert_eq!(position.board.player() & position.board.opponent(), 0);
        assert!(position.best_score().is_none_or(|score| score.abs() <= 64));
    }
});
