use super::*;
use crate::rng::Rng;

/// Rounds of a test over random lanes; Miri is about a thousand times slower than native code.
const ROUNDS: usize = if cfg!(miri) { 10 } else { 1_000 };

/// Random disjoint bitboards of various densities.
fn random_boards(count: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut rng = Rng::new(1);
    let count = if cfg!(miri) { count / 200 } else { count };
    (0..count).map(move |i| {
        let (a, b, c) = (rng.next(), rng.next(), rng.next());
        let player = if i % 2 == 0 { a & b } else { a };
        let taken = if i % 3 == 0 { c } else { c | b };
        (player & taken, !player & taken)
    })
}

#[test]
#[cfg(target_arch = "x86_64")]
fn avx2_equals_portable() {
    let Some(avx2) = Avx2::detect() else {
        eprintln!("SKIPPED: this machine has no AVX2");
        return;
    };
    for (player, opponent) in random_boards(20_000) {
        assert_eq!(avx2.legal_moves(player, opponent), Portable.legal_moves(player, opponent));
        for square in crate::bits::Squares(!(player | opponent)) {
            let expected = Portable.flips(square, player, opponent);
            assert_eq!(avx2.flips(square, player, opponent), expected, "{square} {player:x} {opponent:x}");
        }
    }
}

#[test]
fn a_square_is_legal_exactly_if_it_flips() {
    for (player, opponent) in random_boards(5_000) {
        let moves = Portable.legal_moves(player, opponent);
        for square in crate::bits::Squares(!(player | opponent)) {
            let legal = moves & square.bit() != 0;
            assert_eq!(legal, Portable.flips(square, player, opponent) != 0);
        }
    }
}

/// Lanes with many equal values, so that scores tie.
fn random_lanes(rng: &mut Rng) -> Lanes {
    Lanes {
        minimax: std::array::from_fn(|_| rng.below(5) as f32 / 2.0 - 1.0),
        sum: std::array::from_fn(|_| rng.below(9) as f32 - 4.0),
        visits: std::array::from_fn(|_| rng.below(3) as i32),
        prior: std::array::from_fn(|_| [0x3e00, 0x3e80, 0xff80][rng.below(3)]),
    }
}

#[test]
fn the_first_lane_with_the_highest_score_is_selected() {
    let mut rng = Rng::new(2);
    let weight = 2.0f32;
    let scoring = Scoring { minimax_weight: 0.5, mean_weight: 0.5, exploration: weight.to_bits() as i32 };
    for _ in 0..ROUNDS {
        let lanes = random_lanes(&mut rng);
        let parts = |lane: usize| {
            let visits = (lanes.visits[lane] + 1) as f32;
            let prior = f32::from_bits(u32::from(lanes.prior[lane]) << 16);
            let value = 0.5 * lanes.minimax[lane] + 0.5 * lanes.sum[lane] * (1.0 / visits);
            (value, if prior < 0.0 { prior } else { weight * (prior / visits).powf(0.75) })
        };
        let (score, lane) = Portable.select(&lanes, scoring);
        crate::with_cpu!(cpu => assert_eq!(cpu.select(&lanes, scoring), (score, lane)));
        let least = |(value, exploration): (f32, f32)| value + 0.875 * exploration;
        assert!((0..8).all(|other| least(parts(other)) <= score), "{lanes:?}");
        assert!(score <= parts(lane).0 + 1.125 * parts(lane).1, "{lanes:?}");
        assert!((0..lane).all(|other| parts(other) != parts(lane)), "{lanes:?}");
    }
}

#[test]
fn stores_and_visits_change_one_lane_only() {
    let mut rng = Rng::new(3);
    for _ in 0..ROUNDS {
        let mut lanes = random_lanes(&mut rng);
        let mut expected = lanes;
        let (lane, value) = (rng.below(8), rng.below(9) as f32 / 4.0 - 1.0);
        expected.minimax[lane] = value;
        let count = rng.below(300) as i32;
        expected.visits[lane] += count;
        expected.sum[lane] += value;
        let largest = expected.minimax.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        crate::with_cpu!(cpu => {
            cpu.replace(&mut lanes.minimax, lane, value);
            assert_eq!(cpu.highest(&lanes.minimax), largest);
            cpu.visit(&mut lanes.visits, &mut lanes.sum, lane, count, value);
        });
        let Lanes { minimax, sum, visits, .. } = lanes;
        assert_eq!((minimax, sum, visits), (expected.minimax, expected.sum, expected.visits));
        assert_eq!(Portable.highest(&lanes.minimax), largest);
    }
}

#[test]
fn equal_numbers_are_found() {
    for (numbers, mask) in [([7, 1, 7, 1 << 40 | 7], 0b0101), ([0; 4], 0)] {
        crate::with_cpu!(cpu => assert_eq!(cpu.eq_mask(&numbers, 7), mask));
        assert_eq!(Portable.eq_mask(&numbers, 7), mask);
    }
}

#[test]
fn moves_of_four_positions_equal_the_moves_of_each() {
    let boards: Vec<(u64, u64)> = random_boards(20_000).collect();
    for four in boards.chunks_exact(4) {
        let (players, opponents) = (std::array::from_fn(|i| four[i].0), std::array::from_fn(|i| four[i].1));
        let expected: [u64; 4] = std::array::from_fn(|i| Portable.legal_moves(players[i], opponents[i]));
        crate::with_cpu!(cpu => assert_eq!(cpu.legal_moves_x4(&players, &opponents), expected));
        assert_eq!(Portable.legal_moves_x4(&players, &opponents), expected);
    }
}
