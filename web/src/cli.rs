//! The commands of `cargo web`.

mod build;
mod serve;
mod site;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;

/// Builds the page with its engine into `target/web`: one static folder for any web server.
///
/// Exit code 1 after a failure, 2 after a wrong argument.
#[derive(Debug, clap::Parser)]
#[command(name = "web", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Builds the page; the same as no command.
    Build,
    /// Builds the page and shows it on this machine.
    Serve(serve::Arguments),
    /// Measures the native engine by the work that the page's modules do for the same request.
    Speed,
}

/// Runs a command.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        None | Some(Command::Build) => build::run(&target()),
        Some(Command::Speed) => speed(),
        Some(Command::Serve(arguments)) => serve::run(arguments, &target()),
    }
}

/// Prints counts and milliseconds as JSON.
fn speed() -> anyhow::Result<()> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let measured = engine::speed::measure(|| START.elapsed());
    Ok(writeln!(std::io::stdout(), "{measured}")?)
}

/// The folder of this crate.
fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder into which Cargo builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| home().join("../target"), PathBuf::from)
}
