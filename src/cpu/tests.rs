use super::*;
use crate::rng::Rng;

/// Random disjoint bitboards of all densities.
fn random_boards(count: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut rng = Rng::new(1);
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

#[test]
fn the_first_of_equal_maxima_is_found() {
    let mut rng = Rng::new(2);
    for _ in 0..1_000 {
        let lanes: [f32; 8] = std::array::from_fn(|_| rng.below(5) as f32 - 2.0);
        let max = lanes.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let expected = (max, lanes.iter().position(|&lane| lane == max).unwrap());
        crate::with_cpu!(cpu => assert_eq!(cpu.first_max(&lanes), expected));
        assert_eq!(Portable.first_max(&lanes), expected);
    }
    crate::with_cpu!(cpu => assert_eq!(cpu.first_max(&[f32::NEG_INFINITY; 8]), (f32::NEG_INFINITY, 0)));
}

#[test]
fn four_positions_at_once_have_the_moves_of_each() {
    let boards: Vec<(u64, u64)> = random_boards(20_000).collect();
    for four in boards.chunks_exact(4) {
        let (players, opponents) = (std::array::from_fn(|i| four[i].0), std::array::from_fn(|i| four[i].1));
        let expected = four.iter().map(|&(player, opponent)| Portable.legal_moves(player, opponent));
        crate::with_cpu!(cpu => assert!(cpu.legal_moves_of_four(&players, &opponents).into_iter().eq(expected.clone())));
        assert!(Portable.legal_moves_of_four(&players, &opponents).into_iter().eq(expected));
    }
}
