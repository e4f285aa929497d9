//! `outflank-bench balanced`: even positions for the solver, as OBF without scores.
//!
//! Each position comes from a game of its own: 8 random plies, after which a search to [`EVEN_DEPTH`] plies
//! must find a value within [`EVEN_DISCS`] discs; then both sides play by searches to [`PLAYING_DEPTH`]
//! plies, down to the requested number of empties. The position is kept if its side to move can move and a
//! search again finds it even. The same seed and the same evaluation weights give the same positions.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use analyst::alphabeta::AlphaBeta;
use outflank::board::Board;
use outflank::eval::{Evaluator, DISC};
use outflank::game::Color;
use outflank::obf::ObfPosition;
use outflank::rng::Rng;

use super::output::{Outcome, Output};

const RANDOM_PLIES: usize = 8;
const PLAYING_DEPTH: u32 = 4;
const EVEN_DEPTH: u32 = 8;
const EVEN_DISCS: i32 = 6;
/// Binary logarithm of the number of entries in the searches' transposition table.
const TABLE_BITS: u32 = 16;

/// The arguments of `outflank-bench balanced`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Seed of the random plies.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions for each number of empties.
    #[arg(long, value_name = "N", default_value_t = 40)]
    count: usize,
    /// Numbers of empty squares, from 1 to 50.
    #[arg(long, value_name = "A..B", default_value = "16..24", value_parser = parse_range)]
    empties: RangeInclusive<u32>,
}

fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if 1 <= min && min <= max && max <= 50 => Ok(min..=max),
        _ => Err("expected numbers from 1 to 50, such as 16..24".into()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let Arguments { seed, count, empties } = arguments;
    let evaluator = Evaluator::shipped();
    output.line("% Even positions, made by `outflank-bench balanced`, whose source has the recipe.")?;
    for empties in empties.clone() {
        output.line(&format!("% {empties} empty squares, seed {seed}"))?;
        let mut rng = Rng::new(seed << 8 | u64::from(empties));
        let positions = std::iter::repeat_with(|| even_position(evaluator, &mut rng, empties));
        let mut seen = HashSet::new();
        let is_new = |board: &Board| seen.insert((board.player(), board.opponent()));
        for board in positions.flatten().filter(is_new).take(*count) {
            let position = ObfPosition { board, to_move: Color::Black, scores: Vec::new() };
            output.line(&position.to_string())?;
        }
    }
    Ok(Outcome::Success)
}

/// The position that one game reaches, if it is even.
fn even_position(evaluator: &Evaluator, rng: &mut Rng, empties: u32) -> Option<Board> {
    let mut search = AlphaBeta::new(evaluator, TABLE_BITS);
    let mut board = Board::START;
    for _ in 0..RANDOM_PLIES {
        let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
        if children.is_empty() {
            return None;
        }
        board = children[rng.below(children.len())];
    }
    if !is_even(&mut search, board) {
        return None;
    }
    while board.empty_count() > empties {
        if board.is_over() {
            return None;
        }
        let best = search.search(board, PLAYING_DEPTH).best;
        board = match best.square() {
            Some(square) => board.play(square)?,
            None => board.pass(),
        };
    }
    (board.legal_moves() != 0 && is_even(&mut search, board)).then_some(board)
}

fn is_even(search: &mut AlphaBeta<&Evaluator>, board: Board) -> bool {
    search.search(board, EVEN_DEPTH).value.abs() <= EVEN_DISCS * DISC
}
