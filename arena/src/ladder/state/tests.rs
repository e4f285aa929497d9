use super::*;
use crate::ladder::rating::K;

/// A ladder of participants with one program each.
fn ladder(names: &[&str]) -> Ladder {
    let mut ladder = Ladder::default();
    for name in names {
        let participant = ladder.add(name.to_string());
        ladder.submit(participant);
    }
    ladder
}

fn play(ladder: &mut Ladder, participants: [usize; 2], outcome: Outcome) -> RatingChange {
    let pairing = ladder.start(participants, ladder.lap() + 1);
    ladder.finish(&pairing, outcome)
}

#[test]
fn a_game_changes_ratings_results_streaks_and_head_to_head() {
    let mut ladder = ladder(&["a", "b"]);
    let change = play(&mut ladder, [0, 1], Outcome::Win);
    assert_eq!(change, RatingChange { before: [START; 2], after: [START + K / 2.0, START - K / 2.0] });
    play(&mut ladder, [1, 0], Outcome::Loss);
    let [a, b] = [0, 1].map(|index: usize| ladder.participants()[index].clone());
    assert_eq!((a.results, a.win_streak), (Results { wins: 2, draws: 0, losses: 0 }, 2));
    assert_eq!((b.results, b.win_streak), (Results { wins: 0, draws: 0, losses: 2 }, 0));
    assert_eq!([ladder.wins(0, 1), ladder.wins(1, 0)], [2, 0]);
    play(&mut ladder, [0, 1], Outcome::Draw);
    assert_eq!(ladder.participants()[0].win_streak, 0, "a draw ends a streak");
    assert_eq!([ladder.wins(0, 1), ladder.wins(1, 0)], [2, 0]);
}

#[test]
fn a_first_program_is_no_update_and_an_update_is_new_until_its_first_game_ends() {
    let mut ladder = ladder(&["a", "b"]);
    assert!(!ladder.participants()[0].has_just_updated());
    play(&mut ladder, [0, 1], Outcome::Win);
    ladder.submit(0);
    assert!(ladder.participants()[0].has_just_updated());
    let pairing = ladder.start([0, 1], 2);
    assert!(ladder.participants()[0].has_just_updated());
    ladder.finish(&pairing, Outcome::Loss);
    assert!(!ladder.participants()[0].has_just_updated());
}

#[test]
fn a_game_of_the_old_program_does_not_make_the_update_old() {
    let mut ladder = ladder(&["a", "b"]);
    let pairing = ladder.start([0, 1], 1);
    assert!(ladder.is_playing(0));
    ladder.submit(0);
    assert!(!ladder.is_playing(0), "the new program is idle");
    assert!(ladder.is_playing(1));
    ladder.finish(&pairing, Outcome::Win);
    let updated = &ladder.participants()[0];
    assert_eq!(updated.results.wins, 1, "the game still counts");
    assert!(updated.has_just_updated());
    assert_eq!(updated.last_lap, 0, "the new program may play in this lap");
    assert_eq!(ladder.participants()[1].last_lap, 1);
}

#[test]
fn standings_are_by_rating_and_then_by_name() {
    let mut ladder = ladder(&["b", "a", "c"]);
    assert_eq!(ladder.standings(), [1, 0, 2]);
    play(&mut ladder, [2, 1], Outcome::Win);
    assert_eq!(ladder.standings(), [2, 0, 1]);
    ladder.add("0".to_string());
    assert_eq!(ladder.standings(), [2, 0, 1, 3], "who cannot play stands last");
    assert_eq!(ladder.find("c"), Some(2));
    assert_eq!(ladder.find("d"), None);
}

#[test]
fn a_cancelled_game_leaves_nothing_behind_and_a_withheld_participant_returns_with_a_program() {
    let mut ladder = ladder(&["a", "b"]);
    play(&mut ladder, [0, 1], Outcome::Draw);
    let before = ladder.participants().to_vec();
    let pairing = ladder.start([0, 1], 2);
    ladder.cancel(&pairing);
    assert_eq!(ladder.participants(), before);
    assert!(ladder.playing().is_empty());
    ladder.withhold(0);
    assert!(ladder.participants()[0].is_withheld);
    ladder.submit(0);
    assert!(!ladder.participants()[0].is_withheld);
}
