//! The page's glossary: what the analyst says in each position, and the same as a page of the documentation.

use std::fmt::Write;
use std::path::Path;

use analyst::analysis::judge;
use analyst::analysis::words::{explain_best, explain_game, ComparedMove, Comparison};
use analyst::notation::{GameRecord, Position};
use analyst::search::{Budget, Memory, Report, Searcher};
use analyst::sentence::{english, Sentence};
use outflank::board::Board;
use outflank::bounds::Bounds;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde_json::{json, Value};

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn terms() -> Vec<Value> {
    let file: Value = serde_json::from_str(&text("page/data/glossary.json")).unwrap();
    file["terms"].as_array().unwrap().clone()
}

fn game(line: &Value) -> Game {
    Game::from_transcript(line.as_str().unwrap()).unwrap()
}

fn square(name: &Value) -> Square {
    name.as_str().unwrap().parse().unwrap()
}

/// All that is said about the better and the worse move of a position, from either's viewpoint.
fn said(board: Board, color: Color, better: Square, worse: Square) -> Vec<Sentence> {
    let unknown = |square| ComparedMove { square, line: &[], bounds: Bounds::UNKNOWN };
    let comparison = Comparison { board, color, better: unknown(better), worse: unknown(worse) };
    [comparison.against(), comparison.in_favour()].concat()
}

/// A quick search: what it finds does not matter here.
fn search(board: Board) -> Report {
    Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 }).search(board, Budget::playouts(20))
}

/// What is said about a game when it leaves its opening.
fn said_of_opening(game: &Game) -> Vec<Sentence> {
    let record = GameRecord::from_game(Position::START, game);
    let search = |position: Position| search(position.board);
    let reports: Vec<_> = record.positions().into_iter().map(search).collect();
    explain_game(&record, &judge(&record, &reports), &reports).concat()
}

/// The sentences of an entry.
fn sentences(entry: &Value) -> Vec<Sentence> {
    let game = game(&entry["line"]);
    match entry["key"].as_str().unwrap() {
        "opening-left" => said_of_opening(&game),
        "stage" => explain_best(&search(game.board()), game.to_move()),
        _ => said(game.board(), game.to_move(), square(&entry["better"]), square(&entry["worse"])),
    }
}

#[test]
fn each_term_is_said_in_its_position_and_not_in_another() {
    let mut wrong = Vec::new();
    for entry in terms() {
        let key = entry["key"].as_str().unwrap();
        let is_meant = |said: &&Sentence| said.key == key;
        let found: Vec<Value> =
            sentences(&entry).iter().filter(is_meant).map(|said| json!(said.args)).collect();
        if !found.iter().any(|args| contains(args, &entry["args"])) {
            wrong.push(json!({"term": entry["term"], "found": found}).to_string());
        }
        let mut other = entry["not"].clone();
        other["key"] = entry["key"].clone();
        // Every position is in some stage.
        let is_same = |said: &Sentence| {
            is_meant(&said) && (key != "stage" || contains(&json!(said.args), &entry["args"]))
        };
        if sentences(&other).iter().any(is_same) {
            wrong.push(format!("said of {other}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether the arguments are those wanted; the worth of an opening depends on the search.
fn contains(args: &Value, wanted: &Value) -> bool {
    wanted.as_object().unwrap().iter().all(|(name, value)| name == "value" || &args[name] == value)
}

/// A paragraph in lines of at most 110 columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().unwrap();
        match line.len() {
            0 => line.push_str(word),
            length if length + 1 + word.len() <= 110 => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// A board in plain text; the better move is `+`, the worse one `-`.
fn drawn(game: &Game, better: &Value, worse: &Value) -> String {
    let board = game.board();
    let [mine, others] = if game.to_move() == Color::Black { ['X', 'O'] } else { ['O', 'X'] };
    let cell = |square: Square| match square.bit() {
        bit if board.player() & bit != 0 => mine,
        bit if board.opponent() & bit != 0 => others,
        _ if better == &json!(square.to_string()) => '+',
        _ if worse == &json!(square.to_string()) => '-',
        _ => '.',
    };
    let mut text = String::from("  a b c d e f g h\n");
    for row in 0..8 {
        let cells =
            (0..8).filter_map(|column| Square::at(column, row)).map(|square| format!(" {}", cell(square)));
        let _ = writeln!(text, "{}{}", row + 1, cells.collect::<String>());
    }
    text
}

#[test]
fn the_documentation_has_the_same_glossary() {
    let messages = text("page/locales/en.ftl");
    let message = |name: String| {
        let start = format!("{name} = ");
        messages
            .lines()
            .find_map(|line| line.strip_prefix(&start))
            .unwrap_or_else(|| panic!("{name}"))
            .to_owned()
    };
    let mut page = String::from(
        "# Glossary\n\nThe terms in which the analyst explains moves. In the boards X is black, O is white, \
         `+` the better move\nand `-` the worse one; the sentence below is what the analyst says there.\n",
    );
    for entry in terms() {
        let term = entry["term"].as_str().unwrap();
        let game = game(&entry["line"]);
        let [name, meaning] = ["term", "meaning"].map(|kind| message(format!("{kind}-{term}")));
        page += &format!("\n## {name}\n\n{}\n", wrapped(&meaning));
        let _ = writeln!(page, "```text\n{}```\n", drawn(&game, &entry["better"], &entry["worse"]));
        let wanted =
            |said: &&Sentence| said.key == entry["key"] && contains(&json!(said.args), &entry["args"]);
        let said = sentences(&entry);
        // The worth of an opening depends on the search, so that it has no sentence here.
        let is_shown = entry["args"]["color"].is_string();
        let text = said.iter().find(wanted).filter(|_| is_shown).map(english);
        let side = if game.to_move() == Color::Black { "Black" } else { "White" };
        page += &wrapped(&format!("{side} to move. {}", text.unwrap_or_default()));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/glossary.md");
    if std::env::var_os("WRITE_GLOSSARY").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(text("../docs/glossary.md"), page, "WRITE_GLOSSARY=1 writes it anew");
}
