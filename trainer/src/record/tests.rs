use super::*;

#[test]
fn a_record_survives_the_round_trip() {
    for (value, outcome, best, exact) in [(0, 0, 64, false), (-8192, -64, 63, true), (8192, 64, 0, true)] {
        let record = Record { board: Board::START, game: 0xdead_beef, value, outcome, best, exact };
        assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
    }
}

#[test]
fn overlapping_discs_are_refused() {
    assert_eq!(Record::from_bytes(&[0xff; BYTES]), None);
}

#[test]
fn the_split_goes_by_game_and_has_the_promised_share() {
    let record = |game| Record { board: Board::START, game, value: 0, outcome: 0, best: 64, exact: false };
    let held_out = (0..100_000).filter(|&game| record(game).held_out(50)).count();
    assert!((1_800..2_200).contains(&held_out), "{held_out} of 100000");
}
