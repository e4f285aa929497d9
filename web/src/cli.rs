//! The commands of `cargo web`; `--help` lists the exit codes.

mod build;
mod folders;
mod serve;
mod site;
mod speed;

use std::process::ExitCode;

use folders::target;
use toolkit::commands::{failed, parse, FAILED};

/// Builds the page with its engine into `target/web`: one static folder for any web server.
#[derive(Debug, clap::Parser)]
#[command(name = "outflank-web", version)]
#[command(after_help = "Examples:\n\
     \x20 outflank-web build --address https://example.org/board/\n\
     \x20 outflank-web serve")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Builds the page; the same as no command.
    Build(build::Arguments),
    /// Builds the page and shows it on this machine.
    Serve(serve::Arguments),
    /// Measures the engine in Node and in installed browsers beside the native one, on the same positions,
    /// and how soon a cold browser plays a first move.
    Speed(speed::Arguments),
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let arguments: Arguments = parse(&[], std::env::args_os());
    match start(&arguments) {
        Err(error) => failed(error.as_ref(), FAILED),
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn start(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        None => build::run(&build::Arguments::default(), &target()),
        Some(Command::Build(arguments)) => build::run(arguments, &target()),
        Some(Command::Speed(arguments)) => speed::run(arguments, &target()),
        Some(Command::Serve(arguments)) => serve::run(arguments, &target()),
    }
}
