//! Subcommands, their options and the exit codes.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, Result};
use clap::{Parser, Subcommand};
use toolkit::commands::{code_of, failed, parse, FAILED};
use toolkit::output::has_failed;
use trainer::book::{Growth, Pack as BookPack};
use trainer::data::import::import;
use trainer::data::model::Unpack;
use trainer::data::run::Run;
use trainer::data::{label, selfplay};
use trainer::fit::eval::{on_data, on_test_set};
use trainer::fit::Fit;
use trainer::learn::Learn;
use trainer::pack::Pack;

/// Self-play, labels, weights and opening book for outflank.
#[derive(Parser)]
#[command(name = "outflank-trainer", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:\n\
     \x20 outflank-trainer import WTH_2001.wtb --out games\n\
     \x20 outflank-trainer label games --out labelled\n\
     \x20 outflank-trainer fit labelled --out model")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games and writes their positions with searched values and final scores
    Selfplay {
        #[command(flatten)]
        run: Run,
        /// Position files in the folder at the end, of all shards together
        #[arg(long, default_value_t = 100)]
        files: u32,
        #[command(flatten)]
        settings: selfplay::Settings,
    },
    /// Searches labelled positions again, deeper
    Label {
        /// Position files or folders
        #[arg(required = true)]
        data: Vec<PathBuf>,
        #[command(flatten)]
        run: Run,
        #[command(flatten)]
        settings: label::Settings,
    },
    /// Imports WTHOR files, transcripts and OBF positions
    Import {
        /// Games or positions in any notation: WTHOR files, transcripts, OBF positions, ...
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Folder for the position files, one per file
        #[arg(long)]
        out: PathBuf,
        /// Number of the first game
        #[arg(long, default_value_t = 0)]
        first_game: u32,
    },
    /// Fits weights to labelled positions
    Fit(Fit),
    /// Packs a fitted model into the bot's weights file
    Pack(Pack),
    /// Makes a model of packed weights, from which another fit can start
    Unpack(Unpack),
    /// Measures evaluations on labelled positions and on a test set
    Eval {
        /// `handmade`, fitted models or packed weights (.rs), measured side by side
        #[arg(required = true)]
        evaluations: Vec<PathBuf>,
        /// Position files or folders
        #[arg(long)]
        data: Vec<PathBuf>,
        /// Uses the games only that training holds out
        #[arg(long)]
        held_out: bool,
        /// A test set, judged by one-ply search
        #[arg(long, required_unless_present = "data")]
        test_set: Option<PathBuf>,
    },
    /// Plays, fits and packs from nothing, generation by generation
    Learn(Learn),
    /// Grows and packs the opening book
    #[command(subcommand)]
    Book(Book),
}

#[derive(Subcommand)]
enum Book {
    /// Searches the positions that games with the book are likeliest to reach
    Grow(Growth),
    /// Packs the likeliest positions of a store into a source file
    Pack(BookPack),
}

impl Task {
    fn run(self) -> Result<()> {
        match self {
            Self::Selfplay { run, files, settings } => settings.run(&run, files),
            Self::Label { data, run, settings } => settings.run(&run, &data),
            Self::Import { files, out, first_game } => import(&files, &out, first_game),
            Self::Fit(fit) => fit.run(),
            Self::Pack(pack) => pack.run(),
            Self::Unpack(unpack) => unpack.run(),
            Self::Eval { evaluations, data, held_out, test_set } => {
                test_set.map_or(Ok(()), |test_set| on_test_set(&evaluations, &test_set))?;
                if data.is_empty() {
                    return Ok(());
                }
                on_data(&evaluations, &data, held_out)
            }
            Self::Learn(learn) => learn.run(),
            Self::Book(Book::Grow(growth)) => growth.run(),
            Self::Book(Book::Pack(pack)) => pack.run(),
        }
    }
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let cli: Cli = parse(&[], std::env::args_os());
    match cli.task.run() {
        Ok(()) if has_failed() => failed(anyhow!("cannot write to standard output").as_ref(), FAILED),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref(), code_of(error.as_ref())),
    }
}
