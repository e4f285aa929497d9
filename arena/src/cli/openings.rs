//! `arena openings`: generates balanced openings.

use std::fmt::Write;
use std::path::PathBuf;

use supervisor::stop::Stop;
use toolkit::text::Visible;

use crate::cli::{read_openings, Done, Usage};
use crate::files;
use crate::matches::openings::{generate, Recipe};
use indicatif::ProgressBar;
use toolkit::say;

/// The arguments of `arena openings`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Output file: one opening a line, after a comment line with the recipe.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    recipe: Recipe,
    /// Excludes the openings in this file, up to symmetry.
    #[arg(long, value_name = "FILE")]
    except: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let Arguments { output, recipe, except } = arguments;
    let Recipe { count, plies, playouts, within, seed } = recipe;
    files::check_output(output, files::OPENINGS)?;
    let known = except.as_deref().map_or(Ok(Vec::new()), read_openings)?;
    let bar = ProgressBar::new(u64::from(*count));
    let openings = generate(recipe, &known, stop, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    if openings.len() < usize::from(*count) {
        return Err(Usage(format!("only {} openings of this kind were found", openings.len())).into());
    }
    let mut text = format!(
        "# arena openings --count {count} --plies {plies} --playouts {playouts} --within {within} \
         --seed {seed}"
    );
    if let Some(except) = except {
        write!(text, " --except {}", Visible::line(&except.to_string_lossy()))?;
    }
    text.push('\n');
    for opening in &openings {
        writeln!(text, "{}", opening.transcript())?;
    }
    files::write(output, files::OPENINGS, text.as_bytes())?;
    say!("{} openings in {}\n", openings.len(), output.display());
    Ok(Done::Well)
}
