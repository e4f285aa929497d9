//! Misbehaving bots: the referee records the right fault, ends the game, and leaves no process running.
//!
//! Limits are long enough for a machine under load, or apply to bots that never answer.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{Fault, GameRecord, Termination};
use arena::play::referee::{self, Setup};
use outflank::game::{Color, Game};
use supervisor::process::{OUTPUT_LINE_BYTES, STDERR_BYTES_PER_TURN};
use supervisor::stop::Stop;

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
/// Longer than any test takes.
const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };
/// For bots that answer only their first call.
const HASTY: Limits = Limits { turn_ms: 30, ..PATIENT };

/// Plays the misbehaving bot as black against a well-behaved copy; afterwards no process may be left.
fn play(arguments: &str, limits: Limits) -> GameRecord {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let token = format!("fault-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut words = shell_words::split(arguments).unwrap();
    if !words.is_empty() {
        // A word that the bot ignores.
        words.resize(3, String::new());
        words.push(token.clone());
    }
    let stop = Stop::new().unwrap();
    let bot = |words: &[String]| {
        BotSpec::parse(&format!("{BOT} {}", shell_words::join(words))).unwrap().contestant(None, &stop)
    };
    let (mut black, mut white) = (bot(&words), bot(&[]));
    let setup = Setup::new(Game::new(), 1, limits);
    let record = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
    assert!(!is_running(&token), "a bot is left running");
    record
}

#[track_caller]
fn assert_fault(record: &GameRecord, call: usize, expected: Fault) {
    assert_eq!(record.termination, Termination::Fault { by: Color::Black, fault: expected, command: None });
    assert_eq!(record.scores, [-1, 0]);
    let calls = record.turns.iter().filter(|turn| turn.color == Color::Black);
    assert_eq!(calls.count(), call, "the call that ends the game is recorded");
    assert_eq!(record.turns.last().unwrap().square, None);
}

#[track_caller]
fn assert_no_fault(record: &GameRecord) {
    assert_eq!(record.fault(), None);
}

fn crash(how: &str) -> Fault {
    Fault::Crash { how: how.into() }
}

fn illegal(output: &str) -> Fault {
    Fault::IllegalMove { output: output.into() }
}

/// Whether a process on this machine has this word on its command line.
fn is_running(token: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let command_of = |path: &Path| std::fs::read(path.join("cmdline")).unwrap_or_default();
    processes
        .map(|process| command_of(&process.path()))
        .any(|command| command.split(|&byte| byte == 0).any(|word| word == token.as_bytes()))
}

#[test]
fn a_proper_game_has_no_fault_and_all_its_log() {
    let record = play("", PATIENT);
    assert_no_fault(&record);
    assert!(record.turns.iter().all(|turn| turn.clock_ms.unwrap() < 60_000.0));
    for color in [Color::Black, Color::White] {
        let logs = record.turns.iter().filter(|turn| turn.color == color).map(|turn| turn.stderr.as_str());
        for (index, log) in logs.enumerate() {
            assert_eq!(log, format!("call {}\n", index + 1));
        }
    }
}

#[test]
fn a_silent_bot_times_out() {
    let record = play("2 silent", HASTY);
    assert_fault(&record, 2, Fault::Timeout { limit_ms: 30 });
    assert_eq!(record.fault_text().unwrap(), "timeout: no answer 300 ms after its 30 ms");
    assert_eq!(record.ending(), "black timeout: no answer 300 ms after its 30 ms");
}

#[test]
fn the_first_call_has_its_own_limit() {
    let limits = Limits { first_ms: 30, ..PATIENT };
    assert_fault(&play("1 silent", limits), 1, Fault::Timeout { limit_ms: 30 });
}

#[test]
fn a_bot_that_never_reads_times_out() {
    assert_fault(&play("2 deaf", HASTY), 2, Fault::Timeout { limit_ms: 30 });
}

#[test]
fn a_late_answer_is_a_timeout_unless_within_the_margin() {
    let late = play("2 late 400", Limits { turn_ms: 150, ..PATIENT });
    assert_fault(&late, 2, Fault::Timeout { limit_ms: 150 });
    let clock_ms = late.turns[2].clock_ms.unwrap();
    assert!(clock_ms >= 400.0, "a late answer is awaited to measure it: {clock_ms} ms");
    assert!(late.fault_text().unwrap().starts_with("timeout: "), "{:?}", late.fault_text());
    let lenient = Limits { margin_ms: 60_000, ..HASTY };
    let record = play("2 late 300", lenient);
    assert_no_fault(&record);
    assert!(record.turns[2].clock_ms.unwrap() >= 300.0);
}

#[test]
fn a_partial_line_is_no_answer() {
    assert_fault(&play("2 partial", HASTY), 2, Fault::Timeout { limit_ms: 30 });
    assert_fault(&play("2 partial-then-exit", PATIENT), 2, crash("exit code 0"));
}

#[test]
fn a_line_may_arrive_byte_by_byte() {
    assert_no_fault(&play("2 bytes", PATIENT));
}

#[test]
fn a_crash_tells_how() {
    assert_fault(&play("1 exit 0", PATIENT), 1, crash("exit code 0"));
    assert_fault(&play("2 exit 7", PATIENT), 2, crash("exit code 7"));
    assert_fault(&play("2 abort", PATIENT), 2, crash("signal 6 (aborted)"));
}

#[test]
fn what_was_printed_before_dying_still_counts() {
    let record = play("2 say-then-exit", PATIENT);
    assert!(record.turns[2].square.is_some());
    assert_fault(&record, 3, crash("exit code 0"));
}

#[test]
fn a_bot_that_closes_its_output_has_crashed() {
    assert_fault(&play("2 close-output", PATIENT), 2, crash("closed its output"));
}

#[test]
fn a_bot_that_closes_its_input_is_judged_by_what_it_prints() {
    let record = play("1 close-input", HASTY);
    assert!(record.turns[0].square.is_some());
    assert_fault(&record, 2, Fault::Timeout { limit_ms: 30 });
}

#[test]
fn illegal_moves_are_quoted() {
    assert_fault(&play("2 say a1", PATIENT), 2, illegal("a1"));
    assert_fault(&play("2 say ''", PATIENT), 2, illegal(""));
    assert_fault(&play("2 say 'MSG d3'", PATIENT), 2, illegal("MSG d3"));
    assert_fault(&play("2 binary", PATIENT), 2, illegal("\u{fffd}\u{fffd}\0\u{fffd}"));
}

#[test]
fn a_second_line_becomes_the_next_calls_answer() {
    let record = play("2 extra-line chatter", PATIENT);
    assert!(record.turns[2].square.is_some());
    assert_fault(&record, 3, illegal("chatter"));
}

#[test]
fn an_endless_line_is_cut_off() {
    assert_fault(&play("2 flood-line", PATIENT), 2, Fault::OutputTooLong { limit_bytes: OUTPUT_LINE_BYTES });
    assert_fault(&play("2 flood-lines", PATIENT), 2, illegal("x"));
}

#[test]
fn a_line_may_have_16_kib_and_not_a_byte_more() {
    let longest = "x".repeat(OUTPUT_LINE_BYTES);
    let record = play(&format!("2 say {longest}"), PATIENT);
    assert!(matches!(record.fault(), Some((Color::Black, Fault::IllegalMove { .. }))), "{record:?}");
    let too_long = Fault::OutputTooLong { limit_bytes: OUTPUT_LINE_BYTES };
    assert_fault(&play(&format!("2 say {longest}x"), PATIENT), 2, too_long);
}

#[test]
fn a_gigabyte_on_standard_error_is_read_and_dropped() {
    let record = play("2 flood-stderr 1024", PATIENT);
    assert_no_fault(&record);
    assert_eq!(record.turns[2].stderr, "e".repeat(STDERR_BYTES_PER_TURN));
    assert_eq!(record.turns[4].stderr, "call 3\n");
}

#[test]
fn memory_is_bounded() {
    // Rust aborts when an allocation fails.
    assert_fault(&play("2 allocate 4", PATIENT), 2, crash("signal 6 (aborted)"));
}

#[test]
fn a_bot_that_ignores_sigterm_is_killed() {
    assert_fault(&play("2 ignore-sigterm", HASTY), 2, Fault::Timeout { limit_ms: 30 });
}

#[test]
fn a_child_in_the_bots_group_dies_with_it() {
    let token = format!("grouped-{}", std::process::id());
    assert_no_fault(&play(&format!("2 leave-child {token}"), PATIENT));
    assert!(!is_running(&token));
}

#[test]
fn a_bot_that_dies_before_its_child_has_crashed() {
    // The child keeps the bot's pipes open; the arena must notice the death nevertheless.
    let token = format!("survivor-{}", std::process::id());
    assert_fault(&play(&format!("2 leave-child-and-exit {token}"), PATIENT), 2, crash("exit code 0"));
    assert!(!is_running(&token));
}

#[test]
fn an_orphan_that_broke_out_of_the_session_is_found() {
    // The orphan shares neither the bot's session nor its environment.
    let token = format!("orphan-{}", std::process::id());
    assert_no_fault(&play(&format!("2 leave-orphan {token}"), PATIENT));
    assert!(!is_running(&token));
}

#[test]
fn the_cpu_clock_does_not_count_sleep_but_has_a_safety_net() {
    let cpu = Limits { turn_ms: 500, clock: ClockKind::Cpu, ..PATIENT };
    assert_no_fault(&play("2 late 700", cpu));
    assert_fault(&play("2 silent", Limits { turn_ms: 1, ..cpu }), 2, Fault::Timeout { limit_ms: 1 });
}

#[test]
fn the_cpu_clock_counts_what_a_bot_has_others_do() {
    // The shell waits while its child computes for a second: ten times the limit, and far below the
    // wall-clock bound on any machine with time to spare.
    let script = format!("{BOT} busy 1000; exit 1");
    let stop = Stop::new().unwrap();
    let bot = |command: &str| BotSpec::parse(command).unwrap().contestant(None, &stop);
    let (mut black, mut white) = (bot(&format!("sh -c '{script}'")), bot("random"));
    let limits = Limits { first_ms: 100, clock: ClockKind::Cpu, ..PATIENT };
    let setup = Setup::new(Game::new(), 1, limits);
    let record = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
    assert_fault(&record, 1, Fault::Timeout { limit_ms: 100 });
}

#[test]
fn a_program_that_does_not_exist_is_the_arenas_error() {
    let stop = Stop::new().unwrap();
    let bot = |command: &str| BotSpec::parse(command).unwrap().contestant(None, &stop);
    let (mut black, mut white) = (bot("random"), bot("/nonexistent/bot --fast"));
    let setup = Setup::new(Game::new(), 1, PATIENT);
    let error = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap_err();
    assert_eq!(
        format!("{error:#}"),
        "cannot start `/nonexistent/bot --fast`: No such file or directory (os error 2)"
    );
}
