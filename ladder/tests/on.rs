//! `ladder run --on`: games that other processes play, which may die, hang, lie or answer twice.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");

/// A worker whose runs are counted: each of its first ones fails in its own way, the others are honest.
const WORKER: &str = r#"
n=$(cat "$0.count" 2>/dev/null || echo 0); echo $((n + 1)) > "$0.count"
case $n in
0) exit 9;;
1) kill -9 $$;;
2) echo; exit 0;;
3) "$@" > "$0.old"; exit 1;;
4) cat "$0.old";;
5) "$@" > "$0.twice"; cat "$0.twice" "$0.twice";;
6) "$@" | sed 's/"move":"[a-h][1-8]"/"move":"a1"/';;
7) "$@" | sed 's/"sha256":\["./"sha256":["x/';;
8) "$@" | sed 's/"scores":\[[-01]*,[-01]*\]/"scores":[1,1]/';;
9) "$@" | sed 's/"discs":\[[0-9]*,/"discs":[63,/';;
10) "$@" | sed 's/"seed":[0-9]*/"seed":1/';;
11) "$@" | sed 's/"turn_ms":[0-9]*/"turn_ms":1/';;
12) head -c 100000000 /dev/zero;;
13) "$@" | head -c 1000;;
14) sleep 1000;;
15) "$@" & sleep 0 && kill -9 $!; wait;;
*) exec "$@";;
esac
"#;

#[track_caller]
fn ladder(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = Command::new(LADDER).args(arguments).output().unwrap();
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// A ladder of built-in bots.
fn course(bots: &[&str]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("course").to_str().unwrap().to_string();
    ladder(&["init", &directory]);
    for (number, bot) in bots.iter().enumerate() {
        ladder(&["submit", &directory, &format!("{number} {bot}"), bot]);
    }
    (folder, directory)
}

/// All games, without their times.
fn games(directory: &str) -> Vec<Value> {
    let export = ladder(&["export", directory]);
    let game = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        game["started_ms"].take();
        game["finished_ms"].take();
        game
    };
    export.lines().map(game).collect()
}

#[test]
fn workers_that_fail_or_lie_cost_repetitions_alone() {
    let bots = ["random", "greedy", "positional", "random", "mobility"];
    let (folder, directory) = course(&bots);
    let script = folder.path().join("worker.sh");
    std::fs::write(&script, WORKER).unwrap();
    let on = format!("sh {}", script.display());
    let mut run = Command::new(LADDER);
    run.args(["run", &directory, "--games", "10", "--on", &on, "--game-seconds", "5"]);
    let Output { status, stderr, .. } = run.output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{stderr}");
    for reason in [
        "it ended with exit status: 9",
        "its report: EOF while",
        "its report is of another game",
        "its report: trailing characters",
        "may not play a1",
        "it played other programs",
        "its report: the scores are",
        "its report: the moves lead to",
        "its report has another seed",
        "its report has other rules",
        "no report within 5 s",
    ] {
        assert!(stderr.contains(reason), "{reason}: {stderr}");
    }
    assert_eq!(stderr.matches("; the two meet again").count(), 16, "{stderr}");
    ladder(&["verify", &directory]);
    let (_folder, other) = course(&bots);
    ladder(&["run", &other, "--games", "10", "--no-affinity"]);
    assert_eq!(games(&directory), games(&other), "as if nothing had happened");
}

#[test]
fn sources_play_elsewhere_many_at_a_time() {
    let (folder, directory) = course(&["random", "greedy", "positional", "mobility"]);
    let source = folder.path().join("player.c");
    std::fs::write(&source, include_str!("sources/player.c")).unwrap();
    ladder(&["submit", &directory, "Ann", source.to_str().unwrap()]);
    ladder(&["run", &directory, "--games", "20", "--on", "env", "-j", "64", "--allow-parallel"]);
    assert!(ladder(&["verify", &directory]).contains(" 20 games"));
    assert!(games(&directory).iter().any(|game| game["participants"].to_string().contains("Ann")));
}

#[test]
fn placements_elsewhere_are_those_of_here() {
    let [here, elsewhere] = [["--no-affinity"].as_slice(), &["--on", "env", "-j", "3", "--allow-parallel"]]
        .map(|how| {
            let folder = tempfile::tempdir().unwrap();
            let directory = folder.path().join("leagues").to_str().unwrap().to_string();
            let bosses = ["--boss", "Silver=mobility", "--boss", "Gold=mobility", "--boss", "Legend=greedy"];
            let rules = ["init", &directory, "--rules", "leagues", "--meetings", "6"];
            ladder(&[&rules[..], &bosses].concat());
            for bot in ["greedy", "alphabeta:2"] {
                ladder(&["submit", &directory, bot, bot]);
            }
            ladder(&[&["run", &directory, "--until-stable"], how].concat());
            ladder(&["verify", &directory]);
            (games(&directory), ladder(&["standings", &directory]))
        });
    assert!(here.0.len() >= 18, "{}", here.1);
    assert_eq!(here, elsewhere);
}

#[test]
fn a_job_that_is_none_is_refused() {
    for job in ["", "{}", "[1]"] {
        let mut worker = Command::new(LADDER);
        let mut worker =
            worker.arg("play-game").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut worker.stdin.take().unwrap(), job.as_bytes()).unwrap();
        let Output { status, stderr, .. } = worker.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(1), "{}", String::from_utf8_lossy(&stderr));
        assert!(String::from_utf8_lossy(&stderr).contains("the job on standard input"));
    }
}

/// Kills a run after some of its games, and returns the number of lines that it has printed.
fn kill_a_run(directory: &str, after: usize) -> usize {
    let mut run = Command::new(LADDER);
    run.args(["run", directory, "--on", "env", "-j", "4", "--allow-parallel"]);
    let mut run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The pipe stays open, or the run would end by itself.
    let mut output = BufReader::new(run.stdout.take().unwrap()).lines();
    let printed = output.by_ref().take(after).count();
    run.kill().unwrap();
    let status = run.wait().unwrap();
    let mut stderr = String::new();
    if status.signal() != Some(9) {
        let _ = run.stderr.take().unwrap().read_to_string(&mut stderr);
    }
    assert_eq!((status.signal(), printed), (Some(9), after), "{status}: {stderr}");
    printed
}

#[test]
#[ignore = "minutes: cargo test -p ladder --test all on:: -- --ignored"]
fn two_hundred_killed_runs_lose_and_double_no_game() {
    // Equals are never out of opponents.
    let (_folder, directory) = course(&["random"; 12]);
    let mut known = 0;
    for kill in 0..200 {
        let printed = kill_a_run(&directory, kill % 7);
        let verified = ladder(&["verify", &directory]);
        let games: usize = verified.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(games >= known + printed, "{games} of {known} and {printed}");
        known = games;
    }
    assert!(known > 200, "{known}");
}
