//! The module that browsers load, in Node: the same signature, exact scores and analyses as natively.
//!
//! `cargo web && cargo test --release --package web --test all module -- --ignored`

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use analyst::analysis::json::{position_text, GameJson};
use analyst::analysis::words::explain_game;
use analyst::analysis::{judge, Plan};
use analyst::notation::{write, Format, GameRecord, Item, Position};
use analyst::search::{Memory, Report, Searcher};
use outflank::bench;
use outflank::board::Board;
use outflank::endgame::Solver;
use outflank::game::{Color, Game};
use outflank::limits::Limits;
use outflank::random_games;
use outflank::rng::Rng;
use serde_json::{json, Value};

/// Positions of random games with this many empties.
fn positions(empties: u32, count: usize) -> Vec<Board> {
    let mut rng = Rng::new(14);
    (0..count).map(|_| random_games::position(&mut rng, empties)).collect()
}

/// A game from start to end, with passes.
const WHOLE: &str =
    "f5f6e6f4g5c6g6h7g4h6h4e7f3e3d6f2d8d7h5h3g3f8c8f7c7c5e8b8d2d3c4h2g7c3e2d1c1b1b3a3e1f1c2b4b2g8h8a2\
                     a8b7a7a6g2b5h1g1a1b6a5a4";

/// The effort for its positions.
const PLAN: Plan = Plan { time: None, playouts: 300, exact_empties: 14 };

fn whole_game() -> GameRecord {
    GameRecord::from_game(Position::START, &Game::from_transcript(WHOLE).expect("legal"))
}

/// The turns of the whole game as the command line finds them.
fn turns_natively() -> Value {
    let record = whole_game();
    let mut searcher = Searcher::new(Memory::default());
    let mut search = |Position { board, .. }| {
        searcher.clear();
        searcher.search(board, PLAN.budget(board))
    };
    let reports: Vec<Report> = record.positions().into_iter().map(&mut search).collect();
    let analysis = judge(&record, &reports);
    let said = explain_game(&record, &analysis, &reports);
    let text = serde_json::to_string(&GameJson::new(&record, &analysis, &reports, &said)).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["turns"].take()
}

/// A value without what the page adds to it; every number as -14.0 where the page writes -14.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| {
                // A turn has its own `exact`; the page marks reports and their moves.
                *name != "exact" || fields.contains_key("class")
            });
            Value::Object(kept.map(|(name, value)| (name.clone(), plain(value))).collect())
        }
        other => other.clone(),
    }
}

/// The answers of the module in this file below `target/web`.
fn answers(module: &str, boards: &[Board]) -> Value {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let module = home.join("../target/web").join(module);
    assert!(module.is_file(), "{} is missing: run `cargo web` first", module.display());
    let positions: Vec<_> = boards.iter().map(|&board| position_text(board, Color::Black)).collect();
    let line = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"];
    let mv = |(index, square): (usize, &&str)| {
        let color = if index % 2 == 0 { "black" } else { "white" };
        json!({"color": color, "move": square})
    };
    let moves: Vec<_> = line.iter().enumerate().map(mv).collect();
    let game = json!({"format": "outflank-game", "version": 1, "moves": moves});
    let mut node = Command::new("node")
        .arg(home.join("tests/module.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node runs the module: install it, from version 20 on");
    let mut whole = String::new();
    write(&Item::Game(Box::new(whole_game())), Format::Json, &mut whole);
    let whole: Value = serde_json::from_str(&whole).unwrap();
    let budget = json!({"playouts": PLAN.playouts, "exact_empties": PLAN.exact_empties});
    let question = json!({
        "module": module, "positions": positions, "game": game, "whole": whole, "budget": budget,
    });
    node.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The key of the message that says why an input is refused, within the one that says where.
fn reason(refused: &Value) -> &str {
    refused["args"]["message"]["key"].as_str().unwrap_or_default()
}

fn check(module: &str, has_simd: bool, boards: &[Board]) {
    let answers = answers(module, boards);
    assert_eq!(answers["info"]["simd"], has_simd);
    assert_eq!(answers["signature"], bench::signature(), "{module} plays differently from the native engine");
    let mut solver = Solver::new(4 << 20);
    let scores = answers["scores"].as_array().unwrap();
    assert_eq!(scores.len(), boards.len());
    for (&board, score) in boards.iter().zip(scores) {
        let expected = solver.solve(board, -64, 64, Limits::NONE).bounds.score().unwrap();
        assert_eq!(score.as_f64(), Some(f64::from(expected)), "{board:?}");
    }
    assert_eq!((&answers["running"], &answers["stopped"]), (&json!([false, false, false]), &json!(true)));
    assert_eq!((&answers["turns"], &answers["grown"]), (&json!(10), &json!(0)), "memory stays flat");
    let natively = turns_natively();
    for analysis in answers["analyses"].as_array().unwrap() {
        let turns = analysis["turns"].as_array().unwrap();
        assert_eq!(turns.len(), 65);
        for (turn, expected) in turns.iter().zip(natively.as_array().unwrap()) {
            assert_eq!(plain(turn), plain(expected), "{module}");
        }
    }
    assert_eq!(answers["too_long"], 0);
    let reasons: Vec<_> = answers["refused"].as_array().unwrap().iter().map(reason).collect();
    assert_eq!(reasons, ["read-gzip", "read-nothing", "read-nothing", "read-game-end"]);
    assert_eq!(answers["name"], "オセロ");
    assert_eq!((&answers["alive"], &answers["fault"]), (&json!(env!("CARGO_PKG_VERSION")), &json!("")));
}

#[test]
#[ignore = "needs the modules: cargo web && cargo test --release -p web --test all -- --ignored modules"]
fn modules_play_as_the_native_engine_does() {
    check("engine.wasm", true, &positions(14, 40));
    check("engine-scalar.wasm", false, &positions(14, 5));
}

#[test]
#[ignore = "a minute: cargo web && cargo test --release -p web --test all -- --ignored thousand"]
fn a_thousand_positions_are_solved_as_natively() {
    check("engine.wasm", true, &positions(14, 1_000));
}
