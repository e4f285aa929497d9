//! `selfplay`, `label` and `import`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use trainer::import::Import;
use trainer::label::{self, Label};
use trainer::selfplay::{self, SelfPlay};

use super::options::{positive, Searching};

const PLAY: selfplay::Settings = selfplay::Settings::DEFAULT;
const LABEL: label::Settings = label::Settings::DEFAULT;

#[derive(Args)]
pub(super) struct SelfPlayOptions {
    #[command(flatten)]
    searching: Searching,
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
    /// Fewest random moves at the start
    #[arg(long, default_value_t = PLAY.random_from)]
    random_from: u32,
    /// Most random moves at the start
    #[arg(long, default_value_t = PLAY.random_to)]
    random_to: u32,
    /// Discards openings whose searched value is beyond this many discs
    #[arg(long, default_value_t = PLAY.balance)]
    balance: u32,
}

impl SelfPlayOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { searching, files, games, depth, exact, random_from, random_to, balance } = self;
        let share = searching.share()?;
        let Searching { out, evaluation, seed, threads, .. } = searching;
        let settings = selfplay::Settings { games, depth, exact, random_from, random_to, balance };
        SelfPlay { out, evaluation, files, share, settings, seed, threads }.run()
    }
}

#[derive(Args)]
pub(super) struct LabelOptions {
    /// Position files or folders
    #[arg(required = true)]
    data: Vec<PathBuf>,
    #[command(flatten)]
    searching: Searching,
    /// Depth of the search, in plies
    #[arg(long, default_value_t = LABEL.depth)]
    depth: u32,
    /// Empty squares from which on labels are exact
    #[arg(long, default_value_t = LABEL.exact)]
    exact: u32,
    /// Labels one position in this many and leaves out the others
    #[arg(long, default_value_t = LABEL.sample, value_parser = positive::<usize>)]
    sample: usize,
    /// Leaves out positions with fewer discs played
    #[arg(long, default_value_t = LABEL.from_ply)]
    from_ply: usize,
    /// Leaves out positions with more discs played
    #[arg(long, default_value_t = LABEL.to_ply)]
    to_ply: usize,
    /// Plays a random move before the search in one position of this many; 0 for none
    #[arg(long, default_value_t = LABEL.random_move)]
    random_move: usize,
}

impl LabelOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { data, searching, depth, exact, sample, from_ply, to_ply, random_move } = self;
        let share = searching.share()?;
        let Searching { out, evaluation, seed, threads, .. } = searching;
        let settings = label::Settings { depth, exact, sample, from_ply, to_ply, random_move };
        Label { data, out, evaluation, share, settings, seed, threads }.run()
    }
}

#[derive(Args)]
pub(super) struct ImportOptions {
    /// WTHOR files (.wtb), transcripts one per line (.txt), or OBF positions (.obf)
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
        let Self { files, out, first_game } = self;
        Import { files, out, first_game }.run()
    }
}
