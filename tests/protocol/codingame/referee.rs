//! CodinGame's referee: sends the input of each turn and checks the answer.
//!
//! Its opponent for the bot moves at random or by a script.

use std::collections::VecDeque;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::rules::{letter_and_digit, place, Grid, Place};
use crate::table::Partner;

/// Variations of the input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// The text between each line and its newline.
    pub(crate) line_end: &'static str,
    /// Whether squares are written in upper case.
    pub(crate) upper_case: bool,
}

/// A game between the bot and an opponent that the referee itself plays.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    grid: Grid,
    /// 0 for black, 1 for white.
    bot: usize,
    to_move: usize,
    rng: SmallRng,
    style: Style,
    /// The next moves of both sides; the bot's are then its only listed actions.
    script: VecDeque<Place>,
    /// Whether the bot has printed EXPERT.
    expert: bool,
    /// The opponent's moves since the bot's last call.
    replies: Vec<Place>,
    calls: usize,
    /// The actions listed in the last call.
    listed: Vec<Place>,
}

impl Referee {
    /// A game of the bot, as black (0) or white (1), against random moves.
    pub(crate) fn new(bot: usize, seed: u64, style: Style) -> Self {
        Self {
            grid: Grid::start(),
            bot,
            to_move: 0,
            rng: SmallRng::seed_from_u64(seed),
            style,
            script: VecDeque::new(),
            expert: false,
            replies: Vec::new(),
            calls: 0,
            listed: Vec::new(),
        }
    }

    /// A game that starts with these moves.
    pub(crate) fn scripted(bot: usize, transcript: &str) -> Self {
        let names = (0..transcript.len()).step_by(2).map(|start| &transcript[start..start + 2]);
        let script = names.map(|name| place(name).expect("a transcript of squares")).collect();
        Self { script, ..Self::new(bot, 0, Style::default()) }
    }

    fn text_of_call(&mut self) -> String {
        let mut lines = Vec::new();
        if self.calls == 0 {
            lines.extend([self.bot.to_string(), "8".to_owned()]);
        }
        let symbol = |place| self.grid.at(place).map_or('.', |side| ['0', '1'][side]);
        lines.extend((0..8).map(|row| (0..8).map(|column| symbol((column, row))).collect()));
        if self.expert {
            let replies = self.replies.iter().map(|&reply| format!("{};", self.name(reply)));
            lines.push(if self.replies.is_empty() { "pass;".to_owned() } else { replies.collect() });
        }
        self.listed = match self.script.pop_front() {
            Some(scripted) => vec![scripted],
            None => self.shuffled(self.grid.moves(self.bot)),
        };
        lines.push(self.listed.len().to_string());
        lines.extend(self.listed.iter().map(|&action| self.name(action)));
        self.calls += 1;
        self.replies.clear();
        lines.iter().map(|line| format!("{line}{}\n", self.style.line_end)).collect()
    }

    fn shuffled(&mut self, mut places: Vec<Place>) -> Vec<Place> {
        places.shuffle(&mut self.rng);
        places
    }

    fn name(&self, place: Place) -> String {
        let (letter, digit) = letter_and_digit(place);
        let name = format!("{letter}{digit}");
        if self.style.upper_case {
            name.to_uppercase()
        } else {
            name
        }
    }
}

impl Partner for Referee {
    /// Plays for the opponent until the bot is to move, and what the bot is then sent; `None` once the game
    /// is over.
    fn call(&mut self) -> Option<String> {
        while self.to_move != self.bot || self.grid.moves(self.to_move).is_empty() {
            let moves = self.grid.moves(self.to_move);
            if moves.is_empty() {
                if self.grid.moves(1 - self.to_move).is_empty() {
                    return None;
                }
            } else {
                let scripted = self.script.pop_front();
                let chosen = scripted.unwrap_or_else(|| moves[self.rng.random_range(0..moves.len())]);
                assert!(moves.contains(&chosen), "the script breaks the rules");
                self.grid.play(self.to_move, chosen);
                self.replies.push(chosen);
            }
            self.to_move = 1 - self.to_move;
        }
        Some(self.text_of_call())
    }

    /// Takes the bot's line, without its newline; panics if it loses the game at once.
    fn answer(&mut self, line: &str) {
        let (before_message, message) = line.split_once("MSG").unwrap_or((line, ""));
        assert!(message.len() <= 12, "the message is cut: {line:?}");
        self.expert |= before_message.contains("EXPERT");
        let square: String = before_message.replace("EXPERT", "").split_whitespace().collect();
        let chosen = place(&square.to_lowercase());
        let chosen = chosen.filter(|chosen| self.listed.contains(chosen));
        let chosen = chosen.unwrap_or_else(|| panic!("an illegal answer: {line:?}"));
        self.grid.play(self.bot, chosen);
        self.to_move = 1 - self.bot;
    }
}
