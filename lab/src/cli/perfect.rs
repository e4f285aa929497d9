//! `outflank-bench score FILE.obf` and `outflank-bench perfect FILE.obf`: the engine's moves against perfect
//! play.
//!
//! `score` prints each position with the exact score of every legal move. Positions whose moves all have
//! scores are printed unchanged, so an interrupted run continues when it gets its own output followed by the
//! remaining positions.
//!
//! `perfect` has the engine choose a move in each position, with an empty tree and an empty transposition
//! table, within `--ms` of CPU time (126, a later turn on CodinGame) or after `--playouts`. It prints, for
//! each number of empties and for all, the discs that a move loses on average, the share of perfect moves
//! and the share of moves that keep the result, each with its standard error.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use outflank::board::{Board, Move, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::engine::{Choice, Engine, Limits, TREE_BYTES};
use outflank::mcts::Parameters;
use outflank::obf::ObfPosition;
use serde_json::json;
use toolkit::cpu_time;

use super::output::{Outcome, Output};
use super::positions;

/// Memory of the solver that scores, in bytes.
const SCORING_BYTES: usize = 256 << 20;

/// The largest `--ms`, in milliseconds.
const MAX_MS: u64 = 600_000;

/// The arguments of `outflank-bench score`.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreArguments {
    /// File of positions.
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,
}

/// The arguments of `outflank-bench perfect`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File of positions whose moves all have scores.
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,
    /// CPU time for a move, in milliseconds.
    #[arg(long, value_name = "N", default_value_t = 126, conflicts_with = "playouts",
        value_parser = clap::value_parser!(u64).range(1..=MAX_MS))]
    ms: u64,
    /// Playouts for a move, instead of a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
}

impl Arguments {
    /// The limits of a turn that begins now.
    fn limits(&self) -> Limits {
        let time = Duration::from_millis(self.ms);
        let end = cpu_time::of_thread() + time;
        self.playouts.map_or_else(|| Limits::until(Deadline::on(cpu_time::of_thread, end)), Limits::playouts)
    }
}

pub(super) fn score(arguments: &ScoreArguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let mut solver = Solver::new(SCORING_BYTES);
    for mut position in positions::read(&arguments.file)? {
        if !is_complete(&position) {
            position.scores = scores(&mut solver, position.board);
        }
        output.line(&position.to_string())?;
    }
    Ok(Outcome::Success)
}

/// Whether every legal move has a score.
fn is_complete(position: &ObfPosition) -> bool {
    let moves = position.board.legal_moves();
    moves != 0 && position.scores.len() == moves.count_ones() as usize
}

/// The exact score of every move for the side to move, the best first.
fn scores(solver: &mut Solver, board: Board) -> Vec<(Move, Score)> {
    solver.clear();
    let mut scores: Vec<(Move, Score)> = board
        .children()
        .map(|(square, child)| {
            let solution = solver.solve(child, -64, 64, Deadline::Never);
            (Move::on(square), -Score::from(solution.bounds.lower))
        })
        .collect();
    scores.sort_by_key(|&(_, score)| -score);
    scores
}

/// The engine's move in one position.
struct Judged {
    empties: u32,
    /// Discs lost.
    loss: f64,
    /// Whether a win stayed a win and a draw at least a draw.
    keeps: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let positions = positions::read(&arguments.file)?;
    if let Some(number) = positions.iter().position(|position| !is_complete(position)) {
        let (file, number) = (arguments.file.display(), number + 1);
        bail!("{file}: position {number}: a move without a score; `outflank-bench score` finds them");
    }
    let mut engine = Engine::with_parameters(Parameters::default(), TREE_BYTES, Solver::DEFAULT_BYTES);
    let mut all = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        engine.new_game();
        let choice = engine.choose(position.board, position.board.legal_moves(), arguments.limits());
        all.push(judge(output, index + 1, position, &choice)?);
    }
    let mut counts: Vec<u32> = all.iter().map(|judged| judged.empties).collect();
    counts.sort_unstable();
    counts.dedup();
    for empties in counts {
        let group: Vec<&Judged> = all.iter().filter(|judged| judged.empties == empties).collect();
        print(output, Some(empties), &group)?;
    }
    print(output, None, &all.iter().collect::<Vec<_>>())?;
    Ok(Outcome::Success)
}

/// Compares a choice with the best move; prints it if it is worse, as JSON always.
fn judge(
    output: &mut Output<'_>,
    number: usize,
    position: &ObfPosition,
    choice: &Choice,
) -> anyhow::Result<Judged> {
    let (empties, square) = (position.board.empty_count(), choice.square);
    let score = position.scores.iter().find(|(mv, _)| *mv == Move::on(square));
    let score = score.map_or(-64, |&(_, score)| score);
    let best = position.best_score().unwrap_or(score);
    if output.json || best != score {
        output.result(
            &format!("{number:4}  {empties:2} empties  {square} {score:+} instead of {best:+}"),
            json!({
                "position": number, "empties": empties, "move": square.to_string(), "score": score,
                "best": best, "playouts": choice.playouts,
            }),
        )?;
    }
    let keeps = score.signum() == best.signum();
    Ok(Judged { empties, loss: f64::from(best - score), keeps })
}

/// Prints the means of a group, with their standard errors.
fn print(output: &mut Output<'_>, empties: Option<u32>, group: &[&Judged]) -> anyhow::Result<()> {
    let count = group.len() as f64;
    let mean = |value: &dyn Fn(&Judged) -> f64| {
        let mean = group.iter().map(|judged| value(judged)).sum::<f64>() / count;
        let squares: f64 = group.iter().map(|judged| (value(judged) - mean).powi(2)).sum();
        (mean, (squares / count / (count - 1.0).max(1.0)).sqrt())
    };
    let (loss, loss_error) = mean(&|judged| judged.loss);
    let (perfect, perfect_error) = mean(&|judged| f64::from(u8::from(judged.loss == 0.0)));
    let (kept, kept_error) = mean(&|judged| f64::from(u8::from(judged.keeps)));
    let count = group.len();
    let of = empties.map_or("all".into(), |empties| format!("{empties} empties"));
    output.result(
        &format!(
            "{of}: {count} positions, {loss:.3} +- {loss_error:.3} discs lost a move, \
             {:.1} +- {:.1} % perfect, result kept in {:.1} +- {:.1} %",
            100.0 * perfect,
            100.0 * perfect_error,
            100.0 * kept,
            100.0 * kept_error
        ),
        json!({
            "empties": empties, "positions": count, "discs_lost": loss, "perfect": perfect, "kept": kept,
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::game::Color;

    /// A position near the end of a game of first moves.
    fn late_position(empties: u32) -> ObfPosition {
        let mut board = Board::START;
        while board.empty_count() > empties || board.legal_moves() == 0 {
            board = board.children().next().map_or(board.pass(), |(_, child)| child);
        }
        ObfPosition { board, to_move: Color::Black, scores: Vec::new() }
    }

    #[test]
    fn every_move_has_its_score_and_the_best_is_the_positions() {
        let mut solver = Solver::new(1 << 16);
        let mut position = late_position(9);
        assert!(!is_complete(&position));
        position.scores = scores(&mut solver, position.board);
        assert!(is_complete(&position), "{position}");
        let best = solver.solve(position.board, -64, 64, Deadline::Never).bounds.score();
        assert_eq!(position.best_score(), best, "{position}");
        assert!(position.scores.is_sorted_by_key(|&(_, score)| -score), "{position}");
    }

    #[test]
    fn means_have_standard_errors() {
        let judged = |loss, keeps| Judged { empties: 9, loss, keeps };
        let all = [judged(0.0, true), judged(2.0, true), judged(0.0, false), judged(2.0, true)];
        let mut printed = Vec::new();
        print(&mut Output::new(&mut printed, false), None, &all.iter().collect::<Vec<_>>()).unwrap();
        let expected = "all: 4 positions, 1.000 +- 0.577 discs lost a move, 50.0 +- 28.9 % perfect, \
                        result kept in 75.0 +- 25.0 %\n";
        assert_eq!(String::from_utf8_lossy(&printed), expected);
    }

    #[test]
    fn limits_are_a_time_or_a_number_of_playouts() {
        let arguments = |playouts| Arguments { file: PathBuf::new(), ms: 1_000, playouts };
        assert!(arguments(None).limits().deadline.remaining().is_some());
        assert_eq!(arguments(Some(7)).limits().playouts, 7);
    }
}
