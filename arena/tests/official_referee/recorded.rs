//! The referee against recorded games of CodinGame's own: every byte that it sends, and what it makes of
//! every line.
//!
//! `games.jsonl` holds 55 games, one a line: `turns` with the `seat`, the exact `input` and the
//! `output`, then `scores`, `discs` and the last `messages`, black first.

use std::sync::Mutex;

use arena::play::contestant::codingame::{input, parse};
use arena::play::contestant::{Answer, Contestant, Epilogue, Turn};
use arena::play::limits::Limits;
use arena::play::record::{seat, BotRecord, GameRecord, Protocol, TurnRecord};
use arena::play::referee::{play, Setup};
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use serde::Deserialize;

use super::twin::Twin;

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
        Ok(Answer::untimed(Ok(reply)))
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

/// The last message of the player at `seat` that viewers see.
fn last_message(turns: &[TurnRecord], at: usize) -> &str {
    let own = turns.iter().filter(|turn| seat(turn.color) == at);
    own.filter_map(|turn| turn.message.as_deref()).next_back().unwrap_or_default()
}

#[test]
fn recorded_games_are_refereed_byte_for_byte() {
    let games: Vec<Recorded> =
        include_str!("games.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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

/// The line that a bot answers which picks an action by a random index.
fn pick(sent: &str, rng: &mut Rng) -> String {
    let lines: Vec<&str> = sent.lines().collect();
    let header = lines.iter().position(|line| line.len() == 8).unwrap();
    let actions = &lines[header + 9..];
    actions[rng.below(actions.len())].to_string()
}

/// Both calls of the dialogue in `docs/protocols.md`, byte for byte.
#[test]
fn the_documented_dialogue_is_sent() {
    let page = include_str!("../../../docs/protocols.md");
    let block = page.split("```").find(|block| block.contains("\n> EXPERT d3")).unwrap();
    let lines = block.lines().skip(1).map(|line| line.split("  ").next().unwrap());
    let lines: Vec<&str> = lines.take_while(|&line| line != "...").collect();
    let answer = lines.iter().find_map(|line| line.strip_prefix("> ")).unwrap();
    let calls = lines.split(|line| line.starts_with("> ")).map(|call| call.join("\n") + "\n");

    let heard = Mutex::new(Vec::new());
    let last_listed = |sent: &str| sent.lines().next_back().unwrap().to_string();
    let black = |sent: &str| {
        let mut heard = heard.lock().unwrap();
        heard.push(sent.to_string());
        if heard.len() == 1 {
            answer.to_string()
        } else {
            last_listed(sent)
        }
    };
    let mut is_first = true;
    let white = |sent: &str| match std::mem::take(&mut is_first) {
        true => "c3".to_string(),
        false => last_listed(sent),
    };
    play_from_the_start(black, white);
    let heard = heard.into_inner().unwrap();
    assert_eq!(heard[..2], calls.collect::<Vec<_>>());
}

#[test]
fn bots_that_pick_by_index_play_the_same_games() {
    std::thread::scope(|scope| {
        for seeds in [0..500, 500..1000, 1000..1500, 1500..2000] {
            scope.spawn(|| seeds.for_each(assert_same_game));
        }
    });
}

fn assert_same_game(seed: u64) {
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

    let mut twin = Twin::new();
    for (turn, (color, sent)) in record.turns.iter().zip(&inputs) {
        assert!(twin.goes_on() && seat(turn.color) == *color, "seed {seed}");
        assert_eq!(sent.lines().collect::<Vec<_>>(), twin.input(), "seed {seed}");
        twin.place(&turn.square.unwrap().to_string());
    }
    assert!(!twin.goes_on(), "seed {seed}");
    assert_eq!(record.discs, twin.discs(), "seed {seed}");
}
