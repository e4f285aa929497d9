//! `book grow` and `book pack`.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use trainer::book::{grow, pack_store, Settings};

use super::options::positive;

#[derive(Subcommand)]
pub(super) enum BookTask {
    /// Searches the positions that games with the book are likeliest to reach
    Grow(GrowOptions),
    /// Packs the likeliest positions of a store into a source file
    Pack(PackOptions),
}

impl BookTask {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Grow(GrowOptions { store, games, positions, playouts, threads }) => {
                grow(&store, &games, positions, playouts, threads)
            }
            Self::Pack(PackOptions { store, games, out, characters }) => {
                pack_store(&store, &games, &out, Settings { characters })
            }
        }
    }
}

#[derive(Args)]
pub(super) struct GrowOptions {
    /// The store; created if there is none
    #[arg(long)]
    store: PathBuf,
    /// Results of `arena match`, or folders of them, whose first bot played with the book
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Positions in the store at the end
    #[arg(long, default_value_t = 10_000)]
    positions: usize,
    /// Playouts per position
    #[arg(long, default_value_t = 300_000, value_parser = positive::<u64>)]
    playouts: u64,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

#[derive(Args)]
pub(super) struct PackOptions {
    /// The store to pack
    #[arg(long)]
    store: PathBuf,
    /// Results of `arena match`, or folders of them, whose first bot played with the book
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    /// The source file to write
    #[arg(long, default_value = "src/opening/book.rs")]
    out: PathBuf,
    /// Most characters of the text
    #[arg(long, default_value_t = 6_000)]
    characters: usize,
}
