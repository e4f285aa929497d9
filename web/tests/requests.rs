//! The engine's answers to the page's requests, natively: the module in a browser runs the same code.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::app::App;
use flate2::write::GzEncoder;
use flate2::Compression;
use outflank::rng::Rng;
use serde_json::{json, Value};

const START: &str = "---------------------------OX------XO--------------------------- X";
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

/// A clock that advances by a millisecond on every read.
fn ticking() -> Duration {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
}

struct Page(App);

impl Page {
    fn new() -> Self {
        let mut page = Self(App::new(ticking));
        page.ask(json!({"do": "configure", "tree_mib": 8}));
        page
    }

    fn send(&mut self, request: &Value, payload: &[u8]) -> Value {
        serde_json::from_str(&self.0.answer(request.to_string().as_bytes(), payload)).unwrap()
    }

    fn ask(&mut self, request: Value) -> Value {
        let answer = self.send(&request, b"");
        assert_eq!(answer.get("error"), None, "{request}");
        answer
    }

    fn error(&mut self, request: Value) -> String {
        let answer = self.send(&request, b"");
        let error = &answer["error"];
        assert!(error.is_string() || error["key"].is_string(), "{request} gave {answer}");
        let error = error.to_string();
        assert!(error.len() < 400 && !error.contains("\\n"), "{error}");
        error
    }

    fn read(&mut self, bytes: &[u8]) -> Value {
        self.send(&json!({"do": "read", "name": "pasted"}), bytes)
    }

    /// Runs what a request starts to its end.
    fn run(&mut self, request: Value) -> Value {
        let mut answer = self.ask(request);
        for _ in 0..100_000 {
            if answer["done"] == true {
                return answer["result"].clone();
            }
            answer = self.ask(json!({"do": "step", "ms": 30, "report": true}));
        }
        panic!("the job does not end");
    }

    fn game(&mut self) -> Value {
        assert_eq!(self.read(GAME.as_bytes())["errors"], json!([]));
        self.ask(json!({"do": "item", "index": 0}))["game"].clone()
    }
}

#[test]
fn whatever_is_pasted_is_read() {
    let mut page = Page::new();
    let battle = include_bytes!("../../analyst/tests/notation/battle.json");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(GAME.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for bytes in [GAME.as_bytes(), b"F5 D6 C3", battle, &packed, b"\xff\xfef\x005\x00"] {
        let answer = page.read(bytes);
        assert_eq!(answer["items"][0]["kind"], "game", "{answer}");
        let item = page.ask(json!({"do": "item", "index": 0}));
        let moves = item["game"]["moves"].as_array().unwrap().len();
        assert_eq!(item["states"].as_array().unwrap().len(), moves + 1);
    }
    let answer = page.read(START.as_bytes());
    assert_eq!(
        (&answer["items"][0]["kind"], &answer["items"][0]["position"]),
        (&json!("position"), &json!(START))
    );
    assert_eq!(
        page.ask(json!({"do": "item", "index": 0}))["state"]["legal"],
        json!(["d3", "c4", "f5", "e6"])
    );
}

/// Whatever two bytes do to a request, the answer is JSON, and the page can go on.
#[test]
fn mutated_requests_are_answered() {
    let requests = [
        json!({"do": "read", "name": "pasted"}),
        json!({"do": "item", "index": 0}),
        json!({"do": "state", "position": START}),
        json!({"do": "play", "position": START, "move": "f5"}),
        json!({"do": "opening", "line": "f5d6c3d3c4b3"}),
        json!({"do": "write_position", "position": START, "format": "obf"}),
        json!({"do": "search", "position": START, "mode": "estimate", "playouts": 30}),
        json!({"do": "words", "position": START, "move": "f5"}),
        json!({"do": "choose", "position": START, "level": 1, "seed": 5}),
        json!({"do": "step", "ms": 5, "report": true}),
        json!({"do": "stop"}),
    ];
    let requests = requests.map(|request| request.to_string());
    let (mut page, mut rng) = (Page::new(), Rng::new(3));
    let mut refused = 0;
    for _ in 0..600 {
        let mut bytes = requests[rng.below(requests.len())].clone().into_bytes();
        for _ in 0..rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = b"0159-\",:[]{}afOX"[rng.below(16)];
        }
        let answer: Value = serde_json::from_str(&page.0.answer(&bytes, GAME.as_bytes())).unwrap();
        refused += usize::from(!answer["error"].is_null());
    }
    assert!((200..600).contains(&refused), "{refused} refused");
    page.ask(json!({"do": "state", "position": START}));
}

#[test]
fn hostile_input_is_refused_in_one_short_line() {
    let mut page = Page::new();
    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    bomb.write_all(&vec![b' '; 17 << 20]).unwrap();
    let bomb = bomb.finish().unwrap();
    let markup = b"<script>alert(1)</script>\n<img src=x onerror=alert(1)>".as_slice();
    let deep = [b"[".repeat(1 << 20), b"{".repeat(1 << 20)].concat();
    for bytes in [b"".as_slice(), b"\xff\xff\xff", &bomb, &bomb[..99], markup, &deep, &vec![b'('; 1 << 20]] {
        let answer = page.read(bytes);
        let error = &answer["error"];
        assert_eq!(error["args"]["name"], "pasted", "{answer}");
        let error = error.to_string();
        assert!(error.len() < 400 && !error.contains("\\n"), "{error}");
    }
    let too_long = vec![b' '; (16 << 20) + 1];
    let bytes = json!({"key": "read-many-bytes", "args": {"packed": "no", "count": 16 << 20}});
    assert_eq!(page.read(&too_long)["error"]["args"]["message"], bytes);
    for text in ["", "{", "[]", "{\"do\":\"nothing\"}", "{\"do\":\"step\",\"ms\":1e999}", "\u{0}"] {
        let answer: Value = serde_json::from_str(&page.0.answer(text.as_bytes(), b"")).unwrap();
        assert!(answer["error"].is_string(), "{text}: {answer}");
    }
    assert!(page.0.answer(b"\xff\xfe", b"").contains("error"));
    page.error(json!({"do": "step", "ms": 30}));
    page.error(json!({"do": "stop"}));
    page.error(json!({"do": "item", "index": 7}));
    page.error(json!({"do": "state", "position": "x".repeat(1 << 20)}));
    page.error(json!({"do": "play", "position": START, "move": "a1"}));
    page.error(json!({"do": "play", "position": START, "move": "pass"}));
    page.error(json!({"do": "opening", "line": "f5".repeat(1 << 16)}));
    page.error(json!({"do": "states", "game": {"format": "outflank-game", "version": 9}}));
    page.error(json!({"do": "states", "game": [[[[]]]]}));
    page.error(json!({"do": "write", "game": {}, "format": "html"}));
    page.error(json!({"do": "configure", "tree_mib": 4_000_000}));
    page.error(json!({"do": "search", "position": START, "mode": "estimate"}));
    page.error(json!({"do": "search", "position": START, "mode": "estimate", "time_ms": -1}));
    page.error(json!({"do": "choose", "position": START, "level": 11}));
    page.error(json!({"do": "words", "position": START, "move": "f5"}));
}

#[test]
fn a_game_is_played_and_written() {
    let mut page = Page::new();
    let answer = page.ask(json!({"do": "play", "position": START, "move": "f5"}));
    assert_eq!((&answer["flips"], &answer["state"]["to_move"]), (&json!(["e5"]), &json!("white")));
    let game = page.game();
    for format in page.ask(json!({"do": "info"}))["formats"].as_array().unwrap().clone() {
        let written = page.ask(json!({"do": "write", "game": game, "format": format}));
        let text = written["text"].as_str().unwrap();
        assert!(page.read(text.as_bytes())["items"].is_array(), "{text}");
    }
    let written = page.ask(json!({"do": "write_position", "position": START, "format": "obf"}));
    assert!(written["text"].as_str().unwrap().starts_with(START));
}

#[test]
fn openings_are_named_and_form_a_tree() {
    let mut page = Page::new();
    let answer = page.ask(json!({"do": "opening", "line": "f5d6c3d3c4b3"}));
    assert_eq!((&answer["names"][0], &answer["plies"]), (&json!("Aubrey"), &json!(6)));
    assert_eq!(answer["along"][1], json!({"plies": 5, "title": "Tiger"}));
    let list = page.ask(json!({"do": "openings"}));
    let list = list.as_array().unwrap();
    let tiger = list.iter().position(|entry| entry["names"][0] == "Tiger").unwrap();
    let child = list.iter().find(|entry| entry["parent"] == tiger).unwrap();
    assert!(child["plies"].as_u64() > list[tiger]["plies"].as_u64());
}

#[test]
fn searches_run_in_slices_and_stop_with_what_they_know() {
    let mut page = Page::new();
    page.ask(json!({"do": "search", "position": START, "mode": "live"}));
    for _ in 0..5 {
        assert_eq!(page.ask(json!({"do": "step", "ms": 30}))["done"], false);
        page.ask(json!({"do": "state", "position": START}));
    }
    let result = page.ask(json!({"do": "stop"}))["result"].clone();
    assert_eq!((&result["stopped"], result["moves"].as_array().unwrap().len()), (&json!(true), 4));
    page.error(json!({"do": "step", "ms": 30}));
    let words = page.ask(json!({"do": "words", "position": START, "move": "f5"}));
    assert!(words["sentences"].is_array() && words["class"].is_string());
    let result = page.run(json!({"do": "search", "position": START, "mode": "estimate", "playouts": 500}));
    assert!(result["moves"].as_array().unwrap().iter().all(|entry| entry["visits"].as_u64() > Some(0)));
    let late = "OOOOOOO-OOOOOO-XOOXXXOO-OOOOOOOOOOOOXOXOOOOXOOOXOXXXOOOOXOXOX--- X";
    let result = page.run(json!({"do": "search", "position": late, "mode": "exact_all"}));
    let is_exact = |entry: &Value| entry["exact"] == true;
    assert!(is_exact(&result) && result["moves"].as_array().unwrap().iter().all(is_exact));
}

#[test]
fn moves_are_chosen_by_level_and_by_the_whole_engine() {
    let mut page = Page::new();
    let request = json!({"do": "choose", "position": START, "level": 1, "seed": 5});
    let choice = page.run(request.clone());
    assert!(choice["move"].is_string());
    assert_eq!(page.run(request)["move"], choice["move"], "the same seed plays the same move");
    let choice = page.run(json!({"do": "choose", "position": START, "time_ms": 20, "book": false}));
    assert_eq!((&choice["book"], choice["move"].is_string()), (&json!(false), true));
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(page.run(json!({"do": "choose", "position": over, "time_ms": 20}))["move"], Value::Null);
}

#[test]
fn a_game_is_analysed_as_far_as_it_gets() {
    let mut page = Page::new();
    let game = page.game();
    let request = json!({"do": "analyse", "game": game, "playouts": 60, "exact_empties": 8});
    let result = page.run(request.clone());
    let turns = result["turns"].as_array().unwrap();
    assert_eq!((turns.len(), result["curve"].as_array().unwrap().len()), (10, 11));
    assert_eq!(
        (&turns[9]["number"], &turns[9]["move"], &result["first"]),
        (&json!(10), &json!("e7"), &json!(0))
    );
    page.ask(request);
    let mut told = 0;
    while told < 3 {
        let answer = page.ask(json!({"do": "step", "ms": 30, "report": true}));
        told += usize::from(answer["progress"]["index"].is_u64());
    }
    let result = page.ask(json!({"do": "stop"}))["result"].clone();
    let first = result["first"].as_u64().unwrap();
    assert!(result["stopped"] == true && first > 0, "{result}");
    assert_eq!(result["turns"][0]["number"], first + 1);
    assert_eq!(result["own"].as_array().unwrap().len(), 10);
}

/// A WTHOR file: its header with these numbers of games and names, and its content.
fn wthor(games: u32, names: u16, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 1, 2];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend(2001_u16.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    bytes.extend(content);
    bytes
}

#[test]
fn a_wthor_file_takes_names_from_lists_that_came_before() {
    let mut page = Page::new();
    let players: Vec<u8> =
        ["Ann", "Ben"].into_iter().flat_map(|name| format!("{name:\0<20}").into_bytes()).collect();
    let answer = page.send(&json!({"do": "names", "name": "WTHOR.JOU"}), &wthor(0, 2, &players));
    assert_eq!(answer, json!({}));
    let mut game = vec![0, 0, 1, 0, 0, 0, 32, 32, 56, 64];
    game.resize(68, 0);
    let answer = page.read(&wthor(1, 0, &game));
    assert_eq!((&answer["items"][0]["black"], &answer["items"][0]["white"]), (&json!("Ben"), &json!("Ann")));
    let error = page.send(&json!({"do": "names", "name": "x\n.JOU"}), b"no list");
    let no_names = json!({"key": "read-no-names", "args": {}});
    assert_eq!(error["error"]["args"], json!({"name": r"x\n.JOU", "message": no_names}));
}

#[test]
fn moves_are_counted_in_every_orientation() {
    let mut page = Page::new();
    // The same opening twice, once turned, and another game; only the first two have results.
    let games = [("40-24", "f5 d6"), ("20-44", "d3 c5"), ("*", "f5 f6")]
        .map(|(result, moves)| format!("[Result \"{result}\"]\n\n1. {moves} *\n\n"))
        .concat();
    assert_eq!(page.read(games.as_bytes())["items"].as_array().map(Vec::len), Some(3));
    let first = page.ask(json!({"do": "continuations", "position": START}));
    assert_eq!(first["games"], 3);
    for entry in first["moves"].as_array().unwrap() {
        assert_eq!((&entry["games"], &entry["scored"]), (&json!(3), &json!(2)), "all four are the same move");
        assert_eq!(entry["points"], 1.0);
    }
    let after = page.ask(json!({"do": "play", "position": START, "move": "e6"}));
    let position = after["state"]["position"].clone();
    let mv = page.ask(json!({"do": "continuations", "position": position}));
    let expected = json!([
        {"move": "f4", "games": 2, "scored": 2, "points": 1.0},
        {"move": "f6", "games": 1, "scored": 0, "points": 0.0},
    ]);
    assert_eq!(mv["moves"], expected);
    let of_one = page.ask(json!({"do": "continuations", "position": position, "games": [1]}));
    assert_eq!(of_one["moves"], json!([{"move": "f4", "games": 1, "scored": 1, "points": 1.0}]));
}
