//! CodinGame's referee once more, as slow and obvious as can be: it derives from the players' lines what they
//! are sent and what comes of it, and shares no code with the arena.

use std::collections::VecDeque;

use outflank::game::Game;

/// Row and column, from 0; beyond the board, too, and as steps.
type At = (i32, i32);

/// Steps in CodinGame's order: clockwise from north, towards row 1.
const COMPASS: [At; 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// One call as the reference sees it.
#[derive(Debug, PartialEq)]
pub(crate) struct Call {
    /// The player to be called, 0 for black.
    pub(crate) player: usize,
    /// The input's lines.
    pub(crate) input: Vec<String>,
    /// The message of the answer.
    pub(crate) message: Option<String>,
}

/// CodinGame's referee, written from its description.
pub(crate) struct Twin {
    /// `board[row][column]`: `.`, `0` or `1`.
    board: [[char; 8]; 8],
    /// Row and column of every disc, in the order of placement.
    placed: Vec<(i32, i32)>,
    /// The player to move.
    player: usize,
    wants_expert: [bool; 2],
    has_been_called: [bool; 2],
    /// The moves of each player's opponent since the player's last call; a pass is `pass`.
    news: [Vec<String>; 2],
}

impl Twin {
    pub(crate) fn new() -> Self {
        let mut board = [['.'; 8]; 8];
        (board[3][3], board[4][4]) = ('1', '1');
        (board[3][4], board[4][3]) = ('0', '0');
        Self {
            board,
            placed: vec![(3, 3), (3, 4), (4, 3), (4, 4)],
            player: 0,
            wants_expert: [false; 2],
            has_been_called: [false; 2],
            news: [Vec::new(), Vec::new()],
        }
    }

    fn at(&self, (row, column): (i32, i32)) -> Option<char> {
        let is_on_board = (0..8).contains(&row) && (0..8).contains(&column);
        is_on_board.then(|| self.board[row as usize][column as usize])
    }

    /// The squares with discs of `player`'s opponent next to this one in a direction, and the square behind.
    fn run(&self, player: usize, from: At, (down, right): At) -> (Vec<At>, At) {
        let step = |steps: i32| (from.0 + steps * down, from.1 + steps * right);
        let other = ['1', '0'][player];
        let discs: Vec<At> = (1..).map(step).take_while(|&at| self.at(at) == Some(other)).collect();
        let behind = step(1 + discs.len() as i32);
        (discs, behind)
    }

    /// Names of the legal moves: disc by disc as placed, direction by direction, each when it is met first.
    pub(crate) fn actions(&self, player: usize) -> Vec<String> {
        let mut actions = Vec::new();
        let own = Some(['0', '1'][player]);
        for &disc in self.placed.iter().filter(|&&at| self.at(at) == own) {
            for direction in COMPASS {
                let (discs, behind) = self.run(player, disc, direction);
                let is_new = self.at(behind) == Some('.') && !actions.contains(&name(behind));
                if !discs.is_empty() && is_new {
                    actions.push(name(behind));
                }
            }
        }
        actions
    }

    /// Plays for the player to move.
    pub(crate) fn place(&mut self, action: &str) {
        let at = (i32::from(action.as_bytes()[1] - b'1'), i32::from(action.as_bytes()[0] - b'a'));
        let disc = ['0', '1'][self.player];
        for direction in COMPASS {
            let (discs, behind) = self.run(self.player, at, direction);
            let flipped = if self.at(behind) == Some(disc) { discs } else { Vec::new() };
            flipped.into_iter().for_each(|(row, column)| self.board[row as usize][column as usize] = disc);
        }
        self.board[at.0 as usize][at.1 as usize] = disc;
        self.placed.push(at);
        self.news[1 - self.player].push(action.to_string());
        self.player = 1 - self.player;
    }

    /// Passes for the player to move if it must; returns whether the game continues.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.actions(self.player).is_empty() {
            self.news[1 - self.player].push("pass".to_string());
            self.player = 1 - self.player;
        }
        !self.actions(self.player).is_empty()
    }

    /// The input of the player to move.
    pub(crate) fn input(&mut self) -> Vec<String> {
        let mut input = Vec::new();
        let is_first = !self.has_been_called[self.player];
        if is_first {
            input.extend([self.player.to_string(), "8".to_string()]);
        }
        input.extend(self.board.iter().map(|row| row.iter().collect::<String>()));
        let news = std::mem::take(&mut self.news[self.player]);
        if self.wants_expert[self.player] && !is_first {
            let moves: Vec<_> = news.iter().filter(|news| *news != "pass").collect();
            let moves: String = moves.iter().map(|mv| format!("{mv};")).collect();
            input.push(if moves.is_empty() { "pass;".to_string() } else { moves });
        }
        self.has_been_called[self.player] = true;
        let actions = self.actions(self.player);
        input.push(actions.len().to_string());
        input.extend(actions);
        input
    }

    /// Plays a game from the players' output; returns the calls and the scores.
    pub(crate) fn play(
        mut self,
        mut printed: [VecDeque<String>; 2],
        opening: &Game,
    ) -> (Vec<Call>, [i32; 2]) {
        let mut opening: VecDeque<_> = opening.history().iter().filter_map(|(_, mv)| mv.square()).collect();
        let mut calls = Vec::new();
        loop {
            if !self.goes_on() {
                return (calls, self.scores());
            }
            if let Some(square) = opening.pop_front() {
                self.place(&square.to_string());
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
        }
    }

    fn scores(&self) -> [i32; 2] {
        let [black, white] = self.discs();
        [i32::from(black > white), i32::from(white > black)]
    }

    /// The discs of both players, black first.
    pub(crate) fn discs(&self) -> [u32; 2] {
        ['0', '1'].map(|disc| self.board.iter().flatten().filter(|&&square| square == disc).count() as u32)
    }
}

fn name((row, column): At) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}
