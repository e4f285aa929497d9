//! `outflank-analyst measure`: how far the values of the analysis are from exact scores, or from the values
//! of a longer search.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use analyst::search::{Budget, Memory, Searcher, Stop};
use anyhow::{bail, ensure};
use outflank::board::{Board, Score};
use outflank::endgame::Solver;
use outflank::limits::Limits;
use toolkit::cpu_time;

use super::input;
use super::time::seconds;

/// A value that is off by more discs than this is counted.
const FAR_OFF: f64 = 6.0;

/// With more empty squares, scores that the file does not give are not solved.
const SOLVED_EMPTIES: u32 = 28;

/// Positions and the effort for each.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of positions in any format, such as an OBF file; scores in it are taken as exact. With at most
    /// 28 empties, others are solved; with more, `--reference` has to be given. `-` reads standard input.
    file: PathBuf,
    /// Seconds of CPU time for each position.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Measures positions with more empties than are solved against the value of a search of this CPU time,
    /// in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    reference: Option<f64>,
    /// Playouts instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    playouts: Option<u64>,
    /// Measures only positions with this many empties or more.
    #[arg(long, value_name = "EMPTIES", default_value_t = 0)]
    least: u32,
    /// Measures at most this many of them.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// What one position adds to the measure.
struct Row {
    error: f64,
    /// What the best move loses, if its score is known.
    lost: Option<f64>,
    seconds: f64,
    is_proven: bool,
}

/// Measures each position and prints a row for each, then the summary.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let positions = input::positions(&arguments.file.to_string_lossy())?;
    let chosen = positions.iter().filter(|record| {
        let board = record.position.board;
        board.legal_moves() != 0 && board.empty_count() >= arguments.least
    });
    let time = Duration::from_secs_f64(arguments.time);
    let budget = arguments.playouts.map_or(Budget::time(time), Budget::playouts);
    let mut searcher = Searcher::with_host(Memory::default(), Stop::default(), Some(cpu_time::of_thread));
    let mut solver = Solver::new(64 << 20);
    let mut rows = Vec::new();
    writeln!(out, "number empties expected  value  lost  seconds")?;
    for (number, record) in (1..).zip(chosen.take(arguments.limit.unwrap_or(usize::MAX))) {
        let board = record.position.board;
        let known = |mv| record.scores.iter().find(|(scored, _)| *scored == mv).map(|&(_, score)| score);
        let expected = if let Some(score) = record.scores.iter().map(|&(_, score)| score).max() {
            f64::from(score)
        } else if board.empty_count() <= SOLVED_EMPTIES {
            f64::from(score(&mut solver, board))
        } else if let Some(seconds) = arguments.reference {
            searcher.clear();
            let report = searcher.search(board, Budget::time(Duration::from_secs_f64(seconds)));
            report.best().map_or(0.0, |best| f64::from(best.value))
        } else {
            bail!(
                "position {number}: it has no score, and {} empties are too many to solve it; --reference 60 \
                 measures against the value of a search of 60 seconds",
                board.empty_count()
            );
        };
        searcher.clear();
        let start = cpu_time::of_thread();
        let report = searcher.search(board, budget);
        let seconds = cpu_time::seconds_since(start);
        let Some(best) = report.best() else { continue };
        let child = best.mv.square().and_then(|square| board.play(square));
        let child = child.filter(|_| board.empty_count() <= SOLVED_EMPTIES);
        let reached = known(best.mv).or_else(|| child.map(|child| -score(&mut solver, child)));
        let lost = reached.map(|reached| (expected - f64::from(reached)).max(0.0));
        let error = (f64::from(best.value) - expected).abs();
        writeln!(
            out,
            "{number:<6} {:>7} {expected:>+8.1} {:>+6.1} {:>5} {seconds:>8.2}",
            board.empty_count(),
            best.value,
            lost.map_or_else(|| "-".to_string(), |lost| format!("{lost:.0}"))
        )?;
        out.flush()?;
        rows.push(Row { error, lost, seconds, is_proven: best.is_exact() });
    }
    ensure!(!rows.is_empty(), "{}: no position to measure", arguments.file.display());
    summary(&rows, out)
}

fn summary(rows: &[Row], out: &mut impl Write) -> anyhow::Result<()> {
    let count = rows.len() as f64;
    let mean = |value: &dyn Fn(&Row) -> f64| rows.iter().map(value).sum::<f64>() / count;
    let share =
        |test: &dyn Fn(&Row) -> bool| 100.0 * rows.iter().filter(|row| test(row)).count() as f64 / count;
    writeln!(out, "positions {}", rows.len())?;
    writeln!(out, "mean absolute error {:.2} discs", mean(&|row| row.error))?;
    writeln!(out, "off by more than {FAR_OFF} discs {:.1} %", share(&|row| row.error > FAR_OFF))?;
    let lost: Vec<f64> = rows.iter().filter_map(|row| row.lost).collect();
    if !lost.is_empty() {
        let mean = lost.iter().sum::<f64>() / lost.len() as f64;
        writeln!(out, "discs lost a move {mean:.2}, of {} moves with known scores", lost.len())?;
    }
    writeln!(out, "proven {:.1} %", share(&|row| row.is_proven))?;
    writeln!(out, "seconds of CPU a position {:.2}", mean(&|row| row.seconds))?;
    Ok(())
}

/// The exact score of a position.
fn score(solver: &mut Solver, board: Board) -> Score {
    if board.is_over() {
        return board.final_score();
    }
    solver.solve(board, -64, 64, Limits::NONE).expected
}
