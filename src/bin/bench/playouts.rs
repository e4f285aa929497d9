//! `bench playouts [--ms N] [--used-tree]`: the speed of the tree search in the midgame.
//!
//! Each position starts with an empty tree. With `--used-tree`, all memory of the tree has been in use
//! before, as it has in a game from the second turn on: blocks are then not allocated one after the other,
//! and most have left the caches.

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

/// The thinking time of a later CodinGame turn.
const DEFAULT_MS: u64 = 126;
/// Playouts that take more blocks than the tree has.
const FILLING_PLAYOUTS: u64 = 1_200_000;

/// The options of a run.
#[derive(Debug, PartialEq)]
struct Options {
    /// Milliseconds for each position.
    ms: u64,
    used_tree: bool,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, Problem> {
        let mut options = Self { ms: DEFAULT_MS, used_tree: false };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--used-tree" => options.used_tree = true,
                "--ms" => options.ms = milliseconds(arguments.next())?,
                _ => return Err(Problem::Usage(format!("playouts: unknown option `{argument}`"))),
            }
        }
        Ok(options)
    }
}

fn milliseconds(value: Option<&String>) -> Result<u64, Problem> {
    let value = value.map_or("", String::as_str);
    match value.parse() {
        Ok(ms @ 1..=60_000) => Ok(ms),
        _ => Err(Problem::Usage(format!("playouts: expected --ms from 1 to 60000, not `{value}`"))),
    }
}

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let Options { ms, used_tree } = Options::parse(arguments)?;
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
    if used_tree {
        search.run(Limits::playouts(FILLING_PLAYOUTS));
    }
    let mut rates = Vec::new();
    let mut out = std::io::stdout().lock();
    for board in midgame_positions() {
        if !used_tree {
            search.clear();
        }
        // The positions are of different games, so that none is in the tree of another.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_any_order() {
        let parse = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
            Options::parse(&words).ok()
        };
        assert_eq!(parse(""), Some(Options { ms: DEFAULT_MS, used_tree: false }));
        assert_eq!(parse("--used-tree --ms 60"), Some(Options { ms: 60, used_tree: true }));
        assert_eq!(parse("--ms 60 --used-tree"), Some(Options { ms: 60, used_tree: true }));
        for wrong in ["--ms", "--ms 0", "--ms 60001", "--ms x", "--tree"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
