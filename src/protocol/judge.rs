//! The course judge's protocol: one command a line, the position kept on this side.
//!
//! Who is black follows from the first command after `DONE`: `BEGIN` makes this program black, anything else
//! white. Passes are said, not implied, so that the turn alternates strictly.

mod command;
mod drawing;

use std::io::{BufRead, Write};
use std::time::Instant;

use crate::board::Board;
use crate::engine::Engine;
use crate::game::Color;
use crate::square::Square;

use super::{Pace, ProtocolError, Streams};
use command::{Command, Owner};

/// How many discs are placed before a game.
const PLACED_DISCS: u32 = 4;

/// Plays a game after each `START`; returns at `END`.
pub fn play<I: BufRead, O: Write, L: Write>(
    streams: &mut Streams<I, O, L>,
    engine: &mut Engine,
    pace: Pace,
) -> Result<(), ProtocolError> {
    let mut player = Player::NEW;
    loop {
        let line = streams.input.expect(&player.expected())?;
        let start = Instant::now();
        let command = Command::parse(line.text()).ok_or_else(|| line.unexpected(player.expected()))?;
        match player.obey(command).map_err(|expected| line.unexpected(expected))? {
            Duty::Listen => {}
            Duty::SetUp => engine.new_game(),
            Duty::Confirm => streams.answer("OK")?,
            Duty::Move(color) => {
                if command != Command::Pass {
                    streams.remark(&drawing::drawing(player.board, color));
                }
                match player.choose(engine, pace, start) {
                    Some(square) => {
                        streams.remark(&drawing::drawing(player.board.pass(), color.opposite()));
                        streams.answer(&command::spaced(square))?;
                    }
                    None => streams.answer("PASS")?,
                }
            }
            Duty::End => return Ok(()),
        }
    }
}

/// How far the dialogue has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `START`.
    New,
    /// Between `START` and `DONE`.
    Placing,
    /// After `DONE`, before anybody moved.
    Ready,
    /// The opponent is to move against this program, which has this colour.
    Playing(Color),
}

/// What a command obliges the program to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Listen,
    SetUp,
    Confirm,
    /// Make a move as this colour.
    Move(Color),
    End,
}

/// This program's side of a game.
struct Player {
    /// This program's discs first, whoever is to move.
    board: Board,
    phase: Phase,
    /// Moves and passes asked of this program so far.
    turns: u32,
}

impl Player {
    const NEW: Self = Self { board: Board { player: 0, opponent: 0 }, phase: Phase::New, turns: 0 };

    /// What may come next, for whoever sent something else.
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

    /// Brings phase and position up to a command; the error says what should have come instead.
    fn obey(&mut self, command: Command) -> Result<Duty, String> {
        match (self.phase, command) {
            (_, Command::End) => Ok(Duty::End),
            (_, Command::Start) => {
                *self = Self { phase: Phase::Placing, ..Self::NEW };
                Ok(Duty::SetUp)
            }
            (Phase::Placing, Command::Place(square, owner)) if self.placed() < PLACED_DISCS => {
                self.place(square, owner)
            }
            (Phase::Placing, Command::Done) if self.placed() == PLACED_DISCS => {
                self.phase = Phase::Ready;
                Ok(Duty::Confirm)
            }
            (Phase::Ready, Command::Begin) => Ok(self.take_the_move(Color::Black)),
            (Phase::Ready, Command::Turn(square)) => self.hear_move(Color::White, square),
            (Phase::Ready, Command::Pass) => self.hear_pass(Color::White),
            (Phase::Playing(color), Command::Turn(square)) => self.hear_move(color, square),
            (Phase::Playing(color), Command::Pass) => self.hear_pass(color),
            _ => Err(self.expected()),
        }
    }

    fn place(&mut self, square: Square, owner: Owner) -> Result<Duty, String> {
        if self.board.empties() & square.bit() == 0 {
            return Err("`PLACE` on an empty square".to_owned());
        }
        match owner {
            Owner::Program => self.board.player |= square.bit(),
            Owner::Opponent => self.board.opponent |= square.bit(),
        }
        Ok(Duty::Listen)
    }

    /// The opponent of `color` played.
    fn hear_move(&mut self, color: Color, square: Square) -> Result<Duty, String> {
        let opponent = color.opposite();
        if self.board.pass().legal_moves() == 0 {
            return Err(format!("`PASS` or `END`, as {opponent} cannot move"));
        }
        let after = self.board.pass().play(square);
        self.board = after.ok_or_else(|| format!("a square where {opponent} may play"))?;
        Ok(self.take_the_move(color))
    }

    /// The opponent of `color` could not move. That may follow this program's own pass: the game is over
    /// then, and whether the judge says so at once is its business.
    fn hear_pass(&mut self, color: Color) -> Result<Duty, String> {
        if self.board.pass().legal_moves() != 0 {
            return Err(format!("`TURN x y` or `END`, as {} can move", color.opposite()));
        }
        Ok(self.take_the_move(color))
    }

    fn take_the_move(&mut self, color: Color) -> Duty {
        self.phase = Phase::Playing(color);
        self.turns += 1;
        Duty::Move(color)
    }

    /// Makes this program's move; `None` if it has to pass.
    fn choose(&mut self, engine: &mut Engine, pace: Pace, start: Instant) -> Option<Square> {
        let legal = self.board.legal_moves();
        if legal == 0 {
            return None;
        }
        let choice = engine.choose(self.board, legal, pace.limits(self.turns, start));
        self.board = self.board.play(choice.square)?.pass();
        Some(choice.square)
    }
}
