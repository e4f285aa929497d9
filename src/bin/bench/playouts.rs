//! `bench playouts`: the speed of the tree search in the midgame.

use std::io::Write;
use std::time::{Duration, Instant};

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::engine::{Engine, Limits};
use outflank::eval::Evaluator;
use outflank::game::Game;
use outflank::mcts::{Parameters, Search};
use outflank::rng::Rng;

use crate::cpu_time::Stopwatch;
use crate::outcome::{Outcome, Problem};

/// The number of positions.
const POSITIONS: u64 = 30;
/// Discs played before the first position; each later position has one more.
const FIRST_PLY: usize = 8;
/// Random moves at the start of each game, so that the games differ.
const RANDOM_PLIES: usize = 6;
/// Playouts per move in the games that lead to the positions.
const PLAYOUTS_PER_MOVE: u64 = 300;
/// Memory of the measured tree, as in the engine.
const TREE_BYTES: usize = outflank::engine::TREE_BYTES;

/// The time of one CodinGame turn.
const DEFAULT_MS: u64 = 138;

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let ms = match arguments {
        [] => DEFAULT_MS,
        [flag, ms] if flag == "--ms" => match ms.parse() {
            Ok(ms @ 1..=60_000) => ms,
            _ => return Err(Problem::Usage(format!("playouts: expected 1 to 60000 ms, not `{ms}`"))),
        },
        _ => return Err(Problem::Usage("playouts: expected nothing or `--ms N`".into())),
    };
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
    let mut rates = Vec::new();
    let mut out = std::io::stdout().lock();
    for board in midgame_positions() {
        search.clear();
        search.advance_to(board);
        let before = search.counters();
        let stopwatch = Stopwatch::start();
        search.run(Limits::until(Deadline::new(Instant::now(), Duration::from_millis(ms))));
        let seconds = stopwatch.seconds();
        let playouts = search.counters().playouts - before.playouts;
        let plies = (search.counters().plies - before.plies) as f64 / playouts.max(1) as f64;
        let rate = playouts as f64 / seconds;
        rates.push(rate);
        let empties = board.empty_count();
        if json {
            writeln!(
                out,
                "{{\"empties\":{empties},\"playouts\":{playouts},\"seconds\":{seconds:.6},\
                 \"playouts_per_second\":{rate:.0},\"mean_plies\":{plies:.2}}}"
            )?;
        } else {
            writeln!(
                out,
                "{empties:3} empties {playouts:8} playouts {seconds:8.4} s {:7.3} M/s {plies:6.2} plies",
                rate / 1e6
            )?;
        }
    }
    rates.sort_by(f64::total_cmp);
    let median = rates[rates.len() / 2];
    if json {
        writeln!(out, r#"{{"median_playouts_per_second":{median:.0}}}"#)?;
    } else {
        writeln!(out, "median {:.3} M playouts/s over {} positions", median / 1e6, rates.len())?;
    }
    Ok(Outcome::Right)
}

/// Positions of games that the engine plays against itself after random moves; the same in every run.
fn midgame_positions() -> Vec<Board> {
    let mut engine = Engine::with_parameters(Parameters::default(), 16 << 20, 1 << 20);
    let mut positions = Vec::new();
    let mut seed = 0;
    while positions.len() < POSITIONS as usize {
        let plies = FIRST_PLY + positions.len();
        let mut rng = Rng::new(seed);
        let mut game = Game::new();
        engine.new_game();
        while game.moves_played() < plies && !game.is_over() {
            let board = game.board();
            let moves = board.legal_moves();
            let square = if game.moves_played() < RANDOM_PLIES {
                Squares(moves).nth(rng.below(moves.count_ones() as usize))
            } else {
                Some(engine.choose(board, moves, Limits::playouts(PLAYOUTS_PER_MOVE)).square)
            };
            if square.is_none_or(|square| game.play(square).is_err()) {
                break;
            }
        }
        if game.moves_played() == plies && !game.is_over() {
            positions.push(game.board());
        }
        seed += 1;
    }
    positions
}
