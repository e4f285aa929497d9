//! Support of the bundler's tests: fixture packages, small generated packages, rustc.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod generator;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use bundler::{Draft, Level, Options};

/// The folder of the fixture workspace.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Where cargo builds the fixtures.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures")
}

/// A request for one of the fixture packages.
pub(crate) fn options(package: &str) -> Options {
    Options {
        manifest_path: Some(fixtures().join("Cargo.toml")),
        package: Some(package.into()),
        ..Options::default()
    }
}

/// The output of the program as cargo builds it.
pub(crate) fn unbundled(bin: &str) -> String {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--manifest-path"]).arg(fixtures().join("Cargo.toml"));
        let output = cargo.env("CARGO_TARGET_DIR", target()).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    });
    run(&target().join("debug").join(bin))
}

/// Compiles `text` with the judge's rustc (the default one where it is absent), warnings denied, and runs it.
pub(crate) fn compile_and_run(text: &str, arguments: &[&str]) -> String {
    compile(text, &[&["--edition=2021", "-Dwarnings"], arguments].concat())
}

/// Compiles `text` in an edition, whatever rustc warns of, and runs it.
pub(crate) fn compile_and_run_as(text: &str, edition: u32) -> String {
    compile(text, &[&format!("--edition={edition}"), "-Awarnings"])
}

fn compile(text: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("bundle.rs");
    std::fs::write(&source, text).expect("a file can be written");
    let program = folder.path().join("program");
    let mut rustc = Command::new("rustup");
    rustc.args(["run", judge(), "rustc", "-o"]).arg(&program).arg(&source);
    let output = rustc.args(arguments).output().expect("rustc runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the bundle does not compile:\n{said}\n{}", shown(text));
    run(&program)
}

/// The output of cargo's build of a binary of `package`.
pub(crate) fn cargo_output(package: &Package, bin: &str) -> String {
    let target = package.path("target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--bin", bin, "--manifest-path"]).arg(package.path("Cargo.toml"));
    let output = cargo.env("CARGO_TARGET_DIR", &target).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    run(&target.join("debug").join(bin))
}

fn judge() -> &'static str {
    static JUDGE: OnceLock<&str> = OnceLock::new();
    JUDGE.get_or_init(|| {
        let list = Command::new("rustup").args(["run", bundler::JUDGE_TOOLCHAIN, "rustc", "-V"]).output();
        let there = list.is_ok_and(|output| output.status.success());
        if there {
            bundler::JUDGE_TOOLCHAIN
        } else {
            "stable"
        }
    })
}

fn shown(text: &str) -> String {
    text.chars().take(6000).collect()
}

fn run(program: &Path) -> String {
    let output = Command::new(program).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program prints text")
}

/// The draft's text at every level; each compiles without a warning and prints `expected`.
pub(crate) fn prove_levels(draft: &Draft, expected: &str) -> Vec<String> {
    let check = |level: Level| {
        let text = draft.text(level).unwrap_or_else(|error| panic!("{level:?}: {error}"));
        let printed = compile_and_run(&text, &[]);
        assert!(printed == expected, "{level:?} prints\n{printed}instead of\n{expected}{}", shown(&text));
        text
    };
    Level::ALL.map(check).into()
}

/// A package in a temporary folder.
pub(crate) struct Package {
    folder: tempfile::TempDir,
}

impl Package {
    /// An empty one called `sample`.
    pub(crate) fn new() -> Self {
        Self::empty()
            .file("Cargo.toml", "[package]\nname = \"sample\"\nversion = \"1.2.3\"\nedition = \"2021\"\n")
    }

    /// One whose program knows `bench`, with a part that can be changed.
    pub(crate) fn sample() -> Self {
        const MAIN: &str =
            "mod part;\nfn main() {\n    if std::env::args().any(|word| word == \"bench\") {\n        \
             println!(\"signature {}\", part::number());\n    }\n}\n";
        let part = "pub fn number() -> u32 {\n    1234\n}\n";
        Self::new().file("src/main.rs", MAIN).file("src/part.rs", part)
    }

    /// One without any file.
    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// With a file in it.
    pub(crate) fn file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.write(path, text);
        self
    }

    /// Writes a file in it.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    /// A path in it.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// A request for it.
    pub(crate) fn options(&self) -> Options {
        Options { manifest_path: Some(self.path("Cargo.toml")), ..Options::default() }
    }

    /// The bundler's program, about to run in it.
    pub(crate) fn bundler(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-bundler"));
        command.current_dir(self.folder.path()).args(arguments).env("CARGO_TARGET_DIR", self.path("target"));
        // No test waits for the network.
        command.env("RUSTUP_AUTO_INSTALL", "0");
        command
    }

    /// Runs the bundler's program in it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.bundler(arguments).output().expect("the bundler runs")
    }
}

/// Runs the bundler's program on a fixture package.
pub(crate) fn bundler(package: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-bundler"));
    command
        .arg("--manifest-path")
        .arg(fixtures().join("Cargo.toml"))
        .args(["--package", package])
        .args(arguments);
    command
        .env("CARGO_TARGET_DIR", target())
        .env("RUSTUP_AUTO_INSTALL", "0")
        .output()
        .expect("the bundler runs")
}

/// Standard error as text, without the steps.
pub(crate) fn stderr(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.split_inclusive('\n').filter(|line| !line.starts_with("outflank-bundler: ")).collect()
}
