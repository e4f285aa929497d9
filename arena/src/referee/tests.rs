use outflank::board::Board;

use super::*;
use crate::contestant::{Epilogue, Reply};
use crate::record::{BotRecord, Protocol};

/// Plays the first legal move until its call number `bad_call`, and answers that with `bad`.
struct Scripted {
    bot: BotRecord,
    calls: usize,
    bad_call: usize,
    bad: Result<&'static str, Fault>,
}

impl Scripted {
    fn new(name: &str, bad_call: usize, bad: Result<&'static str, Fault>) -> Self {
        let bot = BotRecord { name: name.into(), command: "scripted".into(), protocol: Protocol::Builtin };
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
        let reply = output.map(|output| Reply { square: output.parse().ok(), output, message: None });
        Ok(Answer { reply, clock: None })
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        Ok(Epilogue { stderr: (1..=self.calls).map(|call| format!("{}{call}", self.bot.name)).collect() })
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
    assert_eq!(record.discs, [Color::Black, Color::White].map(|color| game.discs(color).count_ones()));
    assert_eq!(record.winner(), game.leader());
    assert_eq!(record.scores.iter().sum::<i32>(), i32::from(game.leader().is_some()));
    assert_eq!(record.termination, Termination::NoMoves);
    assert_eq!(record.turns.len(), game.moves_played());
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
        assert_eq!(record.termination, Termination::Fault { by: Color::White, fault });
        assert_eq!(record.scores, [1, -1]);
        assert_eq!(record.turns.len(), 4);
        assert_eq!(record.turns[3].square, None);
    }
}

#[test]
fn every_other_fault_loses_as_well() {
    let fault = Fault::Timeout { limit_ms: 2000 };
    let record = play_from("", Scripted::new("b", 1, Err(fault.clone())), Scripted::good("w"));
    assert_eq!(record.termination, Termination::Fault { by: Color::Black, fault });
    assert_eq!(record.scores, [-1, 1]);
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
fn adjudicated_games_score_like_played_ones() {
    let game = Game::from_position(Board::START, Color::Black);
    let score = |black_score| scores(&Termination::Adjudicated { black_score }, &game);
    assert_eq!([score(12), score(0), score(-2)], [[1, 0], [0, 0], [0, 1]]);
}
