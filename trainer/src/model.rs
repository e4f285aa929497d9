//! Fitted weights at full precision, and the evaluations that games and labels can be made with.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use outflank::alphabeta::{AlphaBeta, Found};
use outflank::board::{Board, Move};
use outflank::endgame::{Budget, Solver};
use outflank::eval::handmade::Handmade;
use outflank::eval::packed::unpack;
use outflank::eval::{Evaluator, Learned, DISC, KNOTS, PLIES, WEIGHTS_A_DISC};
use serde::{Deserialize, Serialize};

use crate::pack::text_of;
use crate::provenance::Provenance;
use crate::shape::Shape;
use crate::shard::{open_with_header, write_with_header};
use crate::yardstick::Yardstick;

const MAGIC: &[u8; 8] = b"OFLKFIT5";

/// Weights in discs for the side that has just moved, one for each contents, knot by knot.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Which contents.
    pub shape: Shape,
    /// Each as long as the shape has contents; knots that the shape does not have are zeros.
    pub knots: [Vec<f32>; KNOTS],
    /// How often each was used, by the squared share of its knot, over the data that it was fitted to; mirrored
    /// contents share one count.
    pub importance: [Vec<f32>; KNOTS],
    /// What a position is worth by the number of discs played alone.
    pub turns: [f32; PLIES],
    /// The number of positions it was fitted to.
    pub positions: f64,
}

/// What stands before a model's numbers.
#[derive(Serialize, Deserialize)]
struct Header {
    shape: Shape,
    #[serde(flatten)]
    provenance: Provenance,
}

impl Model {
    /// No weights but zeros.
    pub fn zero(shape: Shape) -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; shape.contents()]);
        Self { shape, knots: zeros(), importance: zeros(), turns: [0.0; PLIES], positions: 0.0 }
    }

    /// Writes the model.
    pub fn write(&self, path: &Path, provenance: &Provenance) -> Result<()> {
        let numbers = self.knots.iter().chain(&self.importance).flatten().chain(&self.turns);
        let mut body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.positions.to_le_bytes());
        let header = Header { shape: self.shape, provenance: provenance.clone() };
        write_with_header(path, MAGIC, &header, &body)
    }

    /// Reads a model.
    pub fn read(path: &Path) -> Result<Self> {
        let (header, mut reader): (Header, _) = open_with_header(path, MAGIC)?;
        let mut body = Vec::new();
        let contents = header.shape.contents();
        let count = 2 * KNOTS * contents + PLIES;
        reader.by_ref().take(4 * count as u64 + 9).read_to_end(&mut body)?;
        if body.len() != 4 * count + 8 {
            bail!("{}: a model of other patterns", path.display());
        }
        let (numbers, positions) = body.split_at(4 * count);
        let mut numbers = numbers.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut tables = || std::array::from_fn(|_| numbers.by_ref().take(contents).collect());
        let (knots, importance) = (tables(), tables());
        let turns = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let positions = f64::from_le_bytes(std::array::from_fn(|i| positions[i]));
        Ok(Self { shape: header.shape, knots, importance, turns, positions })
    }

    /// The evaluator that ships with these weights, rounded; the model must be of its shape.
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
    /// The one that ours is measured against.
    Yardstick(Box<Yardstick>),
}

impl Judge {
    /// `handmade`, a model's file of either shape, or a file of packed weights (`.rs`).
    pub fn open(name: &Path) -> Result<Self> {
        Ok(match name.to_str() {
            Some("handmade") => Self::Handmade(Handmade),
            Some(source) if source.ends_with(".rs") => {
                Self::Learned(Box::new(Evaluator::from_learned(&unpack(&text_of(name)?))))
            }
            _ => {
                let model = Model::read(name)?;
                match model.shape {
                    Shape::Shipped => Self::Learned(Box::new(model.evaluator())),
                    Shape::Yardstick => Self::Yardstick(Box::new(Yardstick::new(&model))),
                }
            }
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
    Yardstick(AlphaBeta<&'a Yardstick>),
}

impl<'a> Searcher<'a> {
    /// A search with nothing in its tables.
    pub fn new(judge: &'a Judge) -> Self {
        const TABLE_BITS: u32 = 16;
        const SOLVER_BYTES: usize = 4 << 20;
        let inner = match judge {
            Judge::Handmade(evaluator) => Inner::Handmade(AlphaBeta::new(evaluator, TABLE_BITS)),
            Judge::Learned(evaluator) => Inner::Learned(AlphaBeta::new(evaluator.as_ref(), TABLE_BITS)),
            Judge::Yardstick(evaluator) => Inner::Yardstick(AlphaBeta::new(evaluator.as_ref(), TABLE_BITS)),
        };
        Self { inner, solver: Solver::new(SOLVER_BYTES) }
    }

    /// Searches to a fixed depth: see [`AlphaBeta::search`].
    pub fn search(&mut self, board: Board, depth: u32) -> Found {
        match &mut self.inner {
            Inner::Handmade(search) => search.search(board, depth),
            Inner::Learned(search) => search.search(board, depth),
            Inner::Yardstick(search) => search.search(board, depth),
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
