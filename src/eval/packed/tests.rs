use super::*;

#[test]
fn the_committed_weights_are_of_the_alphabet() {
    assert!(super::super::weights::WEIGHTS.chars().all(|character| digit(character).is_some()));
}

#[test]
fn the_tail_holds_step_and_turns() {
    let turns = std::array::from_fn(|ply| 100 * ply as i16 - 3000);
    let learned = unpack(&tail(7, &turns));
    assert_eq!(learned.turns, turns);
}

#[test]
fn nonsense_unpacks_to_some_weights() {
    for text in ["", "a", "\u{d7ff}\u{fdcf}\u{fdcf}\u{fdcf}\u{fdcf}", &"\u{fdcf}".repeat(5000)] {
        let learned = unpack(text);
        assert_eq!(learned.knots[0].len(), CONTENTS);
    }
}
