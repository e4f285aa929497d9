//! Memory, processes, CPU time and freezing cover everything that a bot starts.

use arena::play::limits::{ClockKind, Limits};
use arena::play::record::Fault;

use crate::hostile::{assert_finished, fault, report, Trial, PATIENT};

/// With control groups, and without.
fn each(test: impl Fn(Trial)) {
    test(Trial::new());
    let mut plain = Trial::new();
    plain.sandbox = plain.sandbox.without_groups();
    test(plain);
}

#[test]
fn shared_mappings_count_as_memory() {
    each(|mut trial| {
        trial.memory_mib = 64;
        let record = trial.play(
            r#"
def attack():
    block = mmap.mmap(-1, 400 << 20)
    for offset in range(0, len(block), 4096):
        block[offset] = 1
    time.sleep(50)
"#,
        );
        let how = "used more than 64 MiB of memory".to_string();
        assert_eq!(fault(&record), &Fault::Crash { how });
    });
}

#[test]
fn the_memory_of_children_counts() {
    each(|mut trial| {
        trial.memory_mib = 64;
        // Each stays below the bound; together they pass it. Either one of them dies of that, or the bot.
        let record = trial.play(
            r#"
def attack():
    for _ in range(4):
        if os.fork() == 0:
            block = bytearray(40 << 20)
            for offset in range(0, len(block), 4096):
                block[offset] = 1
            time.sleep(3)
            os._exit(0)
    say("killed:", sum(os.WIFSIGNALED(os.wait()[1]) for _ in range(4)))
"#,
        );
        if record.fault().is_none() {
            assert!(!report(&record).contains("killed: 0"), "{}", report(&record));
            assert!(report(&record).contains("killed: "), "{}", report(&record));
        } else {
            let how = "used more than 64 MiB of memory".to_string();
            assert_eq!(fault(&record), &Fault::Crash { how });
        }
    });
}

#[test]
fn the_cpu_time_of_an_orphan_in_its_own_session_counts() {
    each(|mut trial| {
        trial.limits = Limits { turn_ms: 300, clock: ClockKind::Cpu, ..PATIENT };
        // The orphan computes while the bot waits for it; what it has used counts also after its death.
        let record = trial.play(
            r#"
def attack():
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while time.process_time() < 1:
                pass
            os.write(writer, b"!")
        os._exit(0)
    os.wait()
    os.read(reader, 1)
"#,
        );
        assert_eq!(fault(&record), &Fault::Timeout { limit_ms: 300 });
    });
}

#[test]
fn a_child_in_its_own_session_is_frozen_too() {
    // The child notes its CPU time; the opponent takes its time. Unfrozen, the child would compute meanwhile.
    const ATTACK: &str = r#"
import struct
clock = mmap.mmap(-1, 8)
def spent():
    return struct.unpack("d", clock[:])[0]
def attack():
    global before
    if os.fork() == 0:
        os.setsid()
        while True:
            clock[:] = struct.pack("d", time.process_time())
    while spent() < 0.05:
        pass
    before = spent()
def again():
    say("computed", "while frozen" if spent() - before > 0.5 else "nothing")
"#;
    each(|mut trial| {
        trial.freezes = true;
        let slow = "def attack():\n    time.sleep(1)\n";
        let record = trial.play_against(ATTACK, slow, &mut ()).unwrap();
        assert_finished(&record);
        assert!(report(&record).contains("computed nothing"), "{}", report(&record));
    });
}

#[test]
fn children_cannot_leave_the_core_of_their_game() {
    each(|mut trial| {
        trial.core = supervisor::cores::allowed().first().copied();
        let record = trial.play(
            r#"
def attack():
    attempt("move", lambda: os.sched_setaffinity(0, range(64)))
    attempt("hurry", lambda: os.setpriority(os.PRIO_PROCESS, 0, 0))
    attempt("class", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)))
    if os.fork() == 0:
        attempt("child", lambda: os.sched_setaffinity(0, range(64)))
        say("cores:", len(os.sched_getaffinity(0)))
        os._exit(0)
    os.wait()
"#,
        );
        assert_finished(&record);
        for name in ["move", "hurry", "class", "child"] {
            assert!(report(&record).contains(&format!("{name} failed:")), "{name}: {}", report(&record));
        }
        assert!(report(&record).contains("cores: 1\n"), "{}", report(&record));
    });
}

#[test]
fn a_fork_bomb_is_bounded_and_nothing_of_it_is_left() {
    let trial = Trial::new();
    let record = trial.play(
        r#"
def attack():
    started = 0
    try:
        while started < 1000:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
            started += 1
        say("not bounded")
    except OSError:
        say("bounded:", started < 256)
"#,
    );
    assert_finished(&record);
    assert!(report(&record).contains("bounded: True"), "{}", report(&record));
}

#[test]
fn without_a_control_group_a_fork_bomb_loses() {
    let mut trial = Trial::new();
    trial.sandbox = trial.sandbox.without_groups();
    let record = trial.play(
        r#"
def attack():
    try:
        for _ in range(2000):
            if os.fork() == 0:
                time.sleep(1000)
    except OSError:
        os._exit(3)
    time.sleep(50)
"#,
    );
    assert!(matches!(fault(&record), Fault::Crash { .. }), "{record:?}");
}

#[test]
fn what_a_bot_leaves_behind_ends_with_it() {
    each(|trial| {
        let token = trial.token.clone();
        let record = trial.play(&format!(
            r#"
def attack():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                os.execv("/usr/bin/python3", ["python3", "-c", "import time; time.sleep(1000)", "{token}"])
            os._exit(0)
"#
        ));
        assert_finished(&record);
    });
}
