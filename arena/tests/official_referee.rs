//! The referee against recorded games of CodinGame's own: every byte that it sends, and what it makes of
//! every line.
//!
//! `referee/games.jsonl` holds 55 games, one a line: `turns` with the `seat`, the exact `input` and the
//! `output`, then `scores`, `discs` and the last `messages`, black first.

#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::sync::Mutex;

use arena::play::contestant::codingame::{input, parse};
use arena::play::contestant::{Answer, Contestant, Epilogue, Turn};
use arena::play::limits::Limits;
use arena::play::record::{seat, BotRecord, GameRecord, Protocol, TurnRecord};
use arena::play::referee::{play, Setup};
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    id: String,
    turns: Vec<RecordedTurn>,
    scores: [i32; 2],
    discs: [u32; 2],
    messages: [String; 2],
}

#[derive(Clone, Deserialize)]
struct RecordedTurn {
    seat: usize,
    input: String,
    output: String,
}

/// A player that computes each line from what it is sent.
struct Player<F> {
    bot: BotRecord,
    color: Color,
    wants_expert: bool,
    answer: F,
}

impl<F: FnMut(&str) -> String> Player<F> {
    fn new(color: Color, answer: F) -> Self {
        let bot = BotRecord { name: color.to_string(), command: String::new(), protocol: Protocol::Builtin };
        Self { bot, color, wants_expert: false, answer }
    }
}

impl<F: FnMut(&str) -> String + Send> Contestant for Player<F> {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, _color: Color, _seed: u64) -> anyhow::Result<()> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let reply = parse(&(self.answer)(&input(turn, self.color, self.wants_expert)));
        self.wants_expert |= reply.wants_expert;
        Ok(Answer { reply: Ok(reply), clock: None })
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        Ok(Epilogue { stderr: Vec::new(), fault: None })
    }
}

fn play_from_the_start(
    black: impl FnMut(&str) -> String + Send,
    white: impl FnMut(&str) -> String + Send,
) -> GameRecord {
    let (mut black, mut white) = (Player::new(Color::Black, black), Player::new(Color::White, white));
    play([&mut black, &mut white], &Setup::new(Game::new(), 1, Limits::CODINGAME), &mut ()).unwrap()
}

/// What viewers see last of the player at `seat`.
fn last_message(turns: &[TurnRecord], at: usize) -> &str {
    let own = turns.iter().filter(|turn| seat(turn.color) == at);
    own.filter_map(|turn| turn.message.as_deref()).next_back().unwrap_or_default()
}

#[test]
fn recorded_games_are_refereed_byte_for_byte() {
    let games: Vec<Recorded> =
        include_str!("referee/games.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 55);
    for (number, game) in (1..).zip(&games) {
        let replay = |color: Color| {
            let turns: Vec<_> = game.turns.iter().filter(|turn| turn.seat == seat(color)).cloned().collect();
            let mut turns = turns.into_iter();
            move |sent: &str| {
                let turn = turns.next().unwrap_or_else(|| panic!("game {number}: a call too many"));
                assert_eq!(sent, turn.input, "game {number} ({})", game.id);
                turn.output
            }
        };
        let record = play_from_the_start(replay(Color::Black), replay(Color::White));
        assert_eq!(record.turns.len(), game.turns.len(), "game {number}");
        assert_eq!(record.scores, game.scores, "game {number}");
        assert_eq!(record.discs, game.discs, "game {number}");
        for (at, message) in game.messages.iter().enumerate() {
            assert_eq!(last_message(&record.turns, at), message, "game {number}, seat {at}");
        }
    }
}

/// Column and row of a square, from 0.
type At = (usize, usize);

/// The official referee's board, as slow and obvious as can be: who owns a square, and the order of
/// placement.
struct SlowGame {
    owners: [[Option<usize>; 8]; 8],
    placed: Vec<(usize, usize)>,
}

impl SlowGame {
    fn new() -> Self {
        let mut game = Self { owners: [[None; 8]; 8], placed: Vec::new() };
        for (column, row, owner) in [(3, 3, 1), (4, 3, 0), (3, 4, 0), (4, 4, 1)] {
            game.place(column, row, owner);
        }
        game
    }

    fn place(&mut self, column: usize, row: usize, owner: usize) {
        self.owners[row][column] = Some(owner);
        self.placed.push((column, row));
    }

    /// The squares from one square outwards, named by compass direction.
    fn ray(from: (usize, usize), direction: &str) -> Vec<(usize, usize)> {
        let step = |axis: usize, plus: &str, minus: &str, by: usize| match () {
            () if direction.contains(plus) => axis.checked_add(by).filter(|&axis| axis < 8),
            () if direction.contains(minus) => axis.checked_sub(by),
            () => Some(axis),
        };
        (1..8).map_while(|by| Some((step(from.0, "E", "W", by)?, step(from.1, "S", "N", by)?))).collect()
    }

    /// The opponent's discs next to `from` in a direction, and the square behind them.
    fn run(&self, player: usize, from: (usize, usize), direction: &str) -> (Vec<At>, Option<At>) {
        let ray = Self::ray(from, direction);
        let discs: Vec<_> = ray
            .iter()
            .copied()
            .take_while(|&(column, row)| self.owners[row][column] == Some(1 - player))
            .collect();
        let behind = ray.get(discs.len()).copied();
        (discs, behind)
    }

    const COMPASS: [&'static str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

    /// The legal moves: disc by disc as placed, direction by direction, each when it is met first.
    fn actions(&self, player: usize) -> Vec<(usize, usize)> {
        let mut actions = Vec::new();
        for &disc in self.placed.iter().filter(|&&(column, row)| self.owners[row][column] == Some(player)) {
            for direction in Self::COMPASS {
                let (discs, behind) = self.run(player, disc, direction);
                let Some((column, row)) = behind else { continue };
                if !discs.is_empty()
                    && self.owners[row][column].is_none()
                    && !actions.contains(&(column, row))
                {
                    actions.push((column, row));
                }
            }
        }
        actions
    }

    fn play(&mut self, player: usize, at: (usize, usize)) {
        for direction in Self::COMPASS {
            let (discs, behind) = self.run(player, at, direction);
            if behind.is_some_and(|(column, row)| self.owners[row][column] == Some(player)) {
                discs.into_iter().for_each(|(column, row)| self.owners[row][column] = Some(player));
            }
        }
        self.place(at.0, at.1, player);
    }

    /// What the player to move is sent after its first call.
    fn input(&self, player: usize) -> String {
        let mut input = String::new();
        for row in &self.owners {
            input.extend(
                row.iter().map(|owner| owner.map_or('.', |owner| if owner == 0 { '0' } else { '1' })),
            );
            input.push('\n');
        }
        let actions = self.actions(player);
        let _ = writeln!(input, "{}", actions.len());
        for (column, row) in actions {
            let _ = writeln!(input, "{}{}", char::from(b'a' + column as u8), row + 1);
        }
        input
    }
}

/// The line that a bot answers which picks an action by a random index.
fn pick(sent: &str, rng: &mut Rng) -> String {
    let lines: Vec<&str> = sent.lines().collect();
    let header = lines.iter().position(|line| line.len() == 8).unwrap();
    let actions = &lines[header + 9..];
    actions[rng.below(actions.len())].to_string()
}

#[test]
fn bots_that_pick_by_index_play_the_same_games() {
    for seed in 0..2000 {
        let inputs = Mutex::new(Vec::new());
        let player = |color: usize| {
            let (mut rng, inputs) = (Rng::new(2 * seed + color as u64), &inputs);
            move |sent: &str| {
                inputs.lock().unwrap().push((color, sent.to_string()));
                pick(sent, &mut rng)
            }
        };
        let record = play_from_the_start(player(0), player(1));
        let inputs = inputs.into_inner().unwrap();

        let (mut slow, mut called) = (SlowGame::new(), [false; 2]);
        for (turn, (color, sent)) in record.turns.iter().zip(&inputs) {
            assert_eq!(seat(turn.color), *color);
            let head =
                if std::mem::replace(&mut called[*color], true) { "" } else { ["0\n8\n", "1\n8\n"][*color] };
            assert_eq!(*sent, format!("{head}{}", slow.input(*color)), "seed {seed}");
            let square = turn.square.unwrap();
            slow.play(*color, (square.column().into(), square.row().into()));
        }
        assert!(slow.actions(0).is_empty() && slow.actions(1).is_empty(), "seed {seed}");
        let discs =
            [0, 1].map(|owner| slow.owners.iter().flatten().filter(|&&at| at == Some(owner)).count() as u32);
        assert_eq!(record.discs, discs, "seed {seed}");
    }
}
