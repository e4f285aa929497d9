use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use super::last_flips::last_flips;
use super::stability::{stable_discs, EdgeTable};
use super::*;
use crate::bits::Squares;
use crate::board::Move;
use crate::bounds::Bounds;
use crate::clock::Deadline;
use crate::cpu::{Cpu, Portable};
use crate::eval::{Children, LearnedSums};
use crate::handmade::Handmade;
use crate::obf::ObfPosition;
use crate::rng::Rng;
use crate::square::Square;

/// Plain negamax without pruning: the reference for the solver.
fn negamax(board: Board) -> Score {
    let passed = board.pass();
    match board.children().map(|(_, child)| -negamax(child)).max() {
        Some(best) => best,
        None if passed.legal_moves() == 0 => board.final_score(),
        None => -negamax(passed),
    }
}

/// A position with `empties` empty squares, reached by random moves from the start.
fn random_position(rng: &mut Rng, empties: u32) -> Board {
    loop {
        let mut board = Board::START;
        while board.empty_count() > empties && !board.is_over() {
            let moves: Vec<_> = board.children().collect();
            board = if moves.is_empty() { board.pass() } else { moves[rng.below(moves.len())].1 };
        }
        if board.empty_count() == empties {
            return board;
        }
    }
}

fn positions(count: u32, most_empties: u32) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(2);
    (0..count).map(move |i| random_position(&mut rng, i % (most_empties + 1)))
}

fn range(bounds: Bounds) -> std::ops::RangeInclusive<Score> {
    bounds.lower.into()..=bounds.upper.into()
}

fn solve(board: Board) -> Score {
    let solution = if cfg!(miri) {
        // Unpacking the shipped weights takes Miri minutes.
        Solver::with_evaluator(Handmade, 1 << 12).solve(board, -64, 64, Deadline::Never)
    } else {
        Solver::new(1 << 16).solve(board, -64, 64, Deadline::Never)
    };
    solution.bounds.score().expect("no deadline")
}

#[test]
fn scores_equal_plain_negamax() {
    for board in positions(if cfg!(miri) { 7 } else { 400 }, 8) {
        let score = negamax(board);
        assert_eq!(solve(board), score, "{board:?}");
        assert_eq!(Portable.solve_leaf(&mut SearchContext::default(), board, -64, 64, 0), score, "{board:?}");
        let leaf_score = with_cpu!(cpu => cpu.solve_leaf(&mut SearchContext::default(), board, -64, 64, 0));
        assert_eq!(leaf_score, score, "{board:?}");
    }
    for board in positions(if cfg!(miri) { 0 } else { 11 }, 10).skip(9) {
        assert_eq!(solve(board), negamax(board), "{board:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn the_best_move_keeps_the_score() {
    for board in positions(300, 12) {
        let outcome = Solver::new(1 << 16).solve(board, -64, 64, Deadline::Never);
        let child = match outcome.best {
            Some(Move::PASS) => board.pass(),
            Some(mv) => board.play(mv.square().unwrap()).unwrap(),
            None => {
                assert!(board.is_over());
                continue;
            }
        };
        assert_eq!(-solve(child), Score::from(outcome.bounds.lower), "{board:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn windows_give_sound_bounds() {
    let mut rng = Rng::new(3);
    for board in positions(200, 10) {
        let score = solve(board);
        let alpha = rng.below(128) as Score - 64;
        let beta = alpha + 1 + rng.below(64 - alpha as usize % 64) as Score;
        let beta = beta.min(64);
        let outcome = Solver::new(1 << 16).solve(board, alpha, beta, Deadline::Never);
        assert!(range(outcome.bounds).contains(&score), "{board:?} {alpha} {beta}");
        assert!(outcome.bounds.settle(alpha, beta), "{board:?} {alpha} {beta}");
        let guess = rng.below(129) as Score - 64;
        let leaf = Portable.solve_leaf(&mut SearchContext::default(), board, alpha, beta, guess);
        assert_eq!(leaf.clamp(alpha, beta), score.clamp(alpha, beta), "{board:?} {alpha} {beta}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn win_draw_loss_is_the_sign_of_the_score() {
    for board in positions(200, 12) {
        let sign = Solver::new(1 << 16).solve_wld(board, Deadline::Never).bounds.sign();
        assert_eq!(sign, Some(solve(board).signum()), "{board:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn every_cpu_visits_the_same_positions() {
    for board in positions(60, 12) {
        let mut solver = Solver::new(1 << 16);
        let portable = Portable.solve_root(&mut solver.search(Limits::NONE), board, -64, 64);
        assert_eq!(Solver::new(1 << 16).solve(board, -64, 64, Deadline::Never), portable);
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn an_interrupted_solve_leaves_sound_entries() {
    let mut rng = Rng::new(4);
    for _ in 0..10 {
        let board = random_position(&mut rng, 13);
        let mut solver = Solver::new(1 << 20);
        let start = std::time::Instant::now();
        let before = solver.solve(board, -64, 64, Deadline::new(start, std::time::Duration::ZERO));
        assert_eq!(before.bounds, Bounds::UNKNOWN);
        assert!(before.best.is_some());
        let interrupted = solver.solve(board, -64, 64, Limits::nodes(5000));
        assert!(interrupted.nodes < 15_000, "{interrupted:?}");
        let score = solve(board);
        assert!(range(interrupted.bounds).contains(&score), "{board:?}");
        assert_eq!(solver.solve(board, -64, 64, Deadline::Never).bounds.score(), Some(score), "{board:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn stable_discs_survive_every_game() {
    let mut rng = Rng::new(5);
    for i in 0..300 {
        let mut board = random_position(&mut rng, 8 + i % 30);
        let own = stable_discs(EdgeTable::shared(), board.player, board.opponent);
        let other = stable_discs(EdgeTable::shared(), board.opponent, board.player);
        let (mut own_side, mut other_side) = (own, other);
        while !board.is_over() {
            let moves: Vec<_> = board.children().collect();
            board = if moves.is_empty() { board.pass() } else { moves[rng.below(moves.len())].1 };
            (own_side, other_side) = (other_side, own_side);
            assert_eq!((board.player & own_side, board.opponent & other_side), (own_side, other_side));
        }
    }
}

#[test]
fn full_corners_and_lines_are_stable() {
    let edges = EdgeTable::shared();
    assert_eq!(stable_discs(edges, u64::MAX, 0), u64::MAX);
    assert_eq!(stable_discs(edges, 0x0f, 0xf0), 0x0f);
    assert_eq!(stable_discs(edges, 0b0110, 0), 0);
    assert_eq!(stable_discs(edges, 0x01_0307, 0), 0x01_0307);
}

#[test]
fn odd_parity_quadrants_have_an_odd_number_of_empties() {
    let mut rng = Rng::new(6);
    for _ in 0..1000 {
        let empties = rng.next() & rng.next();
        for first in [0, 4, 32, 36] {
            let quadrant = 0x0f0f_0f0f << first;
            let odd = (empties & quadrant).count_ones() % 2 == 1;
            assert_eq!(last::odd_parity_quadrants(empties) & quadrant, if odd { quadrant } else { 0 });
        }
    }
}

#[test]
fn singletons_have_no_neighbour() {
    let mut rng = Rng::new(8);
    for _ in 0..1000 {
        let squares = rng.next() & rng.next() & rng.next();
        let distance = |a: Square, b: Square| a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()));
        let alone =
            |&square: &Square| Squares(squares).filter(|&other| distance(square, other) == 1).count() == 0;
        let expected = Squares(squares).filter(alone).fold(0, |bits, square| bits | square.bit());
        assert_eq!(last::singletons(squares), expected);
    }
}

#[test]
fn singleton_corners_come_first() {
    let bits =
        |squares: &str| squares.split(' ').fold(0, |bits, name| bits | name.parse::<Square>().unwrap().bit());
    let first = |squares: u64| last::first_to_try(squares, last::singletons(squares)).to_string();
    assert_eq!(first(bits("a1 b1 d4 h8")), "h8");
    assert_eq!(first(bits("a1 b1 d4 g8")), "d4");
    assert_eq!(first(bits("g1 h1 c8")), "c8");
    assert_eq!(first(bits("g1 h1")), "h1");
}

#[test]
fn last_flips_equal_counted_flips() {
    let mut rng = Rng::new(7);
    for _ in 0..2000 {
        let square = crate::square::Square::new(rng.below(64) as u8);
        let player = rng.next() & rng.next() & !square.bit();
        let opponent = !(player | square.bit());
        let counted = [(player, opponent), (opponent, player)]
            .map(|(mover, other)| Portable.flips(square, mover, other).count_ones());
        assert_eq!(last_flips(square, player), counted.into(), "{square} {player:016x}");
    }
}

/// Positions that differ in the colour of one disc once had the same check, so that the proof of one
/// passed for the proof of the other.
#[test]
fn the_check_depends_on_the_colour_of_every_disc() {
    let table = TranspositionTable::new(1 << 20);
    let (player, opponent) = (0x0008_3b03_0206_0000, 0x3f37_c4fc_fcf8_fc7c & !(1 << 63));
    for square in (0..64).map(|index| 1u64 << index).filter(|square| (player | opponent) & square == 0) {
        let [mine, theirs] =
            [Board { player: player | square, opponent }, Board { player, opponent: opponent | square }];
        assert_ne!(table.key(mine).check, table.key(theirs).check, "{square:#x}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn a_published_position_has_its_known_score() {
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12";
    let position: ObfPosition = line.parse().unwrap();
    let solution = Solver::new(1 << 18).solve(position.board, -64, 64, Deadline::Never);
    assert_eq!(solution.bounds.score(), position.best_score());
    assert_eq!(solution.best, Some(position.scores[0].0));
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn node_count_estimates_are_within_a_factor_of_three_on_average() {
    let mut rng = Rng::new(8);
    let mut solver = Solver::new(1 << 20);
    let (mut expected, mut visited) = (1.0, 1.0);
    for _ in 0..40 {
        let board = random_position(&mut rng, 14);
        solver.clear();
        expected += (solver.expected_nodes_wld(board) as f64).ln();
        visited += (solver.solve_wld(board, Deadline::Never).nodes as f64).ln();
    }
    let ratio: f64 = (expected - visited) / 40.0;
    assert!(ratio.abs() < 3f64.ln(), "{}", ratio.exp());
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn a_node_count_estimate_grows_with_the_empties_and_shrinks_with_the_lead() {
    let mut rng = Rng::new(9);
    for empties in 4..30 {
        let board = random_position(&mut rng, empties);
        let expected_nodes = |lead| expected_nodes_wld(board, lead);
        assert!(expected_nodes(0) > expected_nodes(-10), "{board:?}");
        assert_eq!(expected_nodes(10), expected_nodes(-10));
    }
    assert!(Solver::new(1 << 10).expected_nodes_wld(Board::START) > 1 << 45);
    assert_eq!(expected_nodes_wld(Board { player: u64::MAX, opponent: 0 }, 64), 1);
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn the_expected_score_lies_within_the_bounds() {
    let mut rng = Rng::new(10);
    for i in 0..20 {
        let board = random_position(&mut rng, 17);
        let outcome = Solver::new(1 << 18).solve(board, -64, 64, Limits::nodes(1 << i));
        assert!(range(outcome.bounds).contains(&outcome.expected), "{outcome:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn the_clock_is_read_between_shallow_searches() {
    static READS: AtomicU32 = AtomicU32::new(0);
    fn clock() -> Duration {
        READS.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
    let limits = Limits { deadline: Deadline::on(clock, Duration::MAX), ..Limits::nodes(300) };
    let outcome = Solver::new(1 << 16).solve_wld(random_position(&mut Rng::new(3), 26), limits);
    assert_eq!(outcome.bounds.sign(), None);
    // Far from the end, moves are ordered by shallow searches, each of which takes as long as hundreds of
    // nodes.
    assert!(u64::from(READS.load(Ordering::Relaxed)) > outcome.nodes / 3);
}

/// The hand-made evaluation; counts how often it is asked.
#[derive(Default)]
struct Counting(AtomicU64);

impl Evaluate for Counting {
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        self.0.fetch_add(1, Ordering::Relaxed);
        Handmade.evaluate_children(cpu, board, moves, children);
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn a_node_limit_holds_for_shallow_searches_too() {
    let mut rng = Rng::new(12);
    for empties in 28..=60 {
        let counting = Counting::default();
        let mut solver = Solver::with_evaluator(&counting, 1 << 16);
        let outcome = solver.solve(random_position(&mut rng, empties), -64, 64, Limits::nodes(100_000));
        let evaluations = counting.0.load(Ordering::Relaxed);
        assert!(outcome.nodes < 110_000 && evaluations < 100_000, "{empties}: {outcome:?}, {evaluations}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn the_evaluator_changes_the_move_ordering_but_not_the_score() {
    let board = random_position(&mut Rng::new(11), 17);
    let shipped = Solver::new(1 << 18).solve(board, -64, 64, Deadline::Never);
    let handmade = Solver::with_evaluator(Handmade, 1 << 18).solve(board, -64, 64, Deadline::Never);
    assert_eq!(handmade.bounds, shipped.bounds);
    assert_ne!(handmade.nodes, shipped.nodes, "both evaluators order moves alike");
}

/// Positions after a weak move, drawn from the even ones of `tests/perfect`, with their scores.
const WIDE: &str = "
--XX------XXXO---OOOOXX--OOOXXX--OOXXXXX-OOOXXX---OXXX----OOXX-- O; b1:+18;
--XX-X--X-XXXX--OXOXOO---OXXOO--OOOXXOOOXXOXOOO---XOOO----XXO--- O; a1:+24;
--OXXO----OOXO--OOXOXO-X-XXXXOX-X-XOXOX--X-OXOXX--O-XX-X----XO-- O; b2:+14;
--X-------OXX-----OXXXXX--OXXOXX-OXXOXXX-XXXXXXX--OOOO-X-OOO--O- O; d1:+20;
-X--------XXXO---XXXXOO--XXXOOO-X-OOOOO--XOOOOO--OOOOO---XXXO-O- O; c1:+10;
--XO-O-----OOO---XXXXXX--OXOOXX-OOOXXOXX-OXXXOXX--XXXX----O-X--- O; b1:+24;
--O-------O----X-OXXXXXXOOXXXXXX-OOXXXXX-OOXXXXX--XOOX---X--OX-- O; d2:+14;
----------O-X-----OXXXXX-OXXXXXOOXOOOXXXXXOXXOXX--OOOOO-----OO-O O; e1:+10;
---XO-----XO--XX-XOXOXXX-OXOXXXX--OXOXOX--OOXOXX----OX-X---OOOO- O; c1:+28;
---------O-OXX--XXOXXXO-XXXOOXOOXXXXOOX-XXXXXXXXX-OXX--------X-- O; d1:+18;
---X----O-XXXO--OOXXXOX-OOOXOOO-OOXOXOOOOXOXXX-XX-OXO----------- O; b1:+28;
--OXX-----OXXX--XXXXXX-O-XXXXXXO--XOXOOO-OOOXOOX--OOX------OX--- O; f1:+22;
";

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn claims_of_wide_scores_are_not_nearer_to_zero() {
    let mut total = 0;
    for position in ObfPosition::parse_all(WIDE.trim()).unwrap() {
        let claim = Solver::new(1 << 20).claim(position.board, 4 * DISC, None, Limits::NONE);
        total += Score::from(claim.bounds.score().unwrap()) - position.best_score().unwrap();
    }
    assert!(total.abs() <= 12, "{total}");
}

#[test]
#[cfg_attr(miri, ignore = "slow under Miri")]
fn a_claim_that_a_limit_ends_bounds_the_whole_one() {
    let mut bounded = 0;
    for position in ObfPosition::parse_all(WIDE.trim()).unwrap() {
        let claim = |nodes| {
            let limits = Limits { nodes, ..Limits::NONE };
            Solver::new(1 << 20).claim(position.board, 4 * DISC, None, limits)
        };
        let (cut, whole) = (claim(4 * 4096), claim(u64::MAX));
        assert!(range(cut.bounds).contains(&whole.bounds.lower.into()), "{cut:?} {whole:?}");
        assert_eq!(cut.best.is_some(), cut.bounds.lower > -64, "{cut:?}");
        bounded += u32::from(cut.bounds.score().is_none() && cut.bounds != Bounds::UNKNOWN);
    }
    assert!(bounded > 0);
}
