use super::*;

#[test]
fn pairs_are_counted_by_their_points() {
    let mut tally = Tally::default();
    for pair in [[2, 2], [2, 0], [1, 1], [0, 0], [1, 2], [0, 1]] {
        tally.add_pair(pair);
    }
    assert_eq!((tally.wins, tally.draws, tally.losses), (4, 4, 4));
    assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
    assert_eq!(tally.score(), 0.5);
    assert_eq!(tally.to_string(), "+4 =4 -4");
}

#[test]
fn a_published_elo_and_its_interval_are_reproduced() {
    let tally = Tally { pairs: [39, 8843, 26675, 9240, 44], ..Tally::default() };
    let EloInterval { low, elo, high } = tally.elo().unwrap();
    for (ours, published) in [(low, 0.5464), (elo, 1.5768), (high, 2.6071)] {
        assert!((ours - published).abs() < 1e-4, "{ours} for {published}");
    }
}

#[test]
fn hopeless_scores_are_infinite_and_none_is_none() {
    assert_eq!(Tally::default().elo(), None);
    assert_eq!(Tally::default().score(), 0.5);
    let mut tally = Tally::default();
    tally.add_pair([2, 2]);
    assert_eq!(tally.elo().unwrap().elo, f64::INFINITY);
    assert_eq!(tally.elo().unwrap().to_string(), "+inf Elo (95 %: -636.4 to +inf)");
}
