//! `.githooks/commit-msg` takes messages that follow CONTRIBUTING.md and says what is wrong with others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The line that a changed signature changes.
const SIGNATURE: &str = "const SIGNATURE: u64 = 668_664;\n";

/// A repository with the hook, removed when the test ends.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let repository = Self(folder);
        fs::create_dir_all(repository.0.join("src")).expect("a folder");
        fs::create_dir_all(repository.0.join("tests")).expect("a folder");
        assert!(repository.git(&["init", "--quiet"]).0);
        repository
    }

    /// Runs git; whether it succeeded, and what it wrote to standard error.
    fn git(&self, arguments: &[&str]) -> (bool, String) {
        let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join(".githooks");
        let mut git = Command::new("git");
        git.current_dir(&self.0).args(["-c", "user.name=me", "-c", "user.email=me@example.org"]);
        git.arg("-c").arg(format!("core.hooksPath={}", hooks.display())).args(arguments);
        let output = git.output().expect("git runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// What the hook says about a commit of this file; nothing if it takes the message.
    fn commit(&self, file: &str, content: &str, message: &str) -> String {
        fs::write(self.0.join(file), content).expect("a file");
        assert!(self.git(&["add", "--all"]).0);
        let (is_taken, said) = self.git(&["commit", "--quiet", "-m", message]);
        assert_eq!(is_taken, said.is_empty(), "{message}: {said}");
        said
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn messages_that_follow_the_rules_are_taken() {
    let repository = Repository::new("taken");
    for (file, content, message) in [
        ("README.md", "a", "docs: name the two commands"),
        ("src/lib.rs", "b", "arena, ladder: start a bot before it enters\n\nA broken one jammed the league."),
        ("src/lib.rs", "c", &*format!("search: say {}\n\nWhy.\n\nSpeed: +3 %", "é".repeat(60))),
        ("tests/signature.rs", SIGNATURE, "mcts: choose anew after a change\n\nWhy.\n\nBench: 668664"),
    ] {
        assert_eq!(repository.commit(file, content, message), "", "{message}");
    }
}

#[test]
fn messages_that_break_a_rule_are_refused_with_it() {
    let repository = Repository::new("refused");
    for (file, message, reason) in [
        ("README.md", &*format!("docs: {}", "x ".repeat(40)), "at most 72"),
        ("README.md", "name the two commands", "`area: imperative`"),
        ("README.md", "docs: name the two commands.", "without a full stop"),
        ("README.md", "docs: Name the two commands", "`Name` is not"),
        ("README.md", "docs: named the two commands", "`named` is not"),
        ("README.md", "docs: names the two commands", "`names` is not"),
        ("README.md", "docs: name the two\ncommands", "not empty"),
        ("src/lib.rs", "search: look again", "no body that says why"),
        ("src/lib.rs", "search: look again\n\nArena: +3 Elo", "no body that says why"),
        ("tests/signature.rs", "search: look again\n\nWhy.", "the trailer `Bench: 668664`"),
        ("tests/signature.rs", "search: look again\n\nWhy.\n\nBench: 668663", "the trailer `Bench: 668664`"),
    ] {
        let said = repository.commit(file, SIGNATURE, message);
        assert!(said.contains(reason), "{message}: {said}");
        assert!(repository.git(&["reset", "--quiet"]).0);
        fs::remove_file(repository.0.join(file)).expect("the file");
    }
}
