//! Everything that a program in the sandbox sees, has inherited and can reach, compared with a list of what
//! is allowed: the test fails on anything new. Whoever started the tool, and how, makes no difference.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::Duration;

use supervisor::call::{CallLimit, ClockKind};
use supervisor::process::{Job, JobFiles, Launch, Process};
use supervisor::sandbox::{Level, Sandbox};
use supervisor::stop::Stop;

const LISTING: &str = include_str!("listing.py");
const ALLOWED: &str = include_str!("allowed.txt");

/// What a process has is printed by the shell: Python changes its own signals.
const SHELL: &str = "grep -E '^(Umask|Uid|Gid|Groups|Sig[BI]|Cap|NoNewPrivs|Seccomp:)' /proc/self/status;\n\
    /usr/bin/python3 -I -c \"$1\"; echo end";

const PATIENT: CallLimit = CallLimit { limit_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn command() -> Vec<String> {
    ["/bin/sh", "-c", SHELL, "sh", LISTING].map(String::from).to_vec()
}

/// The listing of a bot.
fn bot(has_groups: bool) -> String {
    let sandbox = Sandbox::new(Level::Strict, &[]);
    let launch = Launch {
        memory_mib: Some(512),
        sandbox: if has_groups { sandbox } else { sandbox.without_groups() },
        ..Launch::new(command())
    };
    let mut process = Process::start(&launch, &Stop::new().unwrap()).unwrap();
    let mut stopwatch = process.start_call(PATIENT);
    let mut text = String::new();
    while let Ok(line) = process.read_line(&mut stopwatch) {
        if line == "end" {
            return text;
        }
        text = text + &line + "\n";
    }
    panic!("{text}{:?}", process.end());
}

/// The listing of a compiler.
fn compiler() -> String {
    let end = Job {
        command: &command(),
        files: JobFiles::Sandboxed { folders: &[], contents: &[("program.c", b"")], scratch_bytes: 1 << 26 },
        memory_mib: 512,
        address_space: 3 << 30,
        cpu_seconds: 30,
        file_bytes: 1 << 26,
        wall_time: Duration::from_secs(60),
        kept_bytes: [1 << 20; 2],
    };
    let end = end.run(&Stop::new().unwrap()).unwrap();
    let [text, errors] = end.output.map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(end.status.unwrap().success(), "{text}{errors}");
    text.trim_end_matches("end\n").to_string()
}

/// The lines that no allowed line matches; in those, `*` stands for anything.
fn unexpected(listing: &str) -> Vec<&str> {
    let matches = |pattern: &str, line: &str| match pattern.split_once('*') {
        Some((start, end)) => {
            line.len() + 1 >= pattern.len() && line.starts_with(start) && line.ends_with(end)
        }
        None => pattern == line,
    };
    let allowed = || ALLOWED.lines().filter(|line| !line.starts_with('#'));
    listing.lines().filter(|line| !allowed().any(|pattern| matches(pattern, line))).collect()
}

#[test]
#[ignore = "a part of the tests of this file, which start it in other surroundings"]
fn print_the_listings() {
    print!("{}{}{}", bot(true), bot(false), compiler());
}

/// Runs [`print_the_listings`] by a shell command that starts `"$@"`.
fn listings_under(shell: &str) -> BTreeSet<String> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", shell, "sh"]).arg(std::env::current_exe().unwrap());
    command.args(["--exact", "print_the_listings", "--ignored", "--nocapture"]);
    let output = command.env("TOKEN", "secret").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{shell}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let is_ours =
        |line: &&str| !line.is_empty() && !line.starts_with("test ") && !line.starts_with("running ");
    text.lines().filter(is_ours).map(str::to_string).collect()
}

#[test]
fn a_program_sees_what_the_list_allows() {
    for (what, listing) in [("bot", bot(true)), ("without groups", bot(false)), ("compiler", compiler())] {
        assert_eq!(unexpected(&listing), [""; 0], "{what}");
        assert!(listing.lines().count() > 100, "{what}: {listing}");
    }
}

/// Ways to start the tool, each of which leaves something to what it starts.
const SURROUNDINGS: [&str; 12] = [
    "flock /tmp \"$@\"",
    "nohup \"$@\"",
    // As cron starts programs.
    "env -i HOME=/ LOGNAME=x SHELL=/bin/sh PATH=/usr/bin:/bin \"$@\"",
    "exec 3</etc 4</etc/passwd 5</ 6</tmp 7</dev/zero 8</proc 9</usr; \"$@\"",
    "trap '' CHLD HUP INT QUIT TERM PIPE USR1 TSTP TTOU; \"$@\"",
    "umask 000; \"$@\"",
    "umask 777; \"$@\"",
    "setarch -R \"$@\"",
    "chrt -b 0 \"$@\"",
    "ulimit -s unlimited; ulimit -c unlimited; \"$@\"",
    "echo 500 >/proc/$$/oom_score_adj; \"$@\"",
    "cd /usr/share; \"$@\"",
];

/// All of that at once.
const WORST: &str = "cd /usr/share; umask 000; exec 3</etc 4</etc/passwd 5</ 6</tmp 7</dev/zero 8</proc;\n\
    ulimit -s unlimited; ulimit -c unlimited; echo 500 >/proc/$$/oom_score_adj;\n\
    trap '' CHLD HUP INT QUIT TERM PIPE USR1 TSTP TTOU;\n\
    flock /tmp env -i HOME=/ TOKEN=secret PATH=/usr/bin:/bin nohup setarch -R chrt -b 0 \"$@\"";

fn assert_equal_listings(surroundings: &[&str]) {
    let usual = listings_under("\"$@\"");
    assert!(usual.len() > 100, "{usual:?}");
    for shell in surroundings {
        let listings = listings_under(shell);
        let differences: Vec<_> = listings.symmetric_difference(&usual).collect();
        assert!(differences.is_empty(), "{shell}: {differences:#?}");
    }
}

#[test]
fn it_makes_no_difference_who_started_the_tool_and_how() {
    assert_equal_listings(&[WORST]);
}

#[test]
#[ignore = "a minute: `cargo test -p supervisor --test inside -- --ignored each`"]
fn each_way_to_start_the_tool_makes_no_difference() {
    assert_equal_listings(&SURROUNDINGS);
}
