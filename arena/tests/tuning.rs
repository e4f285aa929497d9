//! `arena tune` as a process: a run is a function of its seed, also after a kill; invalid input is refused.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const ITERATIONS: usize = 12;

/// A run at fixed work, with additional options.
fn tune(log: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command
        .args(["tune", "outflank:playouts=5,evaluation=handmade", "--pairs", "2", "--seed", "3", "--log"])
        .arg(log);
    command.args(["-p", "exploration=0.3..3@1", "-p", "tanh-scale=8..32@16:2", "--iterations"]);
    command.arg(ITERATIONS.to_string()).args(options);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn finish(mut command: Command, expected: i32) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stderr}");
    (stdout, stderr)
}

fn lines(log: &Path) -> usize {
    std::fs::read(log).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn the_seed_determines_the_log_however_the_run_was_interrupted() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, killed, svg] = ["whole", "killed", "svg"].map(|name| directory.path().join(name));
    let (stdout, _) = finish(tune(&whole, &["--svg", svg.to_str().unwrap()]), 0);
    assert!(stdout.starts_with("12 of 12 iterations, 48 games\n"), "{stdout}");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<!-- A chart of outflank. -->\n<svg "));
    for kill in 1..=3 {
        let mut child = tune(&killed, &["-j2"]).spawn().unwrap();
        while lines(&killed) <= 2 * kill && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!((7..=ITERATIONS).contains(&lines(&killed)), "it was killed on the way");
    assert_eq!(finish(tune(&killed, &[]), 0).0, stdout);
    assert_eq!(std::fs::read(&killed).unwrap(), std::fs::read(&whole).unwrap());
    let mut report = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    report.args(["tune", "--report"]).arg(&killed);
    assert_eq!(finish(report, 0).0, stdout);
}

#[test]
fn what_makes_no_sense_is_usage_and_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let [log, own] = ["log", "own"].map(|name| directory.path().join(name));
    finish(tune(&log, &[]), 0);
    let before = std::fs::read(&log).unwrap();
    std::fs::write(&own, arena::matches::openings::own().unwrap()[5].transcript()).unwrap();
    for (options, complaint) in [
        (&["--seed=9"][..], "cannot be used multiple times"),
        (&["--rate=0.5"], "log: the log of another run: not the same schedule.rate"),
        (&["--rate=nan"], "the rate NaN is not between 0 and 1"),
        (&["-p", "x=1..2@1"], "`x` cannot be set"),
        (&["-p", "x=1..2"], "expected NAME=LOW..HIGH@START"),
        (&["--openings", own.to_str().unwrap()], "matches judge by it, or by its mirror image"),
        (&["--openings", "/nonexistent/openings"], "cannot read /nonexistent/openings"),
        (&["--report", "log"], "cannot be used with"),
    ] {
        let (_, stderr) = finish(tune(&log, options), 2);
        assert!(stderr.contains(complaint), "{stderr}");
    }
    assert_eq!(std::fs::read(&log).unwrap(), before);
    std::fs::write(&own, "not a log\n").unwrap();
    let (_, stderr) = finish(tune(&own, &[]), 2);
    assert!(stderr.contains("own is not a tuning log; it was left as it is"), "{stderr}");
    assert_eq!(std::fs::read(&own).unwrap(), b"not a log\n");
    let (_, stderr) = finish(tune(&directory.path().join("no/log"), &[]), 1);
    assert!(stderr.contains("cannot write "), "{stderr}");
}

#[test]
fn a_program_is_tuned_by_placeholders_in_its_command() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let tune = |parameters: &[&str], options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
        let bot = format!("sh -c 'exec {} # {{C}} {{D}}'", env!("CARGO_BIN_EXE_misbehaving-bot"));
        command.args(["tune", &bot, "--pairs", "1", "--iterations", "2", "--log"]).arg(&log);
        command.args(parameters).args(["--first-ms", "60000", "--turn-ms", "60000"]).args(options);
        // The shell names the program in a text, so that a sandbox would not show it.
        command.args(["--sandbox", "none"]);
        command
    };
    let both = ["-p", "C=0..4@1:0.5", "-p", "D=8..32@16:2"];
    let (stdout, stderr) = finish(tune(&both, &[]), 0);
    assert!(stdout.starts_with("2 of 2 iterations, 4 games\n"), "{stdout}");
    assert!(stdout.contains("misbehaving-bot # 1 16'"), "equal bots move no constant: {stdout}");
    assert!(!stderr.contains("pair"), "no game ends by a fault: {stderr}");
    let header = std::fs::read_to_string(&log).unwrap().lines().next().unwrap().to_string();
    assert!(header.contains(r#""own":{"bot":{"#) && header.contains(r#""first_ms":60000"#), "{header}");
    let (_, stderr) = finish(tune(&both, &["--margin", "1"]), 2);
    assert!(stderr.contains("the log of another run: not the same own.limits.margin_ms"), "{stderr}");
    let (_, stderr) = finish(tune(&both[..2], &[]), 2);
    assert!(stderr.contains("another run") || stderr.contains("no placeholder"), "{stderr}");
    let (_, stderr) = finish(tune(&["-p", "C=0..4@1", "-p", "E=0..4@1"], &[]), 2);
    assert!(stderr.contains("the bot has no placeholder `{E}`"), "{stderr}");
}
