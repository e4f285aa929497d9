use super::*;
use crate::bits::Squares;

fn pattern_of(lane: usize) -> usize {
    OFFSETS.iter().position(|&offset| offset == OFFSET_OF_LANE[lane]).unwrap()
}

#[test]
fn every_instance_is_an_image_of_its_pattern() {
    for lane in 0..INSTANCES {
        let pattern = pattern_of(lane);
        let area: u64 =
            Squares(u64::MAX).filter(|square| DIGITS[square.index()].0[lane] != 0).map(Square::bit).sum();
        let images: Vec<u64> =
            Symmetry::all().map(|symmetry| symmetry.apply(PATTERNS[pattern].area())).collect();
        assert!(images.contains(&area), "lane {lane} of {}", PATTERNS[pattern].name);
        let mut digits: Vec<u16> = Squares(area).map(|square| DIGITS[square.index()].0[lane]).collect();
        digits.sort_unstable();
        let places: Vec<u16> = (0..PATTERNS[pattern].len() as u32).map(|digit| 3u16.pow(digit)).collect();
        assert_eq!(digits, places, "lane {lane}");
    }
}

#[test]
fn indices_read_the_squares_as_ternary_digits() {
    let bit = |name: &str| name.parse::<Square>().unwrap().bit();
    let board = Board { player: bit("b2") | bit("h1"), opponent: bit("a1") };
    // The edge's digits, highest first: b2 a1 b1 ... h1 g2.
    assert_eq!(Indices::of(board).0[0], 3u16.pow(9) + 2 * 3u16.pow(8) + 3);
}

#[test]
fn outer_indices_are_the_first_of_all() {
    for seed in 0..100 {
        let mut rng = crate::rng::Rng::new(seed);
        let player = rng.next();
        let board = Board { player, opponent: rng.next() & !player };
        let mut sum = [0; 4];
        add_outer(&mut sum, board.player | board.opponent);
        add_outer(&mut sum, board.opponent);
        let outer: [u16; OUTER] = std::array::from_fn(|lane| (sum[lane / 4] >> (16 * (lane % 4))) as u16);
        assert_eq!(outer, Indices::of(board).0[..OUTER], "{board:?}");
    }
}

#[test]
fn mirrored_contents_are_what_the_mirrored_board_shows() {
    for (pattern, shape) in PATTERNS.iter().enumerate() {
        let mirrored = mirrored_contents(shape);
        for (contents, &mirror) in mirrored.iter().enumerate() {
            assert_eq!(usize::from(mirrored[usize::from(mirror)]), contents, "{}", shape.name);
        }
        let lane = (0..INSTANCES).find(|&lane| pattern_of(lane) == pattern).unwrap();
        let stabiliser: Vec<Symmetry> =
            Symmetry::all().filter(|symmetry| symmetry.apply(shape.area()) == shape.area()).collect();
        for seed in 0..50 {
            let mut rng = crate::rng::Rng::new(seed);
            let player = rng.next();
            let board = Board { player, opponent: rng.next() & !player };
            let contents = Indices::of(board).0[lane];
            for symmetry in &stabiliser {
                let seen = Indices::of(board.transformed(*symmetry)).0[lane];
                assert!(seen == contents || seen == mirrored[usize::from(contents)], "{}", shape.name);
            }
        }
    }
}
