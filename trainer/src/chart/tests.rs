use super::*;

#[test]
fn marks_are_round_and_cover_the_values() {
    assert_eq!(scale([0.0, 58.0].into_iter()), (0.0, 60.0, 10.0));
    let (low, high, step) = scale([3.81, 4.53].into_iter());
    assert!(low <= 3.81 && high >= 4.53 && (step - 0.2).abs() < 1e-9, "{low} {high} {step}");
}

#[test]
fn every_line_is_drawn_and_named() {
    let line = |name: &str| Line { name: name.into(), points: vec![(1.0, 2.0), (2.0, 3.0)] };
    let chart = Chart {
        title: "a < b".into(),
        x: "x".into(),
        y: "y".into(),
        lines: vec![line("first"), line("second")],
    };
    let svg = chart.svg();
    assert_eq!(svg.matches("stroke-width").count(), 2);
    assert!(svg.contains("a &lt; b") && svg.contains(">first<") && svg.contains(">second<"));
}
