//! Exact scores near the end of a game, and the moves that lost discs.

use outflank::board::Score;
use outflank::endgame::Solver;
use outflank::game::{Color, Game};
use outflank::limits::Limits;

use crate::show::replay::Replay;

/// Bytes of the solver's table for each node: more than a node fills, since all positions share the table.
const NODE_BYTES: u64 = 16;

/// The limits of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Positions with at most this number of empty squares are solved.
    pub empties: u32,
    /// A position that exceeds this number of nodes is unknown, and so are all earlier ones.
    pub nodes: u64,
}

/// The exact value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The score of perfect play before the move, in discs for the side that moved.
    pub before: Score,
    /// The score of perfect play after the move, in discs for the side that moved.
    pub after: Score,
}

impl Depth {
    /// The last 20 empty squares; at most a few seconds a position.
    pub const DEFAULT: Self = Self { empties: 20, nodes: 200_000_000 };

    /// Size of the solver's table; allocating a large one takes longer than solving a few positions.
    fn table_bytes(self) -> usize {
        let bytes = usize::try_from(self.nodes.saturating_mul(NODE_BYTES)).unwrap_or(usize::MAX);
        bytes.min(Solver::DEFAULT_BYTES)
    }
}

impl Exact {
    /// The discs that the move lost.
    pub fn loss(&self) -> Score {
        self.before - self.after
    }

    /// Whether the move turned a win into a draw or a loss, or a draw into a loss.
    pub fn changes_result(&self) -> bool {
        self.before.signum() != self.after.signum()
    }
}

/// The exact value of every step's move within `depth`.
pub fn solve(replay: &Replay, depth: Depth) -> Vec<Option<Exact>> {
    let mut exact = vec![None; replay.steps.len()];
    let mut solver = Solver::new(depth.table_bytes());
    let mut known_after = None;
    // Backwards from the end: the table's entries for later positions help with earlier ones.
    for (step, exact) in replay.steps.iter().zip(&mut exact).rev().filter(|(step, _)| step.square.is_some()) {
        let Some(after) = known_after.or_else(|| black_score(&step.after, &mut solver, depth)) else { break };
        let Some(before) = black_score(&step.before, &mut solver, depth) else { break };
        let [exact_before, exact_after] = [before, after].map(|black_score| match step.color {
            Color::Black => black_score,
            Color::White => -black_score,
        });
        *exact = Some(Exact { before: exact_before, after: exact_after });
        known_after = Some(before);
    }
    exact
}

/// The score of perfect play, black's discs minus white's; `None` beyond the limits.
fn black_score(game: &Game, solver: &mut Solver, depth: Depth) -> Option<Score> {
    let board = game.board();
    if board.empty_count() > depth.empties {
        return None;
    }
    let score = match board.is_over() {
        true => board.final_score(),
        false => solver.solve(board, -64, 64, Limits::nodes(depth.nodes)).bounds.score()?,
    };
    Some(if game.to_move() == Color::Black { score } else { -score })
}

#[cfg(test)]
mod tests {
    use outflank::board::Board;
    use outflank::rng::Rng;

    use super::*;
    use crate::show::replay::Step;

    /// A game of two random movers from the standard start.
    fn random_game(seed: u64) -> Replay {
        let mut rng = Rng::new(seed);
        let mut game = Game::new();
        let mut steps = Vec::new();
        while !game.is_over() {
            let (before, color) = (game.clone(), game.to_move());
            let moves: Vec<_> = game.board().children().map(|(square, _)| square).collect();
            let square = moves[rng.below(moves.len())];
            game.play(square).unwrap();
            steps.push(Step { color, square: Some(square), before, after: game.clone(), turn: None });
        }
        Replay { steps }
    }

    /// A slow and simple reference of the solver.
    fn negamax(board: Board) -> Score {
        match board.children().map(|(_, child)| -negamax(child)).max() {
            Some(best) => best,
            None if board.is_over() => board.final_score(),
            None => -negamax(board.pass()),
        }
    }

    #[test]
    fn values_are_those_of_perfect_play() {
        let mut losses = 0;
        for seed in 0..6 {
            let replay = random_game(seed);
            let exact = solve(&replay, Depth { empties: 7, nodes: u64::MAX });
            for (step, exact) in replay.steps.iter().zip(exact) {
                if step.before.board().empty_count() > 7 {
                    assert_eq!(exact, None);
                    continue;
                }
                let exact = exact.unwrap();
                assert_eq!(exact.before, negamax(step.before.board()));
                let after = step.before.board().play(step.square.unwrap()).unwrap();
                assert_eq!(exact.after, -negamax(after));
                assert!(exact.loss() >= 0);
                losses += exact.loss();
            }
        }
        assert!(losses > 0, "random movers lose discs");
    }

    #[test]
    fn a_small_budget_leaves_early_positions_unknown() {
        let replay = random_game(1);
        let exact = solve(&replay, Depth { empties: 30, nodes: 50 });
        assert_eq!(exact.first(), Some(&None));
        assert!(exact.last().unwrap().is_some());
    }

    #[test]
    fn the_result_changes_with_its_sign() {
        let exact = |before, after| Exact { before, after };
        assert!(
            exact(2, 0).changes_result() && exact(0, -2).changes_result() && exact(2, -2).changes_result()
        );
        assert!(!exact(64, 2).changes_result() && !exact(-2, -64).changes_result());
        assert_eq!(exact(2, -4).loss(), 6);
    }
}
