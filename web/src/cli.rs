//! The commands of `cargo web`; `--help` lists the exit codes.

mod build;
mod folders;
mod serve;
mod site;
mod speed;

use std::io::{self, Write};
use std::process::ExitCode;

use folders::target;
use toolkit::commands::{parse, typed, FAILED};

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
        Err(error) if !is_broken_pipe(&error) => {
            // If standard error is closed too, only the exit code reports the error.
            let _ = writeln!(io::stderr(), "{}: {error:#}", typed());
            ExitCode::from(FAILED)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether the error is that the reader of standard output, such as `head`, has closed it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn start(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        None => build::run(&build::Arguments::default(), &target()),
        Some(Command::Build(arguments)) => build::run(arguments, &target()),
        Some(Command::Speed(arguments)) => speed::run(arguments, &target()),
        Some(Command::Serve(arguments)) => serve::run(arguments, &target()),
    }
}
