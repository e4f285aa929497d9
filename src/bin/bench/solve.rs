//! `bench solve FILE.obf [--wld] [--within MS] [--runs N]`: the exact solver, each position with a cold
//! transposition table.
//!
//! Scores are checked against those in the file. For each number of empties, the median, the 90th percentile
//! and the maximum of the CPU times follow, and the share of positions solved within `--within` ms (140).
//! With `--runs`, each position is solved `N` times and its least time counts: the work is the same every
//! time, so the excess of longer runs is noise.

use std::io::Write;

use outflank::clock::Deadline;
use outflank::endgame::{Solution, Solver};
use outflank::obf::ObfPosition;

use crate::cpu_time::Stopwatch;
use crate::outcome::{Outcome, Problem};
use crate::positions;

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

struct Request<'a> {
    file: &'a str,
    wld: bool,
    within_ms: f64,
    runs: u32,
}

impl<'a> Request<'a> {
    fn parse(arguments: &'a [String]) -> Result<Self, Problem> {
        let mut files = Vec::new();
        let (mut wld, mut within_ms, mut runs) = (false, 140.0, 1);
        let mut left = arguments.iter();
        while let Some(argument) = left.next() {
            match argument.as_str() {
                "--wld" => wld = true,
                "--within" => {
                    let value = left.next().map_or("", String::as_str);
                    within_ms = match value.parse() {
                        Ok(ms) if ms > 0.0 => ms,
                        _ => return Err(Problem::Usage(format!("solve: --within cannot be `{value}`"))),
                    };
                }
                "--runs" => {
                    let value = left.next().map_or("", String::as_str);
                    runs = match value.parse() {
                        Ok(runs) if runs > 0 => runs,
                        _ => return Err(Problem::Usage(format!("solve: --runs cannot be `{value}`"))),
                    };
                }
                _ if argument.starts_with('-') => {
                    return Err(Problem::Usage(format!("solve: unknown option `{argument}`")));
                }
                file => files.push(file),
            }
        }
        match files.as_slice() {
            [file] => Ok(Self { file, wld, within_ms, runs }),
            _ => Err(Problem::Usage("solve: expected one FILE.obf".into())),
        }
    }
}

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let Request { file, wld, within_ms, runs } = Request::parse(arguments)?;
    let positions = positions::read(file)?;
    let mut out = std::io::stdout().lock();
    let mut solver = Solver::new(Solver::DEFAULT_BYTES);
    let mut all = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        let mut solved = solve(&mut solver, index + 1, position, wld);
        for _ in 1..runs {
            solved.seconds = solved.seconds.min(solve(&mut solver, index + 1, position, wld).seconds);
        }
        writeln!(out, "{}", if json { solved.to_json() } else { solved.to_line() })?;
        out.flush()?;
        all.push(solved);
    }
    print_by_empties(&mut out, &all, within_ms, json)?;
    print_totals(&mut out, &all, json)?;
    let wrong = all.iter().any(|solved| solved.right == Some(false));
    Ok(if wrong { Outcome::Wrong } else { Outcome::Right })
}

fn solve(solver: &mut Solver, number: usize, position: &ObfPosition, wld: bool) -> Solved {
    let board = position.board;
    solver.clear();
    let stopwatch = Stopwatch::start();
    let solution = if wld {
        solver.solve_wld(board, Deadline::Never)
    } else {
        solver.solve(board, -64, 64, Deadline::Never)
    };
    let seconds = stopwatch.seconds();
    let requested = |score: i32| if wld { score.signum() } else { score };
    let score = requested(solution.bounds.lower.into());
    let right = position.best_score().map(|best| {
        let known = position.scores.iter().find(|(played, _)| Some(*played) == solution.best);
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

    fn to_json(&self) -> String {
        let Self { number, empties, solution, seconds, score, .. } = self;
        let right = self.right.map_or("null".into(), |right| right.to_string());
        format!(
            "{{\"position\":{number},\"empties\":{empties},\"score\":{score},\"best\":\"{}\",\"nodes\":{},\
             \"cpu_seconds\":{seconds:.6},\"right\":{right}}}",
            self.best(),
            solution.nodes,
        )
    }
}

/// Prints the solving times by number of empties.
fn print_by_empties(out: &mut impl Write, all: &[Solved], within_ms: f64, json: bool) -> std::io::Result<()> {
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
        let (longest, in_time) = (times[count - 1], times.iter().filter(|&&ms| ms <= within_ms).count());
        if json {
            writeln!(
                out,
                "{{\"empties\":{empties},\"positions\":{count},\"nodes\":{nodes},\"median_ms\":{median:.3},\
                 \"nine_in_ten_ms\":{nine_in_ten:.3},\"longest_ms\":{longest:.3},\"within_ms\":{within_ms},\
                 \"in_time\":{in_time}}}"
            )?;
        } else {
            let share = 100.0 * in_time as f64 / count as f64;
            writeln!(
                out,
                "{empties:2} empties: {count} positions, median {median:.1} ms, 90 % {nine_in_ten:.1} ms, \
                 longest {longest:.1} ms, {share:.1} % within {within_ms} ms"
            )?;
        }
    }
    Ok(())
}

fn print_totals(out: &mut impl Write, all: &[Solved], json: bool) -> std::io::Result<()> {
    let count = all.len();
    let right = all.iter().filter(|solved| solved.right == Some(true)).count();
    let wrong = all.iter().filter(|solved| solved.right == Some(false)).count();
    let nodes: u64 = all.iter().map(|solved| solved.solution.nodes).sum();
    let seconds: f64 = all.iter().map(|solved| solved.seconds).sum();
    let rate = nodes as f64 / seconds;
    if json {
        writeln!(
            out,
            "{{\"positions\":{count},\"right\":{right},\"wrong\":{wrong},\"nodes\":{nodes},\
             \"cpu_seconds\":{seconds:.6},\"nodes_per_second\":{rate:.0}}}"
        )
    } else {
        writeln!(
            out,
            "{count} positions, {right} right, {wrong} wrong, {nodes} nodes, {seconds:.3} s CPU, \
             {:.1} M nodes/s",
            rate / 1e6
        )
    }
}
