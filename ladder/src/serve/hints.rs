//! Hints: the moves that the visitor's opponent would consider, with its own values.

use outflank::game::Game;
use outflank::square::Square;
use parking_lot::Mutex;
use serde_json::{json, Value};
use toolkit::text::Visible;

use super::failure::Failure;
use super::table::{not_allowed, Table};
use analyst::notation::remarks::Value as Remark;
use arena::play::bots::BotKind;
use arena::play::contestant::builtin::{Builtin, BuiltinBot, MoveValue, Settings};
use arena::play::contestant::Turn;
use arena::play::record::{BotRecord, Protocol, TurnRecord};

/// Playouts a position of the substitute engine, for programs whose protocol has no hints.
const PLAYOUTS: u32 = 4000;

/// Held while a bot appraises moves: an engine's tables are large.
static APPRAISING: Mutex<()> = Mutex::new(());

/// The bot's hints for the current position, or the substitute's if the bot's protocol has none.
///
/// # Errors
/// If it is not the visitor's turn.
pub(super) fn hints(table: &Table) -> Result<Value, Failure> {
    if !table.awaits_visitor() {
        return Err(not_allowed("It is not your turn."));
    }
    let bot = &table.bot;
    let by = Visible::line(&bot.name).to_string();
    match &bot.kind {
        BotKind::Builtin(builtin) => Ok(appraise(builtin.clone(), &table.game, &by)),
        BotKind::Process(process) if process.protocol != Protocol::Course => ask(table, &by),
        BotKind::Process(_) => {
            let by = "the arena's own engine, since this program's protocol has no hints";
            Ok(appraise(Builtin::Outflank(Settings::playouts(PLAYOUTS)), &table.game, by))
        }
    }
}

fn appraise(builtin: Builtin, game: &Game, by: &str) -> Value {
    let name = builtin.to_string();
    let record = BotRecord { command: name.clone(), name, protocol: Protocol::Builtin };
    let _one_at_a_time = APPRAISING.lock();
    let appraisals = BuiltinBot::new(record, builtin).appraise(game.board());
    let unit = appraisals.first().map_or("", |appraisal| appraisal.unit);
    let hint = |found: MoveValue| (found.square, Some(number(found.value, unit)));
    json(by, unit, appraisals.into_iter().map(hint))
}

/// Hints as the page's script receives them: the bot that they come from, the unit of the values (empty if
/// they have none), and moves with values for the visitor, the best first.
fn json(by: &str, unit: &str, moves: impl IntoIterator<Item = (Square, Option<String>)>) -> Value {
    let hint =
        |(square, value): (Square, Option<String>)| json!({ "square": square.to_string(), "value": value });
    json!({ "by": by, "unit": unit, "moves": moves.into_iter().map(hint).collect::<Value>() })
}

/// A value without its unit, short enough for a square of the board.
fn number(value: f64, unit: &str) -> String {
    let text = if unit == "discs" { format!("{value:+.1}") } else { format!("{value:.0}") };
    text.replace('-', "\u{2212}")
}

/// Seats the bot in the visitor's place for one move.
fn ask(table: &Table, by: &str) -> Result<Value, Failure> {
    let Table { bot, stop, game, visitor, limits, .. } = table;
    let mut contestant = bot.contestant(None, stop);
    contestant.begin(game, *visitor, 0)?;
    let turn = Turn { game, is_first: true, limits };
    let reply = contestant.choose(&turn)?.reply;
    let epilogue = contestant.end(game)?;
    let reply = reply.map_err(|_| not_allowed("The program gave no answer."))?;
    let square = reply.square.ok_or_else(|| not_allowed("The program named no square."))?;
    let turn = TurnRecord {
        message: reply.message,
        wants_expert: reply.wants_expert,
        stderr: epilogue.stderr.into_iter().next().unwrap_or_default(),
        ..TurnRecord::new(*visitor, Some(square))
    };
    let (value, unit) = match turn.value() {
        Some(Remark::Discs(discs)) => (Some(number(discs, "discs")), "discs"),
        Some(Remark::Share(share)) => (Some(number(100.0 * share, "%")), "%"),
        // The board marks the move as recommended.
        Some(Remark::Proven(_)) | None => (None, ""),
    };
    Ok(json(by, unit, [(square, value)]))
}
