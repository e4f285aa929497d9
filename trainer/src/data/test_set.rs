//! Test sets: positions with a known best move and its value, one a line, which training never uses.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{ensure, Context, Result};
use outflank::board::Board;
use outflank::obf::ObfPosition;
use outflank::opening::standard_orientation;
use outflank::square::Square;

use crate::data::files;

/// One position of a test set.
#[derive(Clone, Copy, Debug)]
pub struct TestPosition {
    /// The position.
    pub board: Board,
    /// The best move.
    pub best: Square,
    /// Its value in discs for the side to move.
    pub discs: f64,
}

/// Reads a test set: 64 squares from a1 row by row (`X` the side to move, `O`, `-`), the best move, its value
/// in discs. Empty lines, lines that start with `#`, and further words are skipped.
pub fn read(path: &Path) -> Result<Vec<TestPosition>> {
    let text = files::read_text(path)?;
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let positions: Vec<TestPosition> = lines
        .map(|(index, line)| {
            let expected = "expected 64 squares, a legal move and a value";
            parse(line).with_context(|| format!("{}: line {}: {expected}", path.display(), index + 1))
        })
        .collect::<Result<_>>()?;
    ensure!(!positions.is_empty(), "{}: no positions", path.display());
    Ok(positions)
}

fn parse(line: &str) -> Option<TestPosition> {
    let mut words = line.split_whitespace();
    let board = format!("{} X", words.next()?).parse::<ObfPosition>().ok()?.board;
    let best: Square = words.next()?.parse().ok()?;
    board.play(best)?;
    let discs: f64 = words.next()?.parse().ok()?;
    discs.is_finite().then_some(TestPosition { board, best, discs })
}

/// Positions that training leaves out, under all 8 symmetries.
#[derive(Clone, Debug, Default)]
pub struct Excluded(HashSet<Board>);

impl Excluded {
    /// The positions of a test set and all their children.
    pub fn from_test_set(path: &Path) -> Result<Self> {
        let boards = read(path)?.into_iter().flat_map(|position| {
            let children = position.board.children().map(|(_, child)| child);
            std::iter::once(position.board).chain(children).map(|board| standard_orientation(board).0)
        });
        Ok(Self(boards.collect()))
    }

    /// Whether a position or one of its images is left out.
    pub fn contains(&self, board: Board) -> bool {
        !self.0.is_empty() && self.0.contains(&standard_orientation(board).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::bits::Symmetry;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn written(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("set.txt");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn a_test_set_and_all_that_resembles_it_is_excluded() {
        let (_folder, path) = written(&format!("# comment\n\n{START} d3 +1.5 14\n"));
        let positions = read(&path).unwrap();
        assert_eq!((positions.len(), positions[0].board, positions[0].discs), (1, Board::START, 1.5));
        let excluded = Excluded::from_test_set(&path).unwrap();
        let (_, child) = Board::START.children().next().unwrap();
        let (_, grandchild) = child.children().next().unwrap();
        for symmetry in Symmetry::all() {
            assert!(excluded.contains(Board::START.transformed(symmetry)));
            assert!(excluded.contains(child.transformed(symmetry)));
            assert!(!excluded.contains(grandchild.transformed(symmetry)));
        }
        assert!(!Excluded::default().contains(Board::START));
    }

    #[test]
    fn a_bad_line_is_named() {
        for bad in ["", " a1 +1.5", " d3", " d3 nan", "- d3 +1"] {
            let (_folder, path) = written(&format!("{START} d3 0\n{START}{bad}\n"));
            let error = read(&path).unwrap_err().to_string();
            assert!(error.ends_with("line 2: expected 64 squares, a legal move and a value"), "{error}");
        }
    }
}
