//! Games against a bot that attacks on its second call.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use arena::play::bots::{BotKind, BotSpec};
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{Fault, GameRecord, Protocol, Termination};
use arena::play::referee::{self, Setup, Watcher};
use outflank::game::{Color, Game};
use rustix::thread::CpuSet;
use supervisor::sandbox::{Level, Sandbox};
use supervisor::stop::Stop;
use tempfile::TempDir;

/// Longer than any test takes.
pub(crate) const PATIENT: Limits =
    Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

/// A bot that plays the first listed action, and runs `attack()` on its second call and `again()` on its
/// third.
const BOT: &str = r#"
import ctypes, mmap, os, resource, signal, socket, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def say(*words):
    print(*words, file=sys.stderr, flush=True)
def attempt(name, action):
    try:
        say(name, "worked:", action())
    except (OSError, ValueError) as error:
        say(name, "failed:", error)
def again():
    pass
ATTACK
call = 0
while line := sys.stdin.readline():
    call += 1
    rows = 9 if call == 1 else 7
    for _ in range(rows):
        sys.stdin.readline()
    actions = [sys.stdin.readline().strip() for _ in range(int(sys.stdin.readline()))]
    if call == 2:
        attack()
    if call == 3:
        again()
    print(actions[0], flush=True)
"#;

/// The innocent opponent's attack.
const NONE: &str = "def attack():\n    pass\n";

/// Two bots in a folder of their own.
pub(crate) struct Trial {
    pub(crate) folder: TempDir,
    pub(crate) sandbox: Sandbox,
    pub(crate) limits: Limits,
    pub(crate) memory_mib: u32,
    pub(crate) freezes: bool,
    /// The core of both bots; `None` for all.
    pub(crate) core: Option<usize>,
    /// On the command lines of both bots, and of nothing else on this machine.
    pub(crate) token: String,
}

impl Trial {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let token = format!("trial-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Self {
            folder: tempfile::tempdir().unwrap(),
            sandbox: Sandbox::new(Level::Strict, &[]),
            limits: PATIENT,
            memory_mib: 256,
            freezes: false,
            core: None,
            token,
        }
    }

    /// In `bots/` of the folder, which each of them sees.
    pub(crate) fn bots(&self) -> PathBuf {
        self.folder.path().join("bots")
    }

    pub(crate) fn bot(&self, name: &str, attack: &str) -> BotSpec {
        let directory = self.bots();
        std::fs::create_dir_all(&directory).unwrap();
        let script = format!("{name}.py");
        std::fs::write(directory.join(&script), BOT.replace("ATTACK", attack)).unwrap();
        let words = ["/usr/bin/python3", &script, &self.token].map(String::from).to_vec();
        let mut bot = BotSpec::command(name.to_string(), words, Protocol::Codingame);
        let BotKind::Process(process) = &mut bot.kind else { unreachable!() };
        let launch = &mut Arc::make_mut(process).launch;
        launch.directory = Some(directory);
        launch.memory_mib = Some(self.memory_mib);
        launch.freezes = self.freezes;
        bot.sandboxed(&self.sandbox)
    }

    fn cores(&self) -> Option<CpuSet> {
        self.core.map(|core| {
            let mut cores = CpuSet::new();
            cores.set(core);
            cores
        })
    }

    /// Plays the attacker as black against the innocent bot; afterwards no process may be left.
    pub(crate) fn play(&self, attack: &str) -> GameRecord {
        self.play_against(attack, NONE, &mut ()).unwrap()
    }

    pub(crate) fn play_against(
        &self,
        attack: &str,
        other: &str,
        watcher: &mut dyn Watcher,
    ) -> anyhow::Result<GameRecord> {
        let stop = Stop::new().unwrap();
        let [mut black, mut white] = [("hostile", attack), ("innocent", other)]
            .map(|(name, attack)| self.bot(name, attack).contestant(self.cores(), &stop));
        let setup = Setup::new(Game::new(), 1, self.limits);
        let record = referee::play([&mut *black, &mut *white], &setup, watcher);
        drop((black, white));
        assert_eq!(running(&self.token), [0; 0], "processes are left");
        record
    }
}

/// The processes of this machine with a word on their command lines.
pub(crate) fn running(token: &str) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let has_word = |path: &Path| {
        let command = std::fs::read(path.join("cmdline")).unwrap_or_default();
        command.split(|&byte| byte == 0).any(|word| word == token.as_bytes())
    };
    let pids = processes.filter(|process| has_word(&process.path()));
    pids.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
}

/// The attacker's standard error.
pub(crate) fn report(record: &GameRecord) -> String {
    let black = record.turns.iter().filter(|turn| turn.color == Color::Black);
    black.map(|turn| turn.stderr.as_str()).collect()
}

#[track_caller]
pub(crate) fn assert_finished(record: &GameRecord) {
    assert_eq!(record.fault(), None, "{}", report(record));
    assert!(record.turns.len() > 40);
}

/// The attacker's fault.
#[track_caller]
pub(crate) fn fault(record: &GameRecord) -> &Fault {
    match &record.termination {
        Termination::Fault { by: Color::Black, fault, .. } => fault,
        other => panic!("{other:?}: {}", report(record)),
    }
}
