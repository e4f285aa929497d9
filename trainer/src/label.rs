//! Labels the positions of shards anew: deeper searches, and exact results near the end.
//!
//! Each shard gives one shard of the same name, whatever the number of threads; shards that are there already
//! are left alone, so an interrupted run goes on where it was.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use outflank::board::Board;
use outflank::rng::Rng;
use serde::Serialize;

use crate::model::{handmade, Judge, Searcher};
use crate::provenance::{DataHash, Provenance};
use crate::{jobs, shard};

/// Options of `label`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Label {
    /// Shards or folders of shards
    #[arg(required = true)]
    #[serde(skip)]
    pub data: Vec<PathBuf>,
    /// Folder for the new shards
    #[arg(long)]
    #[serde(skip)]
    pub out: PathBuf,
    /// `handmade`, or the file of a fitted model
    #[arg(long, default_value_os_t = handmade())]
    #[serde(skip)]
    pub evaluation: PathBuf,
    /// Depth of the search, in plies
    #[arg(long, default_value_t = 8)]
    pub depth: u32,
    /// Empty squares from which on labels are exact
    #[arg(long, default_value_t = 16)]
    pub exact: u32,
    /// One position in this many is labelled, the others are left out
    #[arg(long, default_value_t = 1)]
    pub sample: usize,
    /// Positions with fewer discs played than this are left out
    #[arg(long, default_value_t = 0)]
    pub from_ply: usize,
    /// Positions with more discs played than this are left out
    #[arg(long, default_value_t = 60)]
    pub to_ply: usize,
    /// A move played at random before the label, in one position of this many; 0 for none
    #[arg(long, default_value_t = 0)]
    pub stray: usize,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    #[serde(skip)]
    pub seed: u64,
    /// Threads; 0 for one a core
    #[arg(long, default_value_t = 0)]
    #[serde(skip)]
    pub threads: usize,
}

/// A random child of a position; the position itself if it has none.
fn strayed(board: Board, rng: &mut Rng) -> Option<Board> {
    let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
    (!children.is_empty()).then(|| children[rng.below(children.len())])
}

impl Label {
    /// Labels all shards.
    pub fn run(&self) -> Result<()> {
        let judge = Judge::open(&self.evaluation)?;
        let shards = shard::find(&self.data)?;
        let mut missing = Vec::new();
        for path in shards {
            let name = path.file_name().with_context(|| format!("{}: no file", path.display()))?;
            let target = self.out.join(name);
            if !target.exists() {
                missing.push((path, target));
            }
        }
        let command = format!("label {}", serde_json::to_string(self)?);
        jobs::run("label", "positions", self.threads, &missing, |(source, target), progress| {
            let mut hash = DataHash::default();
            hash.add_file(source)?;
            if self.evaluation.exists() {
                hash.add_file(&self.evaluation)?;
            }
            let hash = hash.finish();
            let mut rng = Rng::new(self.seed ^ u64::from_str_radix(&hash, 16)?);
            let mut search = Searcher::new(&judge);
            let mut records = Vec::new();
            for record in shard::read(source)? {
                let mut record = record?;
                if rng.below(self.sample) != 0 || !(self.from_ply..=self.to_ply).contains(&record.ply()) {
                    continue;
                }
                if self.stray > 0 && rng.below(self.stray) == 0 {
                    let Some(board) = strayed(record.board, &mut rng) else { continue };
                    record.board = board;
                    record.outcome = -record.outcome;
                }
                if record.board.is_over() {
                    continue;
                }
                record.exact = record.board.empty_count() <= self.exact;
                let found = if record.exact {
                    search.solve(record.board)
                } else {
                    search.search(record.board, self.depth)
                };
                record.value = found.value as i16;
                record.best = found.best.square().map_or(64, |square| square.index() as u8);
                records.push(record);
                progress.inc(1);
            }
            shard::write(target, &Provenance::new(command.clone(), hash, self.seed), &records)
        })
    }
}
