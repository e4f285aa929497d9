//! `arena ladder`: the course judge's ladder.

mod simulate;

use arena::stop::Stop;

use super::Done;

/// The arguments of `arena ladder`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Lets participants of known strength play a whole ladder, and shows what comes of it.
    Simulate(simulate::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, _stop: &Stop) -> anyhow::Result<Done> {
    match &arguments.command {
        Command::Simulate(arguments) => simulate::run(arguments),
    }
}
