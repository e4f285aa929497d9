use super::*;

#[test]
fn the_sum_of_both_rounds_decides() {
    let expected = [
        ([2, 2], Outcome::Win),
        ([2, 1], Outcome::Win),
        ([2, 0], Outcome::Draw),
        ([1, 1], Outcome::Draw),
        ([0, 2], Outcome::Draw),
        ([1, 0], Outcome::Loss),
        ([0, 0], Outcome::Loss),
    ];
    for (half_points, outcome) in expected {
        assert_eq!(Outcome::of_rounds(half_points), outcome, "{half_points:?}");
        let others = half_points.map(|points| 2 - points);
        assert_eq!(Outcome::of_rounds(others), outcome.reversed(), "{half_points:?}");
    }
}

#[test]
fn equals_move_by_half_of_k() {
    assert_eq!(rated([START, START], Outcome::Win), [START + K / 2.0, START - K / 2.0]);
    assert_eq!(rated([START, START], Outcome::Draw), [START, START]);
    assert_eq!(rated([START, START], Outcome::Loss), [START - K / 2.0, START + K / 2.0]);
}

#[test]
fn the_change_grows_with_the_difference_that_the_result_defies() {
    let gain = |own: f64| rated([own, 1500.0], Outcome::Win)[0] - own;
    let gains = [1900.0, 1600.0, 1500.0, 1400.0, 1100.0].map(gain);
    assert!(gains.is_sorted() && gains[0] > 0.0 && gains[4] < K, "{gains:?}");
    // 1 / (1 + 10^(100 / 400)), as in every table of Elo expectations.
    assert!((expected(1400.0, 1500.0) - 0.359_935).abs() < 1e-6);
    assert!((gain(1400.0) - K * (1.0 - 0.359_935)).abs() < 1e-4);
}
