//! Measures evaluations on labelled positions and on a test set, side by side.
//!
//! A position is judged statically, or by one-ply search: as the best of its children, which is how the bot
//! uses an evaluation.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use outflank::eval::{Value, DISC};
use serde::Serialize;

use crate::evaluation::Evaluation;
use crate::jobs::{self, say};
use crate::metrics::Errors;
use crate::positions;
use crate::test_set::{self, TestPosition};

/// Evaluations and what to measure them on.
#[derive(Clone, Debug)]
pub struct Eval {
    /// `handmade`, fitted models or packed weights.
    pub evaluations: Vec<PathBuf>,
    /// Position files or folders.
    pub data: Vec<PathBuf>,
    /// One game in this many is used.
    pub held_out: u32,
    /// A test set, judged by one-ply search.
    pub test_set: Option<PathBuf>,
    /// Prints JSON.
    pub json: bool,
}

/// One value per phase of the game.
type ByPhase<T> = BTreeMap<String, T>;

/// The two phases that a position with `empties` belongs to: ten plies, and the whole game.
fn phases(empties: u32) -> [String; 2] {
    let first = 60u32.saturating_sub(empties) / 10 * 10;
    [format!("plies {first:02}-{:02}", first + 9), "all".to_owned()]
}

fn discs(value: Value) -> f64 {
    f64::from(value) / f64::from(DISC)
}

/// One-ply search on a test set.
#[derive(Clone, Copy, Debug, Default)]
struct OnTestSet {
    errors: Errors,
    agreed: u64,
}

#[derive(Serialize)]
struct TestSetReport {
    positions: u64,
    mean_absolute_error: f64,
    mean_error: f64,
    agreement_percent: f64,
}

impl OnTestSet {
    fn measure(evaluation: &Evaluation, positions: &[TestPosition]) -> ByPhase<Self> {
        let mut by_phase = ByPhase::<Self>::new();
        for position in positions {
            let children = evaluation.children(position.board);
            let Some((square, value)) = children.iter().max_by_key(|&(_, value)| value) else { continue };
            for phase in phases(position.board.empty_count()) {
                let measured = by_phase.entry(phase).or_default();
                measured.errors.add(discs(value) - position.discs);
                measured.agreed += u64::from(square == position.best);
            }
        }
        by_phase
    }

    fn report(&self) -> TestSetReport {
        TestSetReport {
            positions: self.errors.count,
            mean_absolute_error: self.errors.mean_absolute(),
            mean_error: self.errors.mean(),
            agreement_percent: 100.0 * self.agreed as f64 / self.errors.count.max(1) as f64,
        }
    }
}

/// Errors on labelled positions.
#[derive(Clone, Copy, Debug, Default)]
struct OnData {
    static_from_result: Errors,
    one_ply_from_result: Errors,
    static_from_search: Errors,
}

/// Mean absolute errors in discs.
#[derive(Serialize)]
struct DataReport {
    positions: u64,
    static_from_result: f64,
    one_ply_from_result: f64,
    static_from_search: f64,
}

impl OnData {
    fn measure(evaluation: &Evaluation, paths: &[PathBuf], held_out: u32) -> Result<ByPhase<Self>> {
        let mut by_phase = ByPhase::<Self>::new();
        let bar = jobs::progress("eval", "positions", positions::count(paths.iter())?);
        for path in paths {
            for record in positions::read(path)? {
                let record = record?;
                bar.inc(1);
                if !record.is_held_out(held_out) || record.board.legal_moves() == 0 {
                    continue;
                }
                let result = f64::from(record.final_score);
                let children = evaluation.children(record.board);
                let best = children.iter().map(|(_, value)| value).max().unwrap_or_default();
                let value = discs(evaluation.static_value(record.board));
                for phase in phases(record.board.empty_count()) {
                    let measured = by_phase.entry(phase).or_default();
                    measured.static_from_result.add(value - result);
                    measured.one_ply_from_result.add(discs(best) - result);
                    measured.static_from_search.add(value - discs(record.value.into()));
                }
            }
        }
        bar.finish_and_clear();
        Ok(by_phase)
    }

    fn report(&self) -> DataReport {
        DataReport {
            positions: self.static_from_result.count,
            static_from_result: self.static_from_result.mean_absolute(),
            one_ply_from_result: self.one_ply_from_result.mean_absolute(),
            static_from_search: self.static_from_search.mean_absolute(),
        }
    }
}

/// A table with a row per phase and a column per evaluation.
fn print_table<T>(names: &[String], columns: &[ByPhase<T>], cell: impl Fn(&T) -> String) {
    let width = names.iter().map(String::len).max().unwrap_or(0).max(24);
    let row = |title: &str, cells: Vec<String>| {
        let cells: String = cells.into_iter().map(|cell| format!("  {cell:>width$}")).collect();
        say(format_args!("{title:12}{cells}"));
    };
    row("", names.to_vec());
    for phase in columns.first().into_iter().flat_map(BTreeMap::keys) {
        row(phase, columns.iter().map(|column| column.get(phase).map(&cell).unwrap_or_default()).collect());
    }
}

fn reports<T, R>(columns: &[ByPhase<T>], report: impl Fn(&T) -> R) -> Vec<ByPhase<R>> {
    let reports = |column: &ByPhase<T>| column.iter().map(|(phase, x)| (phase.clone(), report(x))).collect();
    columns.iter().map(reports).collect()
}

impl Eval {
    /// Measures and prints.
    pub fn run(&self) -> Result<()> {
        let names: Vec<String> = self.evaluations.iter().map(|name| name.display().to_string()).collect();
        let evaluations =
            self.evaluations.iter().map(|name| Evaluation::open(name)).collect::<Result<Vec<_>>>()?;
        if let Some(path) = &self.test_set {
            let positions = test_set::read(path)?;
            let columns: Vec<_> =
                evaluations.iter().map(|evaluation| OnTestSet::measure(evaluation, &positions)).collect();
            let reports = reports(&columns, OnTestSet::report);
            self.print(
                "test set, one-ply search: mean absolute error in discs (mean error), agreement",
                &names,
                &reports,
                |report| {
                    format!(
                        "{:.3} ({:+.2})  {:.2} %",
                        report.mean_absolute_error, report.mean_error, report.agreement_percent
                    )
                },
            )?;
        }
        if !self.data.is_empty() {
            let paths = positions::find(&self.data)?;
            let columns = evaluations
                .iter()
                .map(|evaluation| OnData::measure(evaluation, &paths, self.held_out))
                .collect::<Result<Vec<_>>>()?;
            let reports = reports(&columns, OnData::report);
            let positions =
                reports.first().and_then(|column| column.get("all")).map_or(0, |all| all.positions);
            let title = format!(
                "{positions} positions, mean absolute error in discs: static from the result, \
                 one-ply search from the result, static from the search"
            );
            self.print(&title, &names, &reports, |report| {
                format!(
                    "{:.4}  {:.4}  {:.4}",
                    report.static_from_result, report.one_ply_from_result, report.static_from_search
                )
            })?;
        }
        Ok(())
    }

    fn print<T: Serialize>(
        &self,
        title: &str,
        names: &[String],
        columns: &[ByPhase<T>],
        cell: impl Fn(&T) -> String,
    ) -> Result<()> {
        if self.json {
            let by_name: BTreeMap<_, _> = names.iter().zip(columns).collect();
            say(format_args!("{}", serde_json::to_string_pretty(&by_name)?));
        } else {
            say(format_args!("{title}"));
            print_table(names, columns, cell);
        }
        Ok(())
    }
}
