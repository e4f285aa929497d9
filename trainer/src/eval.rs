//! Errors of evaluations on labelled positions and on an exam of positions with a known best move, side by side.
//!
//! A position can be judged as it stands, or by one-ply search: as the best of its children, which is how the bot's
//! search uses an evaluation.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use clap::Args;
use outflank::board::Board;
use outflank::eval::{Children, Evaluate, DISC};
use outflank::square::Square;
use outflank::with_cpu;
use serde::Serialize;

use crate::chart::{Chart, Line};
use crate::fit::Errors;
use crate::model::Judge;
use crate::shard;

/// Options of `eval`.
#[derive(Args, Clone, Debug)]
pub struct Eval {
    /// `handmade`, models' files or packed weights (`.rs`), judged side by side
    #[arg(required = true)]
    pub evaluation: Vec<PathBuf>,
    /// Labelled positions: shards or folders of shards
    #[arg(long)]
    pub data: Vec<PathBuf>,
    /// One game in this many is judged
    #[arg(long, default_value_t = 1)]
    pub held_out: u32,
    /// An exam's file, answered by one-ply search
    #[arg(long)]
    pub exam: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
    /// A picture of the errors on the labelled positions by ply
    #[arg(long)]
    pub picture: Option<PathBuf>,
}

/// How an evaluation did in one phase of the exam.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Mark {
    positions: u64,
    mean_absolute_difference: f64,
    agreement_percent: f64,
    mean_difference: f64,
}

/// One line of an exam.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position.
    pub board: Board,
    /// The best move.
    pub best: Square,
    /// Its value in discs for the side to move.
    pub discs: f64,
}

/// All questions of an exam's file.
pub fn questions(path: &Path) -> Result<Vec<Question>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut questions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        match question(line).filter(|question| question.board.legal_moves() != 0) {
            Some(question) => questions.push(question),
            None => bail!("{}: line {}: expected a board, a move and a value", path.display(), number + 1),
        }
    }
    Ok(questions)
}

fn question(line: &str) -> Option<Question> {
    let mut words = line.split_whitespace();
    let drawing = words.next()?;
    let (mut player, mut opponent) = (0, 0);
    if drawing.len() != 64 {
        return None;
    }
    for (square, content) in Square::all().zip(drawing.bytes()) {
        match content {
            b'X' => player |= square.bit(),
            b'O' => opponent |= square.bit(),
            b'-' => {}
            _ => return None,
        }
    }
    let best = words.next()?.parse().ok()?;
    Some(Question { board: Board::new(player, opponent)?, best, discs: words.next()?.parse().ok()? })
}

fn children(judge: &Judge, board: Board) -> Children {
    let mut children = Children::new();
    let moves = board.legal_moves();
    with_cpu!(cpu => match judge {
        Judge::Handmade(evaluator) => evaluator.evaluate_children(cpu, board, moves, &mut children),
        Judge::Learned(evaluator) => evaluator.evaluate_children(cpu, board, moves, &mut children),
        Judge::Yardstick(evaluator) => evaluator.evaluate_children(cpu, board, moves, &mut children),
    });
    children
}

/// Marks of an evaluation by the ply's tens, and over all.
fn examine(judge: &Judge, path: &Path) -> Result<BTreeMap<String, Mark>> {
    let mut sums: BTreeMap<String, (u64, f64, u64, f64)> = BTreeMap::new();
    for Question { board, best, discs } in questions(path)? {
        let found = children(judge, board).iter().max_by_key(|&(_, value)| value);
        let Some((square, value)) = found else { continue };
        for phase in phases(60 - board.empty_count() as usize) {
            let sum = sums.entry(phase).or_default();
            sum.0 += 1;
            sum.1 += (f64::from(value) / f64::from(DISC) - discs).abs();
            sum.2 += u64::from(square == best);
            sum.3 += f64::from(value) / f64::from(DISC) - discs;
        }
    }
    let mark = |(count, absolute, agreed, signed): (u64, f64, u64, f64)| Mark {
        positions: count,
        mean_absolute_difference: absolute / count as f64,
        agreement_percent: 100.0 * agreed as f64 / count as f64,
        mean_difference: signed / count as f64,
    };
    Ok(sums.into_iter().map(|(phase, sum)| (phase, mark(sum))).collect())
}

/// The evaluation's own estimate of a position, in discs for the side to move, that side having no say yet.
fn standing(judge: &Judge, board: Board) -> f64 {
    match judge {
        Judge::Handmade(evaluator) => {
            with_cpu!(cpu => -f64::from(evaluator.evaluate_moved(cpu, board.pass()))) / f64::from(DISC)
        }
        Judge::Learned(evaluator) => -f64::from(evaluator.evaluate(board.pass())) / f64::from(DISC),
        Judge::Yardstick(evaluator) => -f64::from(evaluator.evaluate(board.pass())) / f64::from(DISC),
    }
}

/// Mean absolute differences in discs at one ply, or over many.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct DataMark {
    positions: u64,
    /// The position as it stands, from the game's result.
    standing_from_result: f64,
    /// The best of its children, from the game's result.
    best_child_from_result: f64,
    /// The position as it stands, from the searched value.
    standing_from_search: f64,
}

/// Sums of the same.
#[derive(Clone, Copy, Debug, Default)]
struct DataErrors([Errors; 3]);

impl DataErrors {
    fn add(&mut self, other: &Self) {
        for (sum, errors) in self.0.iter_mut().zip(other.0) {
            sum.count += errors.count;
            sum.absolute += errors.absolute;
        }
    }

    fn mark(&self) -> DataMark {
        let [standing, best_child, search] = self.0;
        DataMark {
            positions: standing.count,
            standing_from_result: standing.mean(),
            best_child_from_result: best_child.mean(),
            standing_from_search: search.mean(),
        }
    }
}

/// Errors on labelled positions by ply.
fn judge_data(judge: &Judge, shards: &[PathBuf], held_out: u32) -> Result<BTreeMap<usize, DataErrors>> {
    let mut by_ply = BTreeMap::<usize, DataErrors>::new();
    for path in shards {
        for record in shard::read(path)? {
            let record = record?;
            if !record.held_out(held_out) || record.board.legal_moves() == 0 {
                continue;
            }
            let result = f64::from(record.outcome);
            let best = children(judge, record.board).iter().map(|(_, value)| value).max().unwrap_or_default();
            let standing = standing(judge, record.board);
            let errors = &mut by_ply.entry(record.ply()).or_default().0;
            errors[0].add((standing - result) as f32);
            errors[1].add((f64::from(best) / f64::from(DISC) - result) as f32);
            errors[2].add((standing - f64::from(record.value) / f64::from(DISC)) as f32);
        }
    }
    Ok(by_ply)
}

/// The tens of plies that a ply belongs to, and all.
fn phases(ply: usize) -> [String; 2] {
    let first = ply / 10 * 10;
    [format!("plies {first:02}-{:02}", first + 9), "all".to_owned()]
}

/// What each evaluation gets by phase, one column an evaluation.
fn print_side_by_side<T>(names: &[String], tables: &[BTreeMap<String, T>], cell: impl Fn(&T) -> String) {
    let Some(first) = tables.first() else { return };
    let width = names.iter().map(String::len).max().unwrap_or(0).max(24);
    print!("{:12}", "");
    for name in names {
        print!("  {name:>width$}");
    }
    println!();
    for phase in first.keys() {
        print!("{phase:12}");
        for mark in tables.iter().map(|table| table.get(phase)) {
            print!("  {:>width$}", mark.map(&cell).unwrap_or_default());
        }
        println!();
    }
}

impl Eval {
    /// Judges and prints.
    pub fn run(&self) -> Result<()> {
        let names: Vec<String> = self.evaluation.iter().map(|name| name.display().to_string()).collect();
        let judges = self.evaluation.iter().map(|name| Judge::open(name)).collect::<Result<Vec<_>>>()?;
        if let Some(exam) = &self.exam {
            let marks = judges.iter().map(|judge| examine(judge, exam)).collect::<Result<Vec<_>>>()?;
            if self.json {
                let by_name: BTreeMap<_, _> = names.iter().zip(&marks).collect();
                println!("{}", serde_json::to_string_pretty(&by_name)?);
            } else {
                println!("exam, one-ply search: discs off (mean difference), agreement");
                print_side_by_side(&names, &marks, |mark| {
                    format!(
                        "{:.3} ({:+.2})  {:.2} %",
                        mark.mean_absolute_difference, mark.mean_difference, mark.agreement_percent
                    )
                });
            }
        }
        if !self.data.is_empty() {
            self.on_data(&names, &judges)?;
        }
        Ok(())
    }

    fn on_data(&self, names: &[String], judges: &[Judge]) -> Result<()> {
        let shards = shard::find(&self.data)?;
        let by_ply = judges
            .iter()
            .map(|judge| judge_data(judge, &shards, self.held_out))
            .collect::<Result<Vec<_>>>()?;
        if let Some(path) = &self.picture {
            picture(path, names, &by_ply)?;
        }
        let marks: Vec<BTreeMap<String, DataMark>> = by_ply
            .iter()
            .map(|by_ply| {
                let mut sums = BTreeMap::<String, DataErrors>::new();
                for (&ply, errors) in by_ply {
                    phases(ply).into_iter().for_each(|phase| sums.entry(phase).or_default().add(errors));
                }
                sums.into_iter().map(|(phase, sum)| (phase, sum.mark())).collect()
            })
            .collect();
        if self.json {
            let by_name: BTreeMap<_, _> = names.iter().zip(&marks).collect();
            println!("{}", serde_json::to_string_pretty(&by_name)?);
            return Ok(());
        }
        let positions = marks.first().and_then(|marks| marks.get("all")).map_or(0, |mark| mark.positions);
        println!(
            "{positions} positions: discs off the result as it stands, by one-ply search, and off the search"
        );
        print_side_by_side(names, &marks, |mark| {
            format!(
                "{:.4}  {:.4}  {:.4}",
                mark.standing_from_result, mark.best_child_from_result, mark.standing_from_search
            )
        });
        Ok(())
    }
}

/// Draws the errors from the result by ply.
fn picture(path: &Path, names: &[String], by_ply: &[BTreeMap<usize, DataErrors>]) -> Result<()> {
    let lines = names.iter().zip(by_ply).map(|(name, by_ply)| Line {
        name: name.clone(),
        points: by_ply.iter().map(|(&ply, errors)| (ply as f64, errors.0[0].mean())).collect(),
    });
    let chart = Chart {
        title: "Error from the game's result, as the position stands".into(),
        x: "discs played".into(),
        y: "discs".into(),
        lines: lines.collect(),
    };
    chart.write(path)
}
