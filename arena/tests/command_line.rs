//! `arena` as a process: exit codes, files, and the state after a signal.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arena::play::record::GameRecord;
use outflank::game::Game;
use rustix::process::{kill_process, Pid, Signal};

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = arena(arguments).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn read_record(path: &Path) -> GameRecord {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn one_game_is_shown_and_recorded() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let (code, stdout, _) = run(&["play", "random", "greedy", "--json", path.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    let record = read_record(&path);
    let game = Game::from_transcript(&record.moves()).unwrap();
    assert!(game.is_over());
    for (index, turn) in record.turns.iter().enumerate() {
        let line = format!("{:>3}. {} {} ", index + 1, turn.color, turn.square.unwrap());
        assert!(stdout.contains(&line), "{line:?} in {stdout}");
    }
}

#[test]
fn pairs_start_from_the_openings_and_end_in_a_summary() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.txt");
    std::fs::write(&openings, "f5d6c3\nf5f6e6\n").unwrap();
    let records = directory.path().join("records");
    let (openings, directory) = (openings.to_str().unwrap(), records.to_str().unwrap());
    let play = ["play", "random", BOT, "--pairs", "3", "-j2", "--first-ms", "60000", "--turn-ms", "50000"];
    let files = ["--openings", openings, "--record", directory];
    let (code, stdout, stderr) = run(&[&play[..], &files].concat());
    assert_eq!(code, Some(0), "{stderr}");
    let head = "random against misbehaving-bot: 6 games, 60000 ms first, 50000 ms a turn, wall clock";
    assert!(stdout.contains(head), "{stdout}");
    assert!(stdout.contains("misbehaving-bot: no faults; first turns median "), "{stdout}");
    let mut names: Vec<_> = std::fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 6);
    let first = read_record(&names[0]);
    assert!(["f5d6c3", "f5f6e6"].contains(&&*first.opening));
    assert_eq!(read_record(&names[1]).opening, first.opening);
    assert_eq!(read_record(&names[1]).bots[1].name, "random");
}

#[test]
fn a_bot_that_loses_by_a_fault_is_no_failure_of_the_arena() {
    let bot = format!("{BOT} 2 exit 9");
    let (code, stdout, _) = run(&["play", &bot, "random", "--first-ms", "60000", "--turn-ms", "60000"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("white (random) wins"), "{stdout}");
    assert!(stdout.contains("black crashed: exit code 9"), "{stdout}");
}

#[test]
fn what_makes_no_sense_is_usage() {
    let missing = ["play", "random", "random", "--openings", "/nonexistent/openings"];
    for (arguments, complaint) in [
        (&["play", "random"][..], "required"),
        (&["play", "random", "'unclosed"], "bot `'unclosed`: missing closing quote"),
        (&["play", "random", ""], "empty command"),
        (&missing, "cannot read /nonexistent/openings"),
        (&["play", "random", "random", "-j0"], "-j0"),
    ] {
        let (code, _, stderr) = run(arguments);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(complaint.trim_start_matches("-j0")), "{stderr}");
    }
}

#[test]
fn a_bot_that_cannot_be_started_fails_the_arena() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bot");
    std::fs::write(&path, "#!/nonexistent/interpreter\n").unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    let path = path.to_str().unwrap();
    let (code, _, stderr) = run(&["play", "random", path, "--pairs", "3"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains(&format!("cannot start `{path}`: ")), "{stderr}");
}

#[test]
fn a_reader_that_goes_away_does_not_stop_a_game() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    // Closed before the start, since the output of a whole game fits into the pipe's buffer.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = arena(&["play", "random", "random", "--json", path.to_str().unwrap()])
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(read_record(&path).turns.len(), 60);
}

/// The processes with this word on their command line.
fn processes(token: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let command = |path: &Path| std::fs::read_to_string(path.join("cmdline")).unwrap_or_default();
    all.map(|process| command(&process.path())).filter(|command| command.contains(token)).collect()
}

#[test]
fn a_signal_ends_every_bot_and_shows_in_the_exit_code() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let token = format!("signalled-{}-{code}", std::process::id());
        // Black answers once and leaves a child process; white never answers.
        let black = format!("{BOT} 1 leave-child {token}");
        let white = format!("{BOT} 1 silent {token}");
        let mut child =
            arena(&["play", &black, &white, "--first-ms", "600000"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Once black's move is printed, both bots and the child are running.
        assert!(lines.any(|line| line.unwrap().contains("  1. black")));
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(processes(&token), [""; 0]);
    }
}

#[test]
fn a_running_matchs_results_are_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let results = directory.path().join("results.jsonl");
    let path = results.to_str().unwrap();
    let (code, _, stderr) = run(&["match", "random", "greedy", "--pairs", "2", "--results", path]);
    assert_eq!(code, Some(0), "{stderr}");
    let content = std::fs::read(&results).unwrap();
    let held = arena::files::hold(&results).unwrap();
    let (code, _, stderr) = run(&["merge", path, "--output", path]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("is in use by another process"), "{stderr}");
    drop(held);
    assert_eq!(run(&["merge", path, "--output", path]).0, Some(0));
    assert_eq!(std::fs::read(&results).unwrap(), content);
}

#[test]
fn errors_quote_files_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let [results, bots] = ["results.jsonl", "bots.toml"].map(|name| directory.path().join(name));
    let path = results.to_str().unwrap();
    assert_eq!(run(&["match", "random", "greedy", "--pairs", "1", "--results", path]).0, Some(0));
    let text = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, text.replace("\"no_moves\"", r#""\u001b[2J""#)).unwrap();
    std::fs::write(&bots, "[[bot]]\nname = \"a\"\nx\u{1b}y = 1\n").unwrap();
    let of_bots = ["play", "random", "greedy", "--bots", bots.to_str().unwrap()];
    for arguments in [&["rate", path][..], &of_bots] {
        let (code, _, stderr) = run(arguments);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(!stderr.contains('\x1b') && stderr.lines().count() == 1, "{stderr}");
    }
}

#[test]
fn more_pairs_than_can_be_counted_stop_at_a_signal() {
    let most = u64::MAX.to_string();
    let arguments = ["match", "random", "greedy", "--sandbox", "none", "--pairs", &most, "--results"];
    let directory = tempfile::tempdir().unwrap();
    let results = directory.path().join("results.jsonl");
    let mut child = arena(&[&arguments[..], &[results.to_str().unwrap()]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first pairs are there: it plays.
    while std::fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < 3 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn repeated_signals_end_a_wait_for_a_file_that_never_comes() {
    let directory = tempfile::tempdir().unwrap();
    let fifo = directory.path().join("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    let mut child = arena(&["rate", fifo.to_str().unwrap()]).spawn().unwrap();
    while child.try_wait().unwrap().is_none() {
        let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        std::thread::yield_now();
    }
    assert!(!child.wait().unwrap().success());
}
