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
fn chances_stay_inside_their_limits() {
    let mut chance = Chance::EVEN;
    for bit in [true, false] {
        for _ in 0..2000 {
            chance.learn(bit);
            assert!((32..=65_536 - 32).contains(&chance.one()));
        }
    }
}
