//! The report of a tuning run: a table of the constants, and charts of their values.

use super::contest::bot_with;
use super::log::Tuning;
use super::parameter::Parameter;
use crate::show::chart::{Axis, Chart, Mark, Series};

/// A constant's result is its mean over the last iterations, one in this many.
const TAIL: f64 = 0.25;

/// One constant's result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The constant.
    pub parameter: Parameter,
    /// Its mean over the last quarter of the iterations, to a hundredth of a step; its start without
    /// iterations.
    pub result: f64,
    /// The standard deviation of its values in that quarter.
    pub spread: f64,
}

/// The results of all constants of a run so far.
pub fn rows(tuning: &Tuning) -> Vec<Row> {
    let parameters = tuning.header.parameters.iter().enumerate();
    parameters.map(|(index, parameter)| Row::of(tuning, index, parameter)).collect()
}

/// The bot of a run with the tuned values, in the form that a match takes.
pub fn tuned_bot(tuning: &Tuning) -> String {
    let results: Vec<f64> = rows(tuning).iter().map(|row| row.result).collect();
    bot_with(&tuning.header.bot, &tuning.header.parameters, &results)
}

impl Row {
    fn of(tuning: &Tuning, index: usize, parameter: &Parameter) -> Self {
        let iterations = &tuning.iterations;
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

/// A value with enough decimals to distinguish hundredths of a step.
fn rounded(value: f64, step: f64) -> f64 {
    let decimals = (2.0 - step.log10()).ceil().clamp(0.0, 12.0);
    let scale = 10f64.powf(decimals);
    (value * scale).round() / scale
}

/// A chart for each constant: its value after each iteration, and the mean that is its result.
pub fn charts(tuning: &Tuning) -> Vec<Chart> {
    rows(tuning).iter().enumerate().map(|(index, row)| chart(tuning, index, row)).collect()
}

fn chart(tuning: &Tuning, index: usize, row: &Row) -> Chart {
    let after =
        tuning.iterations.iter().map(|iteration| [iteration.iteration as f64, iteration.values[index]]);
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
mod tests {
    use super::*;
    use crate::show::chart::figure;
    use crate::tuning::{Header, Schedule, SCHEMA};

    fn tuning(iterations: usize) -> Tuning {
        let header = Header {
            schema: SCHEMA,
            bot: "outflank:playouts=10".into(),
            parameters: vec!["exploration=0.3..3@1:0.1".parse().unwrap()],
            schedule: Schedule { iterations: 8, rate: 0.1 },
            pairs: 1,
            seed: 1,
            openings: String::new(),
            own: None,
        };
        let mut tuning = Tuning::new(header).unwrap();
        (0..iterations).for_each(|_| tuning.iterations.push(tuning.outcome(vec![4])));
        tuning
    }

    #[test]
    fn the_result_is_the_mean_of_the_last_quarter() {
        let tuning = tuning(8);
        assert_eq!([tuning.finished(), tuning.games()], [8, 16]);
        let [sixth, seventh] = [6, 7].map(|index: usize| tuning.iterations[index].values[0]);
        let row = &rows(&tuning)[0];
        assert!((row.result - (sixth + seventh) / 2.0).abs() <= 0.0005, "{row:?}");
        assert!((row.spread - (sixth - seventh).abs() / 2.0).abs() < 1e-12, "{row:?}");
        assert_eq!(tuned_bot(&tuning), format!("outflank:playouts=10,exploration={}", row.result));
    }

    #[test]
    fn a_run_that_has_not_begun_stands_at_its_start() {
        let row = &rows(&tuning(0))[0];
        assert_eq!((row.result, row.spread), (1.0, 0.0));
        assert_eq!(charts(&tuning(0)).len(), 1);
    }

    #[test]
    fn results_are_told_to_a_hundredth_of_a_step() {
        assert_eq!(
            [rounded(1.23456, 0.1), rounded(16.5432, 2.4), rounded(1234.5, 500.0)],
            [1.235, 16.54, 1235.0]
        );
    }

    #[test]
    fn the_picture_shows_every_value() {
        let [chart] = &charts(&tuning(8))[..] else { panic!("one parameter") };
        assert_eq!(chart.series[0].points.len(), 9);
        assert_eq!([chart.series[1].points[0][0], chart.series[1].points[1][0]], [6.0, 8.0]);
        assert!(figure(std::slice::from_ref(chart), 400.0, 300.0).contains("exploration"));
    }
}
