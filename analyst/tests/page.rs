//! The page of `analyse --html` works in a real browser, and names in files never become markup.
//! Without Chromium this test prints that it proves nothing; with `TESTS_NEED_BROWSER` set it fails.
#![cfg(feature = "cli")]
use std::process::Command;

use outflank::game::Game;
use serde_json::{json, Value};

#[path = "../../arena/tests/pages/browser.rs"]
mod browser;

use browser::{open_address, Browser};

/// A hostile player's name.
const HOSTILE: &str =
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>&amp;\u{202e}";

/// The text that a page shows for it; the direction mark is escaped.
const SHOWN: &str = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>&amp;\\u{202e}";

const GAMES: [&str; 2] = [
    "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1f6f7e7c5e2c2b5a2b7d1g5a4\
     b1g6g7f8c6a8a7c1g2d2g4b4f1h7b2h6b6h1h4a5h3h2h8a6g3e8h5e1g8a1",
    "f5f6",
];

fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.evaluate(&format!("document.getElementById('{id}').textContent"));
    text.as_str().unwrap().to_string()
}

fn count(browser: &mut Browser, selector: &str) -> Value {
    browser.evaluate(&format!("document.querySelectorAll('{selector}').length"))
}

#[test]
fn games_can_be_chosen_and_stepped_through() {
    let folder = tempfile::tempdir().unwrap();
    let [games, page] = ["games.pgn", "page.html"].map(|name| folder.path().join(name).display().to_string());
    let pgn = GAMES.map(|moves| format!("[Black \"{HOSTILE}\"]\n[White \"\"]\n\n{moves} *\n\n")).concat();
    std::fs::write(&games, pgn).unwrap();
    let options = ["--playouts", "30", "--exact", "6", "--no-cache", "--html"];
    let mut analyst = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"));
    let output = analyst.args(["analyse", &games]).args(options).arg(&page).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{page}\n"));
    let Some(mut browser) = open_address(&format!("file://{page}")) else { return };

    let last = Game::from_transcript(GAMES[0]).unwrap().history().len();
    assert_eq!(text(&mut browser, "players"), format!("{SHOWN}againstunknown"));
    assert_eq!(text(&mut browser, "position"), format!("0 / {last}"));
    assert_eq!(count(&mut browser, "#moves li"), json!(last));
    assert_eq!(count(&mut browser, "#values svg"), json!(1));
    assert_eq!(count(&mut browser, "#best li"), json!(4));
    browser.press("ArrowRight");
    assert_eq!(text(&mut browser, "position"), format!("1 / {last}"));
    assert!(text(&mut browser, "move").contains("Black plays f5"));
    browser.press("b");
    assert!(text(&mut browser, "move").contains("discs against"), "{}", text(&mut browser, "move"));
    browser.press("End");
    assert_eq!(text(&mut browser, "position"), format!("{last} / {last}"));
    assert!(text(&mut browser, "value-legend").contains('='), "the end is proven");
    assert_eq!(count(&mut browser, "#best li"), json!(0));

    browser.evaluate(
        "(() => { const games = document.getElementById('games'); games.value = '1'; \
         games.dispatchEvent(new Event('change')); })()",
    );
    assert_eq!(text(&mut browser, "position"), "0 / 2");
    assert_eq!(count(&mut browser, "#moves li"), json!(2));

    assert_eq!(browser.evaluate("typeof window.hacked"), json!("undefined"));
    assert_eq!(count(&mut browser, "img, iframe, object, embed"), json!(0));
    assert_eq!(count(&mut browser, "script"), json!(2));
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
    let outside =
        browser.requests.iter().find(|url| !url.starts_with("\"file:") && !url.starts_with("\"data:"));
    assert_eq!(outside, None);
}
