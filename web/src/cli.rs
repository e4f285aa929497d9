//! The commands of `cargo web`.

mod build;
mod folders;
mod serve;
mod site;
mod speed;

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
    /// Measures the engine in Node and in installed browsers beside the native one, on the same positions,
    /// and how soon a cold browser plays a first move.
    Speed(speed::Arguments),
}

/// Runs a command.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        None | Some(Command::Build) => build::run(&target()),
        Some(Command::Speed(arguments)) => speed::run(arguments, &target()),
        Some(Command::Serve(arguments)) => serve::run(arguments, &target()),
    }
}
