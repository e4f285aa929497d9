//! cargo's own build of the package: the program to compare with, its warnings, the libraries it links.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::options::Options;
use crate::prove::rustc::{Diagnostic, Level};
use crate::read::project::Project;

/// Settings of a build besides the package and its features.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Compiles with this rustc.
    pub rustc: Option<String>,
    /// Flags for rustc in every crate of the package's folder.
    pub flags: Option<String>,
    /// A subfolder of the target folder, so that the user's own build stays fresh.
    pub folder: Option<&'static str>,
    /// Only checks: no program comes out.
    pub check: bool,
}

/// The results of a build.
#[derive(Debug, Default)]
pub(crate) struct Build {
    pub executable: Option<PathBuf>,
    /// Warnings about local crates.
    pub warnings: Vec<Diagnostic>,
    /// Compiled libraries with their package's id.
    pub libraries: Vec<(String, PathBuf)>,
}

/// Builds the package's binary as cargo does, in release mode.
///
/// # Errors
/// cargo cannot be run, or fails.
pub(crate) fn build(project: &Project, options: &Options, request: &Request) -> Result<Build> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args([if request.check { "check" } else { "build" }, "--release", "--message-format=json"]);
    command.arg("--bin").arg(&project.bin).arg("--manifest-path").arg(&project.manifest);
    // Its words may become an error of the bundler, whose control characters are escaped.
    command.stderr(Stdio::piped()).env("CARGO_TERM_COLOR", "never");
    command.args(options.features.iter().map(|feature| format!("--features={feature}")));
    command.args(options.all_features.then_some("--all-features"));
    command.args(options.no_default_features.then_some("--no-default-features"));
    if let Some(folder) = request.folder {
        command.arg("--target-dir").arg(project.target.join("bundle").join(folder));
    }
    if let Some(rustc) = &request.rustc {
        command.env("RUSTC", rustc);
    }
    if let Some(flags) = &request.flags {
        command.env("RUSTFLAGS", flags).env_remove("CARGO_ENCODED_RUSTFLAGS");
    }
    let output = command.output().map_err(|error| Error::Tool(format!("cargo build: {error}")))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<Value> =
        messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).collect();
    if output.status.success() {
        return Ok(read(&messages));
    }
    let errors = messages.iter().filter(|message| message["message"]["level"] == "error");
    let rendered: String = errors.filter_map(|message| message["message"]["rendered"].as_str()).collect();
    let diagnostics = String::from_utf8_lossy(&output.stderr);
    let diagnostics = if rendered.is_empty() { diagnostics.trim() } else { rendered.trim() };
    Err(Error::proof(format!("cargo build fails, there is nothing to compare with:\n{diagnostics}")))
}

fn read(messages: &[Value]) -> Build {
    let mut build = Build::default();
    for message in messages {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if message["reason"] == "compiler-message" {
            let diagnostic = serde_json::from_value::<Diagnostic>(message["message"].clone()).ok();
            build.warnings.extend(diagnostic.filter(|one| one.level == Level::Warning));
        } else if message["reason"] == "compiler-artifact" {
            build.executable = text(&message["executable"]).map(PathBuf::from).or(build.executable);
            let files = message["filenames"].as_array().into_iter().flatten().filter_map(text);
            let library = files.map(PathBuf::from).find(|path| {
                path.extension().is_some_and(|extension| extension == "rlib" || extension == "so")
            });
            build.libraries.extend(text(&message["package_id"]).zip(library));
        }
    }
    build
}
