//! The levels against each other, and their losses by a deeper search.

use std::thread;

use analyst::engines::player::{Player, Settings};
use analyst::level::Level;
use analyst::search::{Budget, Memory, Searcher};
use outflank::bits::Squares;
use outflank::board::Board;
use outflank::game::{Color, Game};
use outflank::rng::Rng;

const MEMORY: Memory = Memory { tree: 8 << 20, solver: 1 << 20 };

fn player(level: Level, seed: u64) -> Player {
    let settings = Settings { level: Some(level), book: false, ..Settings::default() };
    Player::new(Searcher::new(MEMORY), settings, seed)
}

/// A start of four random moves, so that games differ.
fn start(seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let mut game = Game::new();
    for _ in 0..4 {
        let legal: Vec<_> = Squares(game.board().legal_moves()).collect();
        game.play(legal[rng.below(legal.len())]).expect("legal");
    }
    game
}

/// Points of the first level in a pair of games from one start with both colours; a draw is half a point.
fn pair(levels: [Level; 2], seed: u64, visit: &mut impl FnMut(Level, Board, Board)) -> f64 {
    [[0, 1], [1, 0]]
        .into_iter()
        .map(|sides| {
            let mut players = levels.map(|level| player(level, seed));
            let mut game = start(seed);
            while !game.is_over() {
                let side = sides[usize::from(game.to_move() == Color::White)];
                let board = game.board();
                let choice = players[side].choose(board, None).expect("a move");
                game.play(choice.entry.mv.square().expect("no pass here")).expect("legal");
                visit(
                    levels[side],
                    board,
                    board.play(choice.entry.mv.square().expect("as above")).expect("legal"),
                );
            }
            let black = (f64::from(game.black_score().signum()) + 1.0) / 2.0;
            if sides[0] == 0 {
                black
            } else {
                1.0 - black
            }
        })
        .sum()
}

#[test]
fn the_weakest_level_loses_to_the_strongest_in_the_same_way_every_time() {
    let levels = [1, Level::COUNT].map(|number| {
        let level = Level::nth(number).expect("a level");
        Level { playouts: level.playouts / 10, ..level }
    });
    let play = || (1..=2).map(|seed| pair(levels, seed, &mut |_, _, _| {})).sum::<f64>();
    let points = play();
    assert!(points <= 1.0, "{points} of 4 points");
    assert_eq!(points, play());
}

/// The value of a position for the side to move, in discs, even if it has to pass.
fn value_after_a_move(judge: &mut Searcher, board: Board, budget: Budget) -> f32 {
    if board.is_over() {
        board.final_score() as f32
    } else if board.legal_moves() != 0 {
        judge.search(board, budget).value()
    } else {
        -judge.search(board.pass(), budget).value()
    }
}

/// What 100 games against the level below show of a level.
struct Outcome {
    level: Level,
    points: f64,
    /// Moves of either level that kept its bound, and that did not.
    judged: [[u32; 2]; 2],
}

impl Outcome {
    /// Plays the games and judges every fourth move.
    fn of(number: u8) -> Self {
        let levels = [number, number - 1].map(|number| Level::nth(number).expect("a level"));
        let mut judge = Searcher::new(Memory { tree: 64 << 20, ..MEMORY });
        let (mut judged, mut count) = ([[0; 2]; 2], 0);
        let mut visit = |level: Level, before: Board, after: Board| {
            count += 1;
            // The weakest level has no games of its own.
            let is_asked = level == levels[0] || level.number == 1;
            if is_asked && count % 4 == 0 {
                let loss = loss(&mut judge, before, after, Budget::playouts(20 * level.playouts));
                let side = usize::from(level != levels[0]);
                judged[side][usize::from(loss > level.bound)] += 1;
            }
        };
        let points = (0..50).map(|seed| pair(levels, seed, &mut visit)).sum();
        Self { level: levels[0], points, judged }
    }

    /// A line of the table for the level on a side, and whether its moves keep the bound.
    fn line(&self, side: usize) -> (String, bool) {
        let level = Level::nth(self.level.number - side as u8).expect("a level");
        let [kept, lost] = self.judged[side];
        let share = f64::from(kept) / f64::from(kept + lost);
        let points = if side == 0 { self.points.to_string() } else { String::new() };
        let (number, bound, percent) = (level.number, level.bound, 100.0 * share);
        (format!("| {number} | {bound} | {points} | {percent:.1} % of {} |", kept + lost), share >= 0.95)
    }
}

/// The discs that a move loses, by the judge.
fn loss(judge: &mut Searcher, before: Board, after: Board, budget: Budget) -> f32 {
    judge.clear();
    let best = judge.search(before, budget).value();
    judge.clear();
    best + value_after_a_move(judge, after, budget)
}

/// Prints the table of docs/analyst.md: `cargo test --release -p analyst --test all levels -- --ignored
/// --nocapture`.
#[test]
#[ignore = "minutes: cargo test --release -p analyst --test all levels -- --ignored --nocapture"]
fn each_level_beats_the_one_below_and_keeps_its_bound() {
    let games: Vec<_> = (2..=Level::COUNT).map(|number| thread::spawn(move || Outcome::of(number))).collect();
    let mut failures = Vec::new();
    for outcome in games.into_iter().map(|game| game.join().expect("no panic")) {
        let sides = if outcome.level.number == 2 { vec![1, 0] } else { vec![0] };
        for side in sides {
            let (line, keeps_bound) = outcome.line(side);
            println!("{line}");
            if !keeps_bound || outcome.points < 60.0 {
                failures.push(line);
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new(), "these levels are too weak or exceed their bound");
}
