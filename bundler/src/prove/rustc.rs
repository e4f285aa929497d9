//! Runs rustc: finds the requested toolchain, compiles a text, parses the messages.

mod message;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use toolkit::files;

pub(crate) use message::{Diagnostic, Level, Span, Suggestion};

use crate::error::{Error, Result};
use crate::options::Options;

/// The largest MIR that is read, in bytes.
const MAX_MIR_BYTES: u64 = 1 << 30;

/// How a text is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// No code, no debug assertions: all checks and lints of a release build.
    CheckRelease,
    /// No code, with debug assertions.
    CheckDebug,
    /// No code; warns of everything that edition 2024 changes.
    CheckEdition2024,
    /// `-O`.
    Release,
    /// rustc's defaults: no optimisation, overflow checks.
    Debug,
}

impl Mode {
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::CheckRelease => &["--emit=metadata", "-Cdebug-assertions=off", "-Wunused_macro_rules"],
            Self::CheckDebug => &["--emit=metadata", "-Cdebug-assertions=on", "-Wunused_macro_rules"],
            Self::CheckEdition2024 => {
                &["--emit=metadata", "-Cdebug-assertions=off", "-Wrust-2024-compatibility"]
            }
            Self::Release => &["-O"],
            Self::Debug => &[],
        }
    }
}

/// A rustc that answered.
#[derive(Debug)]
pub(crate) struct Rustc {
    pub(crate) program: String,
    /// The first line of `rustc --version`.
    pub version: String,
    /// Why this is the default rustc instead of the requested toolchain; `None` if it is the requested one.
    pub lack: Option<String>,
    /// The edition of what it compiles.
    pub edition: u32,
    /// The compiled libraries that a program may use, by name.
    pub externs: Vec<(String, PathBuf)>,
    /// Where it works; deleted with it.
    pub(crate) folder: TempDir,
}

impl Rustc {
    /// Finds the toolchain that `options` request: the program if it is a path, or rustup's, which may fetch
    /// a missing one; else the default rustc.
    ///
    /// # Errors
    /// A path that is no rustc, or no rustc at all.
    pub(crate) fn find(options: &Options) -> Result<Self> {
        let (program, version, lack) = Self::toolchain(options)?;
        let folder = tempfile::Builder::new().prefix("bundle-").tempdir();
        let folder = folder.map_err(|error| Error::Io { path: std::env::temp_dir(), error })?;
        let edition = options.edition;
        Ok(Self { program, version, lack, edition, externs: Vec::new(), folder })
    }

    /// The program, its version and why it is not the requested one.
    fn toolchain(options: &Options) -> Result<(String, String, Option<String>)> {
        let requested = &*options.toolchain;
        let with = |program: &str, lack| Some((program.to_owned(), version(program)?, lack));
        if requested.contains('/') {
            return with(requested, None)
                .ok_or_else(|| Error::Usage(format!("{requested} is no rustc that runs")));
        }
        if let Some(rustc) = rustup_program(requested).and_then(|program| with(&program, None)) {
            return Ok(rustc);
        }
        // Without rustup the default rustc may be the requested one.
        let is_requested = |version: &str| version.split(' ').nth(1) == Some(requested);
        if let Some(rustc) = with("rustc", None).filter(|(_, version, _)| is_requested(version)) {
            return Ok(rustc);
        }
        let rustc = match fetch(options) {
            Ok(program) => with(&program, None),
            Err(lack) => with("rustc", Some(lack)),
        };
        rustc.ok_or_else(|| Error::Tool("there is no rustc: neither `rustup run` nor `rustc` works".into()))
    }

    /// The cfgs that are set where this rustc runs, as it prints them.
    ///
    /// # Errors
    /// rustc does not answer.
    pub(crate) fn cfgs(&self) -> Result<BTreeSet<String>> {
        let mut rustc = command(&self.program);
        rustc.args(["--print", "cfg"]);
        let output = self.run(rustc)?;
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }

    /// Compiles `text` as a program; the program's path, unless there were errors, and rustc's messages.
    ///
    /// # Errors
    /// rustc or the file system fails.
    pub(crate) fn compile(&self, text: &str, mode: Mode) -> Result<(Option<PathBuf>, Vec<Diagnostic>)> {
        let out = self.folder.path().join(format!("bundle-{mode:?}").to_lowercase());
        let mut command = self.command(text)?;
        command.args(mode.arguments()).arg("-o").arg(&out);
        let output = self.run(command)?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let diagnostics = message::parse(&stderr);
        let failed = !output.status.success();
        if failed && !diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error) {
            return Err(Error::Tool(format!("rustc failed ({}): {}", output.status, stderr.trim())));
        }
        Ok(((!failed).then_some(out), diagnostics))
    }

    /// The bodies of the functions of `text`, as rustc prints them; none if it does not compile.
    ///
    /// # Errors
    /// rustc or the file system fails.
    pub(crate) fn mir(&self, text: &str, mode: Mode) -> Result<Option<String>> {
        let out = self.folder.path().join("bundle.mir");
        let mut command = self.command(text)?;
        let assertions = if mode == Mode::CheckDebug { "on" } else { "off" };
        command.arg(format!("-Cdebug-assertions={assertions}"));
        command.args(["--emit=mir", "--cap-lints=allow", "-o"]).arg(&out);
        if !self.run(command)?.status.success() {
            return Ok(None);
        }
        let mir = files::read(&out, MAX_MIR_BYTES);
        let mir = mir.map_err(|error| Error::Tool(format!("rustc's MIR: {error}")))?;
        Ok(Some(String::from_utf8_lossy(&mir).into_owned()))
    }

    /// rustc, about to compile `text` as a program.
    fn command(&self, text: &str) -> Result<Command> {
        let source = self.folder.path().join("bundle.rs");
        std::fs::write(&source, text).map_err(|error| Error::Io { path: source.clone(), error })?;
        let mut command = command(&self.program);
        command.arg(format!("--edition={}", self.edition));
        command.args(["--crate-name=bundle", "--crate-type=bin", "--error-format=json"]);
        for (name, library) in &self.externs {
            command.arg("--extern").arg(format!("{name}={}", library.display()));
            let folder = library.parent().unwrap_or(Path::new("."));
            command.arg(format!("-Ldependency={}", folder.display()));
            // cargo writes the library of a requested package beside its folder of dependencies.
            command.arg(format!("-Ldependency={}", folder.join("deps").display()));
        }
        command.arg(&source).current_dir(self.folder.path());
        Ok(command)
    }

    fn run(&self, mut command: Command) -> Result<Output> {
        command.output().map_err(|error| Error::Tool(format!("{}: {error}", self.program)))
    }
}

fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    // A missing toolchain is fetched in one place, which says so.
    command.env("RUSTUP_AUTO_INSTALL", "0").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// The rustc of a rustup toolchain, past rustup's proxy.
fn rustup_program(toolchain: &str) -> Option<String> {
    let output = command("rustup").args(["run", toolchain, "rustc", "--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let program = Path::new(sysroot.trim()).join("bin/rustc");
    (output.status.success() && program.is_file()).then(|| program.display().to_string())
}

/// Lets rustup fetch the requested toolchain if that is allowed; its rustc, or why there is none.
fn fetch(options: &Options) -> std::result::Result<String, String> {
    let toolchain = &*options.toolchain;
    let rustup = |arguments: &[&str]| command("rustup").args(arguments).output();
    if !options.fetch {
        return Err("is not installed".into());
    }
    if rustup(&["--version"]).is_err() {
        return Err("is not installed, and there is no rustup that could fetch it".into());
    }
    (options.progress)(&format!("fetching Rust {toolchain} through rustup, once, for the proof"));
    let output = rustup(&["toolchain", "install", toolchain, "--profile", "minimal", "--no-self-update"])
        .map_err(|error| format!("cannot be fetched: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let mut lines = said.lines().filter(|line| !line.trim().is_empty());
        let reason = lines.clone().find(|line| line.starts_with("error")).or(lines.next_back());
        return Err(format!("cannot be fetched: rustup: {}", reason.unwrap_or("no reason given")));
    }
    rustup_program(toolchain).ok_or_else(|| "is fetched, but does not run".into())
}

fn version(program: &str) -> Option<String> {
    let output = command(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && text.starts_with("rustc ")).then(|| text.trim().to_owned())
}
