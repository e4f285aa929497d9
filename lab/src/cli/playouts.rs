//! `outflank-bench playouts`: the speed of the tree search in the midgame.
//!
//! Each position starts with an empty tree. With `--used-tree`, all memory of the tree has been in use
//! before, as it has in a game from the second turn on: blocks are then not allocated one after the other,
//! and most have left the caches.

use std::time::{Duration, Instant};

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::engine::{Engine, Limits};
use outflank::eval::Evaluator;
use outflank::game::Game;
use outflank::mcts::{Parameters, Search};
use outflank::rng::Rng;
use serde_json::json;
use toolkit::cpu_time;

use super::output::{Outcome, Output};

/// The number of positions.
const POSITIONS: u64 = 30;
/// The ply of the first position; each later one is one ply on.
const FIRST_PLY: usize = 8;
/// Random moves at the start of each game, so that the games differ.
const RANDOM_PLIES: usize = 6;
/// Playouts per move in the games that lead to the positions.
const PLAYOUTS_PER_MOVE: u64 = 300;
/// Memory of the measured tree, as in the engine.
const TREE_BYTES: usize = outflank::engine::TREE_BYTES;

/// The thinking time of a later CodinGame turn.
const DEFAULT_MS: u64 = 126;
/// Playouts that take more blocks than the tree has.
const FILLING_PLAYOUTS: u64 = 1_200_000;

/// The arguments of `outflank-bench playouts`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Milliseconds for each position.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MS,
        value_parser = clap::value_parser!(u64).range(1..=60_000))]
    ms: u64,
    /// Starts with a tree whose memory has all been in use.
    #[arg(long)]
    used_tree: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let &Arguments { ms, used_tree } = arguments;
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
    if used_tree {
        search.run(Limits::playouts(FILLING_PLAYOUTS));
    }
    let mut rates = Vec::new();
    for board in midgame_positions() {
        if !used_tree {
            search.clear();
        }
        // The positions are of different games, so that none is in the tree of another.
        search.advance_to(board);
        let before = search.counters();
        let start = cpu_time::of_thread();
        search.run(Limits::until(Deadline::new(Instant::now(), Duration::from_millis(ms))));
        let seconds = cpu_time::seconds_since(start);
        let playouts = search.counters().playouts - before.playouts;
        let plies = (search.counters().plies - before.plies) as f64 / playouts.max(1) as f64;
        let rate = playouts as f64 / seconds;
        rates.push(rate);
        let empties = board.empty_count();
        output.result(
            &format!(
                "{empties:3} empties {playouts:8} playouts {seconds:8.4} s {:7.3} M/s {plies:6.2} plies",
                rate / 1e6
            ),
            json!({
                "empties": empties, "playouts": playouts, "seconds": seconds,
                "playouts_per_second": rate.round(), "mean_plies": plies,
            }),
        )?;
    }
    rates.sort_by(f64::total_cmp);
    let median = rates[rates.len() / 2];
    output.result(
        &format!("median {:.3} M playouts/s over {} positions", median / 1e6, rates.len()),
        json!({ "median_playouts_per_second": median.round() }),
    )?;
    Ok(Outcome::Success)
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
        while game.move_count() < plies && !game.is_over() {
            let board = game.board();
            let moves = board.legal_moves();
            let square = if game.move_count() < RANDOM_PLIES {
                Squares(moves).nth(rng.below(moves.count_ones() as usize))
            } else {
                Some(engine.choose(board, moves, Limits::playouts(PLAYOUTS_PER_MOVE)).square)
            };
            if square.is_none_or(|square| game.play(square).is_err()) {
                break;
            }
        }
        if game.move_count() == plies && !game.is_over() {
            positions.push(game.board());
        }
        seed += 1;
    }
    positions
}
