//! Visit files: positions and how often a long search visited each of their moves, extension `.visits`.
//!
//! A record is a board (16 bytes), the number of its game (4) and the visits of each legal move (4 each) in
//! the order of the squares, all little-endian.

use std::path::Path;

use anyhow::{Context, Result};
use outflank::board::Board;

use crate::container::Format;
use crate::files::Kind;
use crate::provenance::Provenance;

const KIND: Kind = Kind { name: "a visit file", starts: &["OFLKVIS"] };

/// The format of visit files.
pub const FORMAT: Format = Format { kind: KIND, version: b'1' };

/// Extension of visit files.
pub const EXTENSION: &str = "visits";

/// A position with the visits of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visits {
    /// The position.
    pub board: Board,
    /// The number of the game it is from.
    pub game: u32,
    /// The visits of each legal move in the order of the squares.
    pub counts: Vec<u32>,
}

/// Writes a visit file.
pub fn write(path: &Path, provenance: &Provenance, all: &[Visits]) -> Result<()> {
    let mut body = Vec::new();
    for Visits { board, game, counts } in all {
        body.extend([board.player(), board.opponent()].map(u64::to_le_bytes).concat());
        body.extend([*game].iter().chain(counts).flat_map(|number| number.to_le_bytes()));
    }
    FORMAT.write(path, provenance, &body)
}

/// Reads a visit file.
pub fn read(path: &Path) -> Result<Vec<Visits>> {
    let (_, mut body) = FORMAT.open(path)?;
    let mut all = Vec::new();
    while body.left() > 0 {
        let mut words = [0; 2];
        for word in &mut words {
            let mut bytes = [0; 8];
            body.read(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        let board = Board::new(words[0], words[1])
            .with_context(|| format!("{}: record {} is not a position", path.display(), all.len() + 1))?;
        let mut numbers = vec![0; 1 + board.legal_moves().count_ones() as usize];
        for number in &mut numbers {
            let mut bytes = [0; 4];
            body.read(&mut bytes)?;
            *number = u32::from_le_bytes(bytes);
        }
        all.push(Visits { board, game: numbers.remove(0), counts: numbers });
    }
    body.verify()?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provenance::DataHash;

    #[test]
    fn what_is_written_is_read_and_damage_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.visits");
        let provenance = Provenance::new("test", &(), &DataHash::default(), 1).unwrap();
        let (_, child) = Board::START.children().next().unwrap();
        let all = [
            Visits { board: Board::START, game: 3, counts: vec![1, 2, 3, 4] },
            Visits { board: child, game: u32::MAX, counts: vec![7, 8, u32::MAX] },
        ];
        write(&path, &provenance, &all).unwrap();
        assert_eq!(read(&path).unwrap(), all);
        let bytes = std::fs::read(&path).unwrap();
        for at in bytes.len() - 90..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, changed).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
        }
    }
}
