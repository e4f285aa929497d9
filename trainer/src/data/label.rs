//! Relabels positions: deeper searches, and exact scores near the end.
//!
//! Each position file gives one of the same name.

use std::path::PathBuf;

use anyhow::Result;
use outflank::board::Board;
use outflank::rng::Rng;
use serde::Serialize;

use crate::data::evaluation::Searcher;
use crate::data::positions;
use crate::data::record::{Record, NO_MOVE};
use crate::data::run::Run;
use crate::jobs;
use crate::options::positive;

/// Which positions are labelled, and how.
#[derive(Clone, Copy, Debug, Serialize, clap::Args)]
pub struct Settings {
    /// Depth of the search, in plies.
    #[arg(long, default_value_t = Self::DEFAULT.depth)]
    pub depth: u32,
    /// Empty squares from which on labels are exact.
    #[arg(long, default_value_t = Self::DEFAULT.exact)]
    pub exact: u32,
    /// Labels one position in this many and leaves out the others.
    #[arg(long, default_value_t = Self::DEFAULT.sample, value_parser = positive::<usize>)]
    pub sample: usize,
    /// Leaves out positions before this ply, in discs placed since the start.
    #[arg(long, default_value_t = Self::DEFAULT.from_ply)]
    pub from_ply: usize,
    /// Leaves out positions after this ply.
    #[arg(long, default_value_t = Self::DEFAULT.to_ply)]
    pub to_ply: usize,
    /// Plays a random move before the search in one position of this many; 0 for none.
    #[arg(long, default_value_t = Self::DEFAULT.random_move)]
    pub random_move: usize,
}

impl Settings {
    /// The defaults of the command line.
    pub const DEFAULT: Self =
        Self { depth: 8, exact: 16, sample: 1, from_ply: 0, to_ply: 60, random_move: 0 };

    /// The record with new labels; `None` if the position is left out.
    fn label(&self, mut record: Record, search: &mut Searcher<'_>, rng: &mut Rng) -> Option<Record> {
        if rng.below(self.sample) != 0 || !(self.from_ply..=self.to_ply).contains(&record.ply()) {
            return None;
        }
        if self.random_move > 0 && rng.below(self.random_move) == 0 {
            let children: Vec<Board> = record.board.children().map(|(_, child)| child).collect();
            if children.is_empty() {
                return None;
            }
            record.board = children[rng.below(children.len())];
            record.final_score = -record.final_score;
        }
        if record.board.is_over() {
            return None;
        }
        let found = search.label(record.board, self.depth, self.exact);
        record.exact = record.board.empty_count() <= self.exact;
        record.value = found.value as i16;
        record.best = found.best.square().map_or(NO_MOVE, |square| square.index() as u8);
        Some(record)
    }

    /// Makes all files of a run that are missing, from position files or folders.
    pub fn run(&self, run: &Run, data: &[PathBuf]) -> Result<()> {
        let (evaluation, jobs) = run.jobs(data, "label", self)?;
        let bar = jobs::progress("label", "positions", positions::count(jobs.iter().map(|job| &job.source))?);
        jobs::run(run.threads, &jobs, |job| {
            let mut rng = job.rng(run.seed)?;
            let mut search = Searcher::new(&evaluation);
            let mut records = Vec::new();
            for record in positions::read(&job.source)? {
                records.extend(self.label(record?, &mut search, &mut rng));
                bar.inc(1);
            }
            positions::write(&job.target, &job.provenance, &records)
        })?;
        bar.finish();
        run.report(jobs.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::evaluation::HANDMADE;
    use crate::data::provenance::{DataHash, Provenance};
    use std::path::Path;

    const SETTINGS: Settings =
        Settings { depth: 1, exact: 8, sample: 3, from_ply: 10, to_ply: 55, random_move: 2 };

    fn label(out: &Path, source: &Path, shard: &str, settings: Settings) -> Result<()> {
        let (out, evaluation, shard) = (out.to_owned(), HANDMADE.into(), shard.parse().unwrap());
        settings.run(&Run { out, evaluation, shard: Some(shard), seed: 3, threads: 2 }, &[source.to_owned()])
    }

    /// Three files of one random game each.
    fn source(folder: &Path) {
        for number in 0..3 {
            let (mut board, mut records) = (Board::START, Vec::new());
            let mut rng = Rng::new(number);
            while board.legal_moves() != 0 {
                let (game, best) = (number as u32, 0);
                records.push(Record { board, game, value: 0, final_score: 2, best, exact: false });
                let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
                board = children[rng.below(children.len())];
            }
            let provenance = Provenance::new("test", &number, &DataHash::default(), number).unwrap();
            positions::write(&folder.join(format!("{number}.positions")), &provenance, &records).unwrap();
        }
    }

    fn contents(folder: &Path) -> Vec<Vec<u8>> {
        let files = positions::find(&[folder.to_owned()]).unwrap();
        files.iter().map(|path| std::fs::read(path).unwrap()).collect()
    }

    #[test]
    fn shards_make_the_files_of_the_whole_run() {
        let folder = tempfile::tempdir().unwrap();
        let [games, whole, shared] = ["games", "whole", "shared"].map(|name| folder.path().join(name));
        source(&games);
        label(&whole, &games, "1/1", SETTINGS).unwrap();
        label(&shared, &games, "2/2", SETTINGS).unwrap();
        assert_eq!(contents(&shared), contents(&whole)[1..2]);
        label(&shared, &games, "1/2", SETTINGS).unwrap();
        assert_eq!(contents(&shared), contents(&whole));
        let error = label(&whole, &games, "1/1", Settings { depth: 2, ..SETTINGS }).unwrap_err().to_string();
        assert!(error.contains("made from other data or with other options"), "{error}");
    }

    #[test]
    fn labels_are_exact_from_the_promised_number_of_empties_on() {
        let folder = tempfile::tempdir().unwrap();
        let [games, out] = ["games", "out"].map(|name| folder.path().join(name));
        source(&games);
        label(&out, &games, "1/1", SETTINGS).unwrap();
        let mut count = 0;
        for path in positions::find(&[out]).unwrap() {
            for record in positions::read(&path).unwrap().map(Result::unwrap) {
                count += 1;
                assert!((10..=56).contains(&record.ply()));
                assert_eq!(record.exact, record.board.empty_count() <= 8);
                assert!(!record.exact || i32::from(record.value) % outflank::eval::DISC == 0);
            }
        }
        assert!((20..100).contains(&count), "{count} positions of about 140 / 3");
    }
}
