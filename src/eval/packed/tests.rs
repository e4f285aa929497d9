use super::*;

#[test]
fn every_digit_has_its_character() {
    for number in 0..RADIX as u32 {
        let character = character(number).unwrap();
        assert_eq!(digit(character), Some(u64::from(number)));
        assert_eq!(character.len_utf16(), 1, "{character:?}");
        assert!(!character.is_control() && !['"', '\\'].contains(&character));
    }
    assert_eq!(character(RADIX as u32), None);
    assert_eq!(digit('\u{2028}'), None);
    assert_eq!(digit('\u{202e}'), None);
}

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
fn chances_stay_inside_their_limits() {
    let mut chance = Chance::EVEN;
    for bit in [true, false] {
        for _ in 0..2000 {
            chance.learn(bit);
            assert!((32..=65_536 - 32).contains(&chance.one()));
        }
    }
}

#[test]
fn nonsense_unpacks_to_some_weights() {
    for text in ["", "a", "\u{d7ff}\u{fdcf}\u{fdcf}\u{fdcf}\u{fdcf}", &"\u{fdcf}".repeat(5000)] {
        let learned = unpack(text);
        assert_eq!(learned.knots[0].len(), CONTENTS);
    }
}
