//! `outflank-bench solve FILE.obf`: the exact solver, each position with an empty transposition table.
//!
//! Scores are checked against those in the file. For each number of empties, the median, the 90th percentile
//! and the maximum of the CPU times follow, and the share of positions solved within `--within` ms. With
//! `--runs`, the shortest time of a position counts: the work is the same every time, so the excess of longer
//! runs is noise.

use std::path::PathBuf;

use anyhow::ensure;
use outflank::clock::Deadline;
use outflank::endgame::{Solution, Solver};
use outflank::obf::ObfPosition;
use serde_json::{json, Value};
use toolkit::cpu_time;

use super::output::{Outcome, Output};
use super::positions;

struct Solved {
    number: usize,
    empties: u32,
    solution: Solution,
    seconds: f64,
    /// The score, or its sign with `--wld`.
    score: i32,
    /// Whether score and best move agree with the file; `None` if the file has no scores.
    right: Option<bool>,
}

/// The arguments of `outflank-bench solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File of positions.
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,
    /// Solves for win, draw or loss.
    #[arg(long)]
    wld: bool,
    /// Reports the share of positions solved within this CPU time, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 140.0)]
    within: f64,
    /// Solves each position this often; its shortest time counts.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let &Arguments { ref file, wld, within, runs } = arguments;
    ensure!(within > 0.0, "`--within` must be above 0, not {within}");
    let mut solver = Solver::new(Solver::DEFAULT_BYTES);
    let mut all = Vec::new();
    for (index, position) in positions::read(file)?.iter().enumerate() {
        let mut solved = solve(&mut solver, index + 1, position, wld);
        for _ in 1..runs {
            solved.seconds = solved.seconds.min(solve(&mut solver, index + 1, position, wld).seconds);
        }
        output.result(&solved.to_line(), solved.to_json())?;
        all.push(solved);
    }
    print_by_empties(output, &all, within)?;
    print_totals(output, &all)?;
    let is_wrong = all.iter().any(|solved| solved.right == Some(false));
    Ok(if is_wrong { Outcome::WrongResult } else { Outcome::Success })
}

fn solve(solver: &mut Solver, number: usize, position: &ObfPosition, wld: bool) -> Solved {
    let board = position.board;
    solver.clear();
    let start = cpu_time::of_thread();
    let solution = if wld {
        solver.solve_wld(board, Deadline::Never)
    } else {
        solver.solve(board, -64, 64, Deadline::Never)
    };
    let seconds = cpu_time::seconds_since(start);
    let requested = |score: i32| if wld { score.signum() } else { score };
    let score = requested(solution.bounds.lower.into());
    let right = position.best_score().map(|best| {
        let known = position.scores.iter().find(|(mv, _)| Some(*mv) == solution.best);
        score == requested(best) && known.is_none_or(|&(_, score)| requested(score) == requested(best))
    });
    Solved { number, empties: board.empty_count(), solution, seconds, score, right }
}

impl Solved {
    fn best(&self) -> String {
        self.solution.best.map_or("-".into(), |best| best.to_string())
    }

    fn agreement(&self) -> &'static str {
        match self.right {
            Some(true) => "right",
            Some(false) => "WRONG",
            None => "unknown",
        }
    }

    fn to_line(&self) -> String {
        let Self { number, empties, solution, seconds, score, .. } = self;
        format!(
            "{number:3}  {empties:2} empties  {score:+3}  {:4}  {:12} nodes  {seconds:9.4} s  {:6.1} M/s  {}",
            self.best(),
            solution.nodes,
            solution.nodes as f64 / seconds / 1e6,
            self.agreement()
        )
    }

    fn to_json(&self) -> Value {
        json!({
            "position": self.number,
            "empties": self.empties,
            "score": self.score,
            "best": self.best(),
            "nodes": self.solution.nodes,
            "cpu_seconds": self.seconds,
            "right": self.right,
        })
    }
}

/// Prints the solving times by number of empties.
fn print_by_empties(output: &mut Output<'_>, all: &[Solved], within: f64) -> anyhow::Result<()> {
    let mut counts: Vec<u32> = all.iter().map(|solved| solved.empties).collect();
    counts.sort_unstable();
    counts.dedup();
    for empties in counts {
        let of_count = all.iter().filter(|solved| solved.empties == empties);
        let mut times: Vec<f64> = of_count.clone().map(|solved| 1e3 * solved.seconds).collect();
        times.sort_by(f64::total_cmp);
        let nodes: u64 = of_count.map(|solved| solved.solution.nodes).sum();
        let count = times.len();
        let (median, nine_in_ten) = (times[(count - 1) / 2], times[(9 * count).div_ceil(10) - 1]);
        let (longest, in_time) = (times[count - 1], times.iter().filter(|&&ms| ms <= within).count());
        let share = 100.0 * in_time as f64 / count as f64;
        output.result(
            &format!(
                "{empties:2} empties: {count} positions, median {median:.1} ms, 90 % {nine_in_ten:.1} ms, \
                 longest {longest:.1} ms, {share:.1} % within {within} ms"
            ),
            json!({
                "empties": empties, "positions": count, "nodes": nodes, "median_ms": median,
                "nine_in_ten_ms": nine_in_ten, "longest_ms": longest, "within_ms": within, "in_time": in_time,
            }),
        )?;
    }
    Ok(())
}

fn print_totals(output: &mut Output<'_>, all: &[Solved]) -> anyhow::Result<()> {
    let count = all.len();
    let right = all.iter().filter(|solved| solved.right == Some(true)).count();
    let wrong = all.iter().filter(|solved| solved.right == Some(false)).count();
    let nodes: u64 = all.iter().map(|solved| solved.solution.nodes).sum();
    let seconds: f64 = all.iter().map(|solved| solved.seconds).sum();
    let rate = nodes as f64 / seconds;
    output.result(
        &format!(
            "{count} positions, {right} right, {wrong} wrong, {nodes} nodes, {seconds:.3} s CPU, \
             {:.1} M nodes/s",
            rate / 1e6
        ),
        json!({
            "positions": count, "right": right, "wrong": wrong, "nodes": nodes, "cpu_seconds": seconds,
            "nodes_per_second": rate.round(),
        }),
    )
}
