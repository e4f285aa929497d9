//! `ladder serve`: the web server.

use arena::cli::Done;
use ladder::serve::{serve, Options};
use supervisor::stop::Stop;
use toolkit::{complain, say};

use super::course::DirArguments;

/// The arguments of `ladder serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let Arguments { directory, options } = arguments;
    let sandbox = directory.sandbox(options.sandbox.sandbox);
    // Without a sandbox, visitors can still play built-in bots.
    complain!("{}", sandbox.line().unwrap_or_else(|lack| format!("warning: {lack}")));
    serve(&directory.directory, options, sandbox, stop, &mut |address| say!("http://{address}/\n"))?;
    Ok(Done::Well)
}
