//! `cargo web speed`: the engine in browsers beside the native one.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{ensure, Context};

use super::build;
use super::folders::home;

/// The arguments of `cargo web speed`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Number of rounds; engines and browsers take turns, and medians are printed.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// Measures the native engine alone, once: counts and milliseconds as JSON.
    #[arg(long, conflicts_with = "rounds")]
    native: bool,
}

/// Builds the page and compares its engine with the native one.
pub(super) fn run(arguments: &Arguments, target: &Path) -> anyhow::Result<()> {
    if arguments.native {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        let measured = engine::speed::measure(|| START.elapsed());
        return Ok(writeln!(std::io::stdout(), "{measured}")?);
    }
    build::run_briefly(target)?;
    let script = home().join("tests/speed.mjs");
    let status = Command::new("node")
        .arg(&script)
        .arg(std::env::current_exe()?)
        .arg(arguments.rounds.to_string())
        .env("WEB_SITE", target.join("web"))
        .status()
        .context("node did not start: install Node, from version 20 on")?;
    ensure!(status.success(), "{} failed ({status})", script.display());
    Ok(())
}
