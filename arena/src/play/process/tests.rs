use rustix::process::WaitIdStatus;
use rustix::thread::CpuSet;

use super::*;

const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn launch(command: &[&str]) -> Launch {
    Launch {
        command: command.iter().map(|word| word.to_string()).collect(),
        directory: None,
        environment: Vec::new(),
        memory_mib: None,
        cores: None,
        freezes: false,
    }
}

fn start(launch: &Launch) -> Process {
    Process::start(launch, &Stop::new().unwrap()).unwrap()
}

/// Sends a line and reads one.
fn exchange(process: &mut Process, input: &str) -> Result<String, Fault> {
    let mut stopwatch = process.start_call(&PATIENT, false);
    process.send(input);
    let line = process.read_line(&mut stopwatch).unwrap();
    process.end_call();
    line
}

#[test]
fn a_program_runs_in_its_own_session_directory_and_environment() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().canonicalize().unwrap();
    let script = "echo $MOOD $(pwd) $(cut -d' ' -f6 /proc/self/stat) $$; read line";
    let launch = Launch {
        directory: Some(directory.clone()),
        environment: vec![("MOOD".into(), "calm".into())],
        ..launch(&["sh", "-c", script])
    };
    let mut process = start(&launch);
    let pid = process.head.pid().as_raw_pid();
    assert_eq!(exchange(&mut process, "").unwrap(), format!("calm {} {pid} {pid}", directory.display()));
}

#[test]
fn cores_and_memory_are_bounded() {
    let core = crate::play::cores::allowed()[0];
    let mut cores = CpuSet::new();
    cores.set(core);
    let script = "grep Cpus_allowed_list /proc/self/status; ulimit -d; read line";
    let launch = Launch { cores: Some(cores), memory_mib: Some(99), ..launch(&["sh", "-c", script]) };
    let mut process = start(&launch);
    assert_eq!(exchange(&mut process, "").unwrap(), format!("Cpus_allowed_list:\t{core}"));
    assert_eq!(exchange(&mut process, "").unwrap(), (99 * 1024).to_string());
}

#[test]
fn freezing_stops_the_bot_from_answer_to_call() {
    let mut process = start(&Launch { freezes: true, ..launch(&["cat"]) });
    for _ in 0..3 {
        assert_eq!(exchange(&mut process, "hello\n").unwrap(), "hello");
        // Returns once the process stands still.
        let options = WaitIdOptions::STOPPED;
        let status: WaitIdStatus =
            rustix::process::waitid(WaitId::PidFd(process.pidfd.as_fd()), options).unwrap().unwrap();
        assert!(status.stopped());
    }
}

#[test]
fn input_larger_than_a_pipe_arrives_whole() {
    let mut process = start(&launch(&["wc", "-c"]));
    let mut stopwatch = process.start_call(&PATIENT, false);
    process.send(&"x".repeat(300_000));
    process.outbox.push(b"");
    while process.outbox.waiting_fd().is_some() {
        process.wait_for_any(Duration::from_secs(60)).unwrap();
    }
    process.outbox.close();
    assert_eq!(process.read_line(&mut stopwatch).unwrap().unwrap().trim(), "300000");
}

#[test]
fn a_gentle_end_waits_for_the_exit_status() {
    let mut process = start(&launch(&["sh", "-c", "read line; echo bye >&2; exit 7"]));
    process.send("END\n");
    let (status, log) = process.end_gently(Duration::from_secs(60)).unwrap();
    assert_eq!((status_text(status), log), ("exit code 7".to_string(), vec!["bye\n".to_string()]));
    let mut process = start(&launch(&["sleep", "1000"]));
    let (status, _) = process.end_gently(Duration::from_millis(20)).unwrap();
    assert_eq!(status_text(status), "signal 9 (killed)");
}

#[test]
fn a_request_to_stop_interrupts_a_wait() {
    let stop = Stop::new().unwrap();
    let mut process = Process::start(&launch(&["sleep", "1000"]), &stop).unwrap();
    let mut stopwatch = process.start_call(&PATIENT, false);
    stop.request(None);
    assert!(process.read_line(&mut stopwatch).unwrap_err().is::<Stopped>());
}

#[test]
fn the_log_is_capped_for_the_whole_game() {
    // 40 calls that each write twice what is kept of a call.
    let script = "while read line; do head -c 32768 /dev/zero | tr '\\0' e >&2; echo ok; done";
    let mut process = start(&launch(&["sh", "-c", script]));
    for _ in 0..40 {
        assert_eq!(exchange(&mut process, "go\n").unwrap(), "ok");
    }
    let log = process.end().unwrap();
    assert_eq!(log.len(), 40);
    assert!(log.iter().all(|call| call.len() <= crate::play::limits::STDERR_BYTES_PER_TURN));
    let kept: usize = log.iter().map(String::len).sum();
    assert_eq!(kept, crate::play::limits::STDERR_BYTES_PER_GAME);
}

#[test]
fn the_program_is_found_as_the_system_finds_it() {
    assert!(launch(&["sh"]).program_path().is_some_and(|path| path.ends_with("sh")));
    assert_eq!(launch(&["/bin/sh", "-c"]).program_path(), Some("/bin/sh".into()));
    assert_eq!(launch(&["/nonexistent/sh"]).program_path(), None);
    let here = Launch { directory: Some("/bin".into()), ..launch(&["./sh"]) };
    assert_eq!(here.program_path(), Some("/bin/./sh".into()));
}
