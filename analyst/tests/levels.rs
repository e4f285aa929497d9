//! The levels against each other and against bots that think one move ahead.

use std::thread;

use analyst::engines::player::{Player, Settings};
use analyst::level::Level;
use analyst::search::{Memory, Searcher};
use outflank::bits::{Squares, CORNERS};
use outflank::board::Board;
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use outflank::square::Square;

const MEMORY: Memory = Memory { tree: 8 << 20, solver: 1 << 20 };

/// A level, or one of the arena's simplest bots.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bot {
    Level(Level),
    Random,
    Greedy,
    Mobility,
}

impl Bot {
    fn nth(number: u8) -> Self {
        Self::Level(Level::nth(number).expect("a level"))
    }

    /// What chooses its moves in a game with this seed.
    fn player(self, seed: u64) -> Box<dyn FnMut(Board) -> Square> {
        let mut rng = Rng::new(seed);
        let Self::Level(level) = self else { return Box::new(move |board| self.best(board, &mut rng)) };
        let settings = Settings { level: Some(level), book: false, ..Settings::default() };
        let mut player = Player::new(Searcher::new(MEMORY), settings, seed);
        Box::new(move |board| {
            player.choose(board, None).and_then(|choice| choice.entry.mv.square()).expect("a move")
        })
    }

    /// The move of a bot that looks one move ahead; ties are broken at random.
    fn best(self, board: Board, rng: &mut Rng) -> Square {
        let worth = |square: Square, after: Board| {
            let replies = after.legal_moves();
            match self {
                Self::Greedy => -after.disc_difference(),
                Self::Mobility => {
                    let corners = (replies & CORNERS).count_ones() as i32;
                    10 * i32::from(square.bit() & CORNERS != 0) - replies.count_ones() as i32 - 9 * corners
                }
                _ => 0,
            }
        };
        let (mut best, mut ties) = (None, 0);
        for (square, after) in board.children() {
            let worth = worth(square, after);
            match best {
                Some((highest, _)) if worth < highest => continue,
                Some((highest, _)) if worth == highest => ties += 1,
                _ => ties = 1,
            }
            if rng.below(ties) == 0 {
                best = Some((worth, square));
            }
        }
        best.expect("a move").1
    }
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

/// Points of the first bot in pairs of games, each from one start with both colours; a draw is half a point.
fn points(bots: [Bot; 2], pairs: u64) -> f64 {
    let mut players = [bots[0].player(10), bots[1].player(17)];
    let games = (0..pairs).flat_map(|seed| [(seed, [0, 1]), (seed, [1, 0])]);
    games
        .map(|(seed, sides)| {
            let mut game = start(seed);
            while !game.is_over() {
                let side = sides[usize::from(game.to_move() == Color::White)];
                game.play(players[side](game.board())).expect("legal");
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
    let bots = [1, Level::COUNT].map(|number| {
        let level = Level::nth(number).expect("a level");
        Bot::Level(Level { playouts: level.playouts / 10, ..level })
    });
    let won = points(bots, 2);
    assert!(won <= 1.0, "{won} of 4 points");
    assert_eq!(won, points(bots, 2));
}

#[test]
fn the_weakest_level_can_be_beaten_by_the_simplest_bot() {
    let won = points([Bot::nth(1), Bot::Greedy], 4);
    assert!((2.0..=6.0).contains(&won), "{won} of 8");
}

/// Points of 100 against the level below and the bots.
fn row(number: u8) -> [Option<f64>; 4] {
    let below = (number > 1).then(|| Bot::nth(number - 1));
    [below, Some(Bot::Random), Some(Bot::Greedy), Some(Bot::Mobility)]
        .map(|rival| rival.map(|rival| points([Bot::nth(number), rival], 50)))
}

/// Prints the table of docs/analyst.md.
#[test]
#[ignore = "minutes: cargo test --release -p analyst --test all levels -- --ignored --nocapture"]
fn each_level_beats_the_one_below() {
    let rows: Vec<_> =
        (1..=Level::COUNT).map(|number| (number, thread::spawn(move || row(number)))).collect();
    println!("| level | level below | random | greedy | mobility |");
    for (number, row) in rows {
        let row = row.join().expect("no panic");
        let cells = row.map(|points| points.map_or_else(String::new, |points| points.to_string()));
        println!("| {number} | {} |", cells.join(" | "));
        assert!(row[0].is_none_or(|points| points >= 55.0), "level {number} is too weak");
        assert!(number > 1 || row[2].is_some_and(|points| (30.0..=70.0).contains(&points)));
    }
}
