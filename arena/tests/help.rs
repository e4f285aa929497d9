//! Texts for users: exit codes, versions, completions, man pages, suggestions, and how to resume.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[track_caller]
fn run(arguments: &[&str], code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = arena(arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

const COMMANDS: [&str; 16] = [
    "play",
    "referee",
    "show",
    "match",
    "sprt",
    "roundrobin",
    "gauntlet",
    "merge",
    "rate",
    "report",
    "tune",
    "bots",
    "openings",
    "stats",
    "completions",
    "man",
];

#[test]
fn every_help_has_the_exit_codes_and_every_command_a_version() {
    for command in COMMANDS {
        let (help, _) = run(&[command, "--help"], 0);
        assert!(help.contains(toolkit::commands::EXIT_CODES), "{command}: {help}");
        assert!(
            help.ends_with("129, 130 or 143  stopped by SIGHUP, SIGINT or SIGTERM\n"),
            "{command}: {help}"
        );
        let (version, _) = run(&[command, "--version"], 0);
        assert!(version.ends_with(concat!(env!("CARGO_PKG_VERSION"), "\n")), "{command}: {version}");
    }
    let (help, _) = run(&["--help"], 0);
    assert!(COMMANDS.iter().all(|command| help.contains(&format!("\n  {command} "))), "{help}");
}

#[test]
fn completions_and_man_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, _) = run(&["completions", shell], 0);
        assert!(script.contains("roundrobin") && script.contains("adjudicate"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man");
    for _ in 0..2 {
        run(&["man", man.to_str().unwrap()], 0);
    }
    let page = std::fs::read_to_string(man.join("outflank-arena-match.1")).unwrap();
    assert!(page.contains("arena\\-match") && page.contains("stop\\-file"), "{page}");
}

#[test]
fn a_mistyped_bot_is_recognised_and_bots_are_listed() {
    let (_, stderr) = run(&["play", "outflnk", "random"], 2);
    assert_eq!(
        stderr,
        "outflank-arena: no built-in bot, entry or program `outflnk`: did you mean outflank:playouts=N?\n"
    );
    let (_, stderr) = run(&["play", "random", "no-such-thing"], 2);
    assert!(stderr.ends_with("`no-such-thing`; `outflank-arena bots` lists what there is\n"), "{stderr}");
    let folder = tempfile::tempdir().unwrap();
    let bots = folder.path().join("bots.toml");
    std::fs::write(&bots, format!("[[bot]]\nname = \"mine\"\ncommand = \"{BOT} 1\"\n")).unwrap();
    let (list, _) = run(&["bots", "--bots", bots.to_str().unwrap()], 0);
    for part in ["random ", "outflank:playouts=N ", "mine ", "misbehaving-bot 1 (codingame)", "git:REVISION"]
    {
        assert!(list.contains(part), "{part}: {list}");
    }
    let (_, stderr) = run(&["play", "mime", "random", "--bots", bots.to_str().unwrap()], 2);
    assert!(stderr.ends_with("did you mean mine?\n"), "{stderr}");
    let (list, _) = run(&["tune", "--constants"], 0);
    assert!(list.contains("  exploration ") && list.contains("  confidence "), "{list}");
}

#[test]
fn two_scripts_of_one_interpreter_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, "exit 3\n").unwrap();
        format!("sh {}", path.display())
    };
    let (stdout, _) = run(&["play", &script("first.sh"), &script("second.sh"), "--first-ms", "60000"], 0);
    assert!(stdout.starts_with("black X first.sh, white O second.sh "), "{stdout}");
}

#[test]
fn a_crash_shows_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let script = path("bot.sh");
    std::fs::write(&script, "read line\necho 'Traceback: no such \u{1b}[2J book' >&2\nexit 7\n").unwrap();
    let bot = format!("sh {script}");
    let (stdout, _) = run(&["play", &bot, "random", "--first-ms", "60000", "--json", &path("game")], 0);
    assert!(stdout.contains("black crashed: exit code 7"), "{stdout}");
    assert!(stdout.contains("     stderr: Traceback: no such \\u{1b}[2J book\n"), "{stdout}");
    let (shown, _) = run(&["show", &path("game")], 0);
    assert!(shown.contains("     stderr: Traceback: no such \\u{1b}[2J book\n"), "{shown}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.json");
    let game = game.to_str().unwrap();
    run(&["play", "random", "greedy", "--json", game], 0);
    for arguments in [&["show", game][..], &["bots"], &["--help"], &["completions", "bash"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = arena(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{arguments:?}");
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = arena(&["show", game]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"outflank-arena: cannot write to standard output\n");
}

#[test]
fn no_pairs_are_no_match() {
    for arguments in [
        &["match", "random", "greedy", "--results", "unused", "--pairs", "0"][..],
        &["play", "random", "greedy", "--pairs", "0"],
        &["roundrobin", "random", "greedy", "--results", "unused", "--pairs", "0"],
        &[
            "sprt",
            "random",
            "greedy",
            "--results",
            "unused",
            "--elo0",
            "0",
            "--elo1",
            "5",
            "--max-pairs",
            "0",
        ],
    ] {
        let (_, stderr) = run(arguments, 2);
        assert!(stderr.contains("invalid value '0'"), "{stderr}");
    }
    assert!(!Path::new("unused").exists());
}

#[test]
fn counts_and_bounds_that_no_figure_survives_are_refused() {
    let (_, stderr) = run(&["stats", "1,2,10000000000000000,4,5"], 2);
    assert!(stderr.starts_with("outflank-arena: a count is at most 1000000000000"), "{stderr}");
    let (stdout, _) = run(&["stats", "1,2,1000000000000,4,5", "--nelo", "0,5"], 0);
    assert!(!stdout.contains("inf") && !stdout.contains("NaN"), "{stdout}");
    let (_, stderr) = run(&["stats", "5,20,50,30,10", "--nelo", "0,60"], 2);
    assert!(stderr.contains("the likelihood has several maxima"), "{stderr}");
    let (stdout, _) = run(&["stats", "5,20,50,30,10", "--nelo", "0,5"], 0);
    assert!(stdout.contains("LLR 0.3917121709,"), "{stdout}");
}
