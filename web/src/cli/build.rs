//! `cargo web`: both modules of the engine, the page around them, and the components that it shares.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use analyst::components::{Component, MODULES as COMPONENTS, STYLES};
use analyst::sentence::FILES as SENTENCES;
use anyhow::{bail, Context};
use flate2::write::GzEncoder;
use flate2::Compression;

use toolkit::files;

use super::folders::home;
use super::site::{self, File};

/// The target of a browser.
const TARGET: &str = "wasm32-unknown-unknown";

/// The modules by the file's name, and the compiler's flags for each.
const MODULES: [(&str, &str); 2] =
    [("engine.wasm", "-Ctarget-feature=+simd128"), ("engine-scalar.wasm", "-Ctarget-feature=-simd128")];

/// The arguments of `cargo web build`.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Arguments {
    /// The address at which the page will be found: other sites then show its picture beside links to it.
    #[arg(long, value_parser = site::parse_address)]
    address: Option<String>,
}

/// Builds the page into `web` below the target folder and prints the size of each file.
pub(super) fn run(arguments: &Arguments, target: &Path) -> anyhow::Result<()> {
    build(arguments, target, true)
}

/// Builds the page, and prints the size of the whole.
pub(super) fn run_briefly(target: &Path) -> anyhow::Result<()> {
    build(&Arguments::default(), target, false)
}

fn build(arguments: &Arguments, target: &Path, with_table: bool) -> anyhow::Result<()> {
    let mut files = site::read_folder(&home().join("page"))?;
    for Component { name, text } in COMPONENTS.iter().chain(&STYLES) {
        files.push(File { path: format!("components/{name}"), bytes: text.as_bytes().to_vec() });
    }
    add_sentences(&mut files);
    for (name, flags) in MODULES {
        let path = compile(target, name, flags)?;
        let bytes = files::read(&path, site::MAX_BYTES)?;
        files.push(File { path: name.to_owned(), bytes });
    }
    site::complete_page(&mut files);
    site::write_address(&mut files, arguments.address.as_deref());
    site::complete_service_worker(&mut files);
    let folder = target.join("web");
    site::write_folder(&files, &folder)?;
    print_sizes(&files, &folder, with_table)
}

/// Adds the analyst's sentences to the texts of each language.
fn add_sentences(files: &mut [File]) {
    for (language, text) in SENTENCES {
        let path = format!("locales/{language}.ftl");
        if let Some(file) = files.iter_mut().find(|file| file.path == path) {
            file.bytes.push(b'\n');
            file.bytes.extend_from_slice(text.as_bytes());
        }
    }
}

/// Builds one module and returns its path. Each has a target folder of its own; otherwise the flags of one
/// would invalidate the other's build.
fn compile(target: &Path, name: &str, flags: &str) -> anyhow::Result<PathBuf> {
    let folder = target.join(name.replace(".wasm", "-module"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--package", "web", "--lib", "--profile", "wasm", "--target", TARGET])
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(home())
        .env("RUSTFLAGS", flags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .context("cargo did not start")?;
    if !status.success() {
        bail!("{name} was not built ({status}); the target is installed by `rustup target add {TARGET}`");
    }
    Ok(folder.join(TARGET).join("wasm/engine.wasm"))
}

/// Whether an English visitor's browser may load a file: one of the two modules, one language, and nothing
/// that is for other sites.
fn is_loaded(path: &str) -> bool {
    let is_other_language = path.starts_with("locales/") && path != "locales/en.ftl";
    path != MODULES[1].0 && !is_other_language && !site::is_for_others(path)
}

/// Prints the bytes of each file, if `with_table`, and of what a visit loads: plain and gzipped.
fn print_sizes(files: &[File], folder: &Path, with_table: bool) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let (mut plain, mut packed) = (0, 0);
    if with_table {
        writeln!(out, "{:>9} {:>9}", "bytes", "gzipped")?;
    }
    for file in files {
        let gzipped = gzipped_length(&file.bytes)?;
        if with_table {
            writeln!(out, "{:>9} {gzipped:>9}  {}", file.bytes.len(), file.path)?;
        }
        if is_loaded(&file.path) {
            plain += file.bytes.len();
            packed += gzipped;
        }
    }
    Ok(writeln!(
        out,
        "{}: a browser with SIMD128 and one language may load {plain} bytes in all, {packed} gzipped",
        folder.display()
    )?)
}

fn gzipped_length(bytes: &[u8]) -> anyhow::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
