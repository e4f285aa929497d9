//! A recorded game played again, move by move.

use outflank::game::{Color, Game, GameError};
use outflank::square::Square;

use crate::record::{GameRecord, SCHEMA};

/// The steps of a game, the opening's moves included.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Every move, and at the end perhaps a fault.
    pub steps: Vec<Step>,
}

/// One move, or the fault that ended the game.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who moved or failed to.
    pub color: Color,
    /// Where the disc went; `None` for a fault.
    pub square: Option<Square>,
    /// The game before the move.
    pub before: Game,
    /// The game after the move, with the pass that may follow from it.
    pub after: Game,
    /// The index of the call in the record; `None` for moves of the opening.
    pub turn: Option<usize>,
}

/// Why a record is not that of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It was written by another version of the arena.
    #[error("its schema is {0}, this arena reads {SCHEMA}")]
    Schema(u32),
    /// The opening cannot be played.
    #[error("its opening: {0}")]
    Opening(GameError),
    /// A call is not its bot's turn.
    #[error("call {call}: it was not {color}'s turn")]
    NotItsTurn {
        /// The number of the call, from 1.
        call: usize,
        /// Who was called.
        color: Color,
    },
    /// A move cannot be played.
    #[error("call {call}: {error}")]
    IllegalMove {
        /// The number of the call, from 1.
        call: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// A call without a move is followed by others.
    #[error("call {call} made no move, but the game went on")]
    WentOn {
        /// The number of the call, from 1.
        call: usize,
    },
}

impl Replay {
    /// Plays a record again.
    ///
    /// # Errors
    /// If it holds anything that cannot have happened.
    pub fn of(record: &GameRecord) -> Result<Self, BadRecord> {
        if record.schema != SCHEMA {
            return Err(BadRecord::Schema(record.schema));
        }
        let opening = Game::from_transcript(&record.opening).map_err(BadRecord::Opening)?;
        let mut game = Game::new();
        let mut steps = Vec::with_capacity(60);
        for square in opening.history().iter().filter_map(|(_, played)| played.square()) {
            steps.push(step(&mut game, square, None).map_err(BadRecord::Opening)?);
        }
        for (index, turn) in record.turns.iter().enumerate() {
            let call = index + 1;
            if game.is_over() || game.to_move() != turn.color {
                return Err(BadRecord::NotItsTurn { call, color: turn.color });
            }
            let Some(square) = turn.square else {
                if call < record.turns.len() {
                    return Err(BadRecord::WentOn { call });
                }
                let (before, after) = (game.clone(), game.clone());
                steps.push(Step { color: turn.color, square: None, before, after, turn: Some(index) });
                break;
            };
            let step = step(&mut game, square, Some(index));
            steps.push(step.map_err(|error| BadRecord::IllegalMove { call, error })?);
        }
        Ok(Self { steps })
    }
}

impl Step {
    /// Who had to pass after this move, if anyone did.
    pub fn passes(&self) -> Option<Color> {
        let is_pass = self.square.is_some() && !self.after.is_over() && self.after.to_move() == self.color;
        is_pass.then(|| self.color.opposite())
    }
}

fn step(game: &mut Game, square: Square, turn: Option<usize>) -> Result<Step, GameError> {
    let before = game.clone();
    game.play(square)?;
    Ok(Step { color: before.to_move(), square: Some(square), before, after: game.clone(), turn })
}

#[cfg(test)]
mod tests;
