//! `arena match`, `sprt` and `merge` as processes: equal results however a run is sharded, killed and
//! resumed; full disks; exit codes.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use arena::matches::results::Results;
use outflank::rng::Rng;
use rustix::process::{Pid, Signal};

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
/// Enough pairs for runs to overlap with the tests' actions, few enough to be fast.
const PAIRS: u64 = 60;

fn arena() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Bots at fixed work, and their number of pairs.
#[derive(Clone, Copy)]
struct Fixed {
    bots: [&'static str; 2],
    pairs: u64,
}

const SMALL: Fixed = Fixed { bots: ["random", "uct:30"], pairs: PAIRS };

impl Fixed {
    fn command(self, results: &Path, options: &[&str]) -> Command {
        let mut command = arena();
        command.arg("match").args(self.bots).args(["--seed", "9", "--results"]).arg(results).args(options);
        if !options.contains(&"--pairs") {
            command.args(["--pairs", &self.pairs.to_string()]);
        }
        // Arenas lease cores in the temporary folder; one shared with other tests may have none left, which
        // adds a warning.
        command.env("TMPDIR", results.parent().unwrap());
        command
    }

    /// Its results, in the order of the pairs.
    fn reference(self, directory: &Path) -> Vec<u8> {
        let path = directory.join("reference");
        finish(self.command(&path, &["-j1"]), 0);
        let merged = merge(std::slice::from_ref(&path), &directory.join("merged"));
        assert_eq!(std::fs::read(path).unwrap(), merged, "one worker finishes pairs in order");
        merged
    }

    /// Two workers, and four merged shards.
    fn assert_workers_and_shards_change_nothing(self, directory: &Path, expected: &[u8]) {
        let file = |name: &str| directory.join(name);
        finish(self.command(&file("two"), &["-j2"]), 0);
        assert_eq!(merge(&[file("two")], &file("merged-two")), expected);
        let shards: Vec<_> = (1..=4).map(|shard| file(&format!("shard-{shard}"))).collect();
        for (index, shard) in shards.iter().enumerate() {
            finish(self.command(shard, &["--shard", &format!("{}/4", index + 1)]), 0);
            assert_eq!(Results::read(shard).unwrap().pairs.len() as u64, self.pairs / 4);
        }
        assert_eq!(merge(&shards, &file("merged-shards")), expected);
    }
}

/// A match between built-in bots at fixed work.
fn fixed_match(results: &Path, options: &[&str]) -> Command {
    SMALL.command(results, options)
}

#[track_caller]
fn finish(mut command: Command, expected: i32) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(expected), "{stderr}");
    (stdout, stderr)
}

fn merge(files: &[PathBuf], output: &Path) -> Vec<u8> {
    let mut command = arena();
    command.arg("merge").args(files).arg("-o").arg(output);
    finish(command, 0);
    std::fs::read(output).unwrap()
}

#[test]
fn workers_and_shards_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let expected = SMALL.reference(directory.path());
    SMALL.assert_workers_and_shards_change_nothing(directory.path(), &expected);
    let slurms = directory.path().join("slurm");
    let mut command = fixed_match(&slurms, &[]);
    command.envs([
        ("SLURM_ARRAY_TASK_ID", "2"),
        ("SLURM_ARRAY_TASK_COUNT", "4"),
        ("SLURM_ARRAY_TASK_MIN", "1"),
    ]);
    finish(command, 0);
    let shards = directory.path().join("shard-2");
    assert_eq!(Results::read(&slurms).unwrap(), Results::read(&shards).unwrap());
}

#[test]
#[ignore = "a minute or two: cargo test -p arena --test all matches -- --ignored"]
fn two_thousand_games_are_the_same_to_the_last_bit() {
    let fixed = Fixed { bots: ["outflank:playouts=40", "alphabeta:2"], pairs: 1000 };
    let directory = tempfile::tempdir().unwrap();
    let expected = fixed.reference(directory.path());
    fixed.assert_workers_and_shards_change_nothing(directory.path(), &expected);
    let path = directory.path().join("killed");
    let mut rng = Rng::new(std::process::id().into());
    let mut known = 0;
    for kills_left in (1..=10).rev() {
        let mut child = fixed.command(&path, &["-j2"]).spawn().unwrap();
        // At any time within the missing pairs' share of the run, also during a write.
        wait_for_pairs(&path, known + rng.below((1000 - known) / (kills_left + 1)), &mut child);
        std::thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
        assert!(child.try_wait().unwrap().is_none(), "it is killed on the way");
        child.kill().unwrap();
        child.wait().unwrap();
        known = Results::read(&path).map_or(0, |results| results.pairs.len());
        println!("killed with {known} pairs");
    }
    finish(fixed.command(&path, &["-j2"]), 0);
    assert_eq!(merge(&[path], &directory.path().join("merged-killed")), expected);
}

/// Waits until a results file has more than `pairs` pairs, or the run has ended.
fn wait_for_pairs(path: &Path, pairs: usize, child: &mut Child) {
    let count = || std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    while count() <= pairs + 1 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let [path, whole] = ["killed", "whole"].map(|name| directory.path().join(name));
    for kill in 0..10 {
        let mut child = fixed_match(&path, &["-j2", "--pairs", "1000000"]).spawn().unwrap();
        wait_for_pairs(&path, 4 * kill, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = *Results::read(&path).unwrap().pairs.last_key_value().unwrap().0;
    assert!(last < 1_000_000 - 10, "it was killed on the way");
    let pairs = (last + 10).to_string();
    let (stdout, _) = finish(fixed_match(&path, &["-j2", "--pairs", &pairs]), 0);
    assert!(stdout.contains(&format!(": {} games", 2 * (last + 10))), "the summary counts all: {stdout}");
    finish(fixed_match(&whole, &["--pairs", &pairs]), 0);
    assert_eq!(merge(&[path], &directory.path().join("merged-killed")), std::fs::read(whole).unwrap());
}

#[test]
fn a_finished_run_plays_nothing_more_and_may_be_extended() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    finish(fixed_match(&path, &["--pairs", "5"]), 0);
    let first = std::fs::read(&path).unwrap();
    finish(fixed_match(&path, &["--pairs", "5"]), 0);
    assert_eq!(std::fs::read(&path).unwrap(), first);
    finish(fixed_match(&path, &["--pairs", "8"]), 0);
    assert!(std::fs::read(&path).unwrap().starts_with(&first));
    assert_eq!(Results::read(&path).unwrap().pairs.len(), 8);
}

#[test]
fn a_full_disk_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    let expected = SMALL.reference(directory.path());
    let mut command = fixed_match(&path, &["-j2"]);
    // SAFETY: two system calls; neither allocates.
    unsafe {
        command.pre_exec(|| {
            // With SIGXFSZ ignored the write fails as on a full disk.
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            let limit = libc::rlimit { rlim_cur: 4000, rlim_max: 4000 };
            libc::setrlimit(libc::RLIMIT_FSIZE, &limit);
            Ok(())
        });
    }
    let (_, stderr) = finish(command, 1);
    assert!(stderr.contains("results (what was written before is whole): File too large"), "{stderr}");
    let text = std::fs::read(&path).unwrap();
    assert!(text.ends_with(b"\n") && text.len() <= 4000);
    finish(fixed_match(&path, &["-j2"]), 0);
    assert_eq!(merge(&[path], &directory.path().join("merged-full")), expected);
}

#[test]
fn a_signal_keeps_finished_pairs() {
    let directory = tempfile::tempdir().unwrap();
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let path = directory.path().join(code.to_string());
        let mut child = fixed_match(&path, &["--pairs", "1000000"]).spawn().unwrap();
        wait_for_pairs(&path, 3, &mut child);
        rustix::process::kill_process(Pid::from_child(&child), signal).unwrap();
        let mut summary = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut summary).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(stderr, "outflank-arena: interrupted; run the same command again to resume\n");
        let pairs = Results::read(&path).unwrap().pairs.len();
        assert!(pairs >= 3);
        assert!(summary.contains(&format!(": {} games", 2 * pairs)), "{summary} for {pairs} pairs");
    }
}

#[test]
fn results_of_another_run_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    finish(fixed_match(&path, &["--pairs", "2"]), 0);
    let (_, stderr) = finish(fixed_match(&path, &["--pairs", "2", "--turn-ms", "99"]), 2);
    assert!(stderr.contains("results: results of another run: not the same limits"), "{stderr}");
    let other = directory.path().join("other");
    finish(fixed_match(&other, &["--pairs", "2", "--adjudicate"]), 0);
    let mut command = arena();
    command.arg("merge").args([&path, &other]).arg("-o").arg(directory.path().join("merged"));
    let (_, stderr) = finish(command, 2);
    assert!(stderr.contains("not the same adjudicate_empties"), "{stderr}");
}

#[test]
fn adjudicated_games_end_like_finished_ones() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    finish(fixed_match(&path, &["--pairs", "4", "--adjudicate", "10"]), 0);
    for pair in Results::read(&path).unwrap().pairs.values() {
        for game in &pair.games {
            let json = serde_json::to_value(&game.termination).unwrap();
            if json["reason"] == "adjudicated" {
                let score = json["black_score"].as_i64().unwrap();
                assert_eq!(game.scores, [i32::from(score > 0), i32::from(score < 0)]);
                assert!(game.discs.iter().sum::<u32>() >= 54);
            }
        }
    }
}

#[test]
fn strict_runs_tell_of_faults() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    let run = |results: PathBuf, bot: &str, options: &[&str], expected| {
        let mut command = arena();
        command.args(["match", bot, "random", "--pairs", "2"]).args(options);
        // Longer than any test takes.
        command.args(["--first-ms", "60000", "--turn-ms", "60000", "--results"]).arg(results);
        finish(command, expected)
    };
    let bad = format!("{BOT} 2 say a1");
    let (stdout, stderr) = run(file("strict"), &bad, &["--strict"], 3);
    assert!(stdout.contains("misbehaving-bot: illegal move x 4"), "{stdout}");
    assert!(stderr.contains("outflank-arena: 4 games were lost by a fault"), "{stderr}");
    run(file("lenient"), &bad, &[], 0);
    run(file("good"), BOT, &["--strict"], 0);
    let record = file("records");
    run(file("recorded"), BOT, &["--record", record.to_str().unwrap()], 0);
    assert_eq!(std::fs::read_dir(record).unwrap().count(), 4);
}

#[test]
fn the_test_ends_with_its_verdict_and_is_the_same_every_time() {
    let directory = tempfile::tempdir().unwrap();
    let sprt = |name: &str, bots: [&str; 2], options: &[&str], expected| {
        let mut command = arena();
        command.arg("sprt").args(bots).args(["--elo0", "0", "--elo1", "50"]).args(options);
        command.arg("--results").arg(directory.path().join(name));
        finish(command, expected).0
    };
    let better = sprt("better", ["mobility", "random"], &["-j1"], 4);
    // Wald's approximation for the default errors and 50 normalised Elo.
    let expected =
        "expected: 128 pairs if the difference is 0 normalised Elo, 210 if it is 25, 128 if it is 50";
    assert!(better.starts_with(expected), "{better}");
    assert!(better.contains("H1 accepted"), "{better}");
    assert_eq!(sprt("better-2", ["mobility", "random"], &["-j2"], 4), better);
    assert_eq!(sprt("better", ["mobility", "random"], &[], 4), better, "the file holds the decision");
    let worse = sprt("worse", ["random", "mobility"], &["--model", "trinomial"], 5);
    assert!(worse.contains("H0 accepted"), "{worse}");
    let open = sprt("open", ["random", "random"], &["--max-pairs", "1"], 0);
    assert!(open.contains("no decision"), "{open}");
    let mut command = arena();
    command.args(["sprt", "random", "random", "--elo0", "5", "--elo1", "0", "--results", "unused"]);
    let (_, stderr) = finish(command, 2);
    assert!(stderr.contains("the bounds need elo0 < elo1"), "{stderr}");
}

#[test]
fn pairs_that_repeat_are_no_evidence() {
    let directory = tempfile::tempdir().unwrap();
    let run = |subcommand: &str, options: &[&str]| {
        let mut command = arena();
        // Plays the first legal move: two of it play the same game from the same opening.
        command.args([subcommand, BOT, BOT, "--sandbox", "none", "--turn-ms", "60000"]).args(options);
        let stdout = finish(command, 0).0;
        // Without times, which differ.
        stdout.lines().filter(|line| !line.contains(" ms")).collect::<Vec<_>>().join("\n")
    };
    let repeated = run("play", &["--pairs", "4", "--openings", "start"]);
    assert!(repeated.contains("3 of 4 pairs repeat an earlier one move by move: "), "{repeated}");
    assert!(repeated.contains("+1 =0 -1  50.0 %  too few pairs to say"), "{repeated}");
    // Balanced openings differ, and are the default.
    let distinct = run("play", &["--pairs", "4"]);
    assert!(distinct.contains("+4 =0 -4"), "{distinct}");
    assert!(!distinct.contains("repeat"), "{distinct}");
    assert_eq!(run("play", &["--pairs", "4", "--openings", "balanced"]), distinct);
    let results = directory.path().join("sprt").to_string_lossy().into_owned();
    let open = run("sprt", &["--openings", "start", "--max-pairs", "12", "--results", &results]);
    assert!(open.contains("11 of 12 pairs repeat an earlier one"), "{open}");
    assert!(open.contains("no decision"), "{open}");
}
