//! The module that browsers load, in Node: the same signature and the same exact scores as natively.
//!
//! `cargo web && cargo test --release --package web --test all module -- --ignored`

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use analyst::analysis::json::position_text;
use outflank::bench;
use outflank::board::Board;
use outflank::endgame::Solver;
use outflank::game::Color;
use outflank::limits::Limits;
use outflank::random_games;
use outflank::rng::Rng;
use serde_json::{json, Value};

/// Positions of random games with this many empties.
fn positions(empties: u32, count: usize) -> Vec<Board> {
    let mut rng = Rng::new(14);
    (0..count).map(|_| random_games::position(&mut rng, empties)).collect()
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
    let question = json!({"module": module, "positions": positions, "game": game});
    node.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
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
    assert_eq!(answers["too_long"], 0);
    assert!(answers["refused"].as_array().unwrap().iter().all(Value::is_string), "{answers}");
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
