//! Attacks on the opponent, the arena, files and the network.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use arena::play::record::Fault;
use supervisor::sandbox::{Level, Sandbox};

use crate::hostile::{assert_finished, fault, report, Trial};

#[test]
fn no_other_process_can_be_seen_killed_or_stopped() {
    let record = Trial::new().play(
        r#"
def attack():
    say("visible:", [name for name in os.listdir("/proc") if name.isdigit()])
    me, hits = os.getpid(), 0
    for pid in range(1, 70000):
        for number in (signal.SIGSTOP, signal.SIGKILL):
            try:
                if pid != me:
                    os.kill(pid, number)
                    hits += 1
            except ProcessLookupError:
                pass
    attempt("all", lambda: os.kill(-1, signal.SIGKILL))
    say("hits:", hits)
"#,
    );
    assert_finished(&record);
    assert!(report(&record).contains("visible: ['1']\n"), "{}", report(&record));
    assert!(report(&record).contains("hits: 0\n"), "{}", report(&record));
    assert!(report(&record).contains("all failed:"), "{}", report(&record));
}

#[test]
fn no_other_process_can_be_written_to_or_traced() {
    let record = Trial::new().play(
        r#"
def attack():
    opened = 0
    for pid in range(2, 70000):
        try:
            open("/proc/%d/mem" % pid, "r+b")
            opened += 1
        except OSError:
            pass
    say("opened:", opened)
    PTRACE_ATTACH, traced = 16, 0
    for pid in range(1, 70000):
        traced += libc.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0
    say("traced:", traced)
"#,
    );
    assert_finished(&record);
    assert!(report(&record).contains("opened: 0\ntraced: 0\n"), "{}", report(&record));
}

#[test]
fn the_folder_of_the_ladder_is_hidden_and_the_bots_own_cannot_be_changed() {
    let mut trial = Trial::new();
    let ladder = trial.bots().join("ladder");
    std::fs::create_dir_all(&ladder).unwrap();
    std::fs::write(ladder.join("ladder.db"), "games").unwrap();
    std::fs::write(trial.folder.path().join("secret"), "secret").unwrap();
    trial.sandbox = Sandbox::new(Level::Strict, &[&ladder]);
    let record = trial.play(
        r#"
def attack():
    attempt("list", lambda: os.listdir("ladder"))
    attempt("read", lambda: open("ladder/ladder.db").read())
    attempt("change", lambda: open("ladder/ladder.db", "w").write("x"))
    attempt("make", lambda: open("ladder/new", "w").write("x"))
    attempt("self", lambda: open("hostile.py", "a").write("x"))
    attempt("beside", lambda: open("new", "w").write("x"))
    attempt("up", lambda: open("../secret").read())
    attempt("root", lambda: open("/new", "w").write("x"))
    attempt("home", lambda: os.listdir(os.path.expanduser("~root")))
    attempt("passwords", lambda: open("/etc/shadow").read())
    attempt("kernel", lambda: open("/proc/sys/kernel/core_pattern", "a").close())
    CLONE_NEWUSER = 0x10000000
    say("namespaces:", libc.unshare(CLONE_NEWUSER))
    attempt("own file", lambda: open("/tmp/own", "w").write("x"))
    say("environment:", sorted(name for name in os.environ if name.startswith("CARGO")))
"#,
    );
    assert_finished(&record);
    let report = report(&record);
    for name in ["read", "change", "make", "self", "beside", "up", "root", "passwords", "kernel"] {
        assert!(report.contains(&format!("{name} failed:")), "{name}: {report}");
    }
    for line in ["list worked: []\n", "own file worked: 1\n", "namespaces: -1\n", "environment: []\n"] {
        assert!(report.contains(line), "{line}: {report}");
    }
    assert!(!report.contains("secret\n"), "{report}");
    assert_eq!(std::fs::read_to_string(ladder.join("ladder.db")).unwrap(), "games");
    assert_eq!(std::fs::read_dir(&ladder).unwrap().count(), 1);
}

#[test]
fn there_is_no_network() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let abstract_name = format!("outflank-test-{}", std::process::id());
    let local = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_name).unwrap()).unwrap();
    tcp.set_nonblocking(true).unwrap();
    local.set_nonblocking(true).unwrap();
    let port = tcp.local_addr().unwrap().port();
    let record = Trial::new().play(&format!(
        r#"
def connect(kind, address):
    with socket.socket(kind, socket.SOCK_STREAM) as own:
        own.settimeout(1)
        own.connect(address)
def attack():
    attempt("tcp", lambda: connect(socket.AF_INET, ("127.0.0.1", {port})))
    attempt("away", lambda: connect(socket.AF_INET, ("192.0.2.1", 80)))
    attempt("local", lambda: connect(socket.AF_UNIX, "\0{abstract_name}"))
"#
    ));
    assert_finished(&record);
    for name in ["tcp", "away", "local"] {
        assert!(report(&record).contains(&format!("{name} failed:")), "{name}: {}", report(&record));
    }
    assert!(tcp.accept().is_err() && local.accept().is_err());
}

#[test]
fn a_bot_can_make_no_lost_game_void() {
    // Each way to die as if by a signal from outside; what works is a fault.
    let record = Trial::new().play(
        r#"
def attack():
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
        attempt("signal", lambda: os.kill(os.getpid(), number))
    attempt("limit", lambda: resource.setrlimit(resource.RLIMIT_CPU, (0, 0)))
    PR_SET_PDEATHSIG = 1
    say("to survive the arena:", libc.prctl(PR_SET_PDEATHSIG, 0))
    if os.fork() == 0:
        say("child's hit:", os.kill(1, signal.SIGKILL))
        os._exit(0)
    os.wait()
    os.abort()
"#,
    );
    let Fault::Crash { how } = fault(&record) else { panic!("{record:?}") };
    assert!(how.contains("segmentation fault"), "{how}");
    assert!(report(&record).contains("limit failed:"), "{}", report(&record));
    assert!(report(&record).contains("to survive the arena: -1"), "{}", report(&record));
    assert!(report(&record).contains("child's hit: None"), "{}", report(&record));
}

#[test]
fn an_exit_code_is_no_signal() {
    let record = Trial::new().play("def attack():\n    os._exit(137)\n");
    assert_eq!(fault(&record), &Fault::Crash { how: "exit code 137".to_string() });
}
