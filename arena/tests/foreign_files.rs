//! No command cuts or overwrites a file that is not its own: it is refused in one line, its bytes unchanged.

use std::path::Path;
use std::process::{Command, Output, Stdio};

#[path = "../../tests/support/foreign_files.rs"]
mod foreign;

use foreign::FOREIGN;

fn arena(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Every option of every command that names a file to write, with that file.
fn writers<'a>(own: &'a str, record: &'a str, file: &'a str) -> Vec<Vec<&'a str>> {
    let tune =
        ["tune", "outflank:playouts=5", "-p", "exploration=0.5..2@1", "--iterations", "1", "--pairs", "1"];
    vec![
        vec!["match", "random", "greedy", "--pairs", "1", "--results", file],
        vec!["sprt", "random", "greedy", "--elo0", "0", "--elo1", "5", "--max-pairs", "1", "--results", file],
        vec!["merge", own, "-o", file],
        [&tune[..], &["--log", file]].concat(),
        [&tune[..], &["--log", "new.log", "--svg", file]].concat(),
        vec!["openings", "--count", "1", "--playouts", "1", "--within", "64", "-o", file],
        vec!["play", "random", "greedy", "--json", file],
        vec!["referee", "-p1", "random", "-p2", "greedy", "-l", file],
        vec!["show", record, "--solve", "0", "--html", file],
        vec!["report", own, "--html", file],
    ]
}

#[test]
fn twenty_kinds_of_foreign_files_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (own, record, file) = (path("own.jsonl"), path("record.json"), path("file"));
    assert!(arena(&["match", "random", "greedy", "--pairs", "1", "--results", &own]).status.success());
    assert!(arena(&["play", "random", "greedy", "--json", &record]).status.success());
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    for (kind, content) in FOREIGN {
        std::fs::write(&file, content).unwrap();
        let before = files();
        for arguments in writers(&own, &record, &file) {
            let Output { status, stdout, stderr } = arena(&arguments);
            let stderr = String::from_utf8(stderr).unwrap();
            assert!(!status.success(), "{kind}: {arguments:?}");
            assert_eq!(stderr.lines().count(), 1, "{kind}: {arguments:?}: {stderr}");
            assert!(stderr.contains(&file), "{kind}: {arguments:?}: {stderr}");
            assert_eq!(stdout, b"", "{kind}: {arguments:?}: it is refused before a game");
            assert_eq!(std::fs::read(&file).unwrap(), content, "{kind}: {arguments:?}");
        }
        assert_eq!(files(), before, "{kind}: nothing is left behind");
    }
}

#[test]
fn what_a_command_wrote_it_replaces_or_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (own, record) = (path("own.jsonl"), path("record.json"));
    assert!(arena(&["match", "random", "greedy", "--pairs", "1", "--results", &own]).status.success());
    assert!(arena(&["play", "random", "greedy", "--json", &record]).status.success());
    for (number, arguments) in writers(&own, &record, "").into_iter().enumerate() {
        let file = path(&format!("file-{number}"));
        // `tune` with a chart needs a log of its own.
        let log = path(&format!("log-{number}"));
        let arguments: Vec<&str> = arguments
            .into_iter()
            .map(|word| match word {
                "" => &*file,
                "new.log" => &*log,
                other => other,
            })
            .collect();
        for _ in 0..2 {
            let Output { status, stderr, .. } = arena(&arguments);
            assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
            assert!(Path::new(&file).metadata().unwrap().len() > 0);
        }
    }
}

#[test]
fn endless_and_huge_inputs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge");
    // A hole takes no space on the disk.
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let readers = |file: &str| {
        [
            vec!["rate".to_string(), file.into()],
            ["merge", file, "-o", "unused"].map(String::from).to_vec(),
            ["report", file, "--html", "unused"].map(String::from).to_vec(),
            vec!["show".into(), file.into()],
            ["tune", "--report", file].map(String::from).to_vec(),
            ["match", "random", "greedy", "--openings", file, "--results", "unused"]
                .map(String::from)
                .to_vec(),
            ["play", "random", "greedy", "--bots", file].map(String::from).to_vec(),
            vec!["play".into(), format!("outflank:playouts=1,weights={file}"), "random".into()],
        ]
    };
    for file in ["/dev/zero", huge.to_str().unwrap(), pipe.to_str().unwrap()] {
        for arguments in readers(file) {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let Output { status, stderr, .. } = arena(&arguments);
            let stderr = String::from_utf8(stderr).unwrap();
            assert!(!status.success(), "{arguments:?}");
            assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        }
    }
}
