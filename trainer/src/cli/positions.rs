//! `selfplay`, `label` and `import`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use trainer::data::import::import;
use trainer::data::{label, selfplay};

use super::options::{positive, RunOptions};

const PLAY: selfplay::Settings = selfplay::Settings::DEFAULT;
const LABEL: label::Settings = label::Settings::DEFAULT;

#[derive(Args)]
pub(super) struct SelfPlayOptions {
    #[command(flatten)]
    run: RunOptions,
    /// Position files in the folder at the end, of all shards together
    #[arg(long, default_value_t = 100)]
    files: u32,
    /// Games in a file
    #[arg(long, default_value_t = PLAY.games, value_parser = positive::<u32>)]
    games: u32,
    /// Depth of the search for a move, in plies
    #[arg(long, default_value_t = PLAY.depth)]
    depth: u32,
    /// Empty squares from which on play and labels are exact
    #[arg(long, default_value_t = PLAY.exact)]
    exact: u32,
}

impl SelfPlayOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { run, files, games, depth, exact } = self;
        selfplay::Settings { games, depth, exact }.run(&run.run()?, files)
    }
}

#[derive(Args)]
pub(super) struct LabelOptions {
    /// Position files or folders
    #[arg(required = true)]
    data: Vec<PathBuf>,
    #[command(flatten)]
    run: RunOptions,
    /// Depth of the search, in plies
    #[arg(long, default_value_t = LABEL.depth)]
    depth: u32,
    /// Empty squares from which on labels are exact
    #[arg(long, default_value_t = LABEL.exact)]
    exact: u32,
    /// Labels one position in this many and leaves out the others
    #[arg(long, default_value_t = LABEL.sample, value_parser = positive::<usize>)]
    sample: usize,
    /// Leaves out positions before this ply, in discs placed since the start
    #[arg(long, default_value_t = LABEL.from_ply)]
    from_ply: usize,
    /// Leaves out positions after this ply
    #[arg(long, default_value_t = LABEL.to_ply)]
    to_ply: usize,
    /// Plays a random move before the search in one position of this many; 0 for none
    #[arg(long, default_value_t = LABEL.random_move)]
    random_move: usize,
}

impl LabelOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { data, run, depth, exact, sample, from_ply, to_ply, random_move } = self;
        label::Settings { depth, exact, sample, from_ply, to_ply, random_move }.run(&run.run()?, &data)
    }
}

#[derive(Args)]
pub(super) struct ImportOptions {
    /// Games or positions in any notation: WTHOR files, transcripts, OBF positions, ...
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder for the position files, one per file
    #[arg(long)]
    out: PathBuf,
    /// Number of the first game
    #[arg(long, default_value_t = 0)]
    first_game: u32,
}

impl ImportOptions {
    pub(super) fn run(self) -> Result<()> {
        import(&self.files, &self.out, self.first_game)
    }
}
