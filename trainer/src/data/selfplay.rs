//! Games of a fixed-depth search against itself, from random openings, as labelled positions.

use std::ops::RangeInclusive;

use anyhow::{ensure, Result};
use outflank::bits::Squares;
use outflank::board::Board;
use outflank::eval::{Value, DISC};
use outflank::rng::Rng;
use serde::Serialize;

use crate::data::evaluation::Searcher;
use crate::data::positions;
use crate::data::provenance::Provenance;
use crate::data::record::Record;
use crate::data::run::Run;
use crate::jobs;
use crate::options::positive;

/// Games and depth of self-play.
#[derive(Clone, Copy, Debug, Serialize, clap::Args)]
pub struct Settings {
    /// Games in a file.
    #[arg(long, default_value_t = Self::DEFAULT.games, value_parser = positive::<u32>)]
    pub games: u32,
    /// Depth of the search for a move, in plies.
    #[arg(long, default_value_t = Self::DEFAULT.depth)]
    pub depth: u32,
    /// Empty squares from which on play and labels are exact.
    #[arg(long, default_value_t = Self::DEFAULT.exact)]
    pub exact: u32,
}

/// Random moves at the start of a game.
const RANDOM_MOVES: RangeInclusive<usize> = 6..=16;
/// Openings whose searched value is beyond this many discs are discarded.
const BALANCE: Value = 20 * DISC;

impl Settings {
    /// The defaults of the command line.
    pub const DEFAULT: Self = Self { games: 500, depth: 5, exact: 12 };

    /// Plays the games of all files of a run that are missing; the whole run has `files`.
    pub fn run(&self, run: &Run, files: u32) -> Result<()> {
        let games = self.games;
        ensure!(files.checked_mul(games).is_some(), "{files} files of {games} games are too many");
        let (evaluation, hash) = run.evaluation()?;
        let provenance = Provenance::new("selfplay", self, &hash, run.seed)?;
        let path = |number: u32| run.out.join(format!("{number:05}.{}", positions::EXTENSION));
        let mut missing = Vec::new();
        for number in run.share(0..files)? {
            if !positions::is_finished(&path(number), &provenance)? {
                missing.push(number);
            }
        }
        let bar = jobs::progress("self-play", "games", missing.len() as u64 * u64::from(games));
        jobs::run(run.threads, &missing, |&number| {
            let mut search = Searcher::new(&evaluation);
            let mut records = Vec::new();
            for game in 0..games {
                let game = number * games + game;
                let mut rng = Rng::new(run.seed << 32 ^ u64::from(game));
                let start = self.opening(&mut search, &mut rng);
                self.play(&mut search, start, game, &mut records);
                bar.inc(1);
            }
            positions::write(&path(number), &provenance, &records)
        })?;
        bar.finish();
        run.report(missing.len());
        Ok(())
    }

    /// A position after random moves, with a legal move and neither side far ahead.
    fn opening(&self, search: &mut Searcher<'_>, rng: &mut Rng) -> Board {
        loop {
            let plies = RANDOM_MOVES.start() + rng.below(RANDOM_MOVES.count());
            let mut board = Board::START;
            for _ in 0..plies {
                let moves = board.legal_moves();
                if moves == 0 {
                    board = board.pass();
                    continue;
                }
                let chosen = rng.below(moves.count_ones() as usize);
                let next = Squares(moves).nth(chosen).and_then(|square| board.play(square));
                board = next.unwrap_or(board);
            }
            if board.legal_moves() != 0 && search.search(board, self.depth.min(4)).value.abs() <= BALANCE {
                return board;
            }
        }
    }

    /// Plays a game to its end and adds a record for each move, with the final score.
    fn play(&self, search: &mut Searcher<'_>, start: Board, game: u32, records: &mut Vec<Record>) {
        let first = records.len();
        let (mut board, mut is_flipped) = (start, false);
        let mut sides = Vec::new();
        loop {
            if board.legal_moves() == 0 {
                board = board.pass();
                is_flipped = !is_flipped;
                if board.legal_moves() == 0 {
                    break;
                }
            }
            let found = search.label(board, self.depth, self.exact);
            let Some(square) = found.best.square() else { break };
            records.push(Record {
                board,
                game,
                value: found.value as i16,
                final_score: 0,
                best: square.index() as u8,
                exact: board.empty_count() <= self.exact,
            });
            sides.push(is_flipped);
            let Some(next) = board.play(square) else { break };
            board = next;
            is_flipped = !is_flipped;
        }
        let score = board.final_score() as i8;
        for (record, side) in records[first..].iter_mut().zip(sides) {
            record.final_score = if side == is_flipped { score } else { -score };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::evaluation::HANDMADE;
    use outflank::square::Square;
    use std::path::Path;
    use toolkit::shard::Shard;

    fn run(out: &Path, threads: usize, shard: Shard) -> Result<()> {
        let (out, evaluation) = (out.to_owned(), HANDMADE.into());
        Settings { games: 2, depth: 2, exact: 6 }
            .run(&Run { out, evaluation, shard: Some(shard), seed: 5, threads }, 3)
    }

    fn contents(folder: &Path) -> Vec<Vec<u8>> {
        let files = positions::find(&[folder.to_owned()]).unwrap();
        files.iter().map(|path| std::fs::read(path).unwrap()).collect()
    }

    #[test]
    fn the_files_do_not_depend_on_threads_interruptions_or_shards() {
        let folder = tempfile::tempdir().unwrap();
        let [one, three, shared] = ["one", "three", "shared"].map(|name| folder.path().join(name));
        run(&one, 1, Shard::WHOLE).unwrap();
        run(&three, 3, Shard::WHOLE).unwrap();
        let expected = contents(&one);
        assert_eq!(expected.len(), 3);
        assert_eq!(contents(&three), expected);
        std::fs::remove_file(one.join("00001.positions")).unwrap();
        run(&one, 2, Shard::WHOLE).unwrap();
        assert_eq!(contents(&one), expected);
        run(&shared, 1, "2/2".parse().unwrap()).unwrap();
        assert_eq!(contents(&shared), expected[1..2]);
        run(&shared, 1, "1/2".parse().unwrap()).unwrap();
        assert_eq!(contents(&shared), expected);
    }

    #[test]
    fn a_damaged_or_foreign_file_in_the_way_is_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("00002.positions");
        std::fs::write(&path, "notes without a final newline").unwrap();
        let error = run(folder.path(), 1, Shard::WHOLE).unwrap_err().to_string();
        assert!(error.contains("00002.positions is not a position file"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"notes without a final newline");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn records_have_the_final_score_of_their_game() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), 1, Shard::WHOLE).unwrap();
        let mut games = std::collections::BTreeMap::<u32, Vec<Record>>::new();
        for path in positions::find(&[folder.path().to_owned()]).unwrap() {
            for record in positions::read(&path).unwrap() {
                let record = record.unwrap();
                games.entry(record.game).or_default().push(record);
            }
        }
        assert_eq!(games.len(), 6);
        for records in games.values() {
            for record in records {
                assert_eq!(record.exact, record.board.empty_count() <= 6);
                // From there on both sides play perfectly.
                if record.exact {
                    assert_eq!(i32::from(record.value), i32::from(record.final_score) * DISC);
                }
            }
            let last = records.last().unwrap();
            let end = last.board.play(Square::new(last.best)).unwrap();
            assert!(end.is_over());
            assert_eq!(i32::from(last.final_score), -end.final_score());
        }
    }
}
