//! `outflank-analyst problems`: endgame puzzles with exactly one winning move.

use std::io::Write;

use analyst::engines::player::{Player, Settings};
use analyst::level::Level;
use analyst::search::{Budget, Goal, Memory, Report, Searcher};
use outflank::board::{Board, Move};
use outflank::eval::Evaluator;
use outflank::game::Game;
use outflank::mcts::{Limits, Parameters, Search};
use outflank::obf::ObfPosition;

/// Playouts of the searches that grade a puzzle: the first that finds the winning move gives the grade, from
/// 1.
const GRADES: [u64; 6] = [8, 64, 512, 4_096, 32_768, 262_144];

/// Games without a puzzle after which the search for one ends.
const MAX_GAMES: usize = 10_000;

/// The number of puzzles, their empties and their grade.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Empty squares of each puzzle.
    #[arg(long, value_name = "N", default_value_t = 12)]
    #[arg(value_parser = clap::value_parser!(u32).range(4..=22))]
    empties: u32,
    /// Number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// Only puzzles of at least this grade, from 1 (seen at once) to 6 (hidden from long searches).
    #[arg(long, value_name = "1-6", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    grade: u8,
    /// The same seed makes the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints puzzles as OBF lines with the score of every move, the winning one first.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let mut found = 0;
    let mut barren = 0;
    for number in 0.. {
        if found == arguments.count {
            break;
        }
        if barren == MAX_GAMES {
            anyhow::bail!("no puzzle of grade {} in {MAX_GAMES} games", arguments.grade);
        }
        barren += 1;
        let Some(game) = game_until(arguments.empties, arguments.seed.wrapping_mul(1 << 20) + number) else {
            continue;
        };
        let mut searcher = Searcher::new(Memory { tree: 4 << 20, solver: 4 << 20 });
        let board = game.board();
        let signs = searcher.search(board, Budget::exact(Goal::EverySign));
        let Some(winner) = only_winner(&signs) else { continue };
        let grade = grade(board, winner);
        if grade < arguments.grade {
            continue;
        }
        let report = searcher.search(board, Budget::exact(Goal::EveryScore));
        let scores = report.moves.iter().map(|entry| (entry.mv, i32::from(entry.bounds.lower))).collect();
        let puzzle = ObfPosition { board, to_move: game.to_move(), scores };
        writeln!(out, "{puzzle} % grade {grade}")?;
        out.flush()?;
        (found, barren) = (found + 1, 0);
    }
    Ok(())
}

/// A game of weak players up to this many empties; `None` if it ends before.
fn game_until(empties: u32, seed: u64) -> Option<Game> {
    let level = Some(Level { number: 0, allowed: 2.5, playouts: 100, exact: 16 });
    let searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
    let mut player = Player::new(searcher, Settings { level, book: false, ..Settings::default() }, seed);
    let mut game = Game::new();
    while game.board().empty_count() > empties {
        let choice = player.choose(game.board(), None)?;
        game.play(choice.entry.mv.square()?).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// The one move that wins, if exactly one does and there is a choice.
fn only_winner(report: &Report) -> Option<Move> {
    let mut winners = report.moves.iter().filter(|entry| entry.bounds.lower > 0);
    let winner = winners.next()?;
    (winners.next().is_none() && report.moves.len() > 1).then_some(winner.mv)
}

/// The grade of a puzzle: the index, from 1, of the first search that prefers the winning move.
fn grade(board: Board, winner: Move) -> u8 {
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), 64 << 20);
    for (index, &playouts) in GRADES.iter().enumerate() {
        search.clear();
        search.advance_to(board);
        search.run(Limits::playouts(playouts));
        let best = search.root_moves().into_iter().max_by_key(|root_move| root_move.visits);
        if best.is_some_and(|best| best.mv == winner) {
            return index as u8 + 1;
        }
    }
    GRADES.len() as u8
}
