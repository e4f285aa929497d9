//! Errors of an evaluation on labelled positions, by ply, and on an exam of positions with a known best move.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use clap::Args;
use outflank::board::Board;
use outflank::eval::{Children, Evaluate, DISC};
use outflank::square::Square;
use outflank::with_cpu;
use serde::Serialize;

use crate::fit::Errors;
use crate::model::Judge;
use crate::shard;

/// Options of `eval`.
#[derive(Args, Clone, Debug)]
pub struct Eval {
    /// `handmade`, or models' files, judged side by side
    #[arg(required = true)]
    pub evaluation: Vec<PathBuf>,
    /// Labelled positions: shards or folders of shards
    #[arg(long)]
    pub data: Vec<PathBuf>,
    /// One game in this many is judged
    #[arg(long, default_value_t = 1)]
    pub held_out: u32,
    /// An exam's file
    #[arg(long)]
    pub exam: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
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
        let decade = (60 - board.empty_count()) / 10 * 10;
        for phase in [format!("plies {decade:02}-{:02}", decade + 9), "all".to_owned()] {
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

impl Eval {
    /// Judges and prints.
    pub fn run(&self) -> Result<()> {
        for name in &self.evaluation {
            let judge = Judge::open(name)?;
            if let Some(exam) = &self.exam {
                let marks = examine(&judge, exam)?;
                if self.json {
                    println!("{}", serde_json::to_string_pretty(&marks)?);
                } else {
                    println!("{}", name.display());
                    for (phase, mark) in marks {
                        println!(
                            "  {phase:12} {:6} positions  {:.3} discs ({:+.2})  {:.2} % agreement",
                            mark.positions,
                            mark.mean_absolute_difference,
                            mark.mean_difference,
                            mark.agreement_percent
                        );
                    }
                }
            }
            if !self.data.is_empty() {
                self.on_data(name, &judge)?;
            }
        }
        Ok(())
    }

    fn on_data(&self, name: &Path, judge: &Judge) -> Result<()> {
        let (mut all, mut by_ply) = ([Errors::default(); 2], BTreeMap::<usize, [Errors; 2]>::new());
        for path in shard::find(&self.data)? {
            for record in shard::read(&path)? {
                let record = record?;
                if !record.held_out(self.held_out) {
                    continue;
                }
                let estimate = standing(judge, record.board);
                let targets = [f64::from(record.outcome), f64::from(record.value) / f64::from(DISC)];
                for errors in [&mut all, by_ply.entry(record.ply()).or_default()] {
                    for (errors, target) in errors.iter_mut().zip(targets) {
                        errors.add((estimate - target) as f32);
                    }
                }
            }
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&by_ply)?);
        } else {
            for (ply, [outcome, value]) in by_ply {
                println!(
                    "  ply {ply:2}: {:6} positions  {:.3} from the result  {:.3} from the search",
                    outcome.count,
                    outcome.mean(),
                    value.mean()
                );
            }
        }
        println!(
            "{}: {} positions, error {:.4} discs from the result, {:.4} from the search",
            name.display(),
            all[0].count,
            all[0].mean(),
            all[1].mean()
        );
        Ok(())
    }
}
