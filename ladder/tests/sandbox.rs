//! Submitted programs see no file of the ladder that they play in.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use rustix::process::{kill_process, Pid, Signal};

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const BOT: &str = env!("CARGO_BIN_EXE_course-test-bot");

/// Dies if it can reach anything of the ladder, or change its own folder; otherwise plays.
const EVIL: &str =
    "for file in course/ladder.db course/programs \"$2/course/ladder.db\" \"$2/secret\" $HOME/.profile; do\n\
    if [ -e \"$file\" ]; then exit 7; fi\ndone\n\
    if echo x 2>/dev/null >course/ladder.db; then exit 8; fi\n\
    if echo x 2>/dev/null >evil.sh; then exit 9; fi\n\
    if kill -0 \"$3\" 2>/dev/null; then exit 10; fi\n\
    exec \"$1\" course\n";

fn ladder(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(LADDER).current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn succeed(folder: &Path, arguments: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = ladder(folder, arguments);
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(status.success(), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

#[test]
fn a_program_that_looks_for_the_ladder_finds_nothing_by_default_and_all_of_it_without_a_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("evil.sh"), EVIL).unwrap();
    std::fs::write(folder.join("secret"), "").unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), "").unwrap();
    succeed(folder, &["init", "course", "--turn-ms", "60000"]);
    let evil = format!("sh evil.sh {BOT} {} {}", outside.path().display(), std::process::id());
    let (entered, line) = succeed(folder, &["submit", "course", "evil", &evil]);
    assert!(entered.contains("evil enters the ladder"), "{entered}");
    assert!(line.starts_with("sandbox: strict: a bot sees no network"), "{line}");
    succeed(folder, &["submit", "course", "good", &format!("{BOT} course")]);
    let (_, line) = succeed(folder, &["run", "course", "--games", "2", "--no-affinity"]);
    assert!(line.starts_with("sandbox: strict: "), "{line}");
    let (export, _) = succeed(folder, &["export", "course"]);
    assert!(!export.contains("fault"), "{export}");
    succeed(folder, &["verify", "course"]);
    let trusting = ladder(folder, &["submit", "course", "trusted", &evil, "--sandbox", "none"]);
    let text = String::from_utf8(trusting.stdout).unwrap();
    assert!(text.contains("exit code 7"), "{text}");
}

/// Plays its first move as black; waits for ever at its second, or as white.
const WAITING: &str = "while read line; do\n\
    case $line in DONE) echo OK;; BEGIN) echo 'c 4';; TURN*) sleep 1000;; END) exit;; esac\ndone\n";

/// Kills the processes within walls that have this word on their command lines.
fn kill_all(token: &str) {
    for process in std::fs::read_dir("/proc").unwrap().flatten() {
        let read = |name| std::fs::read(process.path().join(name)).unwrap_or_default();
        let has_word = read("cmdline").split(|&byte| byte == 0).any(|word| word == token.as_bytes());
        if has_word && read("comm") == b"sh\n" {
            let pid = process.file_name().to_str().and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw);
            // It may be dead already.
            let _ = kill_process(pid.unwrap(), Signal::KILL);
        }
    }
}

#[test]
fn a_game_that_is_void_again_and_again_ends_the_run_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("waiting.sh"), WAITING).unwrap();
    let token = format!("void-{}", std::process::id());
    let good = format!("{BOT} course");
    succeed(folder, &["init", "course", "--turn-ms", "60000"]);
    succeed(folder, &["submit", "course", "one", &good]);
    succeed(folder, &["submit", "course", "two", &good]);
    succeed(folder, &["run", "course", "--games", "1", "--no-affinity"]);
    succeed(folder, &["submit", "course", "waits", &format!("sh waiting.sh {token}")]);

    let mut run = Command::new(LADDER);
    run.current_dir(folder).args(["run", "course", "--games", "2", "--no-affinity"]);
    let mut run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while run.try_wait().unwrap().is_none() {
        kill_all(&token);
        std::thread::yield_now();
    }
    let Output { status, stdout, stderr } = run.wait_with_output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    // Other arenas on the machine add a warning.
    let lines: Vec<&str> = stderr.lines().filter(|line| line.starts_with("outflank-ladder: ")).collect();
    let program = format!("`sh waiting.sh {token}`");
    let void = format!("the game is void: {program} was ended by signal 9 (killed) from outside");
    let again = format!("outflank-ladder: {void}; the two meet again");
    assert!(lines.len() == 3 && lines[..2] == [&again, &again], "{stderr}");
    assert!(lines[2].contains("waits"), "{stderr}");
    let rest = "finished games are kept; the same command resumes the run";
    assert!(lines[2].ends_with(&format!(": void 3 times in a row: {void}; {rest}")), "{stderr}");
    assert_eq!((status.code(), stdout), (Some(1), Vec::new()));

    succeed(folder, &["submit", "course", "waits", &good]);
    succeed(folder, &["run", "course", "--games", "2", "--no-affinity"]);
    let (export, _) = succeed(folder, &["export", "course"]);
    assert_eq!(export.lines().count(), 3, "{export}");
    succeed(folder, &["verify", "course"]);
}

/// Submits a source with a descriptor of a folder of secrets open and a secret in the environment; what is
/// printed shows neither.
fn submit_prying(name: &str, source: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("secret"), "the secret").unwrap();
    std::fs::write(folder.join(name), source).unwrap();
    succeed(folder, &["init", "course"]);
    let shell = format!("exec 8<. 9<secret; exec '{LADDER}' submit course prying {name}");
    let mut submit = Command::new("/bin/sh");
    submit.args(["-c", &shell]).current_dir(folder).env("TOKEN", "the secret").env("TMPDIR", folder);
    let output = submit.output().unwrap();
    let text = [output.stdout.clone(), output.stderr.clone()].concat();
    let text = String::from_utf8_lossy(&text);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(!text.contains("the secret") && !text.contains(folder.to_str().unwrap()), "{text}");
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
    output
}

#[test]
fn a_source_cannot_print_what_the_submitter_has() {
    let print = |paths: &[&str]| -> String {
        let line = |path: &&str| format!("const _: () = panic!(\"{{}}\", include_str!(\"{path}\"));\n");
        paths.iter().map(line).chain(["fn main() {}\n".to_string()]).collect()
    };
    let seen = ["/proc/1/environ", "/proc/self/environ", "/proc/self/mountinfo"];
    let unseen = ["/proc/self/fd/8/secret", "/proc/self/fd/9", "/proc/self/fd/8/../../../../../etc/shadow"];
    submit_prying("prying.rs", &print(&seen));
    submit_prying("prying.rs", &print(&unseen));
    let include = |path: &&str| format!("#include \"{path}\"\n");
    submit_prying("prying.c", &seen.iter().map(include).collect::<String>());
    submit_prying("prying.c", &unseen.iter().map(include).collect::<String>());
}

#[test]
fn a_source_is_not_judged_where_the_sandbox_fails() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("sources")).unwrap();
    std::fs::write(folder.join("sources/fine.c"), "int main(void) { return 0; }\n").unwrap();
    succeed(folder, &["init", "course"]);
    // Within a sandbox that forbids namespaces there can be no other.
    let around = ["--dev-bind", "/", "/", "--unshare-user", "--disable-userns", LADDER, "submit", "course"];
    for arguments in [["fine", "sources/fine.c"], ["--folder", "sources"]] {
        let mut submit = Command::new("/usr/bin/bwrap");
        let output = submit.args(around).args(arguments).current_dir(folder).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("bwrap cannot make namespaces: "), "{text}");
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
    assert_eq!(succeed(folder, &["standings", "course"]).0.matches("fine").count(), 0);
}

#[test]
fn a_source_is_compiled_without_a_temporary_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("idle.c"), "int main(void) { return 0; }\n").unwrap();
    succeed(folder, &["init", "course"]);
    let mut submit = Command::new(LADDER);
    submit.args(["submit", "course", "idle", "idle.c"]).current_dir(folder).env("TMPDIR", "/nonexistent");
    let output = submit.output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("crashed: exit code 0"), "{output:?}");
    assert!(!Path::new("/nonexistent").exists());
}
