//! Positions that training must never see: those of an exam, in all 8 orientations.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result};
use outflank::bits::Symmetry;
use outflank::board::Board;

use crate::eval::questions;

/// A set of positions up to symmetry.
#[derive(Clone, Debug, Default)]
pub struct Excluded(HashSet<[u64; 2]>);

fn canonical(board: Board) -> [u64; 2] {
    let images = Symmetry::all().map(|symmetry| {
        let image = board.transformed(symmetry);
        [image.player(), image.opponent()]
    });
    images.min().unwrap_or_default()
}

impl Excluded {
    /// The positions of an exam's file, and every position one move after one of them.
    pub fn from_exam(path: &Path) -> Result<Self> {
        let questions = questions(path).with_context(|| "to exclude its positions from training")?;
        let boards = questions.iter().flat_map(|question| {
            let children = question.board.children().map(|(_, child)| child);
            std::iter::once(question.board).chain(children).map(canonical)
        });
        Ok(Self(boards.collect()))
    }

    /// Whether a position or one of its symmetric twins is in the set.
    pub fn contains(&self, board: Board) -> bool {
        !self.0.is_empty() && self.0.contains(&canonical(board))
    }

    /// How many positions are excluded.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
