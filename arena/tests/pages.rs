//! Pages work in a real browser, and output of bots never becomes markup.
//! Without Chromium these tests print that they prove nothing; with `TESTS_NEED_BROWSER` set they fail.

mod browser;

use analyst::analysis::CurvePoint;
use arena::matches::standings::Standings;
use arena::play::bots::BotSpec;
use arena::play::limits::Limits;
use arena::play::record::GameRecord;
use arena::play::referee::{self, Setup};
use arena::show::analysis::{self, Depth};
use arena::show::curve;
use arena::show::page::{self, Report, Version};
use arena::show::replay::Replay;
use arena::stats::{Crosstable, Ratings};
use browser::{open_address, Browser};
use outflank::bounds::Bounds;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde_json::{json, Value};
use supervisor::stop::Stop;

/// A hostile bot's name and message.
const HOSTILE: &str =
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>&amp;\u{202e}";

/// The text that a page shows for it; the direction mark is escaped.
const SHOWN: &str = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>&amp;\\u{202e}";

/// Opens a page, or reports that no browser is installed.
fn open(page: &str) -> Option<Browser> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    open_address(&format!("file://{}", file.display()))
}

/// Checks of every page after its use.
fn assert_sound(browser: &mut Browser) {
    assert_eq!(browser.evaluate("typeof window.hacked"), json!("undefined"));
    assert_eq!(browser.evaluate("document.querySelectorAll('img, iframe, object, embed').length"), json!(0));
    assert_eq!(browser.evaluate("document.querySelectorAll('script').length"), json!(2));
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
    let outside =
        browser.requests.iter().find(|url| !url.starts_with("\"file:") && !url.starts_with("\"data:"));
    assert_eq!(outside, None);
}

fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.evaluate(&format!("document.getElementById('{id}').textContent"));
    text.as_str().unwrap().to_string()
}

/// A game of two bots that print markup.
fn hostile_game() -> GameRecord {
    let stop = Stop::new().unwrap();
    let [mut black, mut white] =
        ["mobility", "random"].map(|name| BotSpec::parse(name).unwrap().contestant(None, &stop));
    let setup = Setup::new(Game::from_transcript("f5d6").unwrap(), 5, Limits::CODINGAME);
    let mut record = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
    for bot in &mut record.bots {
        bot.name = HOSTILE.to_string();
        bot.command = HOSTILE.to_string();
    }
    for (number, turn) in record.turns.iter_mut().enumerate() {
        turn.message = Some(HOSTILE.to_string());
        turn.stderr =
            format!("{HOSTILE}\n[TDATA][{number}] value = {}.5\n[PDATA] x = {HOSTILE}", number % 20);
        turn.clock_ms = Some(number as f64 * 3.0);
        turn.stall_ms = (number % 7 == 3).then_some(8.5);
    }
    record
}

/// The discs that the page shows, in the encoding of the game page.
fn shown_board(browser: &mut Browser) -> Value {
    browser.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-square]')]\
         .filter((square) => square.querySelector('.disc'))\
         .map((square) => [square.dataset.square, square.querySelector('.disc').classList[1]]))",
    )
}

fn expected_board(game: &Game) -> Value {
    let class = |square: Square| {
        let holds = |color| game.discs(color) & square.bit() != 0;
        match (holds(Color::Black), holds(Color::White)) {
            (true, _) => Some((square.to_string(), json!("black"))),
            (_, true) => Some((square.to_string(), json!("white"))),
            _ => None,
        }
    };
    Value::Object(Square::all().filter_map(class).collect())
}

#[test]
fn a_game_can_be_stepped_through() {
    let record = hostile_game();
    let replay = Replay::of(&record).unwrap();
    let exact = analysis::solve(&replay, Depth { empties: 8, nodes: u64::MAX });
    let curve = curve::curve(&replay, &exact, 100);
    let Some(mut browser) = open(&page::game(&record, &replay, &exact, &curve).unwrap()) else { return };
    let last = replay.steps.len();
    assert_eq!(text(&mut browser, "position"), format!("0 / {last}"));
    assert_eq!(shown_board(&mut browser), expected_board(&Game::new()));
    for (index, step) in replay.steps.iter().enumerate() {
        browser.press("ArrowRight");
        assert_eq!(text(&mut browser, "position"), format!("{} / {last}", index + 1));
        assert_eq!(shown_board(&mut browser), expected_board(&step.after));
        let turn = step.turn.map(|turn| &record.turns[turn]);
        let stderr = turn.map_or("", |turn| &turn.stderr);
        assert_eq!(text(&mut browser, "stderr"), stderr.replace('\u{202e}', "\\u{202e}"));
        let has_stalled = turn.is_some_and(|turn| turn.stall_ms.is_some());
        assert_eq!(text(&mut browser, "move").contains("the machine stalled for 8.5 of them"), has_stalled);
    }
    let steps = [
        ("ArrowRight", last),
        ("Home", 0),
        ("PageDown", 10),
        ("ArrowLeft", 9),
        ("End", last),
        ("PageUp", last - 10),
    ];
    for (key, position) in steps {
        browser.press(key);
        assert_eq!(text(&mut browser, "position"), format!("{position} / {last}"), "{key}");
    }
    let blunder = exact.iter().position(|exact| exact.is_some_and(|exact| exact.loss() > 0));
    let blunder = blunder.expect("random movers blunder") + 1;
    browser.press("Home");
    browser.press("b");
    assert_eq!(text(&mut browser, "position"), format!("{blunder} / {last}"));
    assert!(text(&mut browser, "move").contains("throws away"));
    assert_eq!(text(&mut browser, "players"), format!("{SHOWN}against{SHOWN}"));
    assert!(text(&mut browser, "move").contains(SHOWN));
    browser.evaluate("document.querySelector('#moves li:nth-child(3) button').click()");
    assert_eq!(text(&mut browser, "position"), format!("3 / {last}"));
    assert_sound(&mut browser);
}

#[test]
fn the_engines_curve_spans_the_game_and_a_proven_result_is_a_bound() {
    let mut record = hostile_game();
    record.turns[20].stderr = "[TDATA][20] value = 30.0\n[TDATA][20] solved = win\n".to_string();
    let replay = Replay::of(&record).unwrap();
    let exact = analysis::solve(&replay, Depth { empties: 8, nodes: u64::MAX });
    let mut curve = curve::curve(&replay, &exact, 20);
    curve[30] = CurvePoint { value: 12.5, bounds: Bounds { lower: 2, upper: 64 } };
    let Some(mut browser) = open(&page::game(&record, &replay, &exact, &curve).unwrap()) else { return };
    let points = "[...document.querySelectorAll('#values path.curve.engine')]\
                  .map((line) => line.getAttribute('d').match(/[ML]/g).length).reduce((a, b) => a + b, 0)";
    let ranges = "document.querySelectorAll('#values path.range.engine').length";
    let positions = browser.evaluate(&format!("{points} + {ranges}"));
    assert_eq!(positions, json!(replay.steps.len() + 1), "every position has a value");
    let titles = browser.evaluate("document.getElementById('values').textContent");
    assert!(titles.as_str().unwrap().contains("after move 30: black wins by at least 2, proven"), "{titles}");
    let own = if record.turns[20].color == Color::Black { "first" } else { "second" };
    let claims = browser.evaluate(&format!("document.querySelectorAll('#values path.range.{own}').length"));
    assert_eq!(claims, json!(1), "what a bot has proven is no estimate either");
    // Two moves of the opening come before the turns.
    browser.evaluate("document.querySelector('#moves li:nth-child(23) button').click()");
    assert!(text(&mut browser, "move").contains("win, proven"));
    assert_sound(&mut browser);
}

/// The standings of these bots after the games of this table.
fn standings(names: &[&str], table: Crosstable) -> Standings {
    Standings {
        names: names.iter().map(|name| name.to_string()).collect(),
        bots: Vec::new(),
        ratings: Ratings::fit(&table),
        table,
        tally: None,
        limits: Default::default(),
    }
}

#[test]
fn a_report_shows_every_player_as_text() {
    let mut table = Crosstable::new(3);
    for (player, opponent, half_points) in [(0, 1, 2), (0, 1, 1), (1, 2, 2), (2, 0, 0), (2, 1, 1)] {
        (0..10).for_each(|_| table.add(player, opponent, half_points));
    }
    let standings = standings(&[HOSTILE, "greedy", "random"], table);
    let mut report = Report::of(&standings, HOSTILE.to_string(), vec![HOSTILE.to_string()]);
    let version = |name: &str, elo| Version { name: name.to_string(), elo, error: 12.5 };
    report.versions = vec![version("v1", 0.0), version(HOSTILE, 80.0), version("v3", 95.5)];
    let Some(mut browser) = open(&page::report(&report).unwrap()) else { return };
    assert_eq!(text(&mut browser, "title"), SHOWN);
    assert_eq!(text(&mut browser, "facts"), SHOWN);
    let rows = "document.querySelectorAll('#standings tbody tr').length";
    assert_eq!(browser.evaluate(rows), json!(3));
    let best = "document.querySelector('#standings tbody td.name').textContent";
    assert_eq!(browser.evaluate(best), json!(SHOWN));
    let cells = "[...document.querySelectorAll('#crosstable tbody tr:first-child td')]\
                 .map((cell) => cell.textContent)";
    assert_eq!(
        browser.evaluate(cells),
        json!([format!("1. {SHOWN}"), "\u{25aa}", "75.0 %+10 =10 \u{2212}0", "100.0 %+10 =0 \u{2212}0"])
    );
    assert_eq!(browser.evaluate("document.querySelectorAll('#ratings circle').length"), json!(3));
    assert_eq!(browser.evaluate("document.querySelectorAll('#versions circle').length"), json!(3));
    assert_sound(&mut browser);
}

#[test]
fn a_report_of_a_few_games_shows_no_elo() {
    let mut table = Crosstable::new(2);
    (0..8).for_each(|_| table.add(0, 1, 0));
    let standings = standings(&["mine", "greedy"], table);
    let report = Report::of(&standings, "eight games".to_string(), Vec::new());
    assert_eq!(report.players[0].superiority, None);
    let Some(mut browser) = open(&page::report(&report).unwrap()) else { return };
    assert!(text(&mut browser, "ratings").contains("too few games to say"));
    assert_eq!(browser.evaluate("document.querySelectorAll('#ratings circle').length"), json!(0));
    let second = "document.querySelectorAll('#standings tbody td')[2].textContent";
    assert_eq!(browser.evaluate(second), json!("\u{2013}"));
    assert_sound(&mut browser);
}
