//! Fitted weights at full precision, and the evaluations that games and labels can be made with.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use outflank::alphabeta::{AlphaBeta, Found};
use outflank::board::{Board, Move};
use outflank::endgame::{Budget, Solver};
use outflank::eval::handmade::Handmade;
use outflank::eval::packed::unpack;
use outflank::eval::patterns::CONTENTS;
use outflank::eval::{Evaluator, Learned, DISC, KNOTS, PLIES, WEIGHTS_A_DISC};

use crate::pack::text_of;
use crate::provenance::Provenance;
use crate::shard::{open_with_header, write_with_header};

const MAGIC: &[u8; 8] = b"OFLKFIT4";

/// Weights in discs for the side that has just moved, one for each contents of each pattern, knot by knot.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Each as long as [`CONTENTS`].
    pub knots: [Vec<f32>; KNOTS],
    /// How often each was used, by the squared share of its knot, over the data that it was fitted to; mirrored
    /// contents share one count.
    pub importance: [Vec<f32>; KNOTS],
    /// What a position is worth by the number of discs played alone.
    pub turns: [f32; PLIES],
    /// The number of positions it was fitted to.
    pub positions: f64,
}

impl Model {
    /// No weights but zeros.
    pub fn zero() -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; CONTENTS]);
        Self { knots: zeros(), importance: zeros(), turns: [0.0; PLIES], positions: 0.0 }
    }

    /// Writes the model.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let numbers = self.knots.iter().chain(&self.importance).flatten().chain(&self.turns);
        let mut body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.positions.to_le_bytes());
        write_with_header(path, MAGIC, provenance, &body)
    }

    /// Reads a model.
    pub fn read(path: &Path) -> Result<Self> {
        let (_, mut reader): (Provenance, _) = open_with_header(path, MAGIC)?;
        let mut body = Vec::new();
        const NUMBERS: usize = 2 * KNOTS * CONTENTS + PLIES;
        reader.by_ref().take(4 * NUMBERS as u64 + 9).read_to_end(&mut body)?;
        if body.len() != 4 * NUMBERS + 8 {
            bail!("{}: a model of other patterns", path.display());
        }
        let (numbers, positions) = body.split_at(4 * NUMBERS);
        let mut numbers = numbers.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut tables = || std::array::from_fn(|_| numbers.by_ref().take(CONTENTS).collect());
        let (knots, importance) = (tables(), tables());
        let turns = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let positions = f64::from_le_bytes(std::array::from_fn(|i| positions[i]));
        Ok(Self { knots, importance, turns, positions })
    }

    /// The evaluator with these weights, rounded.
    pub fn evaluator(&self) -> Evaluator {
        let round = |&weight: &f32| (weight * WEIGHTS_A_DISC as f32).round() as i16;
        let knots = self.knots.each_ref().map(|knot| knot.iter().map(round).collect());
        Evaluator::from_learned(&Learned { knots, turns: self.rounded_turns() })
    }

    /// What the turns are worth, in units of a weight.
    pub fn rounded_turns(&self) -> [i16; PLIES] {
        self.turns.map(|turn| (turn * WEIGHTS_A_DISC as f32).round() as i16)
    }
}

/// An evaluation to play or to judge with.
#[derive(Debug)]
pub enum Judge {
    /// The one made by hand.
    Handmade(Handmade),
    /// A learned one.
    Learned(Box<Evaluator>),
}

impl Judge {
    /// `handmade`, a model's file, or a file of packed weights (`.rs`).
    pub fn open(name: &Path) -> Result<Self> {
        Ok(match name.to_str() {
            Some("handmade") => Self::Handmade(Handmade),
            Some(source) if source.ends_with(".rs") => {
                Self::Learned(Box::new(Evaluator::from_learned(&unpack(&text_of(name)?))))
            }
            _ => Self::Learned(Box::new(Model::read(name)?.evaluator())),
        })
    }
}

/// A search with some [`Judge`], and an exact solver.
pub struct Searcher<'a> {
    inner: Inner<'a>,
    solver: Solver,
}

enum Inner<'a> {
    Handmade(AlphaBeta<&'a Handmade>),
    Learned(AlphaBeta<&'a Evaluator>),
}

impl<'a> Searcher<'a> {
    /// A search with nothing in its tables.
    pub fn new(judge: &'a Judge) -> Self {
        const TABLE_BITS: u32 = 16;
        const SOLVER_BYTES: usize = 4 << 20;
        let inner = match judge {
            Judge::Handmade(evaluator) => Inner::Handmade(AlphaBeta::new(evaluator, TABLE_BITS)),
            Judge::Learned(evaluator) => Inner::Learned(AlphaBeta::new(evaluator.as_ref(), TABLE_BITS)),
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
