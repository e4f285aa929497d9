//! Games that are void again and again: a match plays them again, but not for ever.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{kill_process, Pid, Signal};

use crate::hostile::{running, Trial};

/// A bot that plays the first listed action. In a folder with a file `hold` it does nothing.
const BOT: &str = "
while [ -e hold ]; do sleep 1000; done
read color
read size
while read row; do
    for _ in 2 3 4 5 6 7 8; do read row; done
    read count
    read action
    while [ $count -gt 1 ]; do read other; count=$((count - 1)); done
    echo $action
done
";

/// Plays one pair between the bot and a built-in one. `seen` gets the bot's process again and again.
fn play(trial: &Trial, results: &Path, seen: &(dyn Fn(Pid) + Sync)) -> Output {
    let bot = format!("sh bot.sh {}", trial.token);
    let mut arena = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    arena.args(["match", &bot, "random", "--pairs", "1", "--no-affinity", "--results"]).arg(results);
    arena.args(["--turn-ms", "60000", "--first-ms", "60000"]).current_dir(trial.bots());
    let arena = arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !has_ended.load(Ordering::Relaxed) {
                for pid in running(&trial.token) {
                    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
                    if name == "sh\n" {
                        seen(Pid::from_raw(pid).unwrap());
                    }
                }
                std::thread::yield_now();
            }
        });
        let output = arena.wait_with_output().unwrap();
        has_ended.store(true, Ordering::Relaxed);
        output
    })
}

fn kill(pid: Pid) {
    // It may be dead already.
    let _ = kill_process(pid, Signal::KILL);
}

/// The lines of standard error.
fn complaints(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stderr).lines().map(str::to_string).collect()
}

#[test]
fn a_game_that_is_void_again_and_again_ends_the_match_which_goes_on_later() {
    let trial = Trial::new();
    let folder = trial.bots();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("bot.sh"), BOT).unwrap();
    let (hold, results) = (folder.join("hold"), trial.folder.path().join("results.jsonl"));
    std::fs::write(&hold, "").unwrap();

    // Killed each time.
    let output = play(&trial, &results, &kill);
    let bot = format!("`sh bot.sh {}`", trial.token);
    let void = format!("the game is void: {bot} was ended by signal 9 (killed) from outside");
    let expected = format!(
        "outflank-arena: pair 0, game 1, bot.sh against random: void 3 times in a row: {void}; finished \
         games are kept; the same command resumes the run"
    );
    assert_eq!(complaints(&output), [expected]);
    assert_eq!(output.status.code(), Some(1));
    let header = std::fs::read_to_string(&results).unwrap();
    assert_eq!(header.lines().count(), 1, "{header}");

    // Killed once: before the next try it may play.
    let output = play(&trial, &results, &|pid| {
        if hold.exists() {
            std::fs::remove_file(&hold).unwrap();
            kill(pid);
        }
    });
    assert_eq!(complaints(&output), [format!("outflank-arena: pair 0: {void}; it is played again")]);
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(&results).unwrap();
    assert!(text.starts_with(&header) && text.lines().count() == 2, "{text}");
    assert!(!text.contains("fault"), "{text}");
    assert_eq!(running(&trial.token), [0; 0]);
}
