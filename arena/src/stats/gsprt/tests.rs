use super::*;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
}

fn close(actual: f64, expected: f64) {
    assert!((actual - expected).abs() <= 1e-6, "{actual} is not {expected}");
}

#[test]
fn pairs_give_the_known_ratios() {
    close(sprt(0.5, 2.5).after_pairs([39, 8843, 26675, 9240, 44]).llr, 2.941_675_208_0);
    close(sprt(0.0, 5.0).after_pairs([5, 20, 50, 30, 10]).llr, 0.391_711_710_2);
}

#[test]
fn the_usual_bounds() {
    let progress = sprt(0.0, 5.0).after_pairs([0; 5]);
    assert_eq!(format!("{progress}"), "LLR 0.0000 (-2.9444, 2.9444)");
    let uneven = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().after_pairs([0; 5]);
    close(uneven.lower, (0.1f64 / 0.95).ln());
    close(uneven.upper, (0.9f64 / 0.05).ln());
}

/// Independent pairs of two games each say as much as their games.
#[test]
fn pairs_of_independent_games_agree_with_the_games() {
    let (loss, draw, win) = (0.3f64, 0.3, 0.4);
    let shares =
        [loss * loss, 2.0 * loss * draw, draw * draw + 2.0 * loss * win, 2.0 * draw * win, win * win];
    let pairs = shares.map(|share| (share * 1e6).round() as u64);
    let games = [loss, draw, win].map(|share| (share * 2e6).round() as u64);
    let test = sprt(0.0, 3.0);
    let (by_pairs, by_games) = (test.after_pairs(pairs).llr, test.after_games(games).llr);
    assert!((by_pairs / by_games - 1.0).abs() < 0.01, "{by_pairs} by pairs, {by_games} by games");
}

#[test]
fn swapping_sides_mirrors_the_ratio() {
    let pairs: Pentanomial = [3, 40, 90, 61, 8];
    let mut mirrored = pairs;
    mirrored.reverse();
    let forward = sprt(-2.0, 7.0).after_pairs(pairs).llr;
    let backward = sprt(-7.0, 2.0).after_pairs(mirrored).llr;
    close(forward, -backward);
}

#[test]
fn lopsided_counts_decide_and_stay_finite() {
    for pairs in
        [[0, 0, 0, 0, 40], [40, 0, 0, 0, 0], [0, 0, 1_000_000, 0, 0], [1, 0, 0, 0, 1], [9, 0, 0, 0, 9]]
    {
        for (elo0, elo1) in [(0.0, 5.0), (-50.0, 50.0), (-200.0, 200.0)] {
            let progress = sprt(elo0, elo1).after_pairs(pairs);
            assert!(progress.llr.is_finite(), "{pairs:?} {elo0} {elo1}: {progress}");
        }
    }
    assert_eq!(sprt(0.0, 50.0).after_pairs([0, 0, 0, 0, 40]).verdict(), Some(Verdict::H1));
    assert_eq!(sprt(0.0, 50.0).after_pairs([40, 0, 0, 0, 0]).verdict(), Some(Verdict::H0));
    assert_eq!(sprt(0.0, 5.0).after_pairs([4, 0, 0, 0, 4]).verdict(), None);
}

#[test]
fn nonsense_is_refused() {
    for (elo0, elo1) in [(1.0, 1.0), (2.0, 1.0), (0.0, 201.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        assert!(matches!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(BadSprt::Bounds(..))), "{elo0} {elo1}");
    }
    for probability in [0.0, 0.5, -1.0, f64::NAN] {
        assert!(matches!(Sprt::new(0.0, 1.0, probability, 0.05), Err(BadSprt::Probability(_))));
        assert!(matches!(Sprt::new(0.0, 1.0, 0.05, probability), Err(BadSprt::Probability(_))));
    }
}
