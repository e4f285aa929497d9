//! The Go text protocol, version 2, in the dialect of Othello GUIs: GoGui, Quarry, Sabaki.

mod commands;
mod gogui;

use std::io;
use std::time::Duration;

use outflank::board::{Board, Move};
use outflank::game::Color;

use super::dialogue_game::{DialogueGame, Refusal};
use super::player::Player;
use super::time::Clocks;

/// Reads the file that a `loadsgf` names; the host decides whether there are files.
pub type ReadFile = fn(&str) -> io::Result<Vec<u8>>;

/// An engine that speaks GTP.
pub struct Gtp {
    player: Player,
    game: DialogueGame,
    clocks: Clocks,
    read_file: ReadFile,
    is_over: bool,
}

/// What a command answers: the text after `=`, or after `?`.
type Answer = Result<String, String>;

/// A command's implementation.
type Command = fn(&mut Gtp, &Arguments<'_>) -> Answer;

/// The words after a command's name.
struct Arguments<'a>(Vec<&'a str>);

impl<'a> Arguments<'a> {
    fn word(&self, index: usize) -> Result<&'a str, String> {
        self.0.get(index).copied().ok_or_else(|| "missing argument".to_string())
    }

    fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, String> {
        let word = self.word(index)?;
        word.parse().map_err(|_| format!("expected a number, not {word:?}"))
    }

    /// A time in seconds, whole or not.
    fn seconds(&self, index: usize) -> Result<Duration, String> {
        let seconds: f64 = self.number(index)?;
        let time = Duration::try_from_secs_f64(seconds.max(0.0));
        time.map_err(|_| format!("expected seconds, not {seconds}"))
    }

    fn color(&self, index: usize) -> Result<Color, String> {
        let word = self.word(index)?;
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(format!("expected a color, not {word:?}")),
        }
    }

    fn played(&self, index: usize) -> Result<Move, String> {
        let word = self.word(index)?;
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        word.parse().map(Move::on).map_err(|_| format!("expected a square or PASS, not {word:?}"))
    }
}

impl Gtp {
    /// An engine at the start of a game.
    pub fn new(player: Player, read_file: ReadFile) -> Self {
        Self { player, game: DialogueGame::default(), clocks: Clocks::default(), read_file, is_over: false }
    }

    /// Whether `quit` has been answered.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The answer to a line, both its newlines included; `None` if the line holds no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let text: String = line
            .chars()
            .take_while(|&c| c != '#')
            .filter(|&c| c == '\t' || !c.is_control())
            .map(|c| if c == '\t' { ' ' } else { c })
            .collect();
        let mut words = text.split_whitespace();
        let mut name = words.next()?;
        let mut id = "";
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            id = name;
            name = words.next()?;
        }
        let command = commands::find(name);
        let answer = match command {
            Some(command) => command(self, &Arguments(words.collect())),
            None => Err("unknown command".to_string()),
        };
        let (status, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let blank = if text.is_empty() { "" } else { " " };
        Some(format!("{status}{id}{blank}{text}\n\n"))
    }

    fn start_game(&mut self, board: Board, to_move: Color) {
        self.game = DialogueGame::new(board, to_move);
        self.player.searcher().clear();
        self.clocks.restart();
    }
}

fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::WrongColor => "wrong color".to_string(),
        Refusal::IllegalMove => "illegal move".to_string(),
    }
}

/// A move as GTP spells it.
fn vertex(played: Move) -> String {
    played.square().map_or_else(|| "pass".to_string(), |square| square.to_string().to_uppercase())
}

/// The number of a side in [`Clocks`].
const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}
