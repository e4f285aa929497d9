use super::*;
use crate::ladder::rating::Outcome;

fn ladder(names: &[&str]) -> Ladder {
    let mut ladder = Ladder::default();
    for name in names {
        let participant = ladder.add(name.to_string());
        ladder.submit(participant);
    }
    ladder
}

/// Starts the next game, ends it as said, and returns the two names.
fn play_next(ladder: &mut Ladder, outcome: Outcome) -> Option<[String; 2]> {
    let pairing = ladder.start_next(Policy::default())?;
    ladder.finish(&pairing, outcome);
    Some(pairing.participants.map(|participant| ladder.participants()[participant].name.clone()))
}

#[test]
fn equals_are_ordered_by_name_and_play_once_a_lap() {
    let mut ladder = ladder(&["d", "b", "c", "a"]);
    assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["a", "b"]);
    assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["c", "d"]);
    assert_eq!(ladder.lap(), 1);
    assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["a", "b"]);
    assert_eq!(ladder.lap(), 2);
}

#[test]
fn the_longer_streak_goes_first_and_the_least_played_is_its_opponent() {
    let mut ladder = ladder(&["a", "b", "c"]);
    assert_eq!(play_next(&mut ladder, Outcome::Loss).unwrap(), ["a", "b"]);
    assert_eq!(play_next(&mut ladder, Outcome::Loss).unwrap(), ["b", "c"]);
}

#[test]
fn an_update_goes_before_any_streak_and_may_play_again_in_the_lap() {
    let mut ladder = ladder(&["a", "b", "c", "d"]);
    assert_eq!(play_next(&mut ladder, Outcome::Win).unwrap(), ["a", "b"]);
    ladder.submit(1);
    assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["b", "c"]);
    assert_eq!(ladder.lap(), 1);
}

#[test]
fn who_is_playing_waits_unless_parallel_games_are_allowed() {
    let mut ladder = ladder(&["a", "b", "c"]);
    let parallel = Policy { allow_parallel: true };
    let pairing = ladder.start_next(Policy::default()).unwrap();
    assert_eq!(ladder.start_next(Policy::default()), None);
    assert_eq!(ladder.hindrance(0, 2, Policy::default()), Some(Hindrance::Playing(0)));
    assert_eq!(ladder.hindrance(0, 1, parallel), Some(Hindrance::HadItsGame(0)));
    let second = ladder.start_next(parallel).unwrap();
    assert_eq!((second.participants, second.lap), ([0, 1], 2), "c had nobody left in lap 1");
    ladder.finish(&pairing, Outcome::Win);
    assert_eq!(ladder.playing(), [second]);
}

#[test]
fn nobody_meets_anybody_once_every_rule_is_in_the_way() {
    let mut ladder = ladder(&["a", "b"]);
    assert!(play_next(&mut ladder, Outcome::Win).is_some());
    assert!(play_next(&mut ladder, Outcome::Win).is_some());
    assert_eq!(ladder.start_next(Policy::default()), None);
    ladder.submit(1);
    assert_eq!(ladder.start_next(Policy::default()), None, "an update opens the window, not the lead");
}

/// Two winners far above keep a streak going between them, by turns; the newcomers have none.
#[test]
fn newcomers_play_however_long_others_win() {
    let mut ladder = ladder(&["a", "b", "x", "y"]);
    let mut lap = 0;
    while ladder.participants()[0].rating < 1650.0 || ladder.participants()[1].rating < 1650.0 {
        lap += 1;
        for pair in [[0, 2], [1, 3]] {
            let game = ladder.start(pair, lap);
            ladder.finish(&game, Outcome::Win);
        }
    }
    for name in ["n", "o"] {
        let newcomer = ladder.add(name.to_string());
        ladder.submit(newcomer);
    }
    for round in 0..20 {
        let outcome = if round % 2 == 0 { Outcome::Win } else { Outcome::Loss };
        play_next(&mut ladder, outcome);
    }
    assert!(ladder.participants()[4].results.games() >= 2);
}

#[test]
fn who_is_withheld_is_not_paired() {
    let mut ladder = ladder(&["a", "b", "c"]);
    ladder.withhold(0);
    assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["b", "c"]);
    assert_eq!(ladder.hindrance(0, 1, Policy::default()), Some(Hindrance::Withheld(0)));
}
