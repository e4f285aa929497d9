//! Hints: the moves that the visitor's opponent would consider, with its own values.

use std::sync::{Mutex, PoisonError};

use outflank::game::Game;
use outflank::square::Square;
use serde::Serialize;

use super::table::{Refusal, Table};
use arena::foreign::remarks::{self, Value};
use arena::play::bots::{BotKind, BotSpec};
use arena::play::contestant::builtin::{Builtin, BuiltinBot, Settings};
use arena::play::contestant::Turn;
use arena::play::record::{BotRecord, Protocol, TurnRecord};
use arena::text::Visible;

/// Playouts a position of the substitute engine, for programs whose protocol has no hints.
const PLAYOUTS: u32 = 4000;

/// Hints for one position.
#[derive(Debug, Serialize)]
pub(super) struct Hints {
    /// Whose they are.
    by: String,
    /// Moves with values, the best first.
    moves: Vec<Hint>,
}

/// One move and what it is worth to the visitor.
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
        BotKind::Builtin(Builtin::Random) => Ok(Hints { by, moves: Vec::new() }),
        BotKind::Builtin(builtin) => {
            let moves = appraise(&mut BuiltinBot::new(bot.record(), builtin.clone()), table.game());
            Ok(Hints { by, moves })
        }
        BotKind::Process(process) if process.protocol != Protocol::Course => {
            Ok(Hints { by, moves: vec![ask(table, bot)?] })
        }
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
        Hints { by, moves: appraise(bot, game) }
    }
}

fn appraise(bot: &mut BuiltinBot, game: &Game) -> Vec<Hint> {
    let hint = |square: Square, value: String| Hint { square: square.to_string(), value: Some(value) };
    bot.appraise(game.board())
        .into_iter()
        .map(|appraisal| hint(appraisal.square, with_unit(appraisal.value, appraisal.unit)))
        .collect()
}

fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "%" => format!("{value:.0} %"),
        "discs" => format!("{value:+.1}").replace('-', "\u{2212}"),
        _ => format!("{value:.0}").replace('-', "\u{2212}"),
    }
}

/// Seats the bot in the visitor's place for one move.
fn ask(table: &Table, bot: &BotSpec) -> Result<Hint, Refusal> {
    let mut contestant = bot.contestant(None, table.stop());
    contestant.begin(table.game(), table.visitor(), 0)?;
    let turn = Turn { game: table.game(), is_first: true, limits: table.limits() };
    let reply = contestant.choose(&turn)?.reply;
    let epilogue = contestant.end(table.game())?;
    let reply = reply.map_err(|_| Refusal::NotAllowed("The program gave no answer."))?;
    let square = reply.square.ok_or(Refusal::NotAllowed("The program named no square."))?;
    let turn = TurnRecord {
        color: table.visitor(),
        square: Some(square),
        clock_ms: None,
        stall_ms: None,
        message: reply.message,
        wants_expert: reply.wants_expert,
        stderr: epilogue.stderr.into_iter().next().unwrap_or_default(),
    };
    let value = remarks::value(&turn).map(|value| match value {
        Value::Discs(discs) => with_unit(discs, "discs"),
        Value::Share(share) => with_unit(100.0 * share, "%"),
    });
    Ok(Hint { square: square.to_string(), value })
}
