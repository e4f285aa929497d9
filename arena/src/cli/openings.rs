//! `arena openings`: generates balanced openings.

use std::fmt::Write;
use std::path::PathBuf;

use supervisor::stop::Stop;
use toolkit::text::Visible;

use crate::cli::{read_openings, Done, Usage};
use crate::files;
use crate::matches::openings::{generate, Recipe};
use crate::say;
use indicatif::ProgressBar;

/// The arguments of `arena openings`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Output file: one opening a line, after a comment line with the recipe.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of openings.
    #[arg(long, default_value_t = 1000)]
    count: u16,
    /// Random moves of each opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=50))]
    plies: u8,
    /// The engine's playouts to evaluate an opening.
    #[arg(long, default_value_t = 3000)]
    playouts: u32,
    /// Largest accepted advantage of either side, in discs.
    #[arg(long, default_value_t = 1.0)]
    within: f32,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Excludes the openings in this file, up to symmetry.
    #[arg(long, value_name = "FILE")]
    except: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let Arguments { output, count, plies, playouts, within, seed, except } = arguments;
    let recipe = Recipe {
        count: (*count).into(),
        plies: (*plies).into(),
        playouts: (*playouts).into(),
        within: *within,
        seed: *seed,
    };
    files::check_output(output, files::OPENINGS)?;
    let known = except.as_deref().map_or(Ok(Vec::new()), read_openings)?;
    let bar = ProgressBar::new(recipe.count as u64);
    let openings = generate(&recipe, &known, stop, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    if openings.len() < recipe.count {
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
