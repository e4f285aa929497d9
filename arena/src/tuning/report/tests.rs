use super::*;
use crate::chart::figure;
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
    };
    let mut tuning = Tuning::new(header).unwrap();
    (0..iterations).for_each(|_| tuning.finish(tuning.outcome(vec![4])));
    tuning
}

#[test]
fn the_result_is_the_mean_of_the_last_quarter() {
    let tuning = tuning(8);
    let report = Report::of(&tuning);
    assert_eq!([report.finished, report.planned, report.games], [8, 8, 16]);
    let [sixth, seventh] = [6, 7].map(|index: usize| tuning.iterations()[index].values[0]);
    let row = &report.rows[0];
    assert!((row.result - (sixth + seventh) / 2.0).abs() <= 0.0005, "{row:?}");
    assert!((row.spread - (sixth - seventh).abs() / 2.0).abs() < 1e-12, "{row:?}");
    assert_eq!(report.bot, format!("outflank:playouts=10,exploration={}", row.result));
}

#[test]
fn a_run_that_has_not_begun_stands_at_its_start() {
    let report = Report::of(&tuning(0));
    assert_eq!((report.rows[0].result, report.rows[0].spread), (1.0, 0.0));
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
