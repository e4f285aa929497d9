//! A self-contained page of games with their boards, curves, moves and words.

use std::collections::BTreeMap;

use analyst::analysis::json::GameJson;
use analyst::page::{page as framed, Template, GAME_STYLE};
use serde::Serialize;
use toolkit::text::Visible;

use super::analysed::Analysed;

/// The layout of the arena's game page, and what this one adds.
const STYLES: [&str; 2] = [GAME_STYLE, include_str!("page/style.css")];

const BODY: &str = include_str!("page/body.html");

const SCRIPT: &str = include_str!("page/script.js");

/// A game on the page; the script reads these names.
#[derive(Serialize)]
struct GameView {
    #[serde(flatten)]
    game: GameJson,
    /// The start and the position after each move.
    curve: Vec<PointView>,
}

/// A value for black, in discs, within the bounds that are proven.
#[derive(Serialize)]
struct PointView {
    value: f32,
    lower: i8,
    upper: i8,
}

/// The page of at least one game.
pub(super) fn page(games: &[Analysed]) -> serde_json::Result<String> {
    let views: Vec<GameView> = games.iter().map(view).collect();
    let title = match &views[..] {
        [one] => format!("{} against {}", one.game.black, one.game.white),
        many => format!("Outflank: {} games", many.len()),
    };
    let template = Template { body: BODY, styles: &STYLES, script: SCRIPT };
    framed(&title, &template, &BTreeMap::from([("games", views)]))
}

fn view(game: &Analysed) -> GameView {
    let mut json = game.json();
    for name in [&mut json.black, &mut json.white] {
        *name = Visible::line(name).to_string();
    }
    let points = game.analysis.curve.iter();
    let curve = points.map(|point| PointView {
        value: (point.value * 100.0).round() / 100.0,
        lower: point.bounds.lower,
        upper: point.bounds.upper,
    });
    GameView { game: json, curve: curve.collect() }
}

#[cfg(test)]
mod tests {
    use super::SCRIPT;

    #[test]
    fn no_script_makes_markup_from_strings() {
        for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
            assert!(!SCRIPT.contains(sink), "{sink}");
        }
    }
}
