//! `bench balanced [--seed N] [--count N] [--empties A..B]`: even positions for the solver, as OBF without
//! scores.
//!
//! Each position comes from a game of its own: 8 random plies, after which a search to [`EVEN_DEPTH`] plies
//! must find a value within [`EVEN_DISCS`] discs; then both sides play by searches to [`PLAYING_DEPTH`]
//! plies, down to the requested number of empties. The position is kept if its side to move can move and a
//! search again finds it even. The same seed and the same evaluation weights give the same positions.

use std::collections::HashSet;
use std::io::Write;

use outflank::alphabeta::AlphaBeta;
use outflank::board::Board;
use outflank::eval::{Evaluator, DISC};
use outflank::game::Color;
use outflank::obf::ObfPosition;
use outflank::rng::Rng;

use crate::outcome::{Outcome, Problem};

const RANDOM_PLIES: usize = 8;
const PLAYING_DEPTH: u32 = 4;
const EVEN_DEPTH: u32 = 8;
const EVEN_DISCS: i32 = 6;
/// Binary logarithm of the number of entries in the searches' transposition table.
const TABLE_BITS: u32 = 16;

struct Request {
    seed: u64,
    /// Positions for each number of empties.
    count: usize,
    fewest_empties: u32,
    most_empties: u32,
}

impl Request {
    fn parse(arguments: &[String]) -> Result<Self, Problem> {
        let mut request = Self { seed: 1, count: 40, fewest_empties: 16, most_empties: 24 };
        for pair in arguments.chunks(2) {
            let [flag, value] = pair else {
                return Err(Problem::Usage(format!("balanced: `{}` expects a value", pair[0])));
            };
            let wrong = || Problem::Usage(format!("balanced: {flag} cannot be `{value}`"));
            match flag.as_str() {
                "--seed" => request.seed = value.parse().map_err(|_| wrong())?,
                "--count" => request.count = value.parse().map_err(|_| wrong())?,
                "--empties" => {
                    let (fewest, most) = value.split_once("..").unwrap_or((value, value));
                    request.fewest_empties = fewest.parse().map_err(|_| wrong())?;
                    request.most_empties = most.parse().map_err(|_| wrong())?;
                    let Self { fewest_empties, most_empties, .. } = request;
                    if fewest_empties < 1 || most_empties < fewest_empties || most_empties > 50 {
                        return Err(wrong());
                    }
                }
                _ => return Err(Problem::Usage(format!("balanced: unknown option `{flag}`"))),
            }
        }
        Ok(request)
    }
}

pub(crate) fn run(arguments: &[String], _json: bool) -> Result<Outcome, Problem> {
    let request = Request::parse(arguments)?;
    let evaluator = Evaluator::shipped();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "% Even positions, made by `bench balanced`: see src/bin/bench/balanced.rs for the recipe."
    )?;
    for empties in request.fewest_empties..=request.most_empties {
        writeln!(out, "% {empties} empty squares, seed {}", request.seed)?;
        let mut rng = Rng::new(request.seed << 8 | u64::from(empties));
        let positions = std::iter::repeat_with(|| even_position(evaluator, &mut rng, empties));
        let mut seen = HashSet::new();
        let is_new = |board: &Board| seen.insert((board.player(), board.opponent()));
        for board in positions.flatten().filter(is_new).take(request.count) {
            writeln!(out, "{}", ObfPosition { board, to_move: Color::Black, scores: Vec::new() })?;
        }
        out.flush()?;
    }
    Ok(Outcome::Right)
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
