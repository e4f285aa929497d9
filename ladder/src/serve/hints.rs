//! Hints: the moves that the visitor's opponent would consider, with its own values.

use outflank::game::Game;
use outflank::square::Square;
use serde::Serialize;
use toolkit::text::Visible;

use super::table::{Refusal, Table};
use arena::foreign::remarks::{self, Value};
use arena::play::bots::BotKind;
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

/// The bot's hints for the current position, or the substitute's if the bot's protocol has none.
///
/// # Errors
/// If it is not the visitor's turn.
pub(super) fn hints(table: &Table) -> Result<Hints, Refusal> {
    if !table.awaits_visitor() {
        return Err(Refusal::NotAllowed("It is not your turn."));
    }
    let bot = &table.bot;
    let by = Visible::line(&bot.name).to_string();
    match &bot.kind {
        BotKind::Builtin(builtin) => Ok(appraise(builtin.clone(), &table.game, by)),
        BotKind::Process(process) if process.protocol != Protocol::Course => ask(table, by),
        BotKind::Process(_) => {
            let by = "the arena's own engine, since this program's protocol has no hints".to_string();
            Ok(appraise(Builtin::Outflank(Settings::playouts(PLAYOUTS)), &table.game, by))
        }
    }
}

fn appraise(builtin: Builtin, game: &Game, by: String) -> Hints {
    let name = builtin.to_string();
    let record = BotRecord { command: name.clone(), name, protocol: Protocol::Builtin };
    let hint = |square: Square, value: String| Hint { square: square.to_string(), value: Some(value) };
    let appraisals = BuiltinBot::new(record, builtin).appraise(game.board());
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
fn ask(table: &Table, by: String) -> Result<Hints, Refusal> {
    let Table { bot, stop, game, visitor, limits, .. } = table;
    let mut contestant = bot.contestant(None, stop);
    contestant.begin(game, *visitor, 0)?;
    let turn = Turn { game, is_first: true, limits };
    let reply = contestant.choose(&turn)?.reply;
    let epilogue = contestant.end(game)?;
    let reply = reply.map_err(|_| Refusal::NotAllowed("The program gave no answer."))?;
    let square = reply.square.ok_or(Refusal::NotAllowed("The program named no square."))?;
    let turn = TurnRecord {
        message: reply.message,
        wants_expert: reply.wants_expert,
        stderr: epilogue.stderr.into_iter().next().unwrap_or_default(),
        ..TurnRecord::new(*visitor, Some(square))
    };
    let (value, unit) = match remarks::value(&turn) {
        Some(Value::Discs(discs)) => (Some(number(discs, "discs")), "discs"),
        Some(Value::Share(share)) => (Some(number(100.0 * share, "%")), "%"),
        // The board marks the move as recommended.
        Some(Value::Proven(_)) | None => (None, ""),
    };
    Ok(Hints { by, unit: unit.to_string(), moves: vec![Hint { square: square.to_string(), value }] })
}
