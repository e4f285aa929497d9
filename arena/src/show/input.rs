//! Rebuilds the input of a bot on CodinGame's protocol from the record of its game.

use outflank::game::{Color, Game};

use super::replay::Replay;
use crate::play::contestant::{codingame, Turn};
use crate::play::record::{seat, GameRecord};

/// One call of a bot, rebuilt.
#[derive(Clone, Debug)]
pub struct Call {
    /// The index of its step in the replay.
    pub step: usize,
    /// The number of the move, from 1, as `arena show` prints it.
    pub number: usize,
    /// The bot's colour.
    pub color: Color,
    /// The game before the call.
    pub before: Game,
    /// Whether it is the bot's first call.
    pub is_first: bool,
    /// Every byte that the bot is sent.
    pub input: String,
    /// The bot's recorded answer: a square, or the fault.
    pub answer: String,
}

/// All calls of both bots, in order.
pub fn calls(record: &GameRecord, replay: &Replay) -> Vec<Call> {
    let (mut is_called, mut wants_expert) = ([false; 2], [false; 2]);
    let mut calls = Vec::new();
    for (index, step) in replay.steps.iter().enumerate() {
        let Some(turn) = step.turn.and_then(|turn| record.turns.get(turn)) else { continue };
        let seat = seat(step.color);
        let is_first = !std::mem::replace(&mut is_called[seat], true);
        let turn_to_play = Turn { game: &step.before, is_first, limits: &record.limits };
        calls.push(Call {
            step: index,
            number: step.before.move_count() + 1,
            color: step.color,
            before: step.before.clone(),
            is_first,
            input: codingame::input(&turn_to_play, step.color, wants_expert[seat]),
            answer: step.square.map_or_else(|| record.ending(), |square| square.to_string()),
        });
        wants_expert[seat] |= turn.wants_expert;
    }
    calls
}

/// The calls of the bot that made move `number`, up to and with that move; its colour. `None` if no bot was
/// called for that move.
pub fn calls_until(record: &GameRecord, replay: &Replay, number: usize) -> Option<(Color, Vec<Call>)> {
    let mut calls = calls(record, replay);
    let color = calls.iter().find(|call| call.number == number)?.color;
    calls.retain(|call| call.color == color && call.number <= number);
    Some((color, calls))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits::Limits;
    use crate::play::record::{BotRecord, Protocol, Termination, TurnRecord, SCHEMA};

    /// A game in which both bots ask for the opponent's moves on their first call.
    fn record(transcript: &str) -> GameRecord {
        let game = Game::from_transcript(transcript).unwrap();
        let bot = BotRecord { name: "x".into(), command: "x".into(), protocol: Protocol::Codingame };
        let turns = game.history().iter().enumerate().filter_map(|(ply, &(color, mv))| {
            Some(TurnRecord { wants_expert: ply < 2, ..TurnRecord::new(color, Some(mv.square()?)) })
        });
        GameRecord {
            schema: SCHEMA,
            bots: [bot.clone(), bot],
            seed: 0,
            opening: String::new(),
            limits: Limits::CODINGAME,
            turns: turns.collect(),
            termination: Termination::NoMoves,
            scores: [0, 0],
            discs: game.disc_counts(),
        }
    }

    #[test]
    fn a_bot_was_sent_what_the_referee_sends() {
        let record = record("d3c3b3");
        let replay = Replay::of(&record).unwrap();
        let (color, calls) = calls_until(&record, &replay, 3).unwrap();
        assert_eq!((color, calls.len()), (Color::Black, 2));
        assert!(calls[0].input.starts_with("0\n8\n........\n"), "{}", calls[0].input);
        let lines = |call: usize| calls[call].input.lines().collect::<Vec<_>>();
        assert_eq!((lines(0).len(), lines(0)[10]), (15, "4"), "{}", calls[0].input);
        assert_eq!((lines(1).len(), &lines(1)[8..10]), (14, &["c3;", "4"][..]), "{}", calls[1].input);
        assert_eq!((calls[1].number, calls[1].answer.as_str()), (3, "b3"));
    }

    #[test]
    fn a_move_that_no_bot_made_has_no_input() {
        let record = record("d3c3b3");
        let replay = Replay::of(&record).unwrap();
        assert!(calls_until(&record, &replay, 4).is_none());
        assert!(calls_until(&record, &replay, 0).is_none());
    }
}
