//! The course judge's protocol: one command per line; the program keeps the position.
//!
//! The first command after `DONE` decides the colours: after `BEGIN` this program is black, else white.
//! Passes are explicit, so the sides strictly alternate.

mod command;
mod drawing;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use crate::board::Board;
use crate::engine::{Engine, Limits};
use crate::game::Color;
use crate::square::Square;

use super::{Pace, ProtocolError, Streams};
use command::{Command, Owner};

/// The number of discs placed before a game.
const PLACED_DISCS: u32 = 4;

/// Plays a game after each `START`; returns at `END`.
pub fn play<I: BufRead, O: Write, L: Write>(
    streams: &mut Streams<I, O, L>,
    engine: &mut Engine,
    pace: Pace,
) -> Result<(), ProtocolError> {
    let mut player = Player::NEW;
    let stalls = Arc::default();
    loop {
        let line = streams.input.expect(&player.expected())?;
        let start = Instant::now();
        let command = Command::parse(line.text()).ok_or_else(|| line.unexpected(player.expected()))?;
        match player.apply(command).map_err(|expected| line.unexpected(expected))? {
            Action::Listen => {}
            Action::SetUp => engine.new_game(),
            Action::Confirm => streams.answer("OK")?,
            Action::Move(color) => {
                if command != Command::Pass {
                    streams.remark(&drawing::drawing(player.board, color));
                }
                match player.choose(engine, |turn| pace.limits(turn, start, &stalls)) {
                    Some(square) => {
                        streams.remark(&drawing::drawing(player.board.pass(), color.opposite()));
                        streams.answer(&command::spaced(square))?;
                    }
                    None => streams.answer("PASS")?,
                }
            }
            Action::End => return Ok(()),
        }
    }
}

/// The phase of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `START`.
    New,
    /// Between `START` and `DONE`.
    Placing,
    /// After `DONE`, before the first move.
    Ready,
    /// The opponent is to move; this program has this colour.
    Playing(Color),
}

/// The action that a command requires of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Listen,
    SetUp,
    Confirm,
    /// Move as this colour.
    Move(Color),
    End,
}

/// This program's side of a game.
struct Player {
    /// This program's discs are `player`, whichever side is to move.
    board: Board,
    phase: Phase,
    /// The number of moves and passes required of this program so far.
    turns: u32,
}

impl Player {
    const NEW: Self = Self { board: Board { player: 0, opponent: 0 }, phase: Phase::New, turns: 0 };

    /// The commands allowed in this phase, for an error message.
    fn expected(&self) -> String {
        match self.phase {
            Phase::New => "`START` or `END`".to_owned(),
            Phase::Placing if self.placed() == PLACED_DISCS => "`DONE` or `END`".to_owned(),
            Phase::Placing => {
                let number = self.placed() + 1;
                format!("`PLACE x y who` (a-h, 1-8, 1 or 2) for disc {number} of {PLACED_DISCS}, or `END`")
            }
            Phase::Ready => "`BEGIN`, `TURN x y` (a-h, 1-8), `PASS` or `END`".to_owned(),
            Phase::Playing(_) => "`TURN x y` (a-h, 1-8), `PASS` or `END`".to_owned(),
        }
    }

    fn placed(&self) -> u32 {
        64 - self.board.empty_count()
    }

    /// Applies a command to phase and position; the error says what was expected instead.
    fn apply(&mut self, command: Command) -> Result<Action, String> {
        match (self.phase, command) {
            (_, Command::End) => Ok(Action::End),
            (_, Command::Start) => {
                *self = Self { phase: Phase::Placing, ..Self::NEW };
                Ok(Action::SetUp)
            }
            (Phase::Placing, Command::Place(square, owner)) if self.placed() < PLACED_DISCS => {
                self.place(square, owner)
            }
            (Phase::Placing, Command::Done) if self.placed() == PLACED_DISCS => {
                self.phase = Phase::Ready;
                Ok(Action::Confirm)
            }
            (Phase::Ready, Command::Begin) => Ok(self.begin_turn(Color::Black)),
            (Phase::Ready, Command::Turn(square)) => self.apply_move(Color::White, square),
            (Phase::Ready, Command::Pass) => self.apply_pass(Color::White),
            (Phase::Playing(color), Command::Turn(square)) => self.apply_move(color, square),
            (Phase::Playing(color), Command::Pass) => self.apply_pass(color),
            _ => Err(self.expected()),
        }
    }

    fn place(&mut self, square: Square, owner: Owner) -> Result<Action, String> {
        if self.board.empties() & square.bit() == 0 {
            return Err("`PLACE` on an empty square".to_owned());
        }
        match owner {
            Owner::Program => self.board.player |= square.bit(),
            Owner::Opponent => self.board.opponent |= square.bit(),
        }
        Ok(Action::Listen)
    }

    /// Applies a move of the opponent of `color`.
    fn apply_move(&mut self, color: Color, square: Square) -> Result<Action, String> {
        let opponent = color.opposite();
        if self.board.pass().legal_moves() == 0 {
            return Err(format!("`PASS` or `END`, as {opponent} cannot move"));
        }
        let after = self.board.pass().play(square);
        self.board = after.ok_or_else(|| format!("a square where {opponent} may play"))?;
        Ok(self.begin_turn(color))
    }

    /// Applies a pass of the opponent of `color`. After a pass of this program the game is then over, but the
    /// judge need not end it at once.
    fn apply_pass(&mut self, color: Color) -> Result<Action, String> {
        if self.board.pass().legal_moves() != 0 {
            return Err(format!("`TURN x y` or `END`, as {} can move", color.opposite()));
        }
        Ok(self.begin_turn(color))
    }

    fn begin_turn(&mut self, color: Color) -> Action {
        self.phase = Phase::Playing(color);
        self.turns += 1;
        Action::Move(color)
    }

    /// Chooses and plays this program's move, within the limits of the turn with that number; `None` if it
    /// must pass.
    fn choose(&mut self, engine: &mut Engine, limits: impl Fn(u32) -> Limits) -> Option<Square> {
        let legal = self.board.legal_moves();
        if legal == 0 {
            return None;
        }
        let choice = engine.choose(self.board, legal, limits(self.turns));
        self.board = self.board.play(choice.square)?.pass();
        Some(choice.square)
    }
}
