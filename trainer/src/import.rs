//! Games and positions of other programs as shards: WTHOR (`.wtb`), transcripts (`.txt`) and OBF (`.obf`).
//!
//! Games give one record a move; value and outcome are the game's result until `label` searches. OBF positions
//! give one record each, with the score of the best move listed.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use clap::Args;
use outflank::board::Board;
use outflank::eval::DISC;
use outflank::game::{Color, Game};
use outflank::square::Square;

use crate::provenance::{DataHash, Provenance};
use crate::record::Record;
use crate::shard;

/// Options of `import`.
#[derive(Args, Clone, Debug)]
pub struct Import {
    /// Files: `.wtb`, `.txt` with a transcript a line, or `.obf`
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Folder for the shards, one a file
    #[arg(long)]
    pub out: PathBuf,
    /// Number of the first game
    #[arg(long, default_value_t = 0)]
    pub first_game: u32,
}

const WTHOR_HEADER: usize = 16;
const WTHOR_GAME: usize = 68;
/// Tournament, players and the two scores come first.
const WTHOR_MOVES: usize = 8;

/// What a file held.
#[derive(Default)]
struct Imported {
    records: Vec<Record>,
    games: u32,
    /// Games or lines that make no sense, by number.
    refused: Vec<usize>,
}

impl Imported {
    /// Adds a game's positions; an illegal move refuses the whole game.
    fn add_game(&mut self, number: usize, first_game: u32, moves: impl Iterator<Item = Option<Square>>) {
        let mut game = Game::new();
        let mut positions: Vec<(Board, Color, Square)> = Vec::new();
        for square in moves {
            let (board, color) = (game.board(), game.to_move());
            let Some(square) = square else { return self.refused.push(number) };
            if game.play(square).is_err() {
                return self.refused.push(number);
            }
            positions.push((board, color, square));
        }
        let black_score = game.black_score();
        let id = first_game + self.games;
        self.games += 1;
        self.records.extend(positions.into_iter().map(|(board, color, square)| {
            let score = if color == Color::Black { black_score } else { -black_score };
            Record {
                board,
                game: id,
                value: (score * DISC) as i16,
                outcome: score as i8,
                best: square.index() as u8,
                exact: false,
            }
        }));
    }
}

fn wthor(bytes: &[u8], first_game: u32) -> Result<Imported> {
    if bytes.len() < WTHOR_HEADER || !(bytes.len() - WTHOR_HEADER).is_multiple_of(WTHOR_GAME) {
        bail!(
            "not a WTHOR file: {} bytes are no header of {WTHOR_HEADER} and games of {WTHOR_GAME}",
            bytes.len()
        );
    }
    let mut imported = Imported::default();
    for (number, game) in bytes[WTHOR_HEADER..].chunks_exact(WTHOR_GAME).enumerate() {
        let moves = game[WTHOR_MOVES..].iter().take_while(|&&played| played != 0);
        // 10 x row + column, both from 1.
        let square = |&played: &u8| Square::at((played % 10).wrapping_sub(1), (played / 10).wrapping_sub(1));
        imported.add_game(number, first_game, moves.map(square));
    }
    Ok(imported)
}

fn transcripts(text: &str, first_game: u32) -> Imported {
    let mut imported = Imported::default();
    for (number, line) in text.lines().enumerate() {
        let moves = line.trim().as_bytes().chunks(2);
        if moves.len() > 0 {
            let square = |name: &[u8]| std::str::from_utf8(name).ok()?.parse().ok();
            imported.add_game(number, first_game, moves.map(square));
        }
    }
    imported
}

/// One OBF line: `X` black, `O` white, `-`, the side to move, then `; MOVE:SCORE` pairs, best first.
fn obf_line(line: &str) -> Option<(Board, Square, i32)> {
    let (position, moves) = line.split_once(';')?;
    let mut words = position.split_whitespace();
    let drawing = words.next().filter(|drawing| drawing.len() == 64)?;
    let discs =
        |mark: u8| Square::all().zip(drawing.bytes()).filter(|&(_, c)| c == mark).map(|(s, _)| s.bit()).sum();
    let (black, white) = (discs(b'X'), discs(b'O'));
    let board = match words.next()? {
        "X" => Board::new(black, white)?,
        "O" => Board::new(white, black)?,
        _ => return None,
    };
    let (square, score) = moves.split(';').next()?.trim().split_once(':')?;
    let score: i32 = score.trim().parse().ok()?;
    (-64..=64).contains(&score).then_some(())?;
    Some((board, square.trim().parse().ok()?, score))
}

fn obf(text: &str, first_game: u32) -> Imported {
    let mut imported = Imported::default();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('%') {
            continue;
        }
        let Some((board, best, score)) = obf_line(line) else {
            imported.refused.push(number);
            continue;
        };
        imported.records.push(Record {
            board,
            game: first_game + imported.games,
            value: (score * DISC) as i16,
            outcome: score as i8,
            best: best.index() as u8,
            exact: true,
        });
        imported.games += 1;
    }
    imported
}

fn import(path: &Path, first_game: u32) -> Result<Imported> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = || std::str::from_utf8(&bytes).with_context(|| format!("{}: not text", path.display()));
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("wtb") => wthor(&bytes, first_game).with_context(|| path.display().to_string()),
        Some("txt") => Ok(transcripts(text()?, first_game)),
        Some("obf") => Ok(obf(text()?, first_game)),
        _ => bail!("{}: expected .wtb, .txt or .obf", path.display()),
    }
}

impl Import {
    /// Imports all files.
    pub fn run(&self) -> Result<()> {
        let mut first_game = self.first_game;
        for path in &self.files {
            let imported = import(path, first_game)?;
            first_game += imported.games;
            let mut hash = DataHash::default();
            hash.add_file(path)?;
            let stem = path.file_stem().with_context(|| format!("{}: no file", path.display()))?;
            let target = self.out.join(stem).with_extension(shard::EXTENSION);
            shard::write(&target, &Provenance::new("import".into(), hash.finish(), 0), &imported.records)?;
            println!(
                "{}: {} games or positions, {} records",
                path.display(),
                imported.games,
                imported.records.len()
            );
            if let Some(first) = imported.refused.first() {
                println!("  {} refused, the first is number {}", imported.refused.len(), first + 1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wthor_game_is_read_move_by_move() {
        // f5 d6 c3, then the record is filled with zeros.
        let mut bytes = vec![0; WTHOR_HEADER + WTHOR_GAME];
        bytes[WTHOR_HEADER + WTHOR_MOVES..][..3].copy_from_slice(&[56, 64, 33]);
        let imported = wthor(&bytes, 7).unwrap();
        assert_eq!((imported.games, imported.records.len(), imported.refused.len()), (1, 3, 0));
        assert_eq!(imported.records[0].board, Board::START);
        assert_eq!(imported.records[0].best, "f5".parse::<Square>().unwrap().index() as u8);
        assert!(imported.records.iter().all(|record| record.game == 7));
        assert_eq!(imported.records[0].outcome, -imported.records[1].outcome);
    }

    #[test]
    fn illegal_games_are_refused_and_counted() {
        let mut bytes = vec![0; WTHOR_HEADER + 2 * WTHOR_GAME];
        bytes[WTHOR_HEADER + WTHOR_MOVES] = 11;
        bytes[WTHOR_HEADER + WTHOR_GAME + WTHOR_MOVES] = 99;
        let imported = wthor(&bytes, 0).unwrap();
        assert_eq!((imported.games, imported.refused), (0, vec![0, 1]));
        assert!(wthor(&bytes[..100], 0).is_err());
    }

    #[test]
    fn transcripts_and_obf_are_read() {
        let imported = transcripts("f5d6c3\n\nf5f5\nf5d", 0);
        assert_eq!((imported.games, imported.refused), (1, vec![2, 3]));
        let start = "---------------------------OX------XO---------------------------";
        let imported = obf(&format!("{start} X; d3:+2; c4:-1\n{start} X; d3:99\nnonsense\n"), 0);
        assert_eq!((imported.games, imported.refused), (1, vec![1, 2]));
        assert_eq!((imported.records[0].board, imported.records[0].outcome), (Board::START, 2));
    }
}
