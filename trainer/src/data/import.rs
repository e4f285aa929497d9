//! Other programs' games and positions as position files: any notation that the analyst reads, WTHOR,
//! transcripts and OBF above all.
//!
//! A game gives one record per move, labelled with the final score until `label` searches. A position gives
//! one record with the score of the first move listed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use analyst::notation::{read_each, Event, GameRecord, Item, Limits, PositionRecord, WthorNames};
use anyhow::{ensure, Result};
use outflank::board::Board;
use outflank::eval::DISC;
use outflank::game::Color;
use outflank::square::Square;

use crate::data::provenance::{DataHash, Provenance};
use crate::data::record::Record;
use crate::data::{files, positions};
use toolkit::say;

/// The content of an imported file.
#[derive(Default)]
pub(crate) struct Imported {
    pub(crate) records: Vec<Record>,
    games: u32,
    /// Why games or positions were refused.
    refused: Vec<String>,
}

impl Imported {
    fn add(&mut self, board: Board, best: Square, score: i32, exact: bool) {
        let (value, best) = ((score * DISC) as i16, best.index() as u8);
        self.records.push(Record { board, game: self.games, value, final_score: score as i8, best, exact });
    }

    /// Adds the positions of a game before each of its moves.
    fn add_game(&mut self, record: &GameRecord) {
        let Ok(black_score) = record.game().map(|game| game.black_score()) else { return };
        let mut board = record.start.board;
        for entry in &record.moves {
            let Some(square) = entry.mv.square() else {
                board = board.pass();
                continue;
            };
            let score = if entry.color == Color::Black { black_score } else { -black_score };
            self.add(board, square, score, false);
            // A record that was read has legal moves only.
            let Some(next) = board.play(square) else { return };
            board = next;
        }
        self.games += 1;
    }

    fn add_position(&mut self, name: &str, record: &PositionRecord) {
        match record.scores.first().and_then(|&(mv, score)| Some((mv.square()?, score))) {
            Some((square, score)) => {
                self.add(record.position.board, square, score, true);
                self.games += 1;
            }
            None => self.refused.push(format!("{name}: a position without a scored move")),
        }
    }

    fn of(bytes: &[u8], name: &str) -> Self {
        let mut imported = Self::default();
        read_each(bytes, name, &WthorNames::default(), &Limits::default(), &mut |event| {
            match event {
                Event::Item(Item::Game(record)) => imported.add_game(&record),
                Event::Item(Item::Position(record)) => imported.add_position(name, &record),
                Event::Error(error) => imported.refused.push(error.to_string()),
                Event::Remark(_) => {}
            }
            ControlFlow::Continue(())
        });
        imported
    }
}

/// Reads a file in any notation.
pub(crate) fn read(path: &Path) -> Result<Imported> {
    Ok(Imported::of(&files::read(path)?, &path.display().to_string()))
}

/// Imports files into a folder, one position file each; games are numbered from `first_game` on.
pub fn import(sources: &[PathBuf], out: &Path, mut first_game: u32) -> Result<()> {
    for (path, target) in sources.iter().zip(files::targets(sources, out, positions::EXTENSION)?) {
        let mut hash = DataHash::default();
        hash.add_file(path)?;
        let Imported { mut records, games, refused } = read(path)?;
        ensure!(!records.is_empty(), "{}: no valid game or position", path.display());
        for record in &mut records {
            record.game = record.game.wrapping_add(first_game);
        }
        positions::write(&target, &Provenance::new("import", &first_game, &hash, 0)?, &records)?;
        first_game = first_game.wrapping_add(games);
        say!(
            "{}: {games} games or positions, {} records, {} refused{}\n",
            path.display(),
            records.len(),
            refused.len(),
            refused.first().map_or(String::new(), |error| format!(" (the first: {error})"))
        );
    }
    let out = out.display();
    say!("wrote {} position files to {out}; next: trainer label {out} --out FOLDER\n", sources.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wthor_game_is_read_move_by_move() {
        // One game of 2026: f5 d6 c3; zeros fill the rest.
        let mut bytes = vec![0; 16 + 68];
        (bytes[4], bytes[10], bytes[11], bytes[12]) = (1, 0xea, 7, 8);
        bytes[24..27].copy_from_slice(&[56, 64, 33]);
        let imported = Imported::of(&bytes, "x");
        assert_eq!((imported.games, imported.records.len(), imported.refused.len()), (1, 3, 0));
        assert_eq!(imported.records[0].board, Board::START);
        assert_eq!(imported.records[0].best, "f5".parse::<Square>().unwrap().index() as u8);
        assert_eq!(imported.records[0].final_score, -imported.records[1].final_score);
        bytes[24] = 11;
        assert_eq!(Imported::of(&bytes, "x").refused, ["x: byte 24: move 1: black may not play a1"]);
    }

    #[test]
    fn transcripts_and_obf_are_read() {
        let imported = Imported::of(b"# arena openings --count 1\nf5d6c3\n\nf5f5\nf5d\n", "x");
        assert_eq!((imported.games, imported.refused.len()), (1, 2));
        let start = "---------------------------OX------XO---------------------------";
        let text = format!("{start} X; d3:+2; c4:-1\n% comment\n{start} X; d3:99\nnonsense\n");
        let imported = Imported::of(text.as_bytes(), "x");
        assert_eq!((imported.games, imported.refused.len()), (1, 2));
        assert_eq!((imported.records[0].board, imported.records[0].final_score), (Board::START, 2));
    }

    #[test]
    fn files_are_known_by_their_content() {
        let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../analyst/tests/notation/reports");
        for (name, moves) in [
            ("blank-before-semicolon.sgf", 4),
            ("mac-line-ends.pgn", 3),
            ("numbered-lines.txt", 4),
            ("tabs.txt", 3),
            ("w_zero_date.wtb", 9),
        ] {
            assert_eq!(read(&reports.join(name)).unwrap().records.len(), moves, "{name}");
        }
        assert_eq!(Imported::of("\u{feff}f5d6\r\n".as_bytes(), "x").records.len(), 2);
    }

    #[test]
    fn games_are_numbered_across_files_and_foreign_outputs_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.txt"), "f5d6\nf5f6\n").unwrap();
        std::fs::write(path("b.txt"), "f5f4\n").unwrap();
        let import = || import(&[path("a.txt"), path("b.txt")], &path("out"), 7);
        import().unwrap();
        import().unwrap();
        let records = positions::read(&path("out/b.positions")).unwrap();
        assert_eq!(records.map(|record| record.unwrap().game).collect::<Vec<_>>(), [9, 9]);
        std::fs::write(path("out/b.positions"), "notes").unwrap();
        assert!(import().is_err());
        assert_eq!(std::fs::read(path("out/b.positions")).unwrap(), b"notes");
    }
}
