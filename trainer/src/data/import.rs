//! Other programs' games and positions as position files: WTHOR (`.wtb`), transcripts (`.txt`) and OBF
//! (`.obf`).
//!
//! A game gives one record per move, labelled with the final score until `label` searches. An OBF position
//! gives one record with the score of the first move listed.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use outflank::board::Board;
use outflank::eval::DISC;
use outflank::game::{Color, Game};
use outflank::obf::ObfPosition;
use outflank::square::Square;

use crate::data::provenance::{DataHash, Provenance};
use crate::data::record::Record;
use crate::data::{files, positions};
use crate::jobs::say;

const WTHOR_HEADER: usize = 16;
const WTHOR_GAME: usize = 68;
/// Tournament, players and the two scores come first.
const WTHOR_MOVES: usize = 8;

/// The content of an imported file.
#[derive(Default)]
pub(crate) struct Imported {
    pub(crate) records: Vec<Record>,
    games: u32,
    /// Numbers of the games or lines that are invalid, from 1.
    refused: Vec<usize>,
}

impl Imported {
    fn add(&mut self, board: Board, best: Square, score: i32, exact: bool) {
        let (value, best) = ((score * DISC) as i16, best.index() as u8);
        self.records.push(Record { board, game: self.games, value, final_score: score as i8, best, exact });
    }

    /// Adds the positions of a game from the standard start; an illegal move refuses the whole game.
    fn add_game(&mut self, number: usize, moves: impl Iterator<Item = Option<Square>>) {
        let mut game = Game::new();
        let mut positions: Vec<(Board, Color, Square)> = Vec::new();
        for square in moves {
            let (board, color) = (game.board(), game.to_move());
            let Some(square) = square.filter(|&square| game.play(square).is_ok()) else {
                return self.refused.push(number);
            };
            positions.push((board, color, square));
        }
        for (board, color, square) in positions {
            let score = if color == Color::Black { game.black_score() } else { -game.black_score() };
            self.add(board, square, score, false);
        }
        self.games += 1;
    }
}

fn wthor(bytes: &[u8]) -> Result<Imported> {
    if bytes.len() < WTHOR_HEADER || !(bytes.len() - WTHOR_HEADER).is_multiple_of(WTHOR_GAME) {
        bail!("not a WTHOR file: {} bytes instead of {WTHOR_HEADER} + n x {WTHOR_GAME}", bytes.len());
    }
    let mut imported = Imported::default();
    for (index, game) in bytes[WTHOR_HEADER..].chunks_exact(WTHOR_GAME).enumerate() {
        let moves = game[WTHOR_MOVES..].iter().take_while(|&&mv| mv != 0);
        // 10 x row + column, both from 1.
        let square = |&mv: &u8| Square::at((mv % 10).wrapping_sub(1), (mv / 10).wrapping_sub(1));
        imported.add_game(index + 1, moves.map(square));
    }
    Ok(imported)
}

/// The lines of a text with their numbers, without blank lines and comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
}

fn transcripts(text: &str) -> Imported {
    let mut imported = Imported::default();
    for (number, line) in lines(text) {
        match Game::from_transcript(line) {
            Ok(game) => {
                let moves = game.history().iter().filter_map(|(_, mv)| mv.square());
                imported.add_game(number, moves.map(Some));
            }
            Err(_) => imported.refused.push(number),
        }
    }
    imported
}

fn obf(text: &str) -> Imported {
    let mut imported = Imported::default();
    for (number, line) in lines(text) {
        let position = line.parse::<ObfPosition>().ok();
        let best = position.and_then(|position| {
            let &(mv, score) = position.scores.first()?;
            Some((position.board, mv.square()?, score))
        });
        match best {
            Some((board, square, score)) => {
                imported.add(board, square, score, true);
                imported.games += 1;
            }
            None => imported.refused.push(number),
        }
    }
    imported
}

/// Reads a file by its extension.
pub(crate) fn read(path: &Path) -> Result<Imported> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("wtb") => wthor(&files::read(path)?).with_context(|| path.display().to_string()),
        Some("txt") => Ok(transcripts(&files::read_text(path)?)),
        Some("obf") => Ok(obf(&files::read_text(path)?)),
        _ => bail!("{}: expected .wtb, .txt or .obf", path.display()),
    }
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
        say(format_args!(
            "{}: {games} games or positions, {} records, {} refused{}",
            path.display(),
            records.len(),
            refused.len(),
            refused.first().map_or(String::new(), |number| format!(" (the first is number {number})"))
        ));
    }
    let out = out.display();
    say(format_args!(
        "wrote {} position files to {out}; next: trainer label {out} --out FOLDER",
        sources.len()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wthor_game_is_read_move_by_move() {
        // f5 d6 c3; zeros fill the rest of the game.
        let mut bytes = vec![0; WTHOR_HEADER + WTHOR_GAME];
        bytes[WTHOR_HEADER + WTHOR_MOVES..][..3].copy_from_slice(&[56, 64, 33]);
        let imported = wthor(&bytes).unwrap();
        assert_eq!((imported.games, imported.records.len(), imported.refused.len()), (1, 3, 0));
        assert_eq!(imported.records[0].board, Board::START);
        assert_eq!(imported.records[0].best, "f5".parse::<Square>().unwrap().index() as u8);
        assert_eq!(imported.records[0].final_score, -imported.records[1].final_score);
    }

    #[test]
    fn illegal_games_are_refused_and_counted() {
        let mut bytes = vec![0; WTHOR_HEADER + 2 * WTHOR_GAME];
        bytes[WTHOR_HEADER + WTHOR_MOVES] = 11;
        bytes[WTHOR_HEADER + WTHOR_GAME + WTHOR_MOVES] = 99;
        let imported = wthor(&bytes).unwrap();
        assert_eq!((imported.games, imported.refused), (0, vec![1, 2]));
        assert!(wthor(&bytes[..100]).is_err());
    }

    #[test]
    fn transcripts_and_obf_are_read() {
        let imported = transcripts("# arena openings --count 1\nf5d6c3\n\nf5f5\nf5d\n");
        assert_eq!((imported.games, imported.refused), (1, vec![4, 5]));
        let start = "---------------------------OX------XO---------------------------";
        let imported = obf(&format!("{start} X; d3:+2; c4:-1\n% comment\n{start} X; d3:99\nnonsense\n"));
        assert_eq!((imported.games, imported.refused), (1, vec![3, 4]));
        assert_eq!((imported.records[0].board, imported.records[0].final_score), (Board::START, 2));
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
