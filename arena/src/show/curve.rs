//! The engine's value of every position of a game between any players.

use analyst::analysis::{self, CurvePoint};
use analyst::notation::{GameRecord, Position};
use analyst::search::{Budget, Memory, Searcher};
use outflank::board::Move;
use outflank::bounds::Bounds;
use outflank::game::{Color, Game};

use crate::show::analysis::Exact;
use crate::show::replay::Replay;

/// Playouts for each position unless the user says otherwise: about half a second a game.
pub const PLAYOUTS: u64 = 2_000;

/// Memory of the search: more than `playouts` a position fill.
fn memory(playouts: u64) -> Memory {
    let mib = playouts.div_ceil(125).clamp(1, 16) as usize;
    Memory { tree: mib << 20, solver: 2 << 20 }
}

/// Black's value of the start and after each step, with what is proven: by `playouts` a position, by the
/// searches of later positions, and by the exact scores of [`analysis::solve`](super::analysis::solve).
pub fn curve(replay: &Replay, exact: &[Option<Exact>], playouts: u64) -> Vec<CurvePoint> {
    let start = Game::new();
    let end = replay.steps.last().map_or(&start, |step| &step.after);
    let record = GameRecord::from_game(Position::START, end);
    let mut searcher = Searcher::new(memory(playouts));
    let mut search = |at: Position| searcher.search(at.board, Budget::playouts(playouts).best_only());
    let reports: Vec<_> = record.positions().into_iter().map(&mut search).collect();
    let analysis = analysis::judge(&record, &reports);
    // A pass belongs to the step before it.
    let is_shown = |index: usize| record.moves.get(index).is_none_or(|moved| moved.mv != Move::PASS);
    let shown = analysis.curve.into_iter().enumerate().filter(|&(index, _)| is_shown(index));
    let mut points: Vec<CurvePoint> = shown.map(|(_, point)| point).collect();
    if let Some(&last) = points.last() {
        // A fault ends the game at its last position.
        points.resize(replay.steps.len() + 1, last);
    }
    for (index, (step, exact)) in replay.steps.iter().zip(exact).enumerate() {
        let Some(exact) = exact else { continue };
        for (point, score) in points[index..].iter_mut().zip([exact.before, exact.after]) {
            let score = if step.color == Color::Black { score } else { -score };
            *point = CurvePoint { value: score as f32, bounds: Bounds::exact(score) };
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::analysis::{solve, Depth};
    use crate::show::replay::Step;

    fn replay(transcript: &str) -> Replay {
        let mut game = Game::new();
        let moves = Game::from_transcript(transcript).unwrap();
        let mut steps = Vec::new();
        for square in moves.history().iter().filter_map(|(_, mv)| mv.square()) {
            let (before, color) = (game.clone(), game.to_move());
            game.play(square).unwrap();
            steps.push(Step { color, square: Some(square), before, after: game.clone(), turn: None });
        }
        Replay { steps }
    }

    #[test]
    fn every_step_has_a_point_and_passes_have_none() {
        // Black has no answer to h6.
        let replay = replay("f5f6d3g5h5h4g7h6");
        let points = curve(&replay, &[None; 8], 50);
        assert_eq!(points.len(), 9);
        assert!(points.iter().all(|point| point.value.abs() <= 64.0));
        assert_eq!(curve(&Replay { steps: Vec::new() }, &[], 50).len(), 1);
    }

    #[test]
    fn a_fault_repeats_the_last_point() {
        let mut replay = replay("f5d6");
        let after = replay.steps[1].after.clone();
        replay.steps.push(Step {
            color: Color::Black,
            square: None,
            before: after.clone(),
            after,
            turn: None,
        });
        let points = curve(&replay, &[None; 3], 50);
        assert_eq!(points.len(), 4);
        assert_eq!(points[2], points[3]);
    }

    #[test]
    fn proven_scores_replace_estimates_and_bounds_hold_the_value() {
        let replay = replay(
            "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1f6f7e7c5e2c2b5a2b7d1g5a4\
             b1g6g7f8c6a8a7c1g2d2g4b4f1h7b2h6b6h1h4a5h3h2h8a6g3e8h5e1g8a1",
        );
        let exact = solve(&replay, Depth { empties: 8, nodes: u64::MAX });
        let points = curve(&replay, &exact, 20);
        let end = replay.steps.last().map(|step| Bounds::exact(step.after.black_score()));
        assert_eq!(points.last().map(|point| point.bounds), end);
        assert!(points[52..].iter().all(|point| point.bounds.score().is_some()));
        for CurvePoint { value, bounds } in points {
            assert!(f32::from(bounds.lower) <= value && value <= f32::from(bounds.upper));
        }
    }
}
