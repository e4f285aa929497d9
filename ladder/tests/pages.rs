//! The pages in a browser: standings that follow the games, replays that step, a whole game played by clicks,
//! rules, and participants with something to explain.

#[path = "../../arena/tests/pages/browser.rs"]
mod browser;
mod participant;
mod rules;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ladder::course::store::{LadderState, Store};
use outflank::game::Game;
use serde_json::json;
use tempfile::TempDir;

use browser::{open_address, Browser};

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
/// Participants with hostile names.
const HOSTILE: [&str; 2] = ["<img src=x onerror='window.hacked = 1'>", "../../etc"];

/// A ladder, the server that shows it, and its address.
struct Site {
    folder: TempDir,
    server: Child,
    address: String,
}

impl Site {
    fn new() -> Self {
        Self::of(&[(HOSTILE[0], "random"), (HOSTILE[1], "greedy"), ("Ann", "mobility")])
    }

    /// A ladder of these participants and their programs.
    fn of(participants: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("ladder");
        // CPU time, so that a busy machine makes nobody late.
        run(&["init"], &directory, &["--clock", "cpu"]);
        for (name, bot) in participants {
            run(&["submit"], &directory, &[name, bot]);
        }
        let mut server = Command::new(LADDER)
            .arg("serve")
            .arg(&directory)
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Self { folder, server, address: line.trim().trim_end_matches('/').to_string() }
    }

    fn directory(&self) -> PathBuf {
        self.folder.path().join("ladder")
    }

    fn page(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Opens a page once the server shows all that has happened; `None` without a browser.
    fn open_up_to_date(&self, path: &str) -> Option<Browser> {
        let mut browser = open_address(&self.page("/"))?;
        self.wait(&mut browser);
        browser.go_to(&self.page(path));
        Some(browser)
    }

    /// Waits until a page that follows the ladder shows all that has happened.
    fn wait(&self, browser: &mut Browser) {
        let ladder_state = LadderState::load(&Store::open_read_only(&self.directory()).unwrap()).unwrap();
        let size = ladder_state.size();
        browser.wait_until(&format!("document.querySelector('main').dataset.size === '{size}'"));
    }

    /// Nothing that a participant calls itself did anything, and nothing came from elsewhere.
    fn assert_sound(&self, browser: &mut Browser) {
        assert_eq!(browser.evaluate("typeof window.hacked"), json!("undefined"));
        assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
        let own = format!("\"{}/", self.address);
        let outside =
            browser.requests.iter().find(|url| !url.starts_with(&own) && !url.starts_with("\"data:"));
        assert_eq!(outside, None);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn run(command: &[&str], directory: &Path, arguments: &[&str]) {
    run_to(0, command, directory, arguments);
}

/// Runs `ladder`, which must exit with this code.
fn run_to(code: i32, command: &[&str], directory: &Path, arguments: &[&str]) {
    let mut ladder = Command::new(LADDER);
    ladder.args(command).arg(directory).args(arguments);
    let status = ladder.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(code), "{arguments:?}");
}

/// Names, ratings and games as the page of standings shows them.
const SHOWN_STANDINGS: &str = "[...document.querySelectorAll('.standings tbody tr')].map((row) => \
     ['th', '.rating', 'td:nth-of-type(3)'].map((cell) => row.querySelector(cell).textContent))";

#[test]
fn standings_follow_the_games_as_they_are_played() {
    let site = Site::new();
    let Some(mut browser) = open_address(&site.page("/")) else { return };
    let before = json!([[HOSTILE[1], "1500", "0"], [HOSTILE[0], "1500", "0"], ["Ann", "1500", "0"]]);
    assert_eq!(browser.evaluate(SHOWN_STANDINGS), before);
    run(&["run"], &site.directory(), &["--games", "4", "--no-affinity"]);
    site.wait(&mut browser);
    let ladder_state = LadderState::load(&Store::open_read_only(&site.directory()).unwrap()).unwrap();
    let expected = ladder_state.ladder.standings().into_iter().map(|index| {
        let participant = &ladder_state.ladder.participants[index];
        json!([
            participant.name,
            format!("{:.0}", participant.rating),
            participant.results.games().to_string()
        ])
    });
    assert_eq!(browser.evaluate(SHOWN_STANDINGS), json!(expected.collect::<Vec<_>>()));
    assert_eq!(browser.evaluate("document.querySelectorAll('.chart .line').length"), json!(3));
    assert_eq!(browser.evaluate("document.getElementById('live').hidden"), json!(false));
    site.assert_sound(&mut browser);
}

#[test]
fn a_replay_steps_and_every_page_is_sound() {
    let site = Site::new();
    run(&["run"], &site.directory(), &["--games", "2", "--no-affinity"]);
    let Some(mut browser) = open_address(&site.page("/games/1")) else { return };
    let replay = browser.evaluate("document.querySelector('a.button').href");
    browser.go_to(replay.as_str().unwrap());
    let rounds = Store::open_read_only(&site.directory()).unwrap().rounds(1).unwrap().unwrap();
    let moves = rounds[0].turns.len();
    let position = "document.getElementById('position').textContent";
    for step in 1..=moves {
        browser.press("ArrowRight");
        assert_eq!(browser.evaluate(position), json!(format!("{step} / {moves}")));
    }
    let discs = browser.evaluate("document.querySelectorAll('.board .disc').length");
    assert_eq!(discs, json!(rounds[0].discs.iter().sum::<u32>()));
    for page in
        ["/games", "/head-to-head", "/participants/1", "/versus/1/2", "/play", "/transcripts", "/nothing"]
    {
        browser.go_to(&site.page(page));
        if page == "/nothing" {
            // The browser notes that the page is missing.
            assert_eq!(browser.complaints.pop().unwrap()["entry"]["source"], json!("network"));
        }
        assert_eq!(
            browser.evaluate("document.querySelectorAll('main img, script:not([src])').length"),
            json!(0)
        );
    }
    site.assert_sound(&mut browser);
}

#[test]
fn a_whole_game_is_played_by_clicks() {
    let site = Site::new();
    let Some(mut browser) = open_address(&site.page("/play/3")) else { return };
    browser.click("#white");
    let idle =
        "!document.getElementById('black').disabled && document.querySelectorAll('#moves li').length > 0";
    browser.wait_until(idle);
    let mut clicks = 0;
    let playable = "document.querySelectorAll('.square.playable').length";
    while browser.evaluate(playable) != json!(0) {
        if clicks == 3 {
            browser.click("#hint");
            browser
                .wait_until(&format!("{idle} && document.querySelectorAll('.value').length === {playable}"));
            browser.click("#undo");
            browser.wait_until(&format!("{idle} && document.querySelectorAll('.value').length === 0"));
        }
        browser.click(".square.playable");
        browser.wait_until(idle);
        clicks += 1;
    }
    assert!(clicks > 3);
    let status = browser.evaluate("document.getElementById('status').textContent");
    assert!(
        status.as_str().unwrap().starts_with("You ") || status.as_str().unwrap().starts_with("A draw"),
        "{status}"
    );
    browser.go_to(&site.page("/play/3"));
    browser.wait_until(idle);
    let again = browser.evaluate("document.getElementById('status').textContent");
    assert_eq!(again, status, "a reload keeps the game");
    browser.click("#save");
    browser.wait_until("document.getElementById('status').textContent.includes('Saved as game 1.')");
    let saved = std::fs::read_to_string(site.directory().join("transcripts/1.txt")).unwrap();
    let game = Game::from_transcript(saved.lines().last().unwrap()).unwrap();
    assert!(game.is_over());
    let own = browser.evaluate("document.querySelectorAll('#moves .seat.white').length");
    assert!(own.as_u64().unwrap() >= clicks - 1, "each click was a move, but for the one taken back");
    let discs = browser.evaluate("[...document.querySelectorAll('#board .disc')].length");
    assert_eq!(discs, json!(64 - game.board().empty_count()));
    site.assert_sound(&mut browser);
}
