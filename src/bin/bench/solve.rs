//! `bench solve FILE.obf [--wld]`: the exact solver on positions with known scores, each with a cold table.

use std::io::Write;

use outflank::clock::Deadline;
use outflank::endgame::{Outcome, Solver};
use outflank::obf::ObfPosition;

use crate::cpu_time::Stopwatch;
use crate::{Problem, Verdict};

/// One solved position.
struct Solved {
    number: usize,
    empties: u32,
    outcome: Outcome,
    seconds: f64,
    /// The score, or its sign where only that was asked.
    score: i32,
    /// Whether score and best move agree with the file; `None` if the file does not say.
    right: Option<bool>,
}

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Verdict, Problem> {
    let wld = arguments.iter().any(|argument| argument == "--wld");
    let files: Vec<&String> = arguments.iter().filter(|argument| *argument != "--wld").collect();
    let &[file] = files.as_slice() else {
        return Err(Problem::Usage("solve: expected one FILE.obf".into()));
    };
    if file.starts_with('-') {
        return Err(Problem::Usage(format!("solve: unknown option `{file}`")));
    }
    let text = std::fs::read_to_string(file).map_err(|error| Problem::Input(format!("{file}: {error}")))?;
    let positions =
        ObfPosition::parse_all(&text).map_err(|error| Problem::Input(format!("{file}: {error}")))?;
    if positions.is_empty() {
        return Err(Problem::Input(format!("{file}: no position in it")));
    }
    let mut out = std::io::stdout().lock();
    let mut solver = Solver::new(Solver::DEFAULT_BYTES);
    let mut all = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        solver.clear();
        let solved = solve(&mut solver, index + 1, position, wld);
        writeln!(out, "{}", if json { solved.to_json() } else { solved.to_line() })?;
        out.flush()?;
        all.push(solved);
    }
    print_totals(&mut out, &all, json)?;
    let wrong = all.iter().any(|solved| solved.right == Some(false));
    Ok(if wrong { Verdict::Wrong } else { Verdict::Right })
}

fn solve(solver: &mut Solver, number: usize, position: &ObfPosition, wld: bool) -> Solved {
    let board = position.board;
    let stopwatch = Stopwatch::start();
    let outcome = if wld {
        solver.solve_wld(board, Deadline::Never)
    } else {
        solver.solve(board, -64, 64, Deadline::Never)
    };
    let seconds = stopwatch.seconds();
    let asked = |score: i32| if wld { score.signum() } else { score };
    let score = asked(outcome.lower);
    let right = position.best_score().map(|best| {
        let known = position.scores.iter().find(|(played, _)| Some(*played) == outcome.best);
        score == asked(best) && known.is_none_or(|&(_, score)| asked(score) == asked(best))
    });
    Solved { number, empties: board.empty_count(), outcome, seconds, score, right }
}

impl Solved {
    fn best(&self) -> String {
        self.outcome.best.map_or("-".into(), |best| best.to_string())
    }

    fn verdict(&self) -> &'static str {
        match self.right {
            Some(true) => "right",
            Some(false) => "WRONG",
            None => "unknown",
        }
    }

    fn to_line(&self) -> String {
        let Self { number, empties, outcome, seconds, score, .. } = self;
        format!(
            "{number:3}  {empties:2} empties  {score:+3}  {:4}  {:12} nodes  {seconds:9.4} s  {:6.1} M/s  {}",
            self.best(),
            outcome.nodes,
            outcome.nodes as f64 / seconds / 1e6,
            self.verdict()
        )
    }

    fn to_json(&self) -> String {
        let Self { number, empties, outcome, seconds, score, .. } = self;
        let right = self.right.map_or("null".into(), |right| right.to_string());
        format!(
            r#"{{"position":{number},"empties":{empties},"score":{score},"best":"{}","nodes":{},"cpu_seconds":{seconds:.6},"right":{right}}}"#,
            self.best(),
            outcome.nodes,
        )
    }
}

fn print_totals(out: &mut impl Write, all: &[Solved], json: bool) -> std::io::Result<()> {
    let count = all.len();
    let right = all.iter().filter(|solved| solved.right == Some(true)).count();
    let wrong = all.iter().filter(|solved| solved.right == Some(false)).count();
    let nodes: u64 = all.iter().map(|solved| solved.outcome.nodes).sum();
    let seconds: f64 = all.iter().map(|solved| solved.seconds).sum();
    let rate = nodes as f64 / seconds;
    if json {
        writeln!(
            out,
            r#"{{"positions":{count},"right":{right},"wrong":{wrong},"nodes":{nodes},"cpu_seconds":{seconds:.6},"nodes_per_second":{rate:.0}}}"#
        )
    } else {
        writeln!(
            out,
            "{count} positions, {right} right, {wrong} wrong, {nodes} nodes, {seconds:.3} s CPU, {:.1} M nodes/s",
            rate / 1e6
        )
    }
}
