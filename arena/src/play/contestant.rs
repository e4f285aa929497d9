//! The interface between the referee and bots: processes of any protocol, and built-in functions.
//! An adapter translates between the game and the bot's protocol; the referee judges whether a move is legal.
//! Errors of these methods are failures of the arena (a program that cannot be started,
//! [`supervisor::stop::Stopped`]); a failure of the bot is a [`Fault`].

pub mod builtin;
pub mod codingame;
pub mod course;
pub mod gtp;

use std::time::Duration;

use anyhow::Context;
use outflank::game::{Color, Game};
use outflank::square::Square;
use supervisor::process::{Launch, Stopwatch};

use crate::play::limits::{LimitChanges, Limits};
use crate::play::record::{BotRecord, Fault, Protocol};

/// A player of games, one at a time.
/// Calls come in the order `begin`, any number of `choose` and `pass`, `end`, and then possibly again; after
/// an error the contestant is dropped. Dropping it ends everything that it started.
pub trait Contestant: Send {
    /// Its name, command and protocol.
    fn bot(&self) -> &BotRecord;

    /// Prepares to play `color` from the position of `game`; `seed` determines the choices of built-in bots.
    /// No clock runs.
    fn begin(&mut self, game: &Game, color: Color, seed: u64) -> anyhow::Result<()>;

    /// Requests a move. The side to move is this contestant's and has at least one legal move.
    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer>;

    /// Reports that its side has just passed; protocols with explicit passes wait for the bot's answer.
    fn pass(&mut self, _turn: &Turn<'_>) -> anyhow::Result<Result<(), Fault>> {
        Ok(Ok(()))
    }

    /// The command that it failed to answer properly, in protocols that have commands.
    fn last_command(&self) -> Option<&str> {
        None
    }

    /// Ends the game, which may be unfinished, and the game's processes.
    fn end(&mut self, game: &Game) -> anyhow::Result<Epilogue>;
}

/// A bot that is a program.
#[derive(Clone, Debug)]
pub struct ProcessSpec {
    /// Its command.
    pub launch: Launch,
    /// Its protocol.
    pub protocol: Protocol,
    /// Its deviations from the limits of the game.
    pub limits: LimitChanges,
    /// Whether one process plays several games; GTP only.
    pub is_kept: bool,
    /// The source from which the program was compiled, as it was named.
    pub source: Option<String>,
}

impl ProcessSpec {
    /// The words of its command, a source in place of the program that was compiled from it.
    pub fn named_command(&self) -> impl Iterator<Item = &String> {
        let program = self.source.as_ref().or(self.launch.command.first());
        program.into_iter().chain(self.launch.command.iter().skip(1))
    }
}

/// One call of a contestant.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far, from the standard start on, opening included.
    pub game: &'a Game,
    /// Whether this is the contestant's first call of the game.
    pub is_first: bool,
    /// The limits of the game.
    pub limits: &'a Limits,
}

/// The outcome of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The reply, or the fault.
    pub reply: Result<Reply, Fault>,
    /// Time charged against the limit; `None` for built-in bots without a clock.
    pub clock: Option<Duration>,
    /// The part of that time for which the machine stalled.
    pub stalled: Duration,
}

impl Answer {
    /// The outcome of a call of a program.
    pub fn timed(reply: Result<Reply, Fault>, stopwatch: &Stopwatch) -> Self {
        Self { reply, clock: Some(stopwatch.counted()), stalled: stopwatch.stalled() }
    }

    /// The outcome of a call without a clock.
    pub fn untimed(reply: Result<Reply, Fault>) -> Self {
        Self { reply, clock: None, stalled: Duration::ZERO }
    }
}

/// A bot's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The named square, which may be illegal; `None` if the output names none.
    pub square: Option<Square>,
    /// The printed line, for the report of an illegal move.
    pub output: String,
    /// The message for spectators; empty if it clears the last one, `None` if the last one stays.
    pub message: Option<String>,
    /// Whether it requests the opponent's moves, from the next call on.
    pub wants_expert: bool,
}

/// The output and the last fault of a contestant at the end of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Epilogue {
    /// Standard error, one entry a call; output before the first call belongs to the first.
    pub stderr: Vec<String>,
    /// Its fault at the end of a game that no fault had decided, and the command after which it came.
    pub fault: Option<(String, Fault)>,
}

/// Separates a fault of the bot from a failure of the arena.
fn fault_of<T>(outcome: anyhow::Result<T>) -> anyhow::Result<Result<T, Fault>> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(error) => error.downcast().map(Err),
    }
}

/// The state of an adapter during a game.
fn in_game<T>(playing: &mut Option<T>) -> anyhow::Result<&mut T> {
    playing.as_mut().context("a contestant was called outside a game")
}
