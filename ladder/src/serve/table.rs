//! A game between a visitor and a bot.

use std::time::{Duration, Instant};

use analyst::notation::squares_text;
use axum::http::StatusCode;
use outflank::bits::Squares;
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde_json::{json, Value};

use super::failure::Failure;
use arena::play::bots::{BotKind, BotSpec};
use arena::play::contestant::{Contestant, Turn};
use arena::play::limits::Limits;
use arena::play::record::{Fault, Protocol};
use supervisor::stop::Stop;
use toolkit::text::Visible;

/// Time limit for a bot that cannot be set to a position and plays its game again.
const REPLAY_TIME: Duration = Duration::from_secs(25);

/// A game in progress or finished.
pub(super) struct Table {
    pub(super) bot: BotSpec,
    pub(super) limits: Limits,
    /// Ends the bots of this game.
    pub(super) stop: Stop,
    seed: u64,
    pub(super) visitor: Color,
    pub(super) game: Game,
    /// The bot's messages, by the number of moves before its move.
    messages: Vec<(usize, String)>,
    player: Player,
    fault: Option<Fault>,
    /// The number of the transcript of the game in its present state, once there is one.
    pub(super) saved: Option<u64>,
}

/// The bot at the table.
struct Player {
    contestant: Box<dyn Contestant>,
    has_moved: bool,
}

/// The refusal of an action that the game does not allow.
pub(super) fn not_allowed(reason: &str) -> Failure {
    Failure::refused(StatusCode::CONFLICT, "Play", reason)
}

impl Table {
    /// Starts a game and lets the bot move if it is black.
    pub(super) fn new(
        bot: BotSpec,
        visitor: Color,
        limits: Limits,
        seed: u64,
        stop: Stop,
    ) -> anyhow::Result<Self> {
        let game = Game::new();
        let mut contestant = bot.contestant(None, &stop);
        contestant.begin(&game, visitor.opposite(), seed)?;
        let player = Player { contestant, has_moved: false };
        let messages = Vec::new();
        let (fault, saved) = (None, None);
        let mut table = Self { bot, limits, stop, seed, visitor, game, messages, player, fault, saved };
        table.let_the_bot_move()?;
        Ok(table)
    }

    /// Whether it is the visitor's turn.
    pub(super) fn awaits_visitor(&self) -> bool {
        self.fault.is_none() && !self.game.is_over() && self.game.to_move() == self.visitor
    }

    /// Plays the visitor's move and the bot's answers.
    pub(super) fn play(&mut self, square: Square) -> Result<(), Failure> {
        if !self.awaits_visitor() {
            return Err(not_allowed("It is not your turn."));
        }
        self.game.play(square).map_err(|_| not_allowed("You may not play there."))?;
        self.saved = None;
        self.say_pass()?;
        Ok(self.let_the_bot_move()?)
    }

    fn let_the_bot_move(&mut self) -> anyhow::Result<()> {
        while self.fault.is_none() && !self.game.is_over() && self.game.to_move() != self.visitor {
            let (is_first, number) = (!self.player.has_moved, self.game.history().len());
            self.player.has_moved = true;
            let turn = Turn { game: &self.game, is_first, limits: &self.limits };
            let reply = self.player.contestant.choose(&turn)?.reply;
            let mv = reply.and_then(|reply| {
                let legal = self.game.board().legal_moves();
                let square = reply.square.filter(|square| legal & square.bit() != 0);
                square
                    .map(|square| (square, reply.message))
                    .ok_or(Fault::IllegalMove { output: reply.output })
            });
            match mv {
                Ok((square, message)) => {
                    self.game.play(square)?;
                    self.messages.extend(message.map(|message| (number, message)));
                    self.say_pass()?;
                }
                Err(fault) => self.fault = Some(fault),
            }
        }
        Ok(())
    }

    /// Lets the bot say that it passes, if it has just had to.
    fn say_pass(&mut self) -> anyhow::Result<()> {
        let has_passed = self.game.history().last() == Some(&(self.visitor.opposite(), Move::PASS));
        if has_passed && self.fault.is_none() {
            let turn = Turn { game: &self.game, is_first: !self.player.has_moved, limits: &self.limits };
            self.fault = self.player.contestant.pass(&turn)?.err();
        }
        Ok(())
    }

    /// Takes back the visitor's last move and everything after it.
    pub(super) fn undo(&mut self) -> Result<(), Failure> {
        let last = self.last_own_move().ok_or_else(|| not_allowed("There is no move to take back."))?;
        let game = first_moves(&self.game, last)?;
        self.player = self.player_at(&game)?.ok_or_else(|| {
            not_allowed("This program cannot be set to a position, and plays differently a second time.")
        })?;
        self.messages.retain(|&(number, _)| number < game.history().len());
        self.game = game;
        self.fault = None;
        self.saved = None;
        Ok(())
    }

    /// The number of history entries before the visitor's last move.
    fn last_own_move(&self) -> Option<usize> {
        let own = |&(color, mv): &(Color, Move)| color == self.visitor && mv != Move::PASS;
        self.game.history().iter().rposition(own)
    }

    /// A new process of the bot, brought to the position of `game`; `None` if that fails.
    fn player_at(&self, game: &Game) -> anyhow::Result<Option<Player>> {
        let color = self.visitor.opposite();
        let mut contestant = self.bot.contestant(None, &self.stop);
        let is_settable = match &self.bot.kind {
            BotKind::Builtin(_) => true,
            BotKind::Process(process) => process.protocol != Protocol::Course,
        };
        let start = if is_settable { game.clone() } else { Game::new() };
        contestant.begin(&start, color, self.seed)?;
        let mut player = Player { contestant, has_moved: false };
        Ok((is_settable || replay(&mut player, game, color, &self.limits)?).then_some(player))
    }

    /// The state for the page's script; the board is 64 of `X`, `O` and `-`, row by row.
    pub(super) fn view(&self) -> Value {
        let discs = [Color::Black, Color::White].map(|color| self.game.discs(color));
        let legal = if self.awaits_visitor() { self.game.board().legal_moves() } else { 0 };
        json!({
            "board": squares_text(discs),
            "legal": Squares(legal).map(|square| square.to_string()).collect::<Value>(),
            "discs": discs.map(u64::count_ones),
            "visitor": self.visitor.to_string(),
            "moves": self.moves(),
            "result": self.result(),
            "can_undo": self.last_own_move().is_some(),
            "saved": self.saved,
        })
    }

    fn moves(&self) -> Value {
        let message = |number| self.messages.iter().find(|(other, _)| *other == number);
        let view = |(number, &(color, mv)): (usize, &(Color, Move))| {
            let message = message(number).map(|(_, message)| Visible::line(message.trim()).to_string());
            let square = mv.square().map(|square| square.to_string());
            json!({ "color": color.to_string(), "square": square, "message": message })
        };
        self.game.history().iter().enumerate().map(view).collect()
    }

    /// How the game ended, once it has.
    pub(super) fn result(&self) -> Option<String> {
        if let Some(fault) = &self.fault {
            return Some(format!("You win: the program {}.", Visible::line(&fault.to_string())));
        }
        if !self.game.is_over() {
            return None;
        }
        let [own, others] =
            [self.visitor, self.visitor.opposite()].map(|color| self.game.discs(color).count_ones());
        Some(match self.game.leader() {
            None => format!("A draw, {own} : {others}."),
            Some(color) if color == self.visitor => format!("You win, {own} : {others}."),
            Some(_) => format!("You lose, {own} : {others}."),
        })
    }
}

/// The game before entry `length` of its history, which is a move.
fn first_moves(game: &Game, length: usize) -> anyhow::Result<Game> {
    let mut earlier = Game::new();
    for square in game.history()[..length].iter().filter_map(|(_, mv)| mv.square()) {
        earlier.play(square)?;
    }
    Ok(earlier)
}

/// Lets a bot replay its game up to the last move of `game`; returns whether it repeats its moves in time.
fn replay(player: &mut Player, game: &Game, color: Color, limits: &Limits) -> anyhow::Result<bool> {
    let started = Instant::now();
    let mut replayed = Game::new();
    for square in game.history().iter().filter_map(|(_, mv)| mv.square()) {
        if replayed.to_move() == color {
            let turn = Turn { game: &replayed, is_first: !player.has_moved, limits };
            player.has_moved = true;
            let is_same =
                player.contestant.choose(&turn)?.reply.is_ok_and(|reply| reply.square == Some(square));
            if !is_same || started.elapsed() > REPLAY_TIME {
                return Ok(false);
            }
        }
        replayed.play(square)?;
        if replayed.history().last() == Some(&(color, Move::PASS)) {
            let turn = Turn { game: &replayed, is_first: !player.has_moved, limits };
            if player.contestant.pass(&turn)?.is_err() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
