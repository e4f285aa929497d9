//! Signals from outside, and the death of the arena.

use std::process::{Command, Stdio};

use arena::play::record::{GameRecord, TurnRecord};
use arena::play::referee::Watcher;
use outflank::game::Game;
use rustix::process::{kill_process, Pid, Signal};
use supervisor::process::Voided;

use crate::hostile::{assert_finished, running, Trial, PATIENT};
use arena::play::limits::Limits;

/// Sends the black bot's process a signal after the second turn.
struct Killer<'a> {
    trial: &'a Trial,
    signal: Signal,
    turns: usize,
}

impl Watcher for Killer<'_> {
    fn turned(&mut self, _game: &Game, _turn: &TurnRecord) {
        self.turns += 1;
        if self.turns == 2 {
            let is_black = |&pid: &i32| {
                let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
                command.contains("hostile.py") && name != "bwrap\n"
            };
            let pids: Vec<i32> = running(&self.trial.token).into_iter().filter(is_black).collect();
            assert_eq!(pids.len(), 1);
            kill_process(Pid::from_raw(pids[0]).unwrap(), self.signal).unwrap();
        }
    }
}

/// Plays with a signal to the black bot from outside.
fn play_with(signal: Signal) -> anyhow::Result<GameRecord> {
    let mut trial = Trial::new();
    trial.limits = Limits { turn_ms: 2000, ..PATIENT };
    let mut killer = Killer { trial: &trial, signal, turns: 0 };
    let patient = "def attack():\n    pass\n";
    trial.play_against(patient, patient, &mut killer)
}

#[test]
fn a_signal_from_outside_voids_the_game() {
    for (signal, how) in [(Signal::KILL, "ended by signal 9 (killed)"), (Signal::STOP, "stopped")] {
        let error = play_with(signal).unwrap_err();
        assert_eq!(error.downcast_ref::<Voided>().unwrap().how, format!("was {how} from outside"));
    }
}

#[test]
fn a_signal_from_outside_that_can_be_ignored_does_nothing() {
    assert_finished(&play_with(Signal::TERM).unwrap());
}

#[test]
fn bots_die_with_the_arena() {
    // Each bot asks to survive its parent, and leaves a child in a session of its own.
    let trial = Trial::new();
    let attack = r#"
libc.prctl(1, 0)
if os.fork() == 0:
    os.setsid()
    libc.prctl(1, 0)
    time.sleep(1000)
def attack():
    time.sleep(1000)
"#;
    trial.bot("hostile", attack);
    let bot = format!("/usr/bin/python3 hostile.py {}", trial.token);
    let mut arena = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    arena.args(["play", &bot, &bot, "--sandbox", "strict", "--turn-ms", "60000", "--first-ms", "60000"]);
    arena.current_dir(trial.bots()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut arena = arena.spawn().unwrap();
    let inside = |pid: &&i32| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.starts_with("python"))
    };
    // Both bots and both children.
    while running(&trial.token).iter().filter(inside).count() < 4 {
        assert!(arena.try_wait().unwrap().is_none(), "the game has ended");
        std::thread::yield_now();
    }
    arena.kill().unwrap();
    arena.wait().unwrap();
    // The test's limit is the runner's.
    while !running(&trial.token).is_empty() {
        std::thread::yield_now();
    }
}

/// Plays one game at a level, on a machine without bubblewrap if `hides_bubblewrap`; returns the exit code
/// and standard error.
fn play_at(level: &str, hides_bubblewrap: bool) -> (Option<i32>, String) {
    let trial = Trial::new();
    trial.bot("hostile", "def attack():\n    pass\n");
    let bot = format!("/usr/bin/python3 hostile.py {}", trial.token);
    let mut command = Command::new("/usr/bin/bwrap");
    command.args(["--dev-bind", "/", "/"]);
    if hides_bubblewrap {
        command.args(["--ro-bind", "/dev/null", "/usr/bin/bwrap"]);
    }
    command.args([
        "--",
        env!("CARGO_BIN_EXE_outflank-arena"),
        "play",
        &bot,
        "random",
        "--sandbox",
        level,
        "-v",
    ]);
    command.args(["--turn-ms", "60000", "--first-ms", "60000"]).current_dir(trial.bots());
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn one_line_says_what_is_in_force_and_what_the_machine_lacks() {
    let (code, line) = play_at("strict", false);
    assert!(code == Some(0) && line.starts_with("sandbox: strict: a bot sees no network"), "{line}");
    assert!(line.contains("CPU time") && line.lines().count() == 1, "{line}");
    let (code, line) = play_at("none", false);
    assert!(code == Some(0) && line.starts_with("sandbox: none: a bot may do whatever you may"), "{line}");
    let (code, line) = play_at("auto", true);
    let lack = "sandbox: auto, without isolation: bwrap is not installed (package bubblewrap)";
    assert!(code == Some(0) && line.starts_with(lack), "{line}");
    let (code, line) = play_at("strict", true);
    assert!(
        code == Some(2) && line.starts_with("outflank-arena: no strict sandbox here: bwrap is not"),
        "{line}"
    );
}
