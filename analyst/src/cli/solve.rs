//! `outflank-analyst solve`: solves positions exactly, without a time limit.

mod checkpoint;
mod order;
mod parallel;
mod progress;
mod queue;
mod shared_table;
mod task;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use analyst::notation::PositionRecord;
use analyst::search::{deadline, Stop};
use anyhow::{bail, ensure, Context};
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;

use super::time::{clock, threads};
use checkpoint::Checkpoint;
pub(super) use parallel::Parallel;
use progress::Progress;
use shared_table::Proof;

/// Which positions to solve, and how far.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of positions; known scores in it are checked.
    file: PathBuf,
    /// Threads: each solves a position of its own, and helps with another's once none is left [default: one
    /// a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Solves for win, draw or loss only.
    #[arg(long)]
    wld: bool,
    /// The score of every legal move, not only the best.
    #[arg(long)]
    all_moves: bool,
    /// Solves only the positions with these numbers, such as `3` or `1-5`.
    #[arg(long, value_name = "FROM-TO", value_parser = range)]
    only: Option<(usize, usize)>,
    /// File of proofs, from which a solve that was killed continues [default: FILE.checkpoint, with --wld
    /// FILE.wld.checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("expected a number or a range such as 1-5, not {text:?}");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let from = from.parse().map_err(|_| expected())?;
    let to = to.parse().map_err(|_| expected())?;
    if 1 <= from && from <= to {
        Ok((from, to))
    } else {
        Err(expected())
    }
}

impl Arguments {
    /// The numbers of the positions to solve, of `count` in the file.
    fn numbers(&self, count: usize) -> anyhow::Result<RangeInclusive<usize>> {
        let (from, to) = self.only.unwrap_or((1, count));
        ensure!(from <= count, "{}: there is no position {from}, only {count}", self.file.display());
        Ok(from..=to.min(count))
    }

    /// The checkpoint beside the file; proofs of results are kept apart from those of exact scores.
    fn path_beside(&self) -> PathBuf {
        let mut name = self.file.clone().into_os_string();
        name.push(if self.wld { ".wld.checkpoint" } else { ".checkpoint" });
        PathBuf::from(name)
    }
}

/// Solves the positions of a file and prints a row for each.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let positions = super::input::positions(&arguments.file.to_string_lossy())?;
    let threads = threads(arguments.threads);
    let numbers: Vec<_> = arguments.numbers(positions.len())?.collect();
    let path = arguments.checkpoint.clone().unwrap_or_else(|| arguments.path_beside());
    let (checkpoint, proofs) = Checkpoint::open(&path)?;
    let is_new = proofs.is_empty();
    let keep = |board, proof| checkpoint.keep(board, proof);
    let crew = Parallel::crew(threads, &keep);
    proofs.into_iter().for_each(|(board, proof)| crew[0].add(board, proof));
    writeln!(out, "| no. | empties | move | score | nodes | time |")?;
    writeln!(out, "|---:|---:|---|---:|---:|---:|")?;
    out.flush()?;
    let mut wrong = 0;
    let progress = Progress::default();
    let solve = |solver: &mut Parallel<'_>, index: usize, stop: &Stop| {
        let number = numbers[index];
        let board = positions[number - 1].position.board;
        progress.add(number, board, solver.nodes());
        let solution = solve(solver, board, arguments, &deadline(stop, None, None));
        progress.remove(number);
        (number, solution)
    };
    let take = |(number, solution): (usize, Solution)| {
        wrong += usize::from(!agrees(&positions[number - 1], solution.rows[0].bounds, arguments.wld));
        Progress::clear();
        solution.write(number, out)?;
        Ok(out.flush()?)
    };
    let outcome = queue::in_order(crew, numbers.len(), &solve, take, || progress.show());
    Progress::clear();
    outcome?;
    drop(checkpoint);
    // After a part of the positions, an earlier run's proofs of the others are still wanted.
    if is_new || numbers.len() == positions.len() {
        std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    if wrong > 0 {
        bail!("{wrong} positions do not have the score that the file gives");
    }
    Ok(())
}

/// What is known of a position.
struct Solution {
    empties: u32,
    /// The best move first; none if the game is over.
    rows: Vec<Proof>,
    nodes: u64,
    time: Duration,
}

impl Solution {
    fn write(&self, number: usize, out: &mut impl Write) -> std::io::Result<()> {
        for (index, proof) in self.rows.iter().enumerate() {
            let name = proof.best.map_or_else(|| "-".to_string(), |mv| mv.to_string());
            let score = shown(proof.bounds);
            if index == 0 {
                let (empties, nodes, seconds) = (self.empties, self.nodes, self.time.as_secs_f64());
                writeln!(out, "| {number} | {empties} | {name} | {score} | {nodes} | {seconds:.1} s |")?;
            } else {
                writeln!(out, "| | | {name} | {score} | | |")?;
            }
        }
        Ok(())
    }
}

/// Solves one position, or each of its moves.
fn solve(solver: &mut Parallel<'_>, board: Board, arguments: &Arguments, end: &Deadline) -> Solution {
    let [alpha, beta] = if arguments.wld { [-1, 1] } else { [-64, 64] };
    let nodes = solver.nodes();
    let (start, before) = (clock(), nodes.load(Ordering::Relaxed));
    let solved = solver.solve_until(board, alpha, beta, end);
    let mut rows = vec![solved];
    if arguments.all_moves {
        // No move is better than the best one.
        let least = (-Score::from(solved.bounds.upper)).max(-beta);
        for (square, child) in board.children().filter(|&(square, _)| solved.best != Some(Move::on(square))) {
            let bounds = solver.solve_until(child, least, (64).min(-alpha), end).bounds.negated();
            rows.push(Proof { bounds, best: Some(Move::on(square)) });
        }
        rows[1..].sort_by_key(|proof| -proof.bounds.lower);
    }
    let nodes = nodes.load(Ordering::Relaxed) - before;
    Solution { empties: board.empty_count(), rows, nodes, time: clock() - start }
}

fn shown(bounds: Bounds) -> String {
    match (bounds.lower, bounds.upper) {
        (lower, upper) if lower == upper => format!("{lower:+}"),
        (lower, _) if lower > 0 => format!("win, >= {lower:+}"),
        (_, upper) if upper < 0 => format!("loss, <= {upper:+}"),
        (lower, upper) => format!("{lower:+} to {upper:+}"),
    }
}

/// Whether the score is the best one of those that the file gives for this position, if it gives any.
fn agrees(position: &PositionRecord, solved: Bounds, by_sign: bool) -> bool {
    let sign = |score: Score| if by_sign { score.signum() } else { score };
    let is_complete =
        position.scores.len() as u32 == position.position.board.legal_moves().count_ones().max(1);
    match position.scores.iter().map(|&(_, score)| score).max() {
        Some(known) if is_complete || known == 64 => sign(solved.lower.into()) == sign(known),
        Some(known) => sign(solved.upper.into()) >= sign(known),
        None => true,
    }
}
