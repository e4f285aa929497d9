//! How the games of a file went on from a position, in whatever orientation and order of moves it arose.

use std::collections::HashSet;

use analyst::notation::{GameResult, Item};
use outflank::bits::{Squares, Symmetry};
use outflank::board::Board;
use serde_json::{json, Value};

/// A move of a game: keys of the positions before and after it.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: u64,
    after: u64,
    game: u32,
    /// Of the side that moves: 2 for a win, 1 for a draw, 0 for a loss; `None` if the result is unknown.
    points: Option<u8>,
}

/// All moves of a file's games, by the position before them.
#[derive(Debug)]
pub(crate) struct Continuations(Vec<Step>);

/// The same for all symmetric positions, and different for practically all others.
fn key(board: Board) -> u64 {
    let mixed = |board: Board| {
        let player = board.player().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opponent = board.opponent().wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (player ^ opponent.rotate_left(29)).wrapping_mul(0xff51_afd7_ed55_8ccd)
    };
    Symmetry::all().map(|symmetry| mixed(board.transformed(symmetry))).min().unwrap_or_default()
}

impl Continuations {
    /// The moves of all games among the items.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut steps = Vec::new();
        for (game, item) in items.iter().enumerate() {
            let Item::Game(record) = item else { continue };
            let winner = record.result.map(GameResult::winner);
            let line = record.positions();
            let keys: Vec<u64> = line.iter().map(|position| key(position.board)).collect();
            for ((pair, position), entry) in keys.windows(2).zip(&line).zip(&record.moves) {
                if entry.mv.square().is_none() {
                    continue;
                }
                let points = winner.map(|winner| match winner {
                    None => 1,
                    Some(color) => 2 * u8::from(color == position.to_move),
                });
                steps.push(Step { before: pair[0], after: pair[1], game: game as u32, points });
            }
        }
        steps.sort_unstable_by_key(|step| (step.before, step.game));
        Self(steps)
    }

    /// The moves that games made in a position: games, and points of the side that moves, 1 a win and
    /// 1/2 a draw. Only the games with these numbers count, if any are given.
    pub(crate) fn from(&self, board: Board, games: Option<&[u32]>) -> Value {
        let before = key(board);
        let start = self.0.partition_point(|step| step.before < before);
        let wanted: Option<HashSet<u32>> = games.map(|games| games.iter().copied().collect());
        let is_wanted = |step: &&Step| wanted.as_ref().is_none_or(|wanted| wanted.contains(&step.game));
        let steps = self.0[start..].iter().take_while(|step| step.before == before);
        let steps: Vec<&Step> = steps.filter(is_wanted).collect();
        let moves = Squares(board.legal_moves()).filter_map(|square| {
            let after = key(board.play(square)?);
            let same: Vec<_> = steps.iter().filter(|step| step.after == after).collect();
            let known: Vec<u8> = same.iter().filter_map(|step| step.points).collect();
            let points = f64::from(known.iter().copied().map(u32::from).sum::<u32>()) / 2.0;
            let entry = json!({
                "move": square.to_string(), "games": same.len(), "scored": known.len(), "points": points,
            });
            (!same.is_empty()).then_some(entry)
        });
        let moves: Vec<Value> = moves.collect();
        json!({"games": steps.len(), "moves": moves})
    }
}
