//! The web server's responses to visitors and to hostile requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use outflank::game::{Color, Game};
use serde_json::{json, Value};
use tempfile::TempDir;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const BOT: &str = env!("CARGO_BIN_EXE_course-test-bot");

/// A ladder with a server.
struct Site {
    folder: TempDir,
    server: Child,
    address: String,
}

impl Site {
    /// A ladder of these participants after some games.
    fn new(participants: &[(&str, &str)], games: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("ladder");
        let path = directory.to_str().unwrap();
        ladder(folder.path(), &["init", path, "--turn-ms", "60000"]);
        for (name, program) in participants {
            ladder(folder.path(), &["submit", path, name, program]);
        }
        ladder(
            folder.path(),
            &["run", path, "--no-affinity", "--until-stable", "--games", &games.to_string()],
        );
        let mut server = Command::new(LADDER);
        // Scripts here count their runs in files.
        server.args(["serve", path, "--port", "0", "--sandbox", "none"]).stdout(Stdio::piped());
        let mut server = server.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Self { folder, server, address }
    }

    /// Sends a request unchanged and returns the status, the head and the body of the answer.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A server that refuses a request may reset the connection after its answer.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, head.to_lowercase(), body.to_string())
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let (status, _, answer) = self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ));
        (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
    }

    /// Listens to the server's events until it shows a database of this size.
    fn wait_until_it_shows(&self, size: usize) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        let expected = format!("data: {size}");
        assert!(BufReader::new(stream).lines().any(|line| line.unwrap() == expected));
    }

    /// Begins a game and returns the table's address and what it shows.
    fn open_table(&self, participant: usize, color: &str) -> (String, Value) {
        let (status, answer) = self.post("/tables", &json!({"participant": participant, "color": color}));
        assert_eq!(status, 200, "{answer}");
        (format!("/tables/{}", answer["token"].as_str().unwrap()), answer["table"].clone())
    }

    /// Does something at a table that is allowed.
    fn act(&self, table: &str, action: &str, deed: &Value) -> Value {
        let (status, answer) = self.post(&format!("{table}/{action}"), deed);
        assert_eq!(status, 200, "{action}: {answer}");
        answer["table"].clone()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn ladder(directory: &Path, arguments: &[&str]) {
    let mut command = Command::new(LADDER);
    command.current_dir(directory).args(arguments);
    assert!(command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success(), "{arguments:?}");
}

const HOSTILE: [&str; 2] = ["<img src=x onerror=alert(1)>", "../../etc/passwd"];

#[test]
fn every_page_is_there_and_nothing_from_outside_becomes_markup() {
    let site = Site::new(&[(HOSTILE[0], "random"), (HOSTILE[1], "greedy"), ("\"'&;", "mobility")], 5);
    let pages = [
        "/",
        "/games",
        "/games?page=9",
        "/games/1",
        "/games/1/rounds/2",
        "/participants/1",
        "/participants/2?page=18446744073709551615",
        "/head-to-head",
        "/versus/1/2",
        "/play",
        "/play/1",
        "/transcripts",
        "/assets/style.css",
        "/assets/live.js",
        "/assets/play.js",
        "/assets/board.js",
        "/rules",
        "/board/",
        "/assets/icon.svg",
    ];
    for page in pages {
        let (status, head, body) = site.get(page);
        assert_eq!(status, 200, "{page}");
        for header in ["content-security-policy: ", "x-content-type-options: nosniff", "referrer-policy: "] {
            assert!(head.contains(header), "{page}: {head}");
        }
        assert!(!body.contains("<img src=x"), "{page}: {body}");
        assert!(
            !body.contains("onerror=alert(1)>") || body.contains("onerror=alert(1)&gt;"),
            "{page}: {body}"
        );
    }
    assert!(site.get("/").2.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(site.get("/").1.contains("default-src 'none'; script-src 'self'"));
    for page in
        ["/nothing", "/games/6", "/games/0", "/games/1/rounds/3", "/participants/4", "/versus/1/1", "/play/0"]
    {
        assert_eq!(site.get(page).0, 404, "{page}");
    }
}

#[test]
fn no_address_leads_out_of_the_ladder() {
    let site = Site::new(&[(HOSTILE[1], "random")], 0);
    let addresses = [
        "/assets/../ladder.db",
        "/assets/..%2fladder.db",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/transcripts/../ladder.db",
        "/transcripts/..%2Fladder",
        "/transcripts/-1",
        "/participants/..%2f..%2fetc%2fpasswd",
        "/../../etc/passwd",
        "//etc/passwd",
        "/ladder.db",
    ];
    for address in addresses {
        let (status, _, body) = site.get(address);
        assert!([400, 404].contains(&status), "{address}: {status}");
        assert!(!body.contains("SQLite") && !body.contains("root:"), "{address}: {body}");
    }
}

#[test]
fn what_is_too_big_or_from_elsewhere_is_refused() {
    let site = Site::new(&[("Ann", "random")], 0);
    let host = &site.address;
    let get = |path: &str, headers: &str| {
        site.send(&format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).0
    };
    assert_eq!(get("/", "Host: evil.example\r\n"), 421);
    assert_eq!(get("/", ""), 421);
    assert_eq!(get("/", &format!("Host: {host}\r\nHost: evil.example\r\n")), 400);
    assert_eq!(get("/", &format!("Host: {host}\r\nhost: {host}\r\n")), 400);
    assert_eq!(get(&format!("/?{}", "x".repeat(2000)), &format!("Host: {host}\r\n")), 414);
    let huge = format!("Host: {host}\r\nX: {}\r\n", "x".repeat(40_000));
    assert_eq!(get("/", &huge), 431);
    let post = |headers: &str, body: &str| {
        let length = body.len();
        site.send(&format!(
            "POST /tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             {headers}Content-Length: {length}\r\n\r\n{body}"
        ))
        .0
    };
    let wish = r#"{"participant": 1, "color": "black"}"#;
    let is_json = "Content-Type: application/json\r\n";
    assert_eq!(post(&format!("{is_json}Origin: http://evil.example\r\n"), wish), 403);
    assert_eq!(post(&format!("{is_json}Sec-Fetch-Site: cross-site\r\n"), wish), 403);
    assert_eq!(post("Content-Type: text/plain\r\n", wish), 415);
    assert_eq!(post(is_json, &format!("{{\"x\": \"{}\"}}", "x".repeat(10_000))), 413);
    assert_eq!(post(is_json, "{"), 400);
    assert_eq!(post(is_json, r#"{"participant": 1, "color": "red"}"#), 422);
    assert_eq!(post(is_json, r#"{"participant": 2, "color": "black"}"#), 409);
    assert_eq!(post(&format!("{is_json}Origin: http://{host}\r\n"), wish), 200);
    assert_eq!(site.post("/tables/0123/move", &json!({"square": "d3"})).0, 409);
}

/// The moves at a table as a transcript.
fn transcript(table: &Value) -> String {
    table["moves"].as_array().unwrap().iter().filter_map(|mv| mv["square"].as_str()).collect()
}

#[test]
fn a_game_is_played_undone_and_saved() {
    let site = Site::new(&[("Ann", "positional")], 0);
    let (table, mut shown) = site.open_table(1, "white");
    assert_eq!(transcript(&shown).len(), 2, "the bot is black and has moved");
    let (status, answer) = site.post(&format!("{table}/undo"), &json!({}));
    assert_eq!((status, answer["error"].as_str()), (409, Some("There is no move to take back.")));
    let (mut turns, mut undone) = (0, 0);
    while shown["result"].is_null() {
        let game = Game::from_transcript(&transcript(&shown)).unwrap();
        assert_eq!(game.to_move(), Color::White);
        let legal = shown["legal"].as_array().unwrap();
        let hints = site.post(&format!("{table}/hint"), &json!({})).1["hints"].clone();
        assert_eq!(hints["by"], json!("Ann"));
        assert_eq!(hints["moves"].as_array().unwrap().len(), legal.len(), "a value for each move");
        let before = shown.clone();
        let square = legal[0].clone();
        shown = site.act(&table, "move", &json!({"square": square}));
        turns += 1;
        if turns % 5 == 0 {
            assert_eq!(site.act(&table, "undo", &json!({})), before);
            undone += 1;
            shown = site.act(&table, "move", &json!({"square": square}));
        }
    }
    assert!(undone > 0);
    let (status, answer) = site.post(&format!("{table}/move"), &json!({"square": "a1"}));
    assert_eq!((status, answer["error"].as_str()), (409, Some("It is not your turn.")));
    let game = Game::from_transcript(&transcript(&shown)).unwrap();
    assert!(game.is_over());
    assert_eq!(site.act(&table, "save", &json!({}))["saved"], json!(1));
    assert_eq!(site.act(&table, "save", &json!({}))["saved"], json!(1), "once is enough");
    let (status, head, text) = site.get("/transcripts/1");
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/plain"), "{head}");
    assert!(text.starts_with("# black: Ann\n# white: a visitor\n"), "{text}");
    assert_eq!(text.lines().last().unwrap(), game.transcript());
    assert!(site.folder.path().join("ladder/transcripts/1.txt").is_file());
    let list = site.get("/transcripts").2;
    assert!(
        list.contains("/transcripts/1/replay") && list.contains("Ann") && list.contains("(UTC)"),
        "{list}"
    );
    assert!(site.get("/transcripts/1/replay").2.contains(&game.transcript()));
    let (status, head, _) = site.get("/transcripts/1/analyse");
    assert_eq!(status, 303);
    assert!(head.contains("location: /board/#game="), "{head}");
}

#[test]
fn a_program_of_the_course_takes_back_by_playing_again() {
    let bot = format!("{BOT} course");
    let site = Site::new(&[("Bob", &bot)], 0);
    let (table, first) = site.open_table(1, "black");
    let second = site.act(&table, "move", &json!({"square": "d3"}));
    let third = site.act(
        &table,
        "move",
        &second["legal"].as_array().map(|legal| json!({"square": legal[0]})).unwrap(),
    );
    assert_eq!(transcript(&third).len(), 8);
    assert_eq!(site.act(&table, "undo", &json!({})), second);
    assert_eq!(site.act(&table, "undo", &json!({})), first);
    let hints = site.post(&format!("{table}/hint"), &json!({})).1["hints"].clone();
    assert!(hints["by"].as_str().unwrap().contains("engine"), "{hints}");
    assert_eq!(hints["moves"].as_array().unwrap().len(), 4);
}

/// Plays d3 when its run is counted even and c4 when odd, and dies of the answer.
const FICKLE: &str = "#!/bin/sh\n\
    n=$(cat \"$0.count\" 2>/dev/null || echo 0); echo $((n + 1)) > \"$0.count\"\n\
    while read command rest; do case $command in DONE) echo OK;; TURN) exit 5;;\n\
    BEGIN) if [ $((n % 2)) = 0 ]; then echo d 3; else echo c 4; fi;; esac; done\n";

#[test]
fn a_program_that_plays_differently_a_second_time_cannot_undo() {
    let site = Site::new(&[], 0);
    let script = site.folder.path().join("fickle.sh");
    std::fs::write(&script, FICKLE).unwrap();
    let command = format!("sh {}", script.display());
    let directory = site.folder.path().join("ladder");
    ladder(site.folder.path(), &["submit", directory.to_str().unwrap(), "Cay", &command]);
    site.wait_until_it_shows(2);
    let (table, shown) = site.open_table(1, "white");
    let ended = site.act(&table, "move", &json!({"square": shown["legal"][0]}));
    assert!(
        ended["result"].as_str().unwrap().starts_with("You win: the program crashed: exit code 5"),
        "{ended}"
    );
    let (status, answer) = site.post(&format!("{table}/undo"), &json!({}));
    assert_eq!(status, 409);
    assert!(answer["error"].as_str().unwrap().contains("plays differently a second time"), "{answer}");
    assert_eq!(site.act(&table, "save", &json!({}))["moves"], ended["moves"], "the game stands as it was");
}

#[test]
fn a_visitor_has_two_tables() {
    let site = Site::new(&[("Ann", "random")], 0);
    let tables = [0; 3].map(|_| site.open_table(1, "black").0);
    // Two tables a visitor: the first is given up for the third.
    let (status, answer) = site.post(&format!("{}/move", tables[0]), &json!({"square": "d3"}));
    assert_eq!(status, 409);
    assert!(answer["error"].as_str().unwrap().contains("has ended"), "{answer}");
    for table in &tables[1..] {
        site.act(table, "move", &json!({"square": "d3"}));
    }
}

#[test]
fn a_program_that_has_changed_does_not_play() {
    let site = Site::new(&[], 0);
    let script = site.folder.path().join("bot.sh");
    std::fs::write(&script, FICKLE).unwrap();
    let command = format!("sh {}", script.display());
    let directory = site.folder.path().join("ladder");
    ladder(site.folder.path(), &["submit", directory.to_str().unwrap(), "Cay", &command]);
    site.wait_until_it_shows(2);
    site.open_table(1, "white");
    std::fs::write(&script, "echo something else").unwrap();
    let (status, answer) = site.post("/tables", &json!({"participant": 1, "color": "white"}));
    assert_eq!(status, 409);
    assert!(answer["error"].as_str().unwrap().contains("has changed"), "{answer}");
}

/// The kernel ends a bot with the thread that started it, and a pool may end threads that have nothing to do.
#[test]
#[ignore = "15 s: cargo test -p ladder --test all serve -- --ignored"]
fn a_bot_waits_for_a_visitor_who_thinks() {
    let bot = format!("{BOT} course");
    let site = Site::new(&[("Bob", &bot)], 0);
    let (table, _) = site.open_table(1, "white");
    std::thread::sleep(std::time::Duration::from_secs(15));
    let shown = site.act(&table, "move", &json!({"square": "c3"}));
    assert_eq!(shown["result"], Value::Null, "{shown}");
}
