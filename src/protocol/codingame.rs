//! CodinGame's protocol: the referee sends the whole board every turn, the bot answers with one line.
//!
//! The input is trusted in the order in which it decides the game: the bot plays listed actions only and
//! takes the board as it is sent. The opponent's moves (requested by `EXPERT`) are checked against it; with
//! and without them the answers are the same.

mod report;
mod turn;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use crate::board::Board;
use crate::bounds::Bounds;
use crate::clock::StallWatch;
use crate::engine::{Choice, Engine, Source};
use crate::game::{Color, Game};

use super::{Pace, ProtocolError, Streams};
use turn::{Replies, Turn};

/// Whether the bot requests the opponent's moves. Its own moves do not depend on them.
const ASK_FOR_REPLIES: bool = true;

/// The settings of a game.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The limits of each turn.
    pub pace: Pace,
    /// Whether to print `EXPERT`, which requests the opponent's moves from the second turn on.
    pub asks_for_replies: bool,
    /// When the set-up of the program began, which may count as part of the first turn.
    pub set_up: Instant,
}

impl Settings {
    /// The settings on CodinGame at this pace, for a program whose set-up begins now.
    pub fn new(pace: Pace) -> Self {
        Self { pace, asks_for_replies: ASK_FOR_REPLIES, set_up: Instant::now() }
    }
}

/// Plays one game; returns when the input ends between two turns.
pub fn play<I: BufRead, O: Write, L: Write>(
    streams: &mut Streams<I, O, L>,
    engine: &mut Engine,
    settings: Settings,
) -> Result<(), ProtocolError> {
    engine.new_game();
    let Some((color, start)) = turn::read_start(&mut streams.input, settings.set_up)? else { return Ok(()) };
    let mut player = Player { engine, settings, color, turns: 0, game: None, stalls: Arc::default() };
    let mut turn = Some(turn::read_first_turn(&mut streams.input, start)?);
    while let Some(current) = turn {
        player.take_turn(streams, &current)?;
        turn = turn::read_turn(&mut streams.input, settings.asks_for_replies)?;
    }
    Ok(())
}

/// One side of a game in progress.
struct Player<'a> {
    engine: &'a mut Engine,
    settings: Settings,
    color: Color,
    /// The number of the current turn, from 1; 0 before the first.
    turns: u32,
    /// The game after this side's last move; `None` if that move was not legal.
    game: Option<Game>,
    stalls: Arc<StallWatch>,
}

impl Player<'_> {
    fn take_turn<I: BufRead, O: Write, L: Write>(
        &mut self,
        streams: &mut Streams<I, O, L>,
        turn: &Turn,
    ) -> Result<(), ProtocolError> {
        self.turns += 1;
        let board = turn.board(self.color);
        if let Replies::Malformed(error) = &turn.replies {
            streams.remark(&format!("{error}: the board counts\n"));
        }
        if !self.follow(&turn.replies, board) {
            streams.remark("the opponent's moves do not lead to the board that was sent: the board counts\n");
        }
        let choice = self.choose(board, turn);
        self.game = game_after(board, self.color, choice);

        let elapsed = turn.start.elapsed();
        let is_late = self.settings.pace.is_late(self.turns, elapsed);
        streams.remark(&report::attributes(self.turns, board, &choice, elapsed, is_late));
        let request = if self.settings.asks_for_replies { "EXPERT " } else { "" };
        streams.answer(&format!("{request}{} MSG {}", choice.square, report::message(&choice)))
    }

    /// Advances the engine to the position after this side's last move, from which its next choice searches
    /// the tree for `board`. Returns whether the opponent's moves, if they are known, lead from there to
    /// `board`.
    fn follow(&mut self, replies: &Replies, board: Board) -> bool {
        let Some(mut game) = self.game.take() else { return true };
        self.engine.follow(game.board());
        let Replies::Moves(moves) = replies else { return true };
        moves.iter().all(|&square| game.play(square).is_ok())
            && game.to_move() == self.color
            && game.board() == board
    }

    /// The engine's choice among the listed actions that are legal; the first action if none is.
    fn choose(&mut self, board: Board, turn: &Turn) -> Choice {
        let allowed = turn.actions & board.legal_moves();
        if allowed == 0 {
            let square = turn.first_action;
            let (bounds, source) = (Bounds::UNKNOWN, Source::Search);
            return Choice { square, discs: 0.0, depth: 0, playouts: 0, bounds, source };
        }
        self.engine.choose(board, allowed, self.settings.pace.limits(self.turns, turn.start, &self.stalls))
    }
}

/// The game after the chosen move, passes included; `None` if the move is not legal.
fn game_after(board: Board, color: Color, choice: Choice) -> Option<Game> {
    let mut game = Game::from_position(board, color);
    (game.to_move() == color && game.play(choice.square).is_ok()).then_some(game)
}
