use super::*;

#[test]
fn spearman_of_known_lists() {
    let rising = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!(spearman(&rising, &[10.0, 20.0, 30.0, 40.0, 1000.0]), 1.0);
    assert_eq!(spearman(&rising, &[5.0, 4.0, 3.0, 2.0, 1.0]), -1.0);
    // Without ties 1 - 6 sum(d^2) / (n (n^2 - 1)): here d = 1, -1, 0, 1, -1.
    assert!((spearman(&rising, &[2.0, 1.0, 3.0, 5.0, 4.0]) - 0.8).abs() < 1e-12);
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    assert!((spearman(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]) - 0.948_683_298).abs() < 1e-9);
}

/// The promise of `arena ladder simulate`, for a seed that no figure was chosen by.
#[test]
fn two_hundred_participants_are_ranked_well_and_none_is_starved() {
    let report = simulate(&Plan { participants: 200, games: 20_000, spread: 250.0, seed: 77 });
    let counts = report.game_counts();
    assert_eq!(counts.iter().sum::<u32>(), 40_000, "nobody was stuck");
    assert!(report.spearman() >= 0.95, "{}", report.spearman());
    assert!(4 * counts[0] >= counts[100], "fewest {}, median {}", counts[0], counts[100]);
    assert_eq!(report.checkpoints.last().unwrap().games, 20_000);
}

#[test]
fn the_seed_determines_everything() {
    let plan = Plan { participants: 10, games: 200, spread: 250.0, seed: 5 };
    let (first, second) = (simulate(&plan), simulate(&plan));
    assert_eq!(first.ladder.participants(), second.ladder.participants());
    assert_ne!(first.strengths, simulate(&Plan { seed: 6, ..plan }).strengths);
}
