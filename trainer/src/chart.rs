//! Line charts as small SVG pictures for the documentation.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the legend calls it.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// A chart with a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Stands above.
    pub title: String,
    /// What is measured along the horizontal axis.
    pub x: String,
    /// What is measured along the vertical axis.
    pub y: String,
    /// At least one, with at least one point.
    pub lines: Vec<Line>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;

/// Told apart by people who see no difference between red and green, too.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Lowest, highest and a round step of about a fifth of that, for the marks of an axis.
fn scale(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    let span = (high - low).max(1e-9);
    let power = 10f64.powf((span / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|s| span / s <= 6.0).unwrap_or(span);
    ((low / step).floor() * step, (high / step).ceil() * step, step)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Chart {
    /// The picture.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let (x0, x1, x_step) = scale(points().map(|point| point.0));
        let (y0, y1, y_step) = scale(points().map(|point| point.1));
        let x = |value: f64| LEFT + (value - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - (value - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"18\" font-size=\"14\">{}</text>\n",
            escaped(&self.title)
        );
        let mut text = |at: (f64, f64), anchor: &str, words: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                at.0,
                at.1,
                escaped(words)
            );
        };
        text(((LEFT + WIDTH) / 2.0, HEIGHT - 8.0), "middle", &self.x);
        text((4.0, 18.0), "start", &self.y);
        let marks = |from: f64, to: f64, step: f64| {
            (0..=((to - from) / step).round() as usize).map(move |number| from + step * number as f64)
        };
        let label = |value: f64, step: f64| format!("{value:.*}", (-step.log10().floor()).max(0.0) as usize);
        for mark in marks(x0, x1, x_step) {
            text((x(mark), HEIGHT - BOTTOM + 16.0), "middle", &label(mark, x_step));
        }
        for mark in marks(y0, y1, y_step) {
            text((LEFT - 6.0, y(mark) + 4.0), "end", &label(mark, y_step));
        }
        for (number, line) in self.lines.iter().enumerate() {
            text((WIDTH - RIGHT - 4.0, TOP + 14.0 + 16.0 * number as f64), "end", &line.name);
        }
        for mark in marks(y0, y1, y_step) {
            let _ = writeln!(svg, "<path d=\"M{LEFT} {:.1}H{}\" stroke=\"#ddd\"/>", y(mark), WIDTH - RIGHT);
        }
        for (number, line) in self.lines.iter().enumerate() {
            let path: Vec<String> =
                line.points.iter().map(|point| format!("{:.1} {:.1}", x(point.0), y(point.1))).collect();
            let colour = COLOURS[number % COLOURS.len()];
            let _ = writeln!(
                svg,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join("L")
            );
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"4\" height=\"12\" fill=\"{colour}\"/>",
                WIDTH - RIGHT,
                TOP + 4.0 + 16.0 * number as f64
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Writes the picture.
    pub fn write(&self, path: &Path) -> Result<()> {
        std::fs::write(path, self.svg()).with_context(|| format!("cannot write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
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
}
