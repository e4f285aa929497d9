use super::super::{expected_score, Scores};
use super::*;

fn table(players: usize, results: &[(usize, usize, [u64; 3])]) -> Crosstable {
    let mut table = Crosstable::new(players);
    for &(player, opponent, [won, drawn, lost]) in results {
        for (half_points, count) in [(2, won), (1, drawn), (0, lost)] {
            for _ in 0..count {
                table.add(player, opponent, half_points);
            }
        }
    }
    table
}

#[test]
fn two_players_agree_with_the_score() {
    let table = table(2, &[(0, 1, [6_000, 0, 4_000])]);
    let ratings = Ratings::fit(&table);
    let [better, worse] = [ratings.all()[0], ratings.all()[1]];
    let known = Scores::of_games([4_000, 0, 6_000]).unwrap().elo();
    assert!((better.elo - worse.elo - known.elo).abs() < 0.05, "{better:?} {worse:?} {known}");
    // Each rating lies half of the difference from the average, and so does its error.
    assert!((2.0 * better.error - (known.high - known.low) / 2.0).abs() < 0.05, "{better:?} {known}");
    assert_eq!((better.games, better.score), (10_000, 0.6));
}

#[test]
fn ratings_reproduce_the_strengths_behind_the_games() {
    let strengths = [150.0, 20.0, -60.0, -110.0];
    let mut results = Vec::new();
    for player in 0..4 {
        for opponent in player + 1..4 {
            let won = (200_000.0 * expected_score(strengths[player] - strengths[opponent])).round() as u64;
            results.push((player, opponent, [won, 0, 200_000 - won]));
        }
    }
    let ratings = Ratings::fit(&table(4, &results));
    for (rating, strength) in ratings.all().iter().zip(strengths) {
        assert!((rating.elo - strength).abs() < 0.05, "{rating:?} is not {strength}");
    }
    assert_eq!(ratings.order(), [0, 1, 2, 3]);
}

#[test]
fn superiority_of_two_is_that_of_their_games() {
    let ratings = Ratings::fit(&table(2, &[(0, 1, [520, 0, 480])]));
    let known = Scores::of_games([480, 0, 520]).unwrap().superiority();
    assert!((ratings.superiority(0, 1) - known).abs() < 1e-3, "{} {known}", ratings.superiority(0, 1));
    assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
}

#[test]
fn a_clean_sweep_stays_finite_and_strangers_stay_uncertain() {
    let ratings = Ratings::fit(&table(4, &[(0, 1, [30, 0, 0]), (2, 3, [0, 30, 0])]));
    let [winner, loser, drawer, _] = [0, 1, 2, 3].map(|player: usize| ratings.all()[player]);
    assert!(winner.elo > loser.elo + 300.0 && winner.elo < 2000.0, "{winner:?} {loser:?}");
    assert!(ratings.superiority(0, 1) > 0.99);
    // Nothing but the imaginary games connects the two pairs.
    assert!(drawer.error > 200.0, "{drawer:?}");
}

#[test]
fn nobody_and_nothing_played_are_no_special_cases() {
    assert!(Ratings::fit(&Crosstable::new(0)).all().is_empty());
    let ratings = Ratings::fit(&Crosstable::new(2));
    assert_eq!(ratings.all()[0].elo, 0.0);
    assert_eq!(ratings.superiority(0, 1), 0.5);
}
