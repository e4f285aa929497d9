//! The referee against a slow and simple reference of CodinGame's rules, over games of bots that use every
//! valid spelling of a line.
//! Both bots log their input and output. The reference gets the output, derives the input and the result, and
//! shares no code with the arena.

#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;

use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{Fault, GameRecord, Termination};
use arena::play::referee::{self, Setup};
use arena::stop::Stop;
use outflank::game::{Color, Game};
use outflank::rng::Rng;

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
const GAMES: u64 = 150;
const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

/// One call as the reference sees it.
#[derive(Debug, PartialEq)]
struct Call {
    player: usize,
    /// The input's lines with sorted actions; their order is not part of the rules.
    input: Vec<String>,
    message: Option<String>,
}

/// CodinGame's referee, written from its description.
struct Twin {
    /// `board[row][column]`: `.`, `0` or `1`.
    board: [[char; 8]; 8],
    /// The player to move.
    player: usize,
    wants_expert: [bool; 2],
    has_been_called: [bool; 2],
    /// The moves of each player's opponent since the player's last call; a pass is `pass`.
    news: [Vec<String>; 2],
}

impl Twin {
    fn new() -> Self {
        let mut board = [['.'; 8]; 8];
        (board[3][3], board[4][4]) = ('1', '1');
        (board[3][4], board[4][3]) = ('0', '0');
        Self {
            board,
            player: 0,
            wants_expert: [false; 2],
            has_been_called: [false; 2],
            news: [Vec::new(), Vec::new()],
        }
    }

    /// The squares that a disc of `player` on this one would flip.
    fn turned(&self, player: usize, row: i32, column: i32) -> Vec<(usize, usize)> {
        let at = |row: i32, column: i32| {
            let is_on_board = (0..8).contains(&row) && (0..8).contains(&column);
            is_on_board.then(|| self.board[row as usize][column as usize])
        };
        let (own, other) = (['0', '1'][player], ['1', '0'][player]);
        let mut turned = Vec::new();
        if at(row, column) != Some('.') {
            return turned;
        }
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut steps = 1;
            while at(row + steps * down, column + steps * right) == Some(other) {
                steps += 1;
            }
            if at(row + steps * down, column + steps * right) == Some(own) {
                let line = 1..steps;
                turned.extend(line.map(|i| ((row + i * down) as usize, (column + i * right) as usize)));
            }
        }
        turned
    }

    /// Sorted names of the legal moves.
    fn actions(&self, player: usize) -> Vec<String> {
        let mut actions = Vec::new();
        for column in 0..8 {
            for row in 0..8 {
                if !self.turned(player, row, column).is_empty() {
                    actions.push(name(row, column));
                }
            }
        }
        actions
    }

    fn place(&mut self, action: &str) {
        let (column, row) = (action.as_bytes()[0] - b'a', action.as_bytes()[1] - b'1');
        let disc = ['0', '1'][self.player];
        for (row, column) in self.turned(self.player, row.into(), column.into()) {
            self.board[row][column] = disc;
        }
        self.board[usize::from(row)][usize::from(column)] = disc;
        self.news[1 - self.player].push(action.to_string());
    }

    fn input(&mut self) -> Vec<String> {
        let mut input = Vec::new();
        let is_first = !self.has_been_called[self.player];
        if is_first {
            input.extend([self.player.to_string(), "8".to_string()]);
        }
        input.extend(self.board.iter().map(|row| row.iter().collect::<String>()));
        let news = std::mem::take(&mut self.news[self.player]);
        if self.wants_expert[self.player] && !is_first {
            let moves: Vec<_> = news.iter().filter(|news| *news != "pass").collect();
            let moves: String = moves.iter().map(|played| format!("{played};")).collect();
            input.push(if moves.is_empty() { "pass;".to_string() } else { moves });
        }
        self.has_been_called[self.player] = true;
        let actions = self.actions(self.player);
        input.push(actions.len().to_string());
        input.extend(actions);
        input
    }

    /// Plays a game from the players' output; returns the calls and the scores.
    fn play(mut self, mut printed: [VecDeque<String>; 2], opening: &Game) -> (Vec<Call>, [i32; 2]) {
        let mut opening: VecDeque<_> =
            opening.history().iter().filter_map(|(_, played)| played.square()).collect();
        let mut calls = Vec::new();
        loop {
            if self.actions(self.player).is_empty() {
                if self.actions(1 - self.player).is_empty() {
                    return (calls, self.scores());
                }
                self.news[1 - self.player].push("pass".to_string());
                self.player = 1 - self.player;
                continue;
            }
            if let Some(square) = opening.pop_front() {
                self.place(&square.to_string());
                self.player = 1 - self.player;
                continue;
            }
            let input = self.input();
            let line = printed[self.player].pop_front().expect("a line for every call");
            let (action, message) = match line.find("MSG") {
                None => (line.clone(), None),
                Some(at) => {
                    let rest = &line[at + 3..];
                    let is_only_marks = rest.replace("MSG", "").is_empty();
                    let message = rest.split("MSG").next().unwrap_or_default().to_string();
                    (line[..at].to_string(), (!is_only_marks).then_some(message))
                }
            };
            self.wants_expert[self.player] |= action.contains("EXPERT");
            let action: String = action.replace("EXPERT", "").split_ascii_whitespace().collect();
            let message = message.map(|message| {
                let units: Vec<u16> = message.encode_utf16().take(12).collect();
                String::from_utf16_lossy(&units)
            });
            calls.push(Call { player: self.player, input, message });
            let action = action.to_lowercase();
            if !self.actions(self.player).contains(&action) {
                let mut scores = [0, 0];
                scores[self.player] = -1;
                return (calls, scores);
            }
            self.place(&action);
            self.player = 1 - self.player;
        }
    }

    fn scores(&self) -> [i32; 2] {
        let count = |disc| self.board.iter().flatten().filter(|&&square| square == disc).count();
        let (black, white) = (count('0'), count('1'));
        [i32::from(black > white), i32::from(white > black)]
    }
}

fn name(row: i32, column: i32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The inputs of a player's calls from its bot's log, with sorted actions; an incomplete last one is dropped.
fn logged_inputs(record: &GameRecord, color: Color) -> Vec<Vec<String>> {
    let mut lines = log_lines(record, color, "< ");
    let mut inputs = Vec::new();
    while let Some(input) = next_input(&mut lines, inputs.is_empty()) {
        inputs.push(input);
    }
    inputs
}

fn next_input(lines: &mut VecDeque<String>, is_first: bool) -> Option<Vec<String>> {
    let rows_end = if is_first { 10 } else { 8 };
    let count_at = rows_end + usize::from(lines.get(rows_end)?.ends_with(';'));
    let count: usize = lines.get(count_at)?.parse().expect("a count");
    let end = count_at + 1 + count;
    if lines.len() < end {
        return None;
    }
    let mut input: Vec<_> = lines.drain(..end).collect();
    input[count_at + 1..].sort();
    Some(input)
}

/// The lines with this prefix in a bot's log of a game. The last line of a killed bot's log may be
/// incomplete.
fn log_lines(record: &GameRecord, color: Color, prefix: &str) -> VecDeque<String> {
    let turns = record.turns.iter().filter(|turn| turn.color == color);
    let log: String = turns.map(|turn| turn.stderr.as_str()).collect();
    let complete = log.rsplit_once('\n').map_or("", |(complete, _)| complete);
    complete.split('\n').filter_map(|line| Some(line.strip_prefix(prefix)?.to_string())).collect()
}

fn random_opening(rng: &mut Rng) -> Game {
    let mut game = Game::new();
    for _ in 0..rng.below(12) {
        let actions: Vec<_> = outflank::bits::Squares(game.board().legal_moves()).collect();
        if !actions.is_empty() {
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    game
}

#[test]
fn chaotic_games_go_as_the_twin_says() {
    let stop = Stop::new().unwrap();
    let mut rng = Rng::new(1);
    let (mut faults, mut experts) = (0, 0);
    for seed in 0..GAMES {
        let bot = |seed| BotSpec::parse(&format!("{BOT} chaos {seed}")).unwrap().contestant(None, &stop);
        let (mut black, mut white) = (bot(2 * seed), bot(2 * seed + 1));
        let opening = random_opening(&mut rng);
        let setup = Setup::new(opening.clone(), seed, PATIENT);
        let record = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
        let printed = [Color::Black, Color::White].map(|color| log_lines(&record, color, "> "));
        let (calls, scores) = Twin::new().play(printed.clone(), &opening);
        for color in [Color::Black, Color::White] {
            let player = arena::play::record::seat(color);
            let logged = logged_inputs(&record, color);
            let expected: Vec<_> =
                calls.iter().filter(|call| call.player == player).map(|call| &call.input).collect();
            let is_in_step = printed[player].len() == logged.len();
            // A bot whose second line answered a call may be killed before it reads that call.
            let compared = if is_in_step { expected.len() } else { logged.len() };
            assert_eq!(logged.iter().collect::<Vec<_>>(), expected[..compared], "game {seed}, {color}");
        }
        let messages = record.turns.iter().map(|turn| turn.message.clone());
        assert!(messages.eq(calls.iter().map(|call| call.message.clone())), "game {seed}");
        assert_eq!(record.scores, scores, "game {seed}");
        if let Termination::Fault { fault, .. } = &record.termination {
            assert!(matches!(fault, Fault::IllegalMove { .. }), "game {seed}: {fault}");
            faults += 1;
        }
        experts += calls.iter().filter(|call| call.input.iter().any(|line| line == "pass;")).count();
    }
    assert!((10..GAMES).contains(&faults), "games of all kinds were played: {faults} faults");
    assert!(experts > 10, "passes were sent: {experts}");
}
