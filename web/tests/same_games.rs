//! A file holds the same games for all who read it: the analyst, the page, the arena and the trainer.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use analyst::notation::{read_each, write, Event, Format, Item, Limits, Position, WthorNames};
use engine::app::App;
use outflank::game::Game;
use outflank::square::Square;
use serde_json::{json, Value};

/// A game's moves without passes, as `f5d6c3`.
type Line = String;

fn line_of(moves: impl Iterator<Item = Square>) -> Line {
    moves.map(|square| square.to_string()).collect()
}

/// The items of a file, as the analyst's commands read them.
fn items(bytes: &[u8], name: &str) -> Vec<Item> {
    let mut items = Vec::new();
    read_each(bytes, name, &WthorNames::default(), &Limits::default(), &mut |event| {
        if let Event::Item(item) = event {
            items.push(item);
        }
        ControlFlow::Continue(())
    });
    items
}

fn lines(items: &[Item]) -> Vec<Line> {
    let moves = |item: &Item| match item {
        Item::Game(record) => line_of(record.moves.iter().filter_map(|entry| entry.mv.square())),
        Item::Position(_) => Line::new(),
    };
    items.iter().map(moves).filter(|line| !line.is_empty()).collect()
}

fn lines_of_page(bytes: &[u8], name: &str) -> Vec<Line> {
    let mut page = App::new(|| Duration::ZERO);
    let mut ask = |request: Value, payload: &[u8]| -> Value {
        serde_json::from_str(&page.answer(request.to_string().as_bytes(), payload)).unwrap()
    };
    let count = ask(json!({"do": "read", "name": name}), bytes)["items"].as_array().map_or(0, Vec::len);
    let line = |index| {
        let item = ask(json!({"do": "item", "index": index}), b"");
        let moves = item["game"]["moves"].as_array().cloned().unwrap_or_default();
        line_of(moves.iter().filter_map(|entry| entry["move"].as_str()?.parse().ok()))
    };
    (0..count).map(line).filter(|line| !line.is_empty()).collect()
}

/// What the trainer learns from a file; `None` if it finds nothing to learn from.
fn lines_of_trainer(path: &Path) -> Option<Vec<Line>> {
    let folder = tempfile::tempdir().unwrap();
    trainer::data::import::import(&[path.to_owned()], folder.path(), 0).ok()?;
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let mut games: Vec<(u32, Vec<Square>)> = Vec::new();
    for record in trainer::data::positions::read(&file).unwrap() {
        let record = record.unwrap();
        let square = Square::new(record.best);
        match games.last_mut() {
            Some((game, moves)) if *game == record.game => moves.push(square),
            _ => games.push((record.game, vec![square])),
        }
    }
    Some(games.into_iter().map(|(_, moves)| line_of(moves.into_iter())).collect())
}

/// Files of other programs that were read wrongly once, and a game with passes in every format.
fn files(folder: &Path) -> Vec<PathBuf> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../analyst/tests/notation/reports");
    let mut files: Vec<_> = reports.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    let passes = items(b"f5f6f7g5d3e7h5f8g7h4d7h8h7h6c7c5\nf5d6c3\n", "games");
    assert_eq!(passes.len(), 2);
    for format in Format::ALL {
        for (end, line_end) in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")] {
            let mut text = String::from("\u{feff}");
            for item in &passes {
                write(item, format, &mut text);
            }
            let file = folder.join(format!("{}.{end}", format.name()));
            std::fs::write(&file, text.replace('\n', line_end)).unwrap();
            files.push(file);
        }
    }
    files
}

#[test]
fn a_file_holds_the_same_games_for_every_reader() {
    let folder = tempfile::tempdir().unwrap();
    let mut games = 0;
    for file in files(folder.path()) {
        let (bytes, name) = (std::fs::read(&file).unwrap(), file.display().to_string());
        let items = items(&bytes, &name);
        let expected = lines(&items);
        games += expected.len();
        assert_eq!(lines_of_page(&bytes, &name), expected, "page: {name}");
        if !expected.is_empty() {
            assert_eq!(lines_of_trainer(&file).unwrap(), expected, "trainer: {name}");
        }
        let openings = arena::matches::openings::read(&file);
        let from_start = |item: &Item| match item {
            Item::Game(record) => {
                record.start == Position::START && record.game().is_ok_and(|game| !game.is_over())
            }
            Item::Position(_) => false,
        };
        match openings {
            Ok(openings) => {
                let openings: Vec<_> = openings.iter().map(Game::transcript).collect();
                assert_eq!(openings, expected, "arena: {name}");
            }
            Err(error) => {
                assert!(items.is_empty() || !items.iter().all(from_start), "arena: {name}: {error:#}");
            }
        }
    }
    assert!(games > 40, "{games}");
}
