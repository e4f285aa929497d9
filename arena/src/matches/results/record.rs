//! The record of a game in a results file, as far as the file has it: without messages, and of standard error
//! only the last words.

use anyhow::{ensure, Context};
use outflank::game::{Color, Game};
use outflank::square::Square;

use super::lines::{GameLine, Results};
use crate::matches::pairs::{game_seeds, Pair};
use crate::play::record::{seat, GameRecord, Termination, TurnRecord, SCHEMA};

impl Results {
    /// The record of game 1 or 2 of a pair.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn record(&self, pair: u64, game: usize) -> anyhow::Result<GameRecord> {
        ensure!((1..=2).contains(&game), "a pair has the games 1 and 2, not {game}");
        let found = self.pairs.get(&pair).with_context(|| format!("there is no pair {pair}"))?;
        let (header, index) = (&self.header, game - 1);
        let line = &found.games[index];
        let first = Pair::FIRST_BOTS_COLORS[index];
        let bots = [Color::Black, Color::White].map(|color| &header.bots[usize::from(color != first)].bot);
        Ok(GameRecord {
            schema: SCHEMA,
            bots: bots.map(Clone::clone),
            seed: game_seeds(header.seed, pair)[index],
            opening: found.opening.clone(),
            limits: header.limits,
            turns: line.turns(&found.opening)?,
            termination: line.termination.clone(),
            scores: line.scores,
            discs: line.discs,
        })
    }
}

impl GameLine {
    fn turns(&self, opening: &str) -> anyhow::Result<Vec<TurnRecord>> {
        let mut game = Game::from_transcript(opening)?;
        let moves = Game::from_transcript(&format!("{opening}{}", self.moves))?;
        let squares = moves.history().iter().filter_map(|(_, mv)| mv.square()).skip(game.move_count());
        let mut turns = Vec::new();
        let mut calls = [0; 2];
        let mut turn = |color: Color, square: Option<Square>| {
            let call = calls[seat(color)];
            calls[seat(color)] += 1;
            let stall_ms = Some(self.stall_ms(color, call)).filter(|&stall_ms| stall_ms > 0.0);
            TurnRecord {
                clock_ms: self.clock_ms[seat(color)].get(call).copied(),
                stall_ms,
                wants_expert: self.expert_from[seat(color)] == Some(call),
                ..TurnRecord::new(color, square)
            }
        };
        for square in squares {
            turns.push(turn(game.to_move(), Some(square)));
            game.play(square)?;
        }
        if let Termination::Fault { by, .. } = self.termination {
            // A bot may also fail while it passes or exits, which is no call.
            if !game.is_over() && game.to_move() == by {
                turns.push(turn(by, None));
            }
            if let Some(last) = turns.iter_mut().rfind(|turn| turn.color == by) {
                last.stderr = self.last_words.join("\n");
            }
        }
        Ok(turns)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::{Header, PairLine};
    use super::*;
    use crate::matches::openings;
    use crate::matches::pairs::{self, Plan};
    use crate::play::bots::BotSpec;
    use crate::play::limits::Limits;
    use supervisor::stop::Stop;

    #[test]
    fn records_are_rebuilt_up_to_their_messages() {
        // Asks for the opponent's moves, then prints nonsense.
        let script = "import sys\ninput(); input()\nfor call in range(3):\n    rows = [input() for _ in \
                      range(8 + (call > 0))]\n    moves = [input() for _ in range(int(input()))]\n    \
                      print('EXPERT ' + moves[0] if call < 2 else 'a0', flush=True)\nprint('bye', \
                      file=sys.stderr)\n";
        let bots = [BotSpec::parse(&format!("python3 -c {}", shell_words::quote(script))).unwrap()];
        let [bot] = bots;
        let limits = Limits { first_ms: 60_000, turn_ms: 60_000, ..Limits::CODINGAME };
        let bots = [bot, BotSpec::parse("random").unwrap()];
        let plan = Plan::new(bots, openings::parse("f5d6c3\n").unwrap(), 7, limits);
        let header = Header::of(&plan).unwrap();
        pairs::run(&plan, 0..2, &[None], &Stop::new().unwrap(), &mut |pairs| {
            for pair in pairs {
                let line = PairLine::from(&pair);
                let results = Results { header: header.clone(), pairs: [(pair.index, line)].into() };
                for (index, game) in pair.games.iter().enumerate() {
                    let record = results.record(pair.index, index + 1).unwrap();
                    let mut expected = game.clone();
                    let last_words = game.last_words().join("\n");
                    expected.turns.iter_mut().for_each(|turn| turn.stderr.clear());
                    let by = game.fault().unwrap().0;
                    expected.turns.iter_mut().rfind(|turn| turn.color == by).unwrap().stderr = last_words;
                    for color in [Color::Black, Color::White] {
                        let own = expected.turns.iter_mut().filter(|turn| turn.color == color);
                        own.filter(|turn| turn.wants_expert)
                            .skip(1)
                            .for_each(|turn| turn.wants_expert = false);
                    }
                    assert_eq!(record, expected);
                }
                assert!(results.record(9, 1).unwrap_err().to_string().contains("no pair 9"));
                assert!(results.record(0, 3).unwrap_err().to_string().contains("games 1 and 2"));
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    }
}
