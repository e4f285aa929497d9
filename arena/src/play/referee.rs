//! The referee: plays one game between two contestants by CodinGame's rules.
//! Passes are automatic and make no call. The game ends when neither side can move (a wipe-out included) or
//! at a bot's fault. CodinGame's limit of 60 turns needs no code: every turn fills one of 60 squares.

use std::time::Duration;

use outflank::board::{Move, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::game::{Color, Game};
use outflank::square::Square;
use supervisor::stop::Stopped;

use crate::play::contestant::{Answer, Contestant, Turn};
use crate::play::limits::Limits;
use crate::play::record::{seat, Fault, GameRecord, Termination, TurnRecord, SCHEMA};

/// Characters of an illegal line that the record keeps.
const SHOWN_OUTPUT: usize = 200;

/// Memory of the adjudicating solver, in bytes: one solver for each game.
const ADJUDICATOR_BYTES: usize = 1 << 20;

/// The definition of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game after the opening's moves, from the standard start.
    pub opening: Game,
    /// The seed of built-in bots.
    pub seed: u64,
    /// The enforced limits.
    pub limits: Limits,
    /// Number of empty squares from which on the exact solver adjudicates; `None` to play to the end.
    pub adjudicate_empties: Option<u32>,
    /// Whether a bot that cannot be started loses, instead of being a failure of the arena.
    pub forfeits: bool,
}

impl Setup {
    /// A game without adjudication.
    pub fn new(opening: Game, seed: u64, limits: Limits) -> Self {
        Self { opening, seed, limits, adjudicate_empties: None, forfeits: false }
    }
}

/// Observes a game in progress.
pub trait Watcher {
    /// The bots start to play from this position.
    fn begun(&mut self, _game: &Game) {}

    /// `turn` led to `game`. Its standard error is not complete yet.
    fn turned(&mut self, _game: &Game, _turn: &TurnRecord) {}
}

/// Ignores all events.
impl Watcher for () {}

/// Plays one game, black's contestant first, and returns its record.
///
/// # Errors
/// If the arena itself fails or is stopped; never because of a bot.
pub fn play(
    contestants: [&mut dyn Contestant; 2],
    setup: &Setup,
    watcher: &mut dyn Watcher,
) -> anyhow::Result<GameRecord> {
    let mut game = setup.opening.clone();
    let mut table = Table { contestants, forfeits: [None, None], called: [false; 2], turns: Vec::new() };
    for color in [Color::Black, Color::White] {
        match table.contestants[seat(color)].begin(&game, color, setup.seed) {
            Err(error) if setup.forfeits && !error.is::<Stopped>() => {
                table.forfeits[seat(color)] = Some(Fault::Crash { how: format!("{error:#}") });
            }
            begun => begun?,
        }
    }
    watcher.begun(&game);
    let mut termination = table.play_out(&mut game, setup, watcher)?;
    let late = table.collect_epilogues(&game)?;
    if !matches!(termination, Termination::Fault { .. }) {
        termination = late.unwrap_or(termination);
    }
    let bots = table.contestants.map(|contestant| contestant.bot().clone());
    Ok(GameRecord {
        schema: SCHEMA,
        bots,
        seed: setup.seed,
        opening: setup.opening.transcript(),
        limits: setup.limits,
        turns: table.turns,
        scores: termination.scores(&game),
        discs: game.disc_counts(),
        termination,
    })
}

/// The contestants of a game in progress, by seat, and their calls.
struct Table<'a> {
    contestants: [&'a mut dyn Contestant; 2],
    /// The faults of those that could not be started.
    forfeits: [Option<Fault>; 2],
    called: [bool; 2],
    turns: Vec<TurnRecord>,
}

impl Table<'_> {
    fn play_out(
        &mut self,
        game: &mut Game,
        setup: &Setup,
        watcher: &mut dyn Watcher,
    ) -> anyhow::Result<Termination> {
        while !game.is_over() {
            if setup.adjudicate_empties.is_some_and(|empties| game.board().empty_count() <= empties) {
                return Ok(Termination::Adjudicated { black_score: black_score_of_perfect_play(game) });
            }
            let color = game.to_move();
            let is_first = !std::mem::replace(&mut self.called[seat(color)], true);
            let turn = Turn { game, is_first, limits: &setup.limits };
            let answer = match &self.forfeits[seat(color)] {
                Some(fault) => Answer::untimed(Err(fault.clone())),
                None => self.contestants[seat(color)].choose(&turn)?,
            };
            let (turn, verdict) = judge(game, answer);
            if let Some(square) = turn.square {
                game.play(square)?;
            }
            watcher.turned(game, &turn);
            self.turns.push(turn);
            if let Err(fault) = verdict {
                return Ok(self.fault(color, fault));
            }
            if let Some((passing, Err(fault))) = self.pass(game, setup)? {
                return Ok(self.fault(passing, fault));
            }
        }
        Ok(Termination::on_board(game))
    }

    fn fault(&self, by: Color, fault: Fault) -> Termination {
        let command = self.contestants[seat(by)].last_command().map(str::to_string);
        Termination::Fault { by, fault, command }
    }

    /// Reports a pass to the contestant of that side.
    fn pass(&mut self, game: &Game, setup: &Setup) -> anyhow::Result<Option<(Color, Result<(), Fault>)>> {
        let Some(&(color, Move::PASS)) = game.history().last() else { return Ok(None) };
        if self.forfeits[seat(color)].is_some() {
            return Ok(None);
        }
        let turn = Turn { game, is_first: !self.called[seat(color)], limits: &setup.limits };
        let passed = self.contestants[seat(color)].pass(&turn)?;
        Ok(Some((color, passed)))
    }

    /// Ends both contestants' games and files what they wrote to standard error under their calls. Returns
    /// the fault of one that did not end as its protocol asks; black's if both did not.
    fn collect_epilogues(&mut self, game: &Game) -> anyhow::Result<Option<Termination>> {
        let mut late = None;
        let begun = |color: &Color| self.forfeits[seat(*color)].is_none();
        for color in [Color::Black, Color::White].into_iter().filter(begun) {
            let epilogue = self.contestants[seat(color)].end(game)?;
            let calls = self.turns.iter_mut().filter(|turn| turn.color == color);
            for (turn, stderr) in calls.zip(epilogue.stderr) {
                turn.stderr = stderr;
            }
            if let (None, Some((command, fault))) = (&late, epilogue.fault) {
                late = Some(Termination::Fault { by: color, fault, command: Some(command) });
            }
        }
        Ok(late)
    }
}

/// Accepts an answer if it is a legal move.
fn judge(game: &Game, answer: Answer) -> (TurnRecord, Result<(), Fault>) {
    let mut turn = TurnRecord {
        clock_ms: answer.clock.map(milliseconds),
        stall_ms: Some(answer.stalled).filter(|stalled| !stalled.is_zero()).map(milliseconds),
        ..TurnRecord::new(game.to_move(), None)
    };
    let is_legal = |square: Square| game.board().legal_moves() & square.bit() != 0;
    let verdict = answer.reply.and_then(|reply| {
        turn.message = reply.message;
        turn.wants_expert = reply.wants_expert;
        turn.square = reply.square.filter(|&square| is_legal(square));
        match turn.square {
            Some(_) => Ok(()),
            None => Err(Fault::IllegalMove { output: reply.output.chars().take(SHOWN_OUTPUT).collect() }),
        }
    });
    (turn, verdict)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Black's discs minus white's after perfect play, empty squares counted for the winner.
fn black_score_of_perfect_play(game: &Game) -> Score {
    let solution = Solver::new(ADJUDICATOR_BYTES).solve(game.board(), -64, 64, Deadline::Never);
    match game.to_move() {
        Color::Black => solution.bounds.lower.into(),
        Color::White => -Score::from(solution.bounds.lower),
    }
}

#[cfg(test)]
mod tests {
    use outflank::board::Board;

    use super::*;
    use crate::play::contestant::{Epilogue, Reply};
    use crate::play::record::{BotRecord, Protocol};

    /// Plays the first legal move on all calls but number `bad_call`, which it answers with `bad`.
    struct Scripted {
        bot: BotRecord,
        calls: usize,
        bad_call: usize,
        bad: Result<&'static str, Fault>,
    }

    impl Scripted {
        fn new(name: &str, bad_call: usize, bad: Result<&'static str, Fault>) -> Self {
            let bot =
                BotRecord { name: name.into(), command: "scripted".into(), protocol: Protocol::Builtin };
            Self { bot, calls: 0, bad_call, bad }
        }

        fn good(name: &str) -> Self {
            Self::new(name, usize::MAX, Ok(""))
        }
    }

    impl Contestant for Scripted {
        fn bot(&self) -> &BotRecord {
            &self.bot
        }

        fn begin(&mut self, _game: &Game, _color: Color, _seed: u64) -> anyhow::Result<()> {
            self.calls = 0;
            Ok(())
        }

        fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
            assert_eq!(turn.is_first, self.calls == 0);
            self.calls += 1;
            let output = if self.calls == self.bad_call {
                self.bad.clone().map(str::to_string)
            } else {
                Ok(outflank::bits::first_square(turn.game.board().legal_moves()).to_string())
            };
            let reply = output.map(|output| Reply {
                square: output.parse().ok(),
                output,
                message: None,
                wants_expert: false,
            });
            Ok(Answer::untimed(reply))
        }

        fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
            let stderr = (1..=self.calls).map(|call| format!("{}{call}", self.bot.name)).collect();
            Ok(Epilogue { stderr, fault: None })
        }
    }

    fn setup(opening: &str) -> Setup {
        Setup::new(Game::from_transcript(opening).unwrap(), 5, Limits::CODINGAME)
    }

    fn play_from(opening: &str, mut black: Scripted, mut white: Scripted) -> GameRecord {
        play([&mut black, &mut white], &setup(opening), &mut ()).unwrap()
    }

    #[test]
    fn a_game_without_faults_is_scored_by_discs() {
        let record = play_from("", Scripted::good("b"), Scripted::good("w"));
        let game = Game::from_transcript(&record.moves()).unwrap();
        assert!(game.is_over());
        assert_eq!(record.discs, game.disc_counts());
        assert_eq!(record.winner(), game.leader());
        assert_eq!(record.scores.iter().sum::<i32>(), i32::from(game.leader().is_some()));
        assert_eq!(record.termination, Termination::NoMoves);
        assert_eq!(record.turns.len(), game.move_count());
    }

    #[test]
    fn standard_error_is_filed_under_the_call_it_belongs_to() {
        let record = play_from("", Scripted::good("b"), Scripted::good("w"));
        let mut calls = [0; 2];
        for turn in &record.turns {
            calls[seat(turn.color)] += 1;
            assert_eq!(turn.stderr, format!("{}{}", ["b", "w"][seat(turn.color)], calls[seat(turn.color)]));
        }
    }

    #[test]
    fn an_illegal_move_loses_on_the_spot() {
        for bad in ["a1", "d4", "", "pass"] {
            let record = play_from("", Scripted::good("b"), Scripted::new("w", 2, Ok(bad)));
            let fault = Fault::IllegalMove { output: bad.to_string() };
            assert_eq!(record.termination, Termination::Fault { by: Color::White, fault, command: None });
            assert_eq!(record.scores, [0, -1]);
            assert_eq!(record.turns.len(), 4);
            assert_eq!(record.turns[3].square, None);
        }
    }

    #[test]
    fn every_other_fault_loses_as_well() {
        let fault = Fault::Timeout { limit_ms: 2000 };
        let record = play_from("", Scripted::new("b", 1, Err(fault.clone())), Scripted::good("w"));
        assert_eq!(record.termination, Termination::Fault { by: Color::Black, fault, command: None });
        assert_eq!(record.scores, [-1, 0]);
        assert_eq!(record.turns.len(), 1);
    }

    #[test]
    fn a_wipe_out_ends_the_game_at_once() {
        // One disc short of white's wipe-out on c5.
        let opening = "e6f4e3f6g5d6e7f5";
        let mut black = Scripted::new("b", 1, Ok("c5"));
        let mut white = Scripted::good("w");
        let record = play([&mut black, &mut white], &setup(opening), &mut ()).unwrap();
        assert_eq!(record.termination, Termination::WipeOut);
        assert_eq!(record.scores, [1, 0]);
        assert_eq!(record.discs, [13, 0]);
        assert_eq!(record.opening, opening);
        assert_eq!(white.calls, 0);
    }

    #[test]
    fn a_finished_opening_calls_nobody() {
        let record = play_from("e6f4e3f6g5d6e7f5c5", Scripted::good("b"), Scripted::good("w"));
        assert_eq!(record.termination, Termination::WipeOut);
        assert!(record.turns.is_empty());
    }

    #[test]
    fn adjudicated_games_score_like_finished_ones() {
        let game = Game::from_position(Board::START, Color::Black);
        let score = |black_score| Termination::Adjudicated { black_score }.scores(&game);
        assert_eq!([score(12), score(0), score(-2)], [[1, 0], [0, 0], [0, 1]]);
    }
}
