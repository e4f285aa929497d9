//! `arena merge`: merges the results of shards into one file.

use std::path::PathBuf;

use crate::cli::{Done, Usage};
use crate::files;
use crate::matches::results::{self, Results};
use toolkit::say;

/// The arguments of `arena merge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Results files of one run.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file; it may be one of the inputs.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Merges the files, or refuses.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    // A running match would append to a file that is no longer there.
    let _held = files::hold(&arguments.output)?;
    Results::check_output(&arguments.output)?;
    let results = results::merge(&arguments.files).map_err(Usage::from_content)?;
    results.write(&arguments.output)?;
    say!("{} pairs in {}\n", results.pairs.len(), arguments.output.display());
    Ok(Done::Well)
}
