//! An engine's game, settings and clocks, and what all GTP commands share.

use std::io;
use std::time::Duration;

use outflank::board::Move;
use outflank::game::Color;

use crate::engines::dialogue_game::DialogueGame;
use crate::engines::player::Player;
use crate::engines::time::Clocks;

/// The longest time that is accepted, in seconds: eleven days.
const MAX_SECONDS: f64 = 1e6;

/// Reads the file that a `loadsgf` names; the host decides whether there are files.
pub type ReadFile = fn(&str) -> io::Result<Vec<u8>>;

/// An engine that speaks GTP.
pub struct Gtp {
    pub(super) player: Player,
    pub(super) game: DialogueGame,
    pub(super) clocks: Clocks,
    pub(super) read_file: ReadFile,
    pub(super) is_over: bool,
}

/// The answer to a command: the text after `=`, or after `?`.
pub(super) type Answer = Result<String, String>;

/// A command's implementation.
pub(super) type Command = fn(&mut Gtp, &Arguments<'_>) -> Answer;

/// The words after a command's name.
pub(super) struct Arguments<'a>(pub(super) Vec<&'a str>);

impl<'a> Arguments<'a> {
    pub(super) fn word(&self, index: usize) -> Result<&'a str, String> {
        self.0.get(index).copied().ok_or_else(|| "missing argument".to_string())
    }

    pub(super) fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, String> {
        let word = self.word(index)?;
        word.parse().map_err(|_| format!("expected a number, not {word:?}"))
    }

    /// A time in seconds, whole or not.
    pub(super) fn seconds(&self, index: usize) -> Result<Duration, String> {
        let seconds: f64 = self.number(index)?;
        if seconds <= MAX_SECONDS {
            // A GUI may report a clock that has run out as a negative time.
            Ok(Duration::from_secs_f64(seconds.max(0.0)))
        } else {
            Err(format!("expected seconds, not {seconds}"))
        }
    }

    pub(super) fn color(&self, index: usize) -> Result<Color, String> {
        let word = self.word(index)?;
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(format!("expected a color, not {word:?}")),
        }
    }

    pub(super) fn mv(&self, index: usize) -> Result<Move, String> {
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

    pub(super) fn start_game(&mut self, game: DialogueGame) {
        self.game = game;
        self.player.searcher().clear();
        self.clocks.restart();
    }

    /// Black's discs minus white's, the empty squares given to the winner.
    pub(super) fn black_score(&self) -> i32 {
        self.game.board_for(Color::Black).final_score()
    }
}

/// A move as GTP spells it.
pub(super) fn vertex(mv: Move) -> String {
    mv.square().map_or_else(|| "pass".to_string(), |square| square.to_string().to_uppercase())
}
