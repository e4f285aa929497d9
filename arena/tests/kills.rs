//! Matches that are killed at random moments, run into a full disk, or run out of memory, and go on: their
//! results are those of a match that was not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use outflank::rng::Rng;

const ARENA: &str = env!("CARGO_BIN_EXE_outflank-arena");

fn match_into(results: &Path, pairs: u64) -> Command {
    let mut command = Command::new(ARENA);
    command.args(["match", "random", "greedy", "--pairs", &pairs.to_string(), "-j2", "--no-affinity"]);
    command.arg("--results").arg(results).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The lines of a file in order of their text: which pair ends first depends on the machine.
fn lines(results: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(results).unwrap();
    let lines: BTreeSet<String> = text.lines().map(str::to_string).collect();
    assert_eq!(lines.len(), text.lines().count(), "a pair is there twice");
    lines
}

/// Kills a match this many times, lets it end, and compares the results with those of a whole run.
fn kill(kills: u64, pairs_a_kill: u64) {
    let folder = tempfile::tempdir().unwrap();
    let [killed, whole] = ["killed", "whole"].map(|name| folder.path().join(name));
    let mut rng = Rng::new(5);
    let mut at_work = 0;
    for number in 1..=kills {
        let mut child = match_into(&killed, number * pairs_a_kill).spawn().unwrap();
        // Nothing is waited for: this is the random moment.
        std::thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        at_work += u64::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    for results in [&killed, &whole] {
        assert!(match_into(results, kills * pairs_a_kill).status().unwrap().success());
    }
    println!("{kills} kills, {at_work} of them at work");
    assert!(lines(&killed) == lines(&whole));
}

#[test]
fn a_killed_match_goes_on_as_if_it_had_not_been() {
    kill(20, 30);
}

#[test]
#[ignore = "minutes: cargo test -p arena --test all -- --ignored --nocapture a_thousand"]
fn a_thousand_kills_change_no_result() {
    kill(1000, 100);
}

/// Runs a match this many times on a small disk, lets it end on a larger one, and compares the results.
fn fill(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let pairs = 300;
    assert!(match_into(&whole, pairs).status().unwrap().success());
    let size = fs::metadata(&whole).unwrap().len() / 1024;
    let mut rng = Rng::new(5);
    for number in 0..times {
        let mount = folder.path().join(format!("mount-{number}"));
        let copy = folder.path().join(format!("copy-{number}"));
        fs::create_dir_all(&mount).unwrap();
        let script = format!(
            "mount -t tmpfs -o size={}k tmpfs {mount} && {{ {ARENA} match random greedy --pairs {pairs} -j2 \
             --no-affinity --results {mount}/results; code=$?; cp {mount}/results {copy}; exit $code; }}",
            4 + rng.below(size as usize - 8),
            mount = mount.display(),
            copy = copy.display(),
        );
        let mut unshare = Command::new("unshare");
        let output = unshare.args(["-Urm", "sh", "-c", &script]).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{complaint}");
        assert!(complaint.contains("No space left on device"), "{complaint}");
        assert!(match_into(&copy, pairs).status().unwrap().success());
        assert!(lines(&copy) == lines(&whole));
    }
}

#[test]
fn a_full_disk_changes_no_result() {
    fill(4);
}

#[test]
#[ignore = "minutes: cargo test -p arena --test all -- --ignored two_hundred_full"]
fn two_hundred_full_disks_change_no_result() {
    fill(200);
}

#[test]
#[ignore = "a minute: cargo test -p arena --test all -- --ignored --nocapture out_of_memory"]
fn a_match_that_runs_out_of_memory_changes_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let arguments = "match outflank:playouts=20 greedy --pairs 8 -j2 --no-affinity --results";
    let play = |kib: &str, results: &Path| {
        let script = format!("ulimit -v {kib}; exec {ARENA} {arguments} {}", results.display());
        Command::new("sh").args(["-c", &script]).env_remove("RUST_BACKTRACE").output().unwrap()
    };
    assert!(play("unlimited", &whole).status.success());
    let mut endings = BTreeMap::new();
    // With less the program itself is not loaded.
    for kib in (16..=408).step_by(8).map(|mib| mib * 1024) {
        let results = folder.path().join(kib.to_string());
        let output = play(&kib.to_string(), &results);
        let complaint = String::from_utf8_lossy(&output.stderr);
        let ending = match (output.status.code(), output.status.signal()) {
            (Some(0), None) => "finished",
            (Some(1), None)
                if complaint.starts_with("outflank-arena: ") && complaint.lines().count() == 1 =>
            {
                "refused"
            }
            (None, Some(6)) if complaint.starts_with("memory allocation of ") => "aborted",
            other => panic!("{kib} KiB: {other:?}: {complaint}"),
        };
        *endings.entry(ending).or_insert(0) += 1;
        assert!(play("unlimited", &results).status.success());
        assert!(lines(&results) == lines(&whole), "{kib} KiB");
    }
    println!("{endings:?}");
}
