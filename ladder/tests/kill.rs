//! `ladder run` is killed at random moments: the database stays sound, each game that was reported is in it
//! once, and its ratings are what a replay makes them.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ladder::course::store::{LadderState, Store};
use outflank::rng::Rng;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const BOT: &str = env!("CARGO_BIN_EXE_course-test-bot");

fn ladder(arguments: &[&str]) -> Command {
    let mut command = Command::new(LADDER);
    command.args(arguments).stderr(Stdio::null());
    command
}

fn assert_runs(arguments: &[&str]) {
    assert!(ladder(arguments).stdout(Stdio::null()).status().unwrap().success(), "{arguments:?}");
}

/// A ladder of equals, who are never out of opponents; two of them are processes.
fn make_ladder(folder: &Path) {
    let directory = folder.to_str().unwrap();
    assert_runs(&["init", directory, "--turn-ms", "60000"]);
    for number in 0..8 {
        let bot = if number % 2 == 0 { "random" } else { "greedy" };
        assert_runs(&["submit", directory, &format!("bot {number}"), bot]);
    }
    for name in ["<img onerror>", "../../etc"] {
        assert_runs(&["submit", directory, name, &format!("{BOT} course {name:?}")]);
    }
}

/// Runs the ladder, kills it after some games and a random moment, and returns its lines by game.
fn run_and_kill(folder: &Path, rng: &mut Rng) -> BTreeMap<u64, String> {
    let mut child = ladder(&["run", folder.to_str().unwrap(), "-j", "2", "--no-affinity"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let games = rng.below(8);
    let mut seen: Vec<String> = lines.by_ref().take(games).map(Result::unwrap).collect();
    // Nothing is waited for: this is the random moment.
    std::thread::sleep(Duration::from_micros(rng.below(30_000) as u64));
    child.kill().unwrap();
    child.wait().unwrap();
    // The last line may be torn.
    seen.extend(lines.map_while(Result::ok));
    let complete = seen.into_iter().filter(|line| line.ends_with(')'));
    complete.map(|line| (number_of(&line), line)).collect()
}

/// The number in `game 12, lap ...`.
fn number_of(line: &str) -> u64 {
    line.strip_prefix("game ").unwrap().split(',').next().unwrap().parse().unwrap()
}

#[test]
fn a_killed_ladder_loses_no_finished_game_and_counts_none_twice() {
    kill(30, 1);
}

#[test]
#[ignore = "minutes: cargo test --release -p ladder --test all kill -- --ignored"]
fn a_thousand_kills_lose_no_finished_game() {
    // Each time, all games so far are replayed: ten ladders take a tenth of the time of one.
    (1..=10).for_each(|seed| kill(100, seed));
}

/// Kills a ladder this many times, at moments drawn from `seed`, and verifies it each time.
fn kill(kills: u64, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    make_ladder(folder.path());
    let mut rng = Rng::new(seed);
    let mut known = 0;
    for _ in 0..kills {
        let reported = run_and_kill(folder.path(), &mut rng);
        let store = Store::open_read_only(folder.path()).unwrap();
        let verified = store.verify().unwrap();
        let ladder_state = LadderState::load(&store).unwrap();
        // A game may have been recorded and not yet reported, never the other way round.
        let total = verified.games as u64;
        let last_reported = reported.keys().last().copied().unwrap_or(known);
        assert!((last_reported..=last_reported + 1).contains(&total), "{last_reported} of {total}");
        assert!(reported.keys().copied().eq(known + 1..=last_reported), "each game once, in order");
        for (&id, line) in &reported {
            let game = &ladder_state.games[id as usize - 1];
            let names = game.pairing.participants.map(|who| &ladder_state.ladder.participants[who].name);
            let result = format!("{} {} : {} {}", names[0], game.points_of(0), game.points_of(1), names[1]);
            assert!(line.contains(&result), "{line}: {result}");
        }
        known = total;
    }
    assert!(known > kills, "{known} games in {kills} runs");
    assert_runs(&["run", folder.path().to_str().unwrap(), "--games", "3"]);
    assert_runs(&["verify", folder.path().to_str().unwrap()]);
}
