//! Sources and files as bots: what is named runs, or the message says why not and what would.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Plays the first legal move.
const PYTHON: &str = "\
input(); input()
while True:
    [input() for _ in range(8)]
    print([input() for _ in range(int(input()))][0], flush=True)
";
/// The same in C.
const C: &str = "\
#include <stdio.h>
int main(void) {
    int me, size, count;
    char line[9], first[3];
    if (scanf(\"%d %d\", &me, &size) != 2) return 1;
    for (;;) {
        for (int row = 0; row < 8; row++) if (scanf(\"%8s\", line) != 1) return 0;
        if (scanf(\"%d\", &count) != 1) return 1;
        for (int i = 0; i < count; i++) if (scanf(\"%2s\", i ? line : first) != 1) return 1;
        puts(first);
        fflush(stdout);
    }
}
";

/// Limits for a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

/// A folder to play in, with a cache of its own.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, content: &str, mode: u32) {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    }

    fn cache(&self) -> std::path::PathBuf {
        self.0.path().join("cache")
    }

    #[track_caller]
    fn arena(&self, arguments: &[&str], code: i32) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
        command.args(arguments).current_dir(self.0.path()).env("XDG_CACHE_HOME", self.cache());
        let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
        (stdout, stderr)
    }

    /// Plays a game between a bot and `random`; standard error.
    #[track_caller]
    fn play(&self, bot: &str) -> String {
        let (stdout, stderr) = self.arena(&[&["play", bot, "random"][..], &PATIENT].concat(), 0);
        assert!(stdout.contains("neither side can move"), "{bot}: {stdout}{stderr}");
        stderr
    }

    #[track_caller]
    fn refused(&self, bot: &str, why: &str) {
        let (_, stderr) = self.arena(&["play", bot, "random"], 2);
        assert!(stderr.contains(why), "{bot}: {stderr}");
        assert!(!stderr.contains("no built-in bot"), "{bot}: {stderr}");
    }
}

fn programs(cache: &Path) -> usize {
    std::fs::read_dir(cache.join("outflank/programs")).unwrap().count()
}

#[test]
fn python_sources_play_blanks_and_arguments_included() {
    let place = Place::new();
    for name in ["bot.py", "my bot.PY", "-bot.py"] {
        place.write(name, PYTHON, 0o644);
        let text = if name.starts_with('-') { "./-bot.py" } else { name };
        place.play(text);
    }
    place.play("bot.py --fast");
    place.play("'my bot.PY' --fast");
    place.play("codingame:my bot.PY");
    // Executable without a line that names an interpreter, as on some file systems.
    place.write("bot.py", PYTHON, 0o755);
    place.play("bot.py");
    place.write("dos.py", &format!("#!/usr/bin/python3\n{PYTHON}").replace('\n', "\r\n"), 0o755);
    place.play("dos.py");
}

#[test]
fn a_source_is_compiled_once_and_again_when_edited() {
    let place = Place::new();
    place.write("my bot.c", C, 0o644);
    assert!(place.play("my bot.c").contains("my bot.c is compiled by gcc "));
    assert!(place.play("./my bot.c").contains("my bot.c was compiled by gcc "));
    assert_eq!(programs(&place.cache()), 1);
    place.write("my bot.c", &format!("{C}\n"), 0o755);
    assert!(place.play("my bot.c").contains("is compiled"), "all files of some systems are executable");
    assert_eq!(programs(&place.cache()), 2);
    place.write("bot.C", &C.replace("stdio.h", "cstdio"), 0o644);
    assert!(place.play("bot.C").contains("is compiled by g++ "));
}

#[test]
fn rust_is_compiled_by_a_compiler_that_is_named() {
    let place = Place::new();
    place.write("bot.RS", "fn main() { println!(\"f5\"); }\n", 0o644);
    let (stdout, stderr) = place.arena(&[&["play", "bot.RS", "random"][..], &PATIENT].concat(), 0);
    assert!(stderr.contains("bot.RS is compiled by rustc 1."), "{stderr}");
    assert!(stdout.contains("black f5") && stdout.contains("crashed: exit code 0"), "{stdout}");
    let is_codingames = stderr.contains("rustc 1.90.0\n");
    assert_ne!(stderr.contains("(CodinGame's rustc 1.90.0 is not installed)"), is_codingames, "{stderr}");
}

#[test]
fn a_source_that_does_not_compile_is_quoted() {
    let place = Place::new();
    place.write("bad.cxx", "int main() { return x; }\n", 0o644);
    for command in [&["play", "bad.cxx", "random"][..], &["match", "random", "bad.cxx", "--results", "m"]] {
        let (_, stderr) = place.arena(command, 2);
        assert!(stderr.contains("bad.cxx:1:") && stderr.contains("was not declared"), "{stderr}");
    }
    assert!(!place.0.path().join("m").exists());
}

#[test]
fn a_file_that_cannot_run_says_what_would_run_it() {
    let place = Place::new();
    place.write("notes.txt", "hello", 0o644);
    place.write("bot.js", "hello", 0o644);
    place.write("start", "#!/bin/sh\nexec python3 bot.py\n", 0o644);
    place.write("bot.py", PYTHON, 0o644);
    std::fs::create_dir(place.0.path().join("folder")).unwrap();
    place.refused("notes.txt", "neither executable nor a source (.rs, .c, .cc, .cpp, .cxx, .py)");
    place.refused("bot.js --fast", "the command `node bot.js` runs it");
    place.refused("start", "start is not executable: `chmod +x start`");
    place.refused("folder", "folder is a folder");
    let pipe = place.0.path().join("pipe.py");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    place.refused("pipe.py", "pipe.py is a pipe");
    std::os::unix::fs::symlink("/dev/zero", place.0.path().join("zero.c")).unwrap();
    place.refused("zero.c", "zero.c is a device");
    place.write("start", "#!/bin/sh\nexec python3 bot.py\n", 0o755);
    place.play("start");
    let (_, stderr) = place.arena(&["play", "missing.cpp", "random"], 2);
    assert!(stderr.contains("no built-in bot, entry or program `missing.cpp`"), "{stderr}");
}

#[test]
fn an_entry_of_the_bots_file_may_be_a_source() {
    let place = Place::new();
    std::fs::create_dir(place.0.path().join("my bots")).unwrap();
    place.write("my bots/first bot.c", C, 0o644);
    place.write("my bots/bot.py", PYTHON, 0o644);
    place.write(
        "bots.toml",
        "[[bot]]\nname = \"c\"\ncommand = \"first bot.c\"\ndirectory = \"my bots\"\n\
         [[bot]]\nname = \"python\"\ncommand = [\"bot.py\", \"-v\"]\ndirectory = \"my bots\"\n",
        0o644,
    );
    assert!(place.play("c").contains("first bot.c is compiled by gcc "));
    place.play("python");
}

#[test]
fn a_cache_that_others_may_write_to_is_refused() {
    let place = Place::new();
    place.write("bot.c", C, 0o644);
    let cache = place.cache().join("outflank");
    std::fs::create_dir_all(&cache).unwrap();
    std::fs::set_permissions(&cache, Permissions::from_mode(0o777)).unwrap();
    place.refused("bot.c", "others may write to it");
    std::fs::remove_dir(&cache).unwrap();
    std::os::unix::fs::symlink("/tmp", &cache).unwrap();
    place.refused("bot.c", "it is a link");
}

#[test]
fn results_of_an_edited_bot_are_refused() {
    let place = Place::new();
    place.write("bot.py", PYTHON, 0o644);
    place.write("bot.c", C, 0o644);
    place.write("program", &format!("#!/usr/bin/env python3\n{PYTHON}"), 0o755);
    for (bot, file, mode, why) in [
        ("bot.py", "bot.py", 0o644, "`bot.py` has changed (./bot.py)"),
        ("python3 bot.py", "bot.py", 0o644, "`bot.py` has changed (bot.py)"),
        ("bot.c", "bot.c", 0o644, "the program of `bot.c` has changed"),
        ("./program", "program", 0o755, "the program of `program` has changed"),
    ] {
        let results = ["--pairs", "1", "--results", "m.jsonl"];
        let command = [&["match", bot, "random"][..], &PATIENT, &results].concat();
        place.arena(&command, 0);
        place.arena(&command, 0);
        let path = place.0.path().join(file);
        let edited = format!("{}\n", std::fs::read_to_string(&path).unwrap());
        place.write(file, &edited, mode);
        let (_, stderr) = place.arena(&command, 2);
        assert!(stderr.contains(&format!("m.jsonl: results of another run: {why}")), "{bot}: {stderr}");
        assert!(stderr.contains("to keep them and start anew, `mv m.jsonl m.jsonl.1`"), "{bot}: {stderr}");
        std::fs::remove_file(place.0.path().join("m.jsonl")).unwrap();
    }
}

#[test]
fn a_source_that_does_not_compile_loses_in_other_arenas() {
    let place = Place::new();
    place.write("bad.c", "int main(void) { return x; }\n", 0o644);
    let (stdout, stderr) = place.arena(&["referee", "-p1", "bad.c", "-p2", "random", "--json"], 0);
    assert!(stderr.contains("not compiled") && stderr.contains("bad.c:1:"), "{stderr}");
    assert!(stdout.contains("\"scores\":[-1,0]"), "{stdout}");
}
