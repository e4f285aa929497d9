//! Fitted weights at full precision, and the evaluations that games and labels can be made with.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use outflank::alphabeta::{AlphaBeta, Found};
use outflank::board::{Board, Move};
use outflank::endgame::{Budget, Solver};
use outflank::eval::handmade::Handmade;
use outflank::eval::patterns::OFFSETS;
use outflank::eval::{Evaluator, DISC, KNOTS, WEIGHTS_A_DISC};

use crate::provenance::Provenance;
use crate::shard::{open_with_header, write_with_header};

const MAGIC: &[u8; 8] = b"OFLKFIT1";

/// Contents of all patterns.
pub const CONTENTS: usize = OFFSETS[OFFSETS.len() - 1];

/// Weights in discs for the side that has just moved, one for each contents of each pattern, knot by knot.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Each as long as [`CONTENTS`].
    pub knots: [Vec<f32>; KNOTS],
}

impl Model {
    /// No weights but zeros.
    pub fn zero() -> Self {
        Self { knots: std::array::from_fn(|_| vec![0.0; CONTENTS]) }
    }

    /// Writes the model.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let body: Vec<u8> = self.knots.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect();
        write_with_header(path, MAGIC, provenance, &body)
    }

    /// Reads a model.
    pub fn read(path: &Path) -> Result<Self> {
        let (_, mut reader): (Provenance, _) = open_with_header(path, MAGIC)?;
        let mut body = Vec::new();
        reader.by_ref().take(4 * (KNOTS * CONTENTS) as u64 + 1).read_to_end(&mut body)?;
        if body.len() != 4 * KNOTS * CONTENTS {
            bail!("{}: a model of other patterns", path.display());
        }
        let mut weights = body.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        Ok(Self { knots: std::array::from_fn(|_| weights.by_ref().take(CONTENTS).collect()) })
    }

    /// The evaluator with these weights, rounded.
    pub fn evaluator(&self) -> Evaluator {
        let round = |&weight: &f32| (weight * WEIGHTS_A_DISC as f32).round() as i16;
        Evaluator::from_knots(&self.knots.each_ref().map(|knot| knot.iter().map(round).collect()))
    }
}

/// An evaluation to play or to judge with.
#[derive(Debug)]
pub enum Judge {
    /// The one made by hand.
    Handmade(Handmade),
    /// A learned one.
    Learned(Evaluator),
}

impl Judge {
    /// `handmade`, or a model's file.
    pub fn open(name: &Path) -> Result<Self> {
        Ok(match name.to_str() {
            Some("handmade") => Self::Handmade(Handmade),
            _ => Self::Learned(Model::read(name)?.evaluator()),
        })
    }
}

/// A search with some [`Judge`], and an exact solver.
pub struct Searcher<'a> {
    inner: Inner<'a>,
    solver: Solver,
}

enum Inner<'a> {
    Handmade(AlphaBeta<'a, Handmade>),
    Learned(AlphaBeta<'a, Evaluator>),
}

impl<'a> Searcher<'a> {
    /// A search with nothing in its tables.
    pub fn new(judge: &'a Judge) -> Self {
        const TABLE_BITS: u32 = 16;
        const SOLVER_BYTES: usize = 4 << 20;
        let inner = match judge {
            Judge::Handmade(evaluator) => Inner::Handmade(AlphaBeta::new(evaluator, TABLE_BITS)),
            Judge::Learned(evaluator) => Inner::Learned(AlphaBeta::new(evaluator, TABLE_BITS)),
        };
        Self { inner, solver: Solver::new(SOLVER_BYTES) }
    }

    /// Searches to a fixed depth: see [`AlphaBeta::search`].
    pub fn search(&mut self, board: Board, depth: u32) -> Found {
        match &mut self.inner {
            Inner::Handmade(search) => search.search(board, depth),
            Inner::Learned(search) => search.search(board, depth),
        }
    }

    /// The exact result, in the units of a search.
    pub fn solve(&mut self, board: Board) -> Found {
        let outcome = self.solver.solve(board, -64, 64, Budget::UNLIMITED);
        Found { value: outcome.lower * DISC, best: outcome.best.unwrap_or(Move::PASS) }
    }
}

/// The default name of an evaluation on the command line.
pub fn handmade() -> PathBuf {
    "handmade".into()
}
