//! `outflank-bench work KIND N`: a known amount of work and nothing else, for profilers and cache simulators.
//!
//! The same arguments do the same work. It prints how much was done, which for solver nodes is at least `N`.

use outflank::board::Board;
use outflank::endgame::Solver;
use outflank::engine::{Limits, TREE_BYTES};
use outflank::eval::{Children, Evaluate, Evaluator, LearnedSums};
use outflank::game::Game;
use outflank::mcts::{Parameters, Search};
use outflank::rng::Rng;
use outflank::with_cpu;
use serde_json::json;

use super::output::{Outcome, Output};

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Playouts in one tree.
    Playouts,
    /// Static evaluations of children.
    Children,
    /// Nodes of the exact solver.
    Nodes,
}

impl Kind {
    /// The kind's name on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::Playouts => "playouts",
            Self::Children => "children",
            Self::Nodes => "nodes",
        }
    }
}

/// The arguments of `outflank-bench work`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[arg(value_enum)]
    kind: Kind,
    /// Units of work.
    #[arg(value_name = "N")]
    count: u64,
}

/// The opening that the playouts start from.
const OPENING: &str = "f5d6c3d3c4f4f6g5";

/// Empties of the solved positions, from random games.
const SOLVED_EMPTIES: u32 = 18;

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let &Arguments { kind, count } = arguments;
    let done = match kind {
        Kind::Playouts => playouts(count),
        Kind::Children => children(count),
        Kind::Nodes => nodes(count),
    };
    let kind = kind.name();
    output.result(&format!("{done} {kind}"), json!({ "kind": kind, "done": done }))?;
    Ok(Outcome::Success)
}

/// Playouts in one tree.
fn playouts(count: u64) -> u64 {
    let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
    let opening = Game::from_transcript(OPENING).map(|game| game.board());
    search.advance_to(opening.unwrap_or(Board::START));
    search.run(Limits::playouts(count));
    search.counters().playouts
}

/// Child evaluations of the positions of random games.
fn children(count: u64) -> u64 {
    with_cpu!(cpu => children_on(cpu, count))
}

fn children_on<C: LearnedSums>(cpu: C, count: u64) -> u64 {
    let (evaluator, mut children) = (Evaluator::shipped(), Children::new());
    let mut done = 0;
    for board in random_positions().filter(|board| board.legal_moves() != 0) {
        if done >= count {
            break;
        }
        evaluator.evaluate_children(cpu, board, board.legal_moves(), &mut children);
        done += children.count as u64;
    }
    done
}

/// Nodes of solves for win, draw or loss, each with an empty transposition table.
fn nodes(count: u64) -> u64 {
    let mut solver = Solver::new(Solver::DEFAULT_BYTES);
    let mut done = 0;
    for board in random_positions().filter(|board| board.empty_count() == SOLVED_EMPTIES) {
        if done >= count {
            break;
        }
        solver.clear();
        done += solver.solve_wld(board, Limits::nodes(count - done)).nodes;
    }
    done
}

/// The positions of random games without end.
fn random_positions() -> impl Iterator<Item = Board> {
    let (mut rng, mut board) = (Rng::new(1), Board::START);
    std::iter::repeat_with(move || {
        let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
        board = match children.len() {
            0 if board.is_over() => Board::START,
            0 => board.pass(),
            count => children[rng.below(count)],
        };
        board
    })
}
