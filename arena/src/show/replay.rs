//! Replays a recorded game move by move.

use anyhow::{ensure, Context};
use outflank::game::{Color, Game, GameError};
use outflank::square::Square;

use crate::play::record::{GameRecord, SCHEMA};

/// The steps of a game, opening included.
#[derive(Clone, Debug)]
pub struct Replay {
    /// All moves, and possibly a final fault.
    pub steps: Vec<Step>,
}

/// One move, or the fault that ended the game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The side that moved or failed to.
    pub color: Color,
    /// The square of the move; `None` for a fault.
    pub square: Option<Square>,
    /// The game before the move.
    pub before: Game,
    /// The game after the move, including a pass that follows.
    pub after: Game,
    /// The index of the call in the record; `None` for moves of the opening.
    pub turn: Option<usize>,
}

impl Replay {
    /// Replays a record.
    ///
    /// # Errors
    /// If the record is inconsistent.
    pub fn of(record: &GameRecord) -> anyhow::Result<Self> {
        ensure!(record.schema == SCHEMA, "its schema is {}, this arena reads {SCHEMA}", record.schema);
        let opening = Game::from_transcript(&record.opening).context("its opening")?;
        let mut game = Game::new();
        let mut steps = Vec::with_capacity(60);
        for square in opening.history().iter().filter_map(|(_, mv)| mv.square()) {
            steps.push(step(&mut game, square, None)?);
        }
        for (index, turn) in record.turns.iter().enumerate() {
            let (call, color) = (index + 1, turn.color);
            let is_its_turn = !game.is_over() && game.to_move() == color;
            ensure!(is_its_turn, "call {call}: it was not {color}'s turn");
            let Some(square) = turn.square else {
                let is_last = call == record.turns.len();
                ensure!(is_last, "call {call} made no move, but the game went on");
                let (before, after) = (game.clone(), game.clone());
                steps.push(Step { color, square: None, before, after, turn: Some(index) });
                break;
            };
            let step = step(&mut game, square, Some(index));
            steps.push(step.with_context(|| format!("call {call}"))?);
        }
        let ([black, white], counted) = (record.discs, game.disc_counts());
        let [own, others] = counted;
        ensure!(record.discs == counted, "it says {black}:{white} discs, its moves lead to {own}:{others}");
        Ok(Self { steps })
    }
}

impl Step {
    /// The side that passed after this move, if any.
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
mod tests {
    use super::*;
    use crate::play::limits::Limits;
    use crate::play::record::{BotRecord, Fault, Protocol, Termination, TurnRecord};

    /// A record with the moves of `transcript` after `opening`.
    fn record(opening: &str, transcript: &str) -> GameRecord {
        let mut game = Game::from_transcript(opening).unwrap();
        let mut turns = Vec::new();
        for name in transcript.as_bytes().chunks(2) {
            let square: Square = std::str::from_utf8(name).unwrap().parse().unwrap();
            turns.push(TurnRecord::new(game.to_move(), Some(square)));
            game.play(square).unwrap();
        }
        let bot = BotRecord { name: "bot".into(), command: "bot".into(), protocol: Protocol::Builtin };
        GameRecord {
            schema: SCHEMA,
            bots: [bot.clone(), bot],
            seed: 1,
            opening: opening.to_string(),
            limits: Limits::CODINGAME,
            turns,
            termination: Termination::NoMoves,
            scores: [0, 0],
            discs: game.disc_counts(),
        }
    }

    #[test]
    fn every_move_is_a_step() {
        let replay = Replay::of(&record("f5d6", "c3d3c4")).unwrap();
        let squares: Vec<_> = replay.steps.iter().map(|step| step.square.unwrap().to_string()).collect();
        assert_eq!(squares, ["f5", "d6", "c3", "d3", "c4"]);
        let turns: Vec<_> = replay.steps.iter().map(|step| step.turn).collect();
        assert_eq!(turns, [None, None, Some(0), Some(1), Some(2)]);
        assert_eq!(replay.steps[4].after, Game::from_transcript("f5d6c3d3c4").unwrap());
        assert!(replay.steps.iter().all(|step| step.passes().is_none()));
    }

    #[test]
    fn passes_stand_with_the_move_before_them() {
        // Black has no answer to h6.
        let replay = Replay::of(&record("", "f5f6d3g5h5h4g7h6")).unwrap();
        let passes: Vec<_> = replay.steps.iter().map(Step::passes).collect();
        assert_eq!(passes[..7], [None; 7]);
        assert_eq!(passes[7], Some(Color::Black));
    }

    #[test]
    fn a_fault_is_a_last_step_without_a_move() {
        let mut record = record("", "f5d6");
        record.turns.push(TurnRecord::new(Color::Black, None));
        record.termination =
            Termination::Fault { by: Color::Black, fault: Fault::Timeout { limit_ms: 150 }, command: None };
        let replay = Replay::of(&record).unwrap();
        assert_eq!(replay.steps.len(), 3);
        assert_eq!((replay.steps[2].color, replay.steps[2].square), (Color::Black, None));
        assert_eq!(replay.steps[2].passes(), None);
    }

    #[test]
    fn what_cannot_have_happened_is_refused() {
        let good = record("f5", "d6c3");
        let refused = |change: &dyn Fn(&mut GameRecord)| {
            let mut bad = good.clone();
            change(&mut bad);
            format!("{:#}", Replay::of(&bad).unwrap_err())
        };
        assert_eq!(refused(&|bad| bad.schema = 999), "its schema is 999, this arena reads 1");
        let opening = refused(&|bad| bad.opening = "a1".into());
        assert_eq!(opening, "its opening: move 1: black may not play a1");
        assert_eq!(refused(&|bad| bad.turns[1].color = Color::White), "call 2: it was not white's turn");
        let illegal = refused(&|bad| bad.turns[1].square = "a1".parse().ok());
        assert_eq!(illegal, "call 2: move 3: black may not play a1");
        assert_eq!(refused(&|bad| bad.turns[0].square = None), "call 1 made no move, but the game went on");
        let discs = refused(&|bad| bad.discs = [64, 0]);
        assert_eq!(discs, "it says 64:0 discs, its moves lead to 5:2");
    }
}
