//! Line and dot charts as SVG, for pages and files.
//! Style sheets define colours and fonts: a chart only names classes, and [`figure`] embeds a sheet. Text is
//! escaped.

use maud::{html, Markup, PreEscaped};

/// Space for the numbers and the label of the vertical axis, in pixels.
const LEFT: f64 = 56.0;
/// Space for the numbers and the label of the horizontal axis, in pixels.
const BOTTOM: f64 = 40.0;
/// Space above a chart, in pixels.
const TOP: f64 = 12.0;
/// Space to the right, for half a number, in pixels.
const RIGHT: f64 = 20.0;
/// Space for a chart's title, in pixels.
const TITLE: f64 = 22.0;
/// Approximate number of ticks on an axis.
const TICKS: f64 = 6.0;
/// Number of classes for series; further series repeat them.
const CLASSES: usize = 8;
/// The style sheet of [`figure`], for light and dark colour schemes.
const STYLE: &str = include_str!("chart/figure.css");

/// A chart of one or more series over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title, also for screen readers.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series; the first has the class `s0`, the second `s1` and so on up to `s7`.
    pub series: Vec<Series>,
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its label.
    pub label: String,
    /// The values at its two ends.
    pub range: [f64; 2],
}

/// A named set of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name; shown as a tooltip.
    pub name: String,
    /// The form of its points.
    pub mark: Mark,
    /// Its points.
    pub points: Vec<[f64; 2]>,
}

/// The form of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Dots.
    Dots,
    /// A line.
    Line,
}

impl Axis {
    /// An axis that covers these values, with round numbers at both ends; 0 to 1 without values.
    pub fn spanning(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = values
            .into_iter()
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = match high - low {
            span if span > 0.0 => (low, high),
            0.0 => (low - 0.5, high + 0.5),
            _ => (0.0, 1.0),
        };
        let step = step(high - low);
        Self { label: label.to_string(), range: [(low / step).floor() * step, (high / step).ceil() * step] }
    }

    fn ticks(&self) -> Vec<f64> {
        let [low, high] = self.range;
        let step = step(high - low);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }

    /// The position of a value between the two ends, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.range[0]) / (self.range[1] - self.range[0])
    }
}

/// The distance of ticks on an axis of this length: 1, 2 or 5 times a power of ten.
fn step(span: f64) -> f64 {
    let rough = span / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    step.unwrap_or(10.0 * power)
}

impl Chart {
    /// The chart as an `svg` element of this size in pixels; it scales with its container.
    pub fn render(&self, width: f64, height: f64) -> Markup {
        let (right, bottom) = (width - RIGHT, height - BOTTOM);
        let top = TOP + TITLE;
        let x = |value: f64| LEFT + self.x.share(value) * (right - LEFT);
        let y = |value: f64| bottom - self.y.share(value) * (bottom - top);
        html! {
            svg.chart xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
                aria-label=(self.title) {
                text.chart-title x=(LEFT) y=(TOP + TITLE / 2.0) { (self.title) }
                @for tick in self.x.ticks() {
                    line.grid x1=(px(x(tick))) x2=(px(x(tick))) y1=(px(top)) y2=(px(bottom)) {}
                    text.tick x=(px(x(tick))) y=(px(bottom + 16.0)) text-anchor="middle" { (number(tick)) }
                }
                @for tick in self.y.ticks() {
                    line.grid x1=(px(LEFT)) x2=(px(right)) y1=(px(y(tick))) y2=(px(y(tick))) {}
                    text.tick x=(px(LEFT - 6.0)) y=(px(y(tick) + 4.0)) text-anchor="end" { (number(tick)) }
                }
                text.axis x=(px((LEFT + right) / 2.0)) y=(px(height - 6.0)) text-anchor="middle" {
                    (self.x.label)
                }
                text.axis x="14" y=(px((top + bottom) / 2.0)) text-anchor="middle"
                    transform={ "rotate(-90 14 " (px((top + bottom) / 2.0)) ")" } { (self.y.label) }
                @for (index, series) in self.series.iter().enumerate() {
                    (series.render(index, &x, &y))
                }
            }
        }
    }
}

impl Series {
    fn render(&self, index: usize, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> Markup {
        let class = format!("s{}", index % CLASSES);
        let points = self.points.iter().map(|&[at_x, at_y]| (px(x(at_x)), px(y(at_y))));
        match self.mark {
            Mark::Dots => html! {
                g.dots.(class) {
                    title { (self.name) }
                    @for (x, y) in points { circle cx=(x) cy=(y) r="2.5" {} }
                }
            },
            Mark::Line => {
                let path: Vec<String> = points.map(|(x, y)| format!("{x},{y}")).collect();
                html! { polyline.line.(class) points=(path.join(" ")) { title { (self.name) } } }
            }
        }
    }
}

/// A coordinate, to a tenth of a pixel.
fn px(value: f64) -> String {
    format!("{value:.1}")
}

/// A number at a tick, with no more digits than neighbouring ticks need.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

/// Charts of one size side by side, as the text of an SVG file.
pub fn figure(charts: &[Chart], width: f64, height: f64) -> String {
    let total = width * charts.len() as f64;
    let figure = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(total) height=(height)
            viewBox={ "0 0 " (total) " " (height) } {
            style { (PreEscaped(STYLE)) }
            rect.paper width=(total) height=(height) {}
            @for (index, chart) in charts.iter().enumerate() {
                g transform={ "translate(" (width * index as f64) " 0)" } {
                    svg width=(width) height=(height) { (chart.render(width, height)) }
                }
            }
        }
    };
    format!("<!-- A chart of outflank. -->\n{}\n", figure.into_string())
}

#[cfg(test)]
mod tests {
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
}
