//! The analyst refuses to replace files that it did not write, in one line.
#![cfg(feature = "cli")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[path = "../../tests/support/foreign_files.rs"]
mod foreign_files;

use foreign_files::FOREIGN;

const GAME: &str = "f5d6c3d3c4";

fn analyst(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn analyse<'a>(option: &'a str, file: &'a str) -> Vec<&'a str> {
    vec!["analyse", GAME, "--playouts", "5", "--exact", "0", option, file]
}

/// The options that name a file to write, with that file.
fn writers<'a>(positions: &'a str, file: &'a str) -> Vec<Vec<&'a str>> {
    let html = [&analyse("--html", file)[..], &["--no-cache"]].concat();
    vec![
        analyse("--cache", file),
        html,
        vec!["solve", positions, "--checkpoint", file],
        vec!["convert", positions, "--to", "json", "-o", file],
    ]
}

#[test]
fn twenty_kinds_of_foreign_files_are_left_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (positions, file) = (path("positions.obf"), path("file"));
    let position = format!("{}O- X;\n", "X".repeat(62));
    std::fs::write(&positions, position).expect("a file can be written");
    for (kind, content) in FOREIGN {
        std::fs::write(&file, content).expect("a file can be written");
        for arguments in writers(&positions, &file) {
            let Output { status, stdout, stderr } = analyst(&arguments);
            let stderr = String::from_utf8_lossy(&stderr).into_owned();
            assert_eq!(status.code(), Some(2), "{kind}: {arguments:?}: {stderr}");
            assert!(stderr.contains("it was left as it is"), "{kind}: {arguments:?}: {stderr}");
            assert_eq!((stderr.lines().count(), &*stdout), (1, &b""[..]), "{kind}: {arguments:?}");
            assert_eq!(std::fs::read(&file).expect("it is there"), content, "{kind}: {arguments:?}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "{kind}");
    }
}

#[test]
fn its_own_files_are_continued_or_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for option in ["--cache", "--html"] {
        let file = path(option);
        for _ in 0..2 {
            let more: &[&str] = if option == "--html" { &["--no-cache"] } else { &[] };
            let output = analyst(&[&analyse(option, &file)[..], more].concat());
            assert!(output.status.success(), "{option}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(Path::new(&file).exists());
        }
    }
    let (games, out) = (path("games.txt"), path("out.sgf"));
    std::fs::write(&games, format!("{GAME}\n")).expect("a file can be written");
    let convert = ["convert", &games, "--to", "sgf", "-o", &out];
    assert!(analyst(&convert).status.success());
    assert_eq!(analyst(&convert).status.code(), Some(2));
    assert!(analyst(&[&convert[..], &["--force"]].concat()).status.success());
}

#[test]
fn every_help_has_the_exit_codes_and_missing_files_are_usage() {
    for command in ["convert", "opening", "analyse", "position", "hint", "problems", "solve", "gtp", "nboard"]
    {
        let help = String::from_utf8_lossy(&analyst(&[command, "--help"]).stdout).into_owned();
        assert!(help.contains("Exit codes:\n  0  done\n  1  a file, another program"), "{command}: {help}");
        assert!(analyst(&[command, "--version"]).status.success(), "{command}");
    }
    assert_eq!(analyst(&["convert", "/nonexistent", "--to", "json"]).status.code(), Some(2));
    assert_eq!(analyst(&["convert"]).status.code(), Some(2));
}

#[test]
fn whatever_is_no_regular_file_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pipe, huge) = (path("pipe"), path("huge"));
    // Nobody ever writes to it.
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    std::fs::File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("a file can be written");
    let large = "expected at most 67108864 bytes, more came: raise --max-mib";
    let refused = [
        ("/dev/zero", "/dev/zero is a device".to_string()),
        (&*pipe, format!("{pipe} is a pipe")),
        (&*huge, format!("{huge}: {large}")),
    ];
    for (file, refusal) in &refused {
        for command in [&["convert", "--to", "ggf"][..], &["analyse", "--no-cache"], &["hint"], &["solve"]] {
            let Output { status, stderr, .. } = analyst(&[command, &[*file]].concat());
            let expected = format!("outflank-analyst: {refusal}\n");
            let found = String::from_utf8_lossy(&stderr);
            assert_eq!((status.code(), &*found), (Some(2), &*expected), "{command:?}");
        }
    }
    let mut gtp = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"));
    let gtp = gtp.arg("gtp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut gtp = gtp.expect("the program starts");
    let dialogue = format!("loadsgf /dev/zero\nloadsgf {pipe}\nloadsgf {huge}\nquit\n");
    gtp.stdin.take().expect("a pipe").write_all(dialogue.as_bytes()).expect("it reads");
    let output = gtp.wait_with_output().expect("it ends");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(answer.matches("? ").count(), 3, "{answer}");
    for reason in ["is a device", "is a pipe", "67108864 bytes"] {
        assert!(answer.contains(reason), "{answer}");
    }
}

#[test]
fn altered_lines_of_a_cache_are_reported_and_searched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, cache) = (path("games.txt"), path("cache.jsonl"));
    std::fs::write(&games, format!("{GAME}\n")).expect("a file can be written");
    let analyse =
        || analyst(&["analyse", "--json", "--playouts", "5", "--exact", "4", "--cache", &cache, &games]);
    let (first, lines) = (analyse(), || std::fs::read_to_string(&cache).expect("the cache"));
    let whole = lines();
    // A value that a search may have found.
    let digit = |text: &str| text.rfind("\"value\":").map(|at| at + 8).expect("a value");
    let mut altered = whole.clone();
    altered.insert(digit(&whole), '1');
    std::fs::write(&cache, altered).expect("a file can be written");
    let second = analyse();
    assert_eq!(first.stdout, second.stdout);
    let stderr = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(stderr.contains(" lines changed after they were written"), "{stderr}");
    assert_eq!(lines().lines().count(), whole.lines().count() + 1);
}

#[test]
fn an_empty_input_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.obf").display().to_string();
    std::fs::write(&empty, "\n").expect("a file can be written");
    for command in [&["analyse", "--no-cache"][..], &["position"], &["hint"], &["solve"]] {
        for argument in [&*empty, "-"] {
            let Output { status, stderr, .. } = analyst(&[command, &[argument]].concat());
            let stderr = String::from_utf8_lossy(&stderr).into_owned();
            assert_eq!(status.code(), Some(2), "{command:?}: {stderr}");
            assert!(stderr.contains("nothing is in here"), "{command:?}: {stderr}");
        }
    }
}

#[test]
fn a_part_of_a_solve_keeps_the_checkpoint_and_a_whole_one_removes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let positions = path("positions.obf");
    std::fs::write(&positions, format!("{}O- X;\n", "X".repeat(62)).repeat(2)).expect("a file");
    let (exact, wld) = (path("positions.obf.checkpoint"), path("positions.obf.wld.checkpoint"));
    let header = "{\"outflank\":\"solve checkpoint\",\"version\":1}\n";
    let proof =
        format!("{{\"position\":\"{}O- X\",\"lower\":64,\"upper\":64,\"best\":\"h8\"}}\n", "X".repeat(62));
    for (earlier, options, kept) in [
        ("", &["--only", "1"][..], [false, false]),
        (&*proof, &["--only", "1"], [true, false]),
        ("", &["--wld", "--only", "2-9"], [true, false]),
        (&proof, &[], [false, false]),
    ] {
        if !earlier.is_empty() {
            std::fs::write(&exact, format!("{header}{earlier}")).expect("a file");
        }
        assert!(analyst(&[&["solve", &positions], options].concat()).status.success(), "{options:?}");
        assert_eq!([&exact, &wld].map(|file| Path::new(file).exists()), kept, "{options:?}");
    }
    for none in ["3", "0", "2-1"] {
        assert_eq!(analyst(&["solve", &positions, "--only", none]).status.code(), Some(2), "{none}");
        assert!(!Path::new(&exact).exists(), "{none}");
    }
}

#[test]
fn what_an_input_says_reaches_the_terminal_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let game = |name: &str, color: &str| {
        let players = format!(r#"[{{"name":"{name}"}},{{"name":"b"}}]"#);
        let moves = format!(r#"[{{"color":"{color}","move":"f5"}}]"#);
        format!(r#"{{"format":"outflank-game","version":1,"players":{players},"moves":{moves}}}"#)
    };
    let (named, wrong) = (path("named.json"), path("wrong.json"));
    std::fs::write(&named, game(r"\u001b[31m\u202ered", "black")).expect("a file");
    std::fs::write(&wrong, game("a", r"\u001b[31mred\nblue")).expect("a file");
    let analyse = |file| analyst(&["analyse", "--no-cache", "--playouts", "5", "--exact", "0", file]);
    for output in [analyse(&named), analyse(&wrong), analyst(&["opening", "\x1b[31m\n\u{202e}"])] {
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!text.contains(['\x1b', '\u{202e}']) && text.contains("\\u{1b}[31m"), "{text}");
    }
}

#[test]
fn a_file_that_is_not_there_is_no_misspelt_game() {
    for (argument, expected) in [
        ("nowhere.obf", "outflank-analyst: nowhere.obf: No such file or directory (os error 2)\n"),
        ("nowhere/game.ggf", "outflank-analyst: nowhere/game.ggf: No such file or directory (os error 2)\n"),
        ("f5 k9", "outflank-analyst: f5 k9:1:4: expected a move such as `f5`, not `k9`\n"),
    ] {
        for command in [&["analyse", "--no-cache"][..], &["position"], &["hint"], &["solve"]] {
            let Output { status, stderr, .. } = analyst(&[command, &[argument]].concat());
            assert_eq!(
                (status.code(), &*String::from_utf8_lossy(&stderr)),
                (Some(2), expected),
                "{command:?}"
            );
        }
    }
}
