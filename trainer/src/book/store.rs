//! The file of searched positions.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{bail, Context, Result};
use outflank::board::Board;
use outflank::opening::standard_orientation;
use outflank::square::Square;
use serde::{Deserialize, Serialize};

use crate::provenance::Provenance;

/// A position in standard orientation with the value of each of its moves, in discs, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Searched {
    pub(super) board: Board,
    pub(super) values: Vec<(Square, f32)>,
}

/// [`Searched`] as it stands in the file.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Discs of the side to move and of the other, in hexadecimal.
    board: [String; 2],
    moves: Vec<(String, f32)>,
}

/// All searched positions, and the file that they are appended to.
#[derive(Debug)]
pub(super) struct Store {
    file: Option<File>,
    known: HashMap<Board, Searched>,
}

impl Store {
    /// Reads the file if it is there, else creates it with this provenance. A last line that was cut off is removed.
    pub(super) fn open(path: &Path, provenance: &Provenance) -> Result<Self> {
        let mut store = if path.exists() { Self::read(path)? } else { Self::in_memory() };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if file.metadata()?.len() == 0 {
            writeln!(file, "{}", serde_json::to_string(provenance)?)?;
        }
        store.file = Some(file);
        Ok(store)
    }

    /// A store without a file.
    pub(super) fn in_memory() -> Self {
        Self { file: None, known: HashMap::new() }
    }

    /// Reads a file, to be looked at only.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let mut store = Self::in_memory();
        let mut reader = BufReader::new(File::open(path).with_context(|| path.display().to_string())?);
        let (mut line, mut number, mut offset) = (String::new(), 0, 0);
        while reader.read_line(&mut line)? > 0 {
            number += 1;
            if !line.ends_with('\n') {
                OpenOptions::new().write(true).open(path)?.set_len(offset)?;
                break;
            }
            if number > 1 {
                let searched = parse(&line).with_context(|| format!("{}:{number}", path.display()))?;
                store.known.insert(searched.board, searched);
            }
            offset += line.len() as u64;
            line.clear();
        }
        Ok(store)
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// What is known of a position, which must be in standard orientation.
    pub(super) fn find(&self, board: Board) -> Option<&Searched> {
        self.known.get(&board)
    }

    /// Adds a position, to the file first.
    pub(super) fn add(&mut self, searched: Searched) -> Result<()> {
        if let Some(file) = &mut self.file {
            let board =
                [searched.board.player(), searched.board.opponent()].map(|bits| format!("{bits:016x}"));
            let moves = searched.values.iter().map(|(square, value)| (square.to_string(), *value)).collect();
            let line = serde_json::to_string(&Line { board, moves })? + "\n";
            file.write_all(line.as_bytes()).context("cannot write the book's store")?;
        }
        self.known.insert(searched.board, searched);
        Ok(())
    }
}

fn parse(line: &str) -> Result<Searched> {
    let Line { board: [player, opponent], moves } = serde_json::from_str(line)?;
    let (player, opponent) = (u64::from_str_radix(&player, 16)?, u64::from_str_radix(&opponent, 16)?);
    let board = Board::new(player, opponent).context("discs overlap")?;
    if standard_orientation(board).0 != board {
        bail!("the position is not in standard orientation");
    }
    let mut values = Vec::new();
    for (name, value) in moves {
        let Ok(square) = name.parse::<Square>() else { bail!("{name:?} is no square") };
        if board.play(square).is_none() {
            bail!("{square} is no legal move");
        }
        values.push((square, value));
    }
    Ok(Searched { board, values })
}
