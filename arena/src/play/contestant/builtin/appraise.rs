//! Evaluations of all legal moves by built-in bots, in the bots' units.

use ::outflank::board::Board;
use ::outflank::square::Square;

use super::bot::{Builtin, BuiltinBot};
use super::outflank::{DynEngine, Effort, Settings};
use super::sparring::Sparring;
use super::{alphabeta, uct};

/// A bot's evaluation of one move, for the side that would play it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValue {
    /// The legal move that is evaluated.
    pub square: Square,
    /// Its value; higher is better.
    pub value: f64,
    /// The unit of the value: `discs`, `points` of a table, or `%` of wins.
    pub unit: &'static str,
}

impl BuiltinBot {
    /// The bot's values of all legal moves, best first; empty for `random`, and for an engine whose weights
    /// cannot be read.
    pub fn appraise(&mut self, board: Board) -> Vec<MoveValue> {
        let moves: Vec<(Square, Board)> = board.children().collect();
        let (values, unit): (Vec<f64>, _) = match &self.builtin {
            Builtin::Random => return Vec::new(),
            Builtin::Alphabeta { depth } => {
                (each(&moves, |_, after| alphabeta::value_before(after, *depth)), "points")
            }
            Builtin::Uct { playouts } => {
                let shares = uct::shares(board, *playouts, &mut self.rng);
                (shares.into_iter().map(|share| 100.0 * share).collect(), "%")
            }
            Builtin::Outflank(Settings { effort, .. }) | Builtin::Sparring(Sparring { effort, .. }) => {
                // All moves together cost as much as one move of the bot.
                let effort = effort.share(moves.len());
                let Ok(Some(engine)) = self.engine() else { return Vec::new() };
                let expected = |after| expected_before(engine, effort, after);
                (moves.iter().map(|&(_, after)| after).map(expected).collect(), "discs")
            }
            other => {
                let Some((worth, unit)) = other.one_ply() else { return Vec::new() };
                (each(&moves, worth), unit)
            }
        };
        let pairs = moves.iter().zip(values);
        let mut appraisals: Vec<MoveValue> =
            pairs.map(|(&(square, _), value)| MoveValue { square, value, unit }).collect();
        appraisals.sort_by(|a, b| b.value.total_cmp(&a.value));
        appraisals
    }
}

/// The engine's evaluation, in discs for the side that moved to this position.
fn expected_before(engine: &mut dyn DynEngine, effort: Effort, after: Board) -> f64 {
    let is_pass = after.legal_moves() == 0;
    let (board, sign) = if is_pass { (after.pass(), 1.0) } else { (after, -1.0) };
    if board.legal_moves() == 0 {
        return -f64::from(after.final_score());
    }
    sign * f64::from(engine.choose(board, effort.limits()).discs)
}

fn each(moves: &[(Square, Board)], worth: impl Fn(Square, Board) -> i32) -> Vec<f64> {
    moves.iter().map(|&(square, after)| f64::from(worth(square, after))).collect()
}
