//! Games of a fixed-depth search against itself, from random openings, as labelled positions.
//!
//! A shard depends on the options, the seed and its own number alone: however many threads work, the files are
//! the same, and a run that was interrupted goes on with the shards that are missing.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use outflank::bits::Squares;
use outflank::board::Board;
use outflank::eval::DISC;
use outflank::rng::Rng;
use serde::Serialize;

use crate::model::{handmade, Judge, Searcher};
use crate::provenance::{DataHash, Provenance};
use crate::record::Record;
use crate::{jobs, shard};

/// Options of `selfplay`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct SelfPlay {
    /// Folder for the shards
    #[arg(long)]
    #[serde(skip)]
    pub out: PathBuf,
    /// `handmade`, or the file of a fitted model
    #[arg(long, default_value_os_t = handmade())]
    #[serde(skip)]
    pub evaluation: PathBuf,
    /// Shards to have at the end
    #[arg(long, default_value_t = 100)]
    #[serde(skip)]
    pub shards: u32,
    /// Games in a shard
    #[arg(long, default_value_t = 500)]
    pub games: u32,
    /// Depth of the search for a move, in plies
    #[arg(long, default_value_t = 5)]
    pub depth: u32,
    /// Empty squares from which on play and labels are exact
    #[arg(long, default_value_t = 12)]
    pub exact: u32,
    /// Fewest random moves at the start
    #[arg(long, default_value_t = 6)]
    pub random_from: u32,
    /// Most random moves at the start
    #[arg(long, default_value_t = 16)]
    pub random_to: u32,
    /// Openings in which a side is ahead by more discs than this are passed over
    #[arg(long, default_value_t = 20)]
    pub balance: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    #[serde(skip)]
    pub seed: u64,
    /// Threads; 0 for one a core
    #[arg(long, default_value_t = 0)]
    #[serde(skip)]
    pub threads: usize,
}

impl SelfPlay {
    /// Plays until all shards are there.
    pub fn run(&self) -> Result<()> {
        let judge = Judge::open(&self.evaluation)?;
        let mut hash = DataHash::default();
        if self.evaluation.exists() {
            hash.add_file(&self.evaluation)?;
        }
        let command = format!("selfplay {}", serde_json::to_string(self)?);
        let provenance = Provenance::new(command, hash.finish(), self.seed);
        let missing: Vec<u32> = (0..self.shards).filter(|&number| !self.path(number).exists()).collect();
        jobs::run("self-play", "games", self.threads, &missing, |&number, progress| {
            let mut search = Searcher::new(&judge);
            let mut records = Vec::new();
            for game in 0..self.games {
                let game = number * self.games + game;
                let mut rng = Rng::new(self.seed << 32 ^ u64::from(game));
                let start = self.opening(&mut search, &mut rng);
                self.play(&mut search, start, game, &mut records);
                progress.inc(1);
            }
            shard::write(&self.path(number), &provenance, &records)
        })
    }

    fn path(&self, number: u32) -> PathBuf {
        Path::new(&self.out).join(format!("{number:05}.{}", shard::EXTENSION))
    }

    /// A position after random moves, with a move to play and no side far ahead.
    fn opening(&self, search: &mut Searcher<'_>, rng: &mut Rng) -> Board {
        loop {
            let span = self.random_to.saturating_sub(self.random_from) as usize + 1;
            let plies = self.random_from + rng.below(span) as u32;
            let mut board = Board::START;
            for _ in 0..plies {
                let moves = board.legal_moves();
                if moves == 0 {
                    board = board.pass();
                    continue;
                }
                let chosen = rng.below(moves.count_ones() as usize);
                let played = Squares(moves).nth(chosen).and_then(|square| board.play(square));
                board = played.unwrap_or(board);
            }
            let limit = self.balance as i32 * DISC;
            if board.legal_moves() != 0 && search.search(board, self.depth.min(4)).value.abs() <= limit {
                return board;
            }
        }
    }

    /// Plays a game to its end, one record a move, each knowing the result.
    fn play(&self, search: &mut Searcher<'_>, start: Board, game: u32, records: &mut Vec<Record>) {
        let first = records.len();
        let (mut board, mut flipped) = (start, false);
        let mut sides = Vec::new();
        loop {
            if board.legal_moves() == 0 {
                board = board.pass();
                flipped = !flipped;
                if board.legal_moves() == 0 {
                    break;
                }
            }
            let exact = board.empty_count() <= self.exact;
            let found = if exact { search.solve(board) } else { search.search(board, self.depth) };
            let Some(square) = found.best.square() else { break };
            records.push(Record {
                board,
                game,
                value: found.value as i16,
                outcome: 0,
                best: square.index() as u8,
                exact,
            });
            sides.push(flipped);
            let Some(next) = board.play(square) else { break };
            board = next;
            flipped = !flipped;
        }
        let score = board.final_score() as i8;
        for (record, side) in records[first..].iter_mut().zip(sides) {
            record.outcome = if side == flipped { score } else { -score };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::eval::DISC;
    use outflank::square::Square;

    fn options(out: &Path, threads: usize) -> SelfPlay {
        SelfPlay {
            out: out.to_owned(),
            evaluation: handmade(),
            shards: 3,
            games: 2,
            depth: 2,
            exact: 6,
            random_from: 6,
            random_to: 16,
            balance: 20,
            seed: 5,
            threads,
        }
    }

    fn contents(folder: &Path) -> Vec<Vec<u8>> {
        shard::find(&[folder.to_owned()]).unwrap().iter().map(|path| std::fs::read(path).unwrap()).collect()
    }

    #[test]
    fn the_files_are_the_same_whatever_the_threads_and_after_an_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let (alone, together) = (folder.path().join("alone"), folder.path().join("together"));
        options(&alone, 1).run().unwrap();
        options(&together, 3).run().unwrap();
        let expected = contents(&alone);
        assert_eq!(expected.len(), 3);
        assert_eq!(contents(&together), expected);
        std::fs::remove_file(alone.join("00001.positions")).unwrap();
        std::fs::write(alone.join("00002.positions.unfinished"), b"OFLK").unwrap();
        options(&alone, 2).run().unwrap();
        assert_eq!(contents(&alone), expected);
    }

    #[test]
    fn records_know_the_result_of_their_game() {
        let folder = tempfile::tempdir().unwrap();
        options(folder.path(), 1).run().unwrap();
        let mut games = std::collections::BTreeMap::<u32, Vec<Record>>::new();
        for path in shard::find(&[folder.path().to_owned()]).unwrap() {
            for record in shard::read(&path).unwrap() {
                let record = record.unwrap();
                games.entry(record.game).or_default().push(record);
            }
        }
        assert_eq!(games.len(), 6);
        for records in games.values() {
            for record in records {
                assert_eq!(record.exact, record.board.empty_count() <= 6);
                // From there on both sides play perfectly, so that the exact value is the result.
                if record.exact {
                    assert_eq!(i32::from(record.value), i32::from(record.outcome) * DISC);
                }
            }
            let last = records.last().unwrap();
            let square = Square::new(last.best);
            let end = last.board.play(square).unwrap();
            assert!(end.is_over());
            assert_eq!(i32::from(last.outcome), -end.final_score());
        }
    }
}
