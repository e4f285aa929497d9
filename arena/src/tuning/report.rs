//! What a tuning run has found: a table of the constants, and their values over time.

use super::contest::bot_with;
use super::log::Tuning;
use super::parameter::Parameter;
use crate::chart::{Axis, Chart, Mark, Series};

/// A constant's result is its mean over so many of the iterations, the last ones.
const TAIL: f64 = 0.25;

/// What a run has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its constants.
    pub rows: Vec<Row>,
    /// Iterations that are over.
    pub finished: u64,
    /// Iterations that were planned.
    pub planned: u64,
    /// Games played.
    pub games: u64,
    /// The bot with the results set, as a match takes it.
    pub bot: String,
}

/// What a run has found about one constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The constant.
    pub parameter: Parameter,
    /// Its mean over the last quarter of the iterations, to a hundredth of a step; its start without any.
    pub result: f64,
    /// The standard deviation of its values in that quarter.
    pub spread: f64,
}

impl Report {
    /// What a run has found so far.
    pub fn of(tuning: &Tuning) -> Self {
        let header = tuning.header();
        let row = |(index, parameter): (usize, &Parameter)| Row::of(tuning, index, parameter);
        let rows: Vec<Row> = header.parameters.iter().enumerate().map(row).collect();
        let results: Vec<f64> = rows.iter().map(|row| row.result).collect();
        Self {
            bot: bot_with(&header.bot, &header.parameters, &results),
            rows,
            finished: tuning.finished(),
            planned: header.schedule.iterations,
            games: 2 * header.pairs * tuning.finished(),
        }
    }
}

impl Row {
    fn of(tuning: &Tuning, index: usize, parameter: &Parameter) -> Self {
        let iterations = tuning.iterations();
        let length = (iterations.len() as f64 * TAIL).ceil() as usize;
        let values: Vec<f64> =
            iterations[iterations.len() - length..].iter().map(|iteration| iteration.values[index]).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (result, spread) = match values.len() {
            0 => (parameter.start, 0.0),
            _ => {
                let middle = mean(&values);
                let squares: Vec<f64> = values.iter().map(|value| (value - middle).powi(2)).collect();
                (rounded(middle, parameter.step), mean(&squares).sqrt())
            }
        };
        Self { parameter: parameter.clone(), result, spread }
    }
}

/// A value to as many decimals as tell hundredths of a step apart.
fn rounded(value: f64, step: f64) -> f64 {
    let decimals = (2.0 - step.log10()).ceil().clamp(0.0, 12.0);
    let scale = 10f64.powf(decimals);
    (value * scale).round() / scale
}

/// A chart for each constant: its value after each iteration, and the mean that is its result.
pub fn charts(tuning: &Tuning) -> Vec<Chart> {
    let rows = Report::of(tuning).rows;
    rows.iter().enumerate().map(|(index, row)| chart(tuning, index, row)).collect()
}

fn chart(tuning: &Tuning, index: usize, row: &Row) -> Chart {
    let after =
        tuning.iterations().iter().map(|iteration| [iteration.iteration as f64, iteration.values[index]]);
    let points: Vec<[f64; 2]> = std::iter::once([0.0, row.parameter.start]).chain(after).collect();
    let last = tuning.finished() as f64;
    let result = vec![[last * (1.0 - TAIL), row.result], [last, row.result]];
    Chart {
        title: row.parameter.name.clone(),
        x: Axis::spanning("iterations", [0.0, last]),
        y: Axis::spanning("value", points.iter().map(|point| point[1])),
        series: vec![
            Series { name: "value".into(), mark: Mark::Line, points },
            Series { name: "mean of the last quarter".into(), mark: Mark::Line, points: result },
        ],
    }
}

#[cfg(test)]
mod tests;
