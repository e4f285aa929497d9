//! Hints: the moves that the visitor's opponent would consider, with its own values.

use std::sync::{Mutex, PoisonError};

use outflank::game::Game;
use outflank::square::Square;
use serde::Serialize;
use toolkit::text::Visible;

use super::table::{Refusal, Table};
use arena::foreign::remarks::{self, Value};
use arena::play::bots::{BotKind, BotSpec};
use arena::play::contestant::builtin::{Builtin, BuiltinBot, Settings};
use arena::play::contestant::Turn;
use arena::play::record::{BotRecord, Protocol, TurnRecord};

/// Playouts a position of the substitute engine, for programs whose protocol has no hints.
const PLAYOUTS: u32 = 4000;

/// Hints for one position.
#[derive(Debug, Serialize)]
pub(super) struct Hints {
    /// The name of the bot that they come from.
    by: String,
    /// The unit of the values; empty if they have none.
    unit: String,
    /// Moves with values, the best first.
    moves: Vec<Hint>,
}

/// One move and its value for the visitor, in the unit of the hints.
#[derive(Debug, Serialize)]
struct Hint {
    square: String,
    value: Option<String>,
}

/// The substitute engine, created on first use.
#[derive(Default)]
pub(super) struct StandIn(Mutex<Option<BuiltinBot>>);

/// The bot's hints for the current position, or the substitute's if the bot's protocol has none.
///
/// # Errors
/// If it is not the visitor's turn.
pub(super) fn hints(table: &Table, stand_in: &StandIn) -> Result<Hints, Refusal> {
    if !table.awaits_visitor() {
        return Err(Refusal::NotAllowed("It is not your turn."));
    }
    let bot = table.bot();
    let by = Visible::line(&bot.name).to_string();
    match &bot.kind {
        BotKind::Builtin(Builtin::Random) => Ok(Hints { by, unit: String::new(), moves: Vec::new() }),
        BotKind::Builtin(builtin) => {
            Ok(appraise(&mut BuiltinBot::new(bot.record(), builtin.clone()), table.game(), by))
        }
        BotKind::Process(process) if process.protocol != Protocol::Course => ask(table, bot, by),
        BotKind::Process(_) => Ok(stand_in.hints(table.game())),
    }
}

impl StandIn {
    fn hints(&self, game: &Game) -> Hints {
        let builtin = Builtin::Outflank(Settings::playouts(PLAYOUTS));
        let mut bot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bot = bot.get_or_insert_with(|| {
            let name = builtin.to_string();
            BuiltinBot::new(BotRecord { command: name.clone(), name, protocol: Protocol::Builtin }, builtin)
        });
        let by = "the arena's own engine, since this program's protocol has no hints".to_string();
        appraise(bot, game, by)
    }
}

fn appraise(bot: &mut BuiltinBot, game: &Game, by: String) -> Hints {
    let hint = |square: Square, value: String| Hint { square: square.to_string(), value: Some(value) };
    let appraisals = bot.appraise(game.board());
    let unit = appraisals.first().map_or("", |appraisal| appraisal.unit).to_string();
    let moves = appraisals.into_iter();
    let moves = moves.map(|found| hint(found.square, number(found.value, found.unit))).collect();
    Hints { by, unit, moves }
}

/// A value without its unit, short enough for a square of the board.
fn number(value: f64, unit: &str) -> String {
    let text = if unit == "discs" { format!("{value:+.1}") } else { format!("{value:.0}") };
    text.replace('-', "\u{2212}")
}

/// Seats the bot in the visitor's place for one move.
fn ask(table: &Table, bot: &BotSpec, by: String) -> Result<Hints, Refusal> {
    let mut contestant = bot.contestant(None, table.stop());
    contestant.begin(table.game(), table.visitor(), 0)?;
    let turn = Turn { game: table.game(), is_first: true, limits: table.limits() };
    let reply = contestant.choose(&turn)?.reply;
    let epilogue = contestant.end(table.game())?;
    let reply = reply.map_err(|_| Refusal::NotAllowed("The program gave no answer."))?;
    let square = reply.square.ok_or(Refusal::NotAllowed("The program named no square."))?;
    let turn = TurnRecord {
        message: reply.message,
        wants_expert: reply.wants_expert,
        stderr: epilogue.stderr.into_iter().next().unwrap_or_default(),
        ..TurnRecord::new(table.visitor(), Some(square))
    };
    let (value, unit) = match remarks::value(&turn) {
        Some(Value::Discs(discs)) => (Some(number(discs, "discs")), "discs"),
        Some(Value::Share(share)) => (Some(number(100.0 * share, "%")), "%"),
        // The board marks the move as recommended.
        Some(Value::Proven(_)) | None => (None, ""),
    };
    Ok(Hints { by, unit: unit.to_string(), moves: vec![Hint { square: square.to_string(), value }] })
}
