//! Bots that need no process: yardsticks from a random mover on.
//!
//! Their work a move is fixed, so they have no clock: the seed of the game determines every move.

use std::str::FromStr;

use outflank::bits::{Squares, CORNERS};
use outflank::board::{Board, Score};
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use outflank::square::{Square, SquareClass};

use super::{Answer, Contestant, Epilogue, Reply, Turn};
use crate::record::{seat, BotRecord};

/// A bot of the arena's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Any legal move.
    Random,
    /// Most discs after the move.
    Greedy,
    /// Best square by a fixed table.
    Positional,
    /// Fewest moves for the opponent, a move to a corner counting for many on either side.
    Mobility,
}

/// The text names no built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no built-in bot is called `{0}`")]
pub struct NotBuiltin(String);

impl FromStr for Builtin {
    type Err = NotBuiltin;

    fn from_str(text: &str) -> Result<Self, NotBuiltin> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "positional" => Ok(Self::Positional),
            "mobility" => Ok(Self::Mobility),
            _ => Err(NotBuiltin(text.to_string())),
        }
    }
}

impl std::fmt::Display for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Positional => "positional",
            Self::Mobility => "mobility",
        })
    }
}

impl Builtin {
    /// The move on a board that has one; ties are broken at random.
    pub fn choose(self, board: Board, rng: &mut Rng) -> Option<Square> {
        match self {
            Self::Random => best(board, rng, |_, _| 0),
            Self::Greedy => best(board, rng, |_, after| -after.disc_difference()),
            Self::Positional => best(board, rng, |square, _| square_worth(square)),
            Self::Mobility => best(board, rng, |square, after| {
                let is_corner = square.class() == SquareClass::Corner;
                CORNER_MOVE * Score::from(is_corner) - weighed_moves(after)
            }),
        }
    }
}

/// A legal move of the highest worth, every such move being equally likely.
fn best(board: Board, rng: &mut Rng, worth: impl Fn(Square, Board) -> Score) -> Option<Square> {
    let mut best: Option<(Score, Square)> = None;
    let mut ties = 0;
    for square in Squares(board.legal_moves()) {
        let worth = worth(square, board.after(square, board.flips(square)));
        match best {
            Some((highest, _)) if worth < highest => continue,
            Some((highest, _)) if worth == highest => ties += 1,
            _ => ties = 1,
        }
        if rng.below(ties) == 0 {
            best = Some((worth, square));
        }
    }
    best.map(|(_, square)| square)
}

/// A square's worth by its class: corners are safe, the squares next to them give them away.
fn square_worth(square: Square) -> Score {
    match square.class() {
        SquareClass::Corner => 100,
        SquareClass::A => 10,
        SquareClass::B => 5,
        SquareClass::Inner => 1,
        SquareClass::C => -20,
        SquareClass::X => -50,
    }
}

/// How many ordinary moves a move to a corner is worth to `mobility`.
const CORNER_MOVE: Score = 10;

/// The legal moves of the side to move, those to corners counting [`CORNER_MOVE`]-fold.
fn weighed_moves(board: Board) -> Score {
    let moves = board.legal_moves();
    let corners = (moves & CORNERS).count_ones();
    moves.count_ones() as Score + (CORNER_MOVE - 1) * corners as Score
}

/// A built-in bot at the table.
#[derive(Clone, Debug)]
pub struct BuiltinBot {
    bot: BotRecord,
    builtin: Builtin,
    rng: Rng,
}

impl BuiltinBot {
    /// A bot that was announced as `bot`.
    pub fn new(bot: BotRecord, builtin: Builtin) -> Self {
        Self { bot, builtin, rng: Rng::new(0) }
    }
}

impl Contestant for BuiltinBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, color: Color, seed: u64) -> anyhow::Result<()> {
        // The two sides of a game must not draw the same numbers.
        let mut seeds = Rng::new(seed);
        let seeds = [seeds.next(), seeds.next()];
        self.rng = Rng::new(seeds[seat(color)]);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let square = self.builtin.choose(turn.game.board(), &mut self.rng);
        let output = square.map(|square| square.to_string()).unwrap_or_default();
        Ok(Answer { reply: Ok(Reply { square, output, message: None }), clock: None })
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        Ok(Epilogue::default())
    }
}

#[cfg(test)]
mod tests;
