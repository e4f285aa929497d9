//! CodinGame's referee, written slowly and without the library: a second opinion on the rules.
//!
//! It sends what the referee sends and takes what the referee takes; the opponent plays at random or by a script.

use std::collections::VecDeque;

use outflank::rng::Rng;

/// What stands on a square, as it is sent.
const EMPTY: u8 = b'.';
const DISCS: [u8; 2] = [b'0', b'1'];

/// Column and row, from 0.
type Place = (usize, usize);

/// How the referee writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// What follows each line's text, before the newline.
    pub(crate) line_end: &'static str,
    /// Whether squares are written in upper case.
    pub(crate) upper_case: bool,
}

/// A game between the bot and an opponent that the referee plays itself.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    grid: [[u8; 8]; 8],
    /// 0 for black, 1 for white.
    bot: usize,
    to_move: usize,
    rng: Rng,
    style: Style,
    /// Moves of both sides that must be played next; the bot's are the only ones listed.
    script: VecDeque<Place>,
    /// Whether the bot ever printed EXPERT.
    expert: bool,
    /// The opponent's moves since the bot's last call.
    replies: Vec<Place>,
    calls: usize,
    /// What the bot was told it may play.
    listed: Vec<Place>,
}

impl Referee {
    /// A game in which the bot plays black (0) or white (1) and the opponent is random.
    pub(crate) fn new(bot: usize, seed: u64, style: Style) -> Self {
        let mut grid = [[EMPTY; 8]; 8];
        (grid[3][3], grid[4][4]) = (DISCS[1], DISCS[1]);
        (grid[3][4], grid[4][3]) = (DISCS[0], DISCS[0]);
        Self {
            grid,
            bot,
            to_move: 0,
            rng: Rng::new(seed),
            style,
            script: VecDeque::new(),
            expert: false,
            replies: Vec::new(),
            calls: 0,
            listed: Vec::new(),
        }
    }

    /// A game whose first moves are known.
    pub(crate) fn scripted(bot: usize, transcript: &str) -> Self {
        let places =
            transcript.as_bytes().chunks(2).map(|name| place(name).expect("a transcript of squares"));
        Self { script: places.collect(), ..Self::new(bot, 0, Style::default()) }
    }

    /// Plays for the opponent until the bot is to move, and what the bot is then sent; `None` once the game is over.
    pub(crate) fn call(&mut self) -> Option<String> {
        while self.to_move != self.bot || self.moves(self.to_move).is_empty() {
            let moves = self.moves(self.to_move);
            if moves.is_empty() {
                if self.moves(1 - self.to_move).is_empty() {
                    return None;
                }
            } else {
                let scripted = self.script.pop_front();
                let chosen = scripted.unwrap_or_else(|| moves[self.rng.below(moves.len())]);
                assert!(moves.contains(&chosen), "the script breaks the rules");
                self.play(self.to_move, chosen);
                self.replies.push(chosen);
            }
            self.to_move = 1 - self.to_move;
        }
        Some(self.text_of_call())
    }

    fn text_of_call(&mut self) -> String {
        let mut lines = Vec::new();
        if self.calls == 0 {
            lines.extend([self.bot.to_string(), "8".to_owned()]);
        }
        lines.extend(self.grid.iter().map(|row| row.iter().copied().map(char::from).collect()));
        if self.expert {
            let replies = self.replies.iter().map(|&reply| format!("{};", self.name(reply)));
            lines.push(if self.replies.is_empty() { "pass;".to_owned() } else { replies.collect() });
        }
        self.listed = match self.script.pop_front() {
            Some(scripted) => vec![scripted],
            None => self.shuffled(self.moves(self.bot)),
        };
        lines.push(self.listed.len().to_string());
        lines.extend(self.listed.iter().map(|&action| self.name(action)));
        self.calls += 1;
        self.replies.clear();
        lines.iter().map(|line| format!("{line}{}\n", self.style.line_end)).collect()
    }

    /// Takes the bot's line, without its newline; panics if it loses the game at once.
    pub(crate) fn answer(&mut self, line: &str) {
        let (before_message, message) = line.split_once("MSG").unwrap_or((line, ""));
        assert!(message.len() <= 12, "the message is cut: {line:?}");
        self.expert |= before_message.contains("EXPERT");
        let square: String = before_message.replace("EXPERT", "").split_whitespace().collect();
        let chosen = place(square.to_lowercase().as_bytes());
        let chosen = chosen.filter(|chosen| self.listed.contains(chosen));
        let chosen = chosen.unwrap_or_else(|| panic!("an illegal answer: {line:?}"));
        self.play(self.bot, chosen);
        self.to_move = 1 - self.bot;
    }

    /// How often the bot has been called.
    pub(crate) fn calls(&self) -> usize {
        self.calls
    }

    fn shuffled(&mut self, mut places: Vec<Place>) -> Vec<Place> {
        for last in (1..places.len()).rev() {
            places.swap(last, self.rng.below(last + 1));
        }
        places
    }

    fn name(&self, (column, row): Place) -> String {
        let name = format!("{}{}", char::from(b"abcdefgh"[column]), row + 1);
        if self.style.upper_case {
            name.to_uppercase()
        } else {
            name
        }
    }

    fn moves(&self, side: usize) -> Vec<Place> {
        let places = (0..64).map(|index| (index % 8, index / 8));
        places.filter(|&place| !self.flips(side, place).is_empty()).collect()
    }

    fn flips(&self, side: usize, (column, row): Place) -> Vec<Place> {
        let mut flips = Vec::new();
        if self.grid[row][column] != EMPTY {
            return flips;
        }
        for (right, down) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (column as i32 + right, row as i32 + down);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let (column, row) = (x as usize, y as usize);
                if self.grid[row][column] == DISCS[1 - side] {
                    run.push((column, row));
                } else {
                    if self.grid[row][column] == DISCS[side] {
                        flips.append(&mut run);
                    }
                    break;
                }
                (x, y) = (x + right, y + down);
            }
        }
        flips
    }

    fn play(&mut self, side: usize, chosen: Place) {
        for (column, row) in self.flips(side, chosen).into_iter().chain([chosen]) {
            self.grid[row][column] = DISCS[side];
        }
    }
}

fn place(name: &[u8]) -> Option<Place> {
    let &[column, row] = name else { return None };
    let column = b"abcdefgh".iter().position(|&letter| letter == column)?;
    let row = b"12345678".iter().position(|&digit| digit == row)?;
    Some((column, row))
}
