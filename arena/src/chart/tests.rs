use super::*;

#[test]
fn axes_end_on_round_numbers() {
    let axis = Axis::spanning("elo", [1234.0, 1871.0]);
    assert_eq!(axis.range, [1200.0, 2000.0]);
    assert_eq!(axis.ticks(), [1200.0, 1400.0, 1600.0, 1800.0, 2000.0]);
    let axis = Axis::spanning("share", [0.913, 0.981]);
    assert_eq!(
        axis.ticks().iter().map(|&tick| number(tick)).collect::<Vec<_>>(),
        ["0.9", "0.92", "0.94", "0.96", "0.98", "1"]
    );
    assert_eq!(Axis::spanning("none", []).range, [0.0, 1.0]);
    let [low, high] = Axis::spanning("one", [1500.0]).range;
    assert!(low < 1500.0 && high > 1500.0 && high - low < 2.0);
}

#[test]
fn points_land_where_the_axes_say_and_text_is_escaped() {
    let chart = Chart {
        title: "<script>".to_string(),
        x: Axis { label: "x & y".to_string(), range: [0.0, 10.0] },
        y: Axis { label: "y".to_string(), range: [0.0, 1.0] },
        series: vec![Series {
            name: "\"><b>".to_string(),
            mark: Mark::Line,
            points: vec![[0.0, 0.0], [10.0, 1.0]],
        }],
    };
    let svg = chart.render(300.0, 200.0).into_string();
    let corners =
        format!("points=\"{LEFT:.1},{:.1} {:.1},{:.1}\"", 200.0 - BOTTOM, 300.0 - RIGHT, TOP + TITLE);
    assert!(svg.contains(&corners), "{svg}");
    assert!(!svg.contains("<script>") && !svg.contains("<b>"), "{svg}");
    assert!(svg.contains("x &amp; y"), "{svg}");
}
