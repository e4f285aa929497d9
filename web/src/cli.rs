//! The commands of `cargo web`.

mod build;
mod folders;
mod serve;
mod site;

use std::io::Write;
use std::sync::LazyLock;
use std::time::Instant;

use folders::target;

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
