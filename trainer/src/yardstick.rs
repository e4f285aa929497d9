//! The evaluation that ours is measured against, as fast as it was: see [`Shape::Yardstick`](crate::shape::Shape).
//!
//! Weights are rounded to the unit that ours have; packed ones come as a model's file of what unpacking gives.

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::cpu::Cpu;
use outflank::eval::patterns::Indices;
use outflank::eval::{Children, Evaluate, Value, DISC, PLIES, WEIGHTS_A_DISC};

use crate::model::Model;
use crate::shape::{Shape, YARDSTICK_DIGITS, YARDSTICK_INSTANCES, YARDSTICK_OFFSET_OF_LANE};

const KNOTS: usize = 3;

/// The largest weight: sums from 0 to twice this fit 16 bits.
const MAX_WEIGHT: i32 = i16::MAX as i32 / YARDSTICK_INSTANCES as i32;

/// Estimates positions by the yardstick's weights.
#[derive(Clone, Debug)]
pub struct Yardstick {
    /// 16 bits a knot, each raised by [`MAX_WEIGHT`].
    weights: Vec<u64>,
    turns: [Value; PLIES],
    /// In 64ths.
    shares: [[Value; KNOTS]; PLIES],
}

impl Yardstick {
    /// The evaluator with a model's weights.
    pub fn new(model: &Model) -> Self {
        let mut weights = vec![0; Shape::Yardstick.contents()];
        for (knot, of_knot) in model.knots.iter().enumerate().take(KNOTS) {
            for (entry, weight) in weights.iter_mut().zip(of_knot) {
                let rounded = (weight * WEIGHTS_A_DISC as f32).round() as i32;
                let raised = (rounded.clamp(-MAX_WEIGHT, MAX_WEIGHT) + MAX_WEIGHT) as u64;
                *entry |= raised << (16 * knot);
            }
        }
        Self {
            weights,
            turns: model.turns.map(|turn| (turn * DISC as f32).round() as Value),
            shares: std::array::from_fn(|ply| {
                let shares = Shape::Yardstick.shares(ply);
                std::array::from_fn(|knot| (64.0 * shares[knot]) as Value)
            }),
        }
    }

    /// The estimate of `board` for its player, who has just moved, from scratch.
    pub fn evaluate(&self, board: Board) -> Value {
        let ply = PLIES - 1 - board.empty_count().min(60) as usize;
        self.value(&Indices::of_discs(board, &YARDSTICK_DIGITS), ply)
    }

    #[inline(always)]
    fn value(&self, indices: &Indices, ply: usize) -> Value {
        macro_rules! sum_of_lanes {
            ($($lane:literal)*) => { 0 $(+ {
                let contents = const { YARDSTICK_OFFSET_OF_LANE[$lane] } + usize::from(indices.0[$lane]);
                debug_assert!(contents < self.weights.len());
                // SAFETY: an index is below its pattern's number of contents.
                unsafe { *self.weights.get_unchecked(contents) }
            })* };
        }
        let sums: u64 = sum_of_lanes!(
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
            24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45
        );
        let mut value = 0;
        for (knot, share) in self.shares[ply].into_iter().enumerate() {
            value += (Value::from((sums >> (16 * knot)) as u16) - YARDSTICK_INSTANCES as Value * MAX_WEIGHT)
                * share;
        }
        ((value * (DISC / WEIGHTS_A_DISC)) >> 6) + self.turns[ply]
    }
}

/// Children whose indices are in memory at a time.
const BATCH: usize = 8;

impl Evaluate for Yardstick {
    #[inline(always)]
    fn evaluate_children<C: Cpu>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        let parent: Indices = Indices::of_discs(board, &YARDSTICK_DIGITS);
        let ply = PLIES.saturating_sub(board.empty_count() as usize).min(PLIES - 1);
        children.count = 0;
        let mut left = Squares(moves);
        while left.0 != 0 {
            let mut batch = [Indices::EMPTY; BATCH];
            let start = children.count;
            for (indices, square) in batch.iter_mut().zip(left.by_ref()) {
                let flips = cpu.flips(square, board.player(), board.opponent());
                *indices = parent.after(square, flips, &YARDSTICK_DIGITS);
                children.push(square, 0);
            }
            for (indices, value) in batch.iter().zip(&mut children.values[start..children.count]) {
                *value = self.value(indices, ply);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::rng::Rng;
    use outflank::with_cpu;

    #[test]
    fn children_are_worth_what_the_fit_says() {
        let mut rng = Rng::new(3);
        let mut model = Model::zero(Shape::Yardstick);
        for weight in model.knots[..KNOTS].iter_mut().flatten() {
            *weight = rng.below(64) as f32 / 32.0 - 1.0;
        }
        model.turns = std::array::from_fn(|ply| ply as f32 / 32.0);
        let (yardstick, mut children) = (Yardstick::new(&model), Children::new());
        let mut board = Board::START;
        while board.legal_moves() != 0 {
            with_cpu!(cpu => yardstick.evaluate_children(cpu, board, board.legal_moves(), &mut children));
            for (square, value) in children.iter() {
                let child = board.play(square).unwrap();
                let ply = 60 - child.empty_count() as usize;
                let shares = Shape::Yardstick.shares(ply);
                let mut expected = model.turns[ply];
                for contents in Shape::Yardstick.contents_of(child).iter() {
                    expected +=
                        (0..KNOTS).map(|knot| shares[knot] * model.knots[knot][contents]).sum::<f32>();
                }
                assert!(
                    (value as f32 / DISC as f32 - expected).abs() < 0.02,
                    "{square}: {value}, {expected}"
                );
                assert_eq!(value, yardstick.evaluate(child.pass()));
            }
            let (square, _) = children.iter().nth(rng.below(children.count)).unwrap();
            board = board.play(square).unwrap();
        }
    }
}
