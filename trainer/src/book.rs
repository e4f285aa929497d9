//! The opening book: grows a store of searched positions and packs its best lines.
//!
//! The store is a text file: a line of provenance, then one JSON line a position. It is only ever appended to, so
//! an interrupted run goes on where it was. Lines are grown by drop-out expansion (T. Lincke, "Strategies for the
//! automatic construction of opening books", 2000): next comes the position that is reached at the least loss.

mod pack;
mod store;
mod tree;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use outflank::board::Board;
use outflank::engine::Limits;
use outflank::eval::Evaluator;
use outflank::mcts::{Parameters, Search};
use serde::Serialize;

use crate::provenance::Provenance;
use store::{Searched, Store};

/// `trainer book`: both halves of making a book.
#[derive(Subcommand, Clone, Debug)]
pub enum Book {
    /// Searches the positions that are reached at the least loss
    Grow(Grow),
    /// Packs the best lines of a store into a source file
    Pack(pack::Pack),
}

impl Book {
    /// Does what was asked for.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::Grow(options) => options.run(),
            Self::Pack(options) => options.run(),
        }
    }
}

/// Options of `book grow`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Grow {
    /// The store; created if it is not there
    #[arg(long)]
    #[serde(skip)]
    pub store: PathBuf,
    /// Positions that the store shall have in the end
    #[arg(long, default_value_t = 10_000)]
    #[serde(skip)]
    pub positions: usize,
    /// Playouts a position
    #[arg(long, default_value_t = 300_000)]
    pub playouts: u64,
    /// Threads; 0 for one a core
    #[arg(long, default_value_t = 0)]
    #[serde(skip)]
    pub threads: usize,
}

/// Memory of one thread's search tree, in bytes.
const TREE_BYTES: usize = 256 << 20;

/// Positions searched between two looks at which come next; they are chosen as if none of the others were known.
const BATCH: usize = 16;

impl Grow {
    fn run(&self) -> Result<()> {
        let command = format!("book grow {}", serde_json::to_string(self)?);
        let mut store = Store::open(&self.store, &Provenance::new(command, String::new(), 0))?;
        let bar = crate::jobs::progress("book", "positions", Some(self.positions as u64));
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut searches: Vec<_> = (0..threads)
            .map(|_| Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES))
            .collect();
        while store.len() < self.positions {
            let mut wanted = tree::next_positions(&store, BATCH.min(self.positions - store.len()));
            if wanted.is_empty() {
                break;
            }
            wanted.truncate(self.positions - store.len());
            let share = wanted.len().div_ceil(threads);
            let found: Vec<Vec<Searched>> = std::thread::scope(|scope| {
                let workers: Vec<_> = wanted
                    .chunks(share)
                    .zip(&mut searches)
                    .map(|(boards, search)| {
                        scope.spawn(move || {
                            boards.iter().map(|&board| searched(search, board, self.playouts)).collect()
                        })
                    })
                    .collect();
                workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
            });
            for searched in found.into_iter().flatten() {
                store.add(searched)?;
            }
            bar.set_position(store.len() as u64);
        }
        bar.finish();
        Ok(())
    }
}

/// What a fresh search thinks of every move.
fn searched(search: &mut Search<&Evaluator>, board: Board, playouts: u64) -> Searched {
    search.clear();
    search.advance_to(board);
    search.run(Limits::playouts(playouts));
    let values = search
        .root_moves()
        .iter()
        .filter_map(|root_move| Some((root_move.played.square()?, search.discs(root_move.minimax))))
        .collect();
    Searched { board, values }
}

#[cfg(test)]
mod tests;
