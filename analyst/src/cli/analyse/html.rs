//! A self-contained page of games with their curves, tables and boards.

use std::fmt::Write as _;

use analyst::analysis::json::line_text;
use analyst::analysis::{CurvePoint, Turn};
use outflank::board::Board;
use outflank::game::Color;
use outflank::square::Square;

use super::analysed::Analysed;

const STYLE: &str = include_str!("page.css");

/// Width of the curve for one move, in pixels.
const STEP: f32 = 12.0;

/// Height of the curve, in pixels; it shows 64 discs either way.
const HEIGHT: f32 = 192.0;

/// Pixels of a square in a board.
const CELL: u32 = 18;

pub(super) fn page(games: &[Analysed]) -> String {
    let mut page = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"generator\" content=\"outflank\"><title>Outflank analysis</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style>"
    );
    for game in games {
        let [black, white] = [0, 1].map(|index| escaped(&game.record.players[index].name));
        let _ = write!(page, "<section><h1>{black} &ndash; {white}</h1>");
        page.push_str(&curve(&game.analysis.curve, game.analysis.decided_by));
        page.push_str(
            "<table><tr><th>no.<th>side<th>move<th>value<th>loss<th>class<th>best<th>line and reasons</tr>",
        );
        for (index, turn) in game.analysis.turns.iter().enumerate() {
            page.push_str(&row(index, turn, &game.words[index]));
        }
        page.push_str("</table></section>");
    }
    page.push_str("</html>\n");
    page
}

fn row(index: usize, turn: &Turn, words: &[String]) -> String {
    let Turn { color, played, after, loss, class, best, line, .. } = turn;
    let mark = if turn.changes_result { " turns" } else { "" };
    let sign = if turn.is_exact { "" } else { "~" };
    let words: String = words.iter().map(|sentence| format!("<p>{}</p>", escaped(sentence))).collect();
    format!(
        "<tr class=\"{}{mark}\" id=\"m{index}\"><td>{}<td>{color}\
         <td><details><summary>{played}</summary>{}</details>\
         <td>{sign}{after:+.1}<td>{loss:.1}<td>{}<td>{best}<td>{}{words}</tr>",
        class.name(),
        index + 1,
        board(turn.board, *color),
        class.name(),
        line_text(&line[..line.len().min(10)]),
    )
}

/// The position before a move as a drawing.
fn board(board: Board, to_move: Color) -> String {
    let size = 8 * CELL;
    let mut svg = format!("<svg class=\"board\" width=\"{size}\" height=\"{size}\" role=\"img\">");
    for square in Square::all() {
        let (x, y) = (u32::from(square.column()) * CELL, u32::from(square.row()) * CELL);
        let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        let side = match square.bit() {
            bit if board.player() & bit != 0 => to_move,
            bit if board.opponent() & bit != 0 => to_move.opposite(),
            _ => continue,
        };
        let _ = write!(
            svg,
            "<circle class=\"{side}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            x + CELL / 2,
            y + CELL / 2,
            CELL / 2 - 2
        );
    }
    svg + "</svg>"
}

/// Black's value over the game: estimates as points, proven scores as dots, bounds as bars.
fn curve(points: &[CurvePoint], decided_by: Option<usize>) -> String {
    let width = STEP * points.len() as f32 + STEP;
    let at = |value: f32| HEIGHT / 2.0 - value / 64.0 * HEIGHT / 2.0;
    let mut svg = format!(
        "<svg class=\"curve\" width=\"{width}\" height=\"{HEIGHT}\" role=\"img\">\
         <line x1=\"0\" x2=\"{width}\" \
         y1=\"{0}\" y2=\"{0}\"/>",
        HEIGHT / 2.0
    );
    if let Some(index) = decided_by {
        let x = STEP * (index as f32 + 1.5);
        let _ = write!(svg, "<line class=\"decided\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{HEIGHT}\"/>");
    }
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let x = STEP * (index as f32 + 1.0);
        let (lower, upper) = (f32::from(point.bounds.lower), f32::from(point.bounds.upper));
        if lower == upper {
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"3\"/>", at(lower));
        } else if lower > -64.0 || upper < 64.0 {
            let _ = write!(
                svg,
                "<line class=\"bound\" x1=\"{x}\" x2=\"{x}\" y1=\"{}\" y2=\"{}\"/>",
                at(lower),
                at(upper)
            );
        }
        let _ = write!(path, "{x},{} ", at(point.value));
    }
    let _ = write!(svg, "<polyline points=\"{path}\"/></svg>");
    svg
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
        escaped
    })
}
