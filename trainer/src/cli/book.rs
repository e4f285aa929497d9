//! `book grow` and `book pack`.

use std::path::PathBuf;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use outflank::game::Color;
use trainer::book::{grow, pack_store, Growth, Settings};

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
            Self::Grow(GrowOptions { store, corrections, positions, playouts, color, threads }) => {
                let growth = Growth { positions, playouts, color, draw: corrections.draw, threads };
                grow(&store, &corrections.games, growth)
            }
            Self::Pack(PackOptions { store, corrections, out, characters }) => {
                pack_store(&store, &corrections.games, &out, Settings { characters, draw: corrections.draw })
            }
        }
    }
}

/// Games that correct the book.
#[derive(Args)]
struct Corrections {
    /// Results of `arena match`, or folders of them, whose first bot used the book
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    /// What a drawn game is worth to the book's side, from -1 (a loss) to 1 (a win): below 0, the book
    /// tries moves beside those that draw
    #[arg(long, default_value_t = 0.0, value_parser = result)]
    #[arg(allow_negative_numbers = true, requires = "games")]
    draw: f32,
}

fn result(text: &str) -> Result<f32, String> {
    let parsed = text.parse().ok().filter(|result| (-1.0..=1.0).contains(result));
    parsed.ok_or_else(|| "expected a number from -1 to 1".into())
}

/// Reads `black` or `white`; the help lists both.
fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| {
        if name == "black" {
            Color::Black
        } else {
            Color::White
        }
    })
}

#[derive(Args)]
pub(super) struct GrowOptions {
    /// The store; created if there is none
    #[arg(long)]
    store: PathBuf,
    #[command(flatten)]
    corrections: Corrections,
    /// Positions in the store at the end
    #[arg(long, default_value_t = 10_000)]
    positions: usize,
    /// Playouts per position
    #[arg(long, default_value_t = 300_000, value_parser = positive::<u64>)]
    playouts: u64,
    /// Grow only lines in which the book plays this colour
    #[arg(long, value_parser = color())]
    color: Option<Color>,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

#[derive(Args)]
pub(super) struct PackOptions {
    /// The store to pack
    #[arg(long)]
    store: PathBuf,
    #[command(flatten)]
    corrections: Corrections,
    /// The source file to write
    #[arg(long, default_value = "src/opening/book.rs")]
    out: PathBuf,
    /// Most characters of the text
    #[arg(long, default_value_t = 6_000)]
    characters: usize,
}
