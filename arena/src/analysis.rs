//! What perfect play would have come to near the end of a game, and which moves threw discs away.

use outflank::board::{Board, Score};
use outflank::endgame::{Budget, Solver};
use outflank::game::{Color, Game};

use crate::replay::Replay;

/// What a node may take of the solver's table: more than it fills, since the table is shared by all positions.
const NODE_BYTES: u64 = 16;

/// How deep and how long to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Positions with at most so many empty squares are solved.
    pub empties: u32,
    /// A position that takes more nodes than this, and every earlier one, stays unknown.
    pub nodes: u64,
}

/// The exact value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The score of perfect play from before the move, in discs for the side that moved.
    pub best: Score,
    /// The score of perfect play from after the move, in discs for the side that moved.
    pub played: Score,
}

impl Depth {
    /// The last 20 empty squares, a few seconds a position at most.
    pub const DEFAULT: Self = Self { empties: 20, nodes: 200_000_000 };

    /// The size of the solver's table: setting up a large one takes longer than solving a few positions does.
    fn table_bytes(self) -> usize {
        let bytes = usize::try_from(self.nodes.saturating_mul(NODE_BYTES)).unwrap_or(usize::MAX);
        bytes.min(Solver::DEFAULT_BYTES)
    }
}

impl Exact {
    /// How many discs the move threw away.
    pub fn loss(&self) -> Score {
        self.best - self.played
    }

    /// Whether the move turned a win into less, or a draw into a loss.
    pub fn changes_result(&self) -> bool {
        self.best.signum() != self.played.signum()
    }
}

/// The exact value of every step's move, as far as it is within `depth`.
pub fn solve(replay: &Replay, depth: Depth) -> Vec<Option<Exact>> {
    let mut exact = vec![None; replay.steps.len()];
    let mut solver = Solver::new(depth.table_bytes());
    let mut known_after = None;
    // From the end backwards: what is known of later positions helps with earlier ones.
    for (step, exact) in replay.steps.iter().zip(&mut exact).rev().filter(|(step, _)| step.square.is_some()) {
        let Some(after) = known_after.or_else(|| black_score(&step.after, &mut solver, depth)) else { break };
        let Some(before) = black_score(&step.before, &mut solver, depth) else { break };
        let [best, played] = [before, after].map(|black_score| match step.color {
            Color::Black => black_score,
            Color::White => -black_score,
        });
        *exact = Some(Exact { best, played });
        known_after = Some(before);
    }
    exact
}

/// The score of perfect play in black's discs minus white's; `None` if it is out of reach.
fn black_score(game: &Game, solver: &mut Solver, depth: Depth) -> Option<Score> {
    let score = score(game.board(), solver, depth)?;
    Some(if game.to_move() == Color::Black { score } else { -score })
}

fn score(board: Board, solver: &mut Solver, depth: Depth) -> Option<Score> {
    if board.empty_count() > depth.empties {
        return None;
    }
    if board.is_over() {
        return Some(board.final_score());
    }
    solver.solve(board, -64, 64, Budget { nodes: depth.nodes, ..Budget::UNLIMITED }).exact()
}

#[cfg(test)]
mod tests;
