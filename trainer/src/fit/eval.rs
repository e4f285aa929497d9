//! Measures evaluations on labelled positions and on a test set, side by side.
//!
//! A position is judged statically, or by one-ply search: as the best of its children, which is how the bot
//! uses an evaluation.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use outflank::eval::{Value, DISC};

use crate::data::evaluation::Evaluation;
use crate::data::{positions, test_set};
use crate::fit::metrics::Errors;
use crate::jobs;
use toolkit::say;

/// Measurements by phase of the game.
type ByPhase<T> = BTreeMap<String, T>;

/// The two phases that a position with `empties` belongs to: ten plies, and the whole game.
fn phases(empties: u32) -> [String; 2] {
    let first = 60u32.saturating_sub(empties) / 10 * 10;
    [format!("plies {first:02}-{:02}", first + 9), "all".to_owned()]
}

fn discs(value: Value) -> f64 {
    f64::from(value) / f64::from(DISC)
}

/// Prints a table with a column for each evaluation (`handmade`, a fitted model or packed weights) and a row
/// for each phase.
fn print_table<T>(
    names: &[PathBuf],
    measure: impl Fn(&Evaluation) -> Result<ByPhase<T>>,
    cell: impl Fn(&T) -> String,
) -> Result<()> {
    let mut columns = Vec::new();
    for name in names {
        columns.push(measure(&Evaluation::open(name)?)?);
    }
    let names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(28);
    let row = |title: &str, cells: Vec<String>| {
        let cells: String = cells.into_iter().map(|cell| format!("  {cell:>width$}")).collect();
        say!("{title:12}{cells}\n");
    };
    row("", names);
    for phase in columns.first().into_iter().flat_map(BTreeMap::keys) {
        row(phase, columns.iter().map(|column| column.get(phase).map(&cell).unwrap_or_default()).collect());
    }
    Ok(())
}

/// Prints the errors of one-ply searches on a test set.
pub fn on_test_set(names: &[PathBuf], path: &Path) -> Result<()> {
    let positions = test_set::read(path)?;
    let measure = |evaluation: &Evaluation| {
        let mut by_phase = ByPhase::<(Errors, u64)>::new();
        for position in &positions {
            let children = evaluation.children(position.board);
            let Some((square, value)) = children.iter().max_by_key(|&(_, value)| value) else { continue };
            for phase in phases(position.board.empty_count()) {
                let (errors, agreed) = by_phase.entry(phase).or_default();
                errors.add(discs(value) - position.discs);
                *agreed += u64::from(square == position.best);
            }
        }
        Ok(by_phase)
    };
    say!(
        "{} positions, one-ply search: mean absolute error in discs (mean error), best moves that agree\n",
        positions.len()
    );
    print_table(names, measure, |(errors, agreed)| {
        let percent = 100.0 * *agreed as f64 / errors.count as f64;
        format!("{:.3} ({:+.2})  {percent:.2} %", errors.mean_absolute(), errors.mean())
    })
}

/// Prints the errors on the labelled positions of files and folders, or on those held out from training.
pub fn on_data(names: &[PathBuf], data: &[PathBuf], is_held_out: bool) -> Result<()> {
    let paths = positions::find(data)?;
    let measure = |evaluation: &Evaluation| {
        let mut by_phase = ByPhase::<[Errors; 3]>::new();
        let bar = jobs::progress("eval", "positions", positions::count(paths.iter())?);
        for path in &paths {
            for record in positions::read(path)? {
                let record = record?;
                bar.inc(1);
                if is_held_out && !record.is_held_out() || record.board.legal_moves() == 0 {
                    continue;
                }
                let result = f64::from(record.final_score);
                let children = evaluation.children(record.board);
                let best = children.iter().map(|(_, value)| value).max().unwrap_or_default();
                let value = discs(evaluation.static_value(record.board));
                for phase in phases(record.board.empty_count()) {
                    let [of_static, of_one_ply, from_search] = by_phase.entry(phase).or_default();
                    of_static.add(value - result);
                    of_one_ply.add(discs(best) - result);
                    from_search.add(value - discs(record.value.into()));
                }
            }
        }
        bar.finish_and_clear();
        Ok(by_phase)
    };
    say!(
        "mean absolute error in discs: static from the result, one-ply search from the result, static from \
         the search; positions\n"
    );
    print_table(names, measure, |errors| {
        let [of_static, of_one_ply, from_search] = errors.map(|errors| errors.mean_absolute());
        format!("{of_static:.4}  {of_one_ply:.4}  {from_search:.4}  {:8}", errors[0].count)
    })
}
