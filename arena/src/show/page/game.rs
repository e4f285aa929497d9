//! The page of one game: board, moves, evaluations, clocks and the bots' output.

use analyst::analysis::CurvePoint;
use analyst::notation::{remarks, squares_text};
use analyst::page::{page, Template, GAME_STYLE};
use outflank::bits::Squares;
use outflank::board::Score;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde_json::{json, Value};
use toolkit::text::Visible;

use crate::play::record::{seat, GameRecord, Protocol, TurnRecord};
use crate::show::analysis::Exact;
use crate::show::input;
use crate::show::replay::{Replay, Step};

const TEMPLATE: Template = Template {
    body: include_str!("game/body.html"),
    styles: &[GAME_STYLE],
    script: include_str!("game/script.js"),
};

/// The page of a game, with the exact value of each step where known, and the engine's value of the start and
/// after each step; an empty `curve` leaves the engine out.
///
/// # Errors
/// If a number has no JSON form.
pub fn game(
    record: &GameRecord,
    replay: &Replay,
    exact: &[Option<Exact>],
    curve: &[CurvePoint],
) -> serde_json::Result<String> {
    let [black, white] = [0, 1].map(|seat: usize| record.bots[seat].name.as_str());
    page(
        &Visible::line(&format!("{black} against {white}")).to_string(),
        &TEMPLATE,
        &view(record, replay, exact, curve),
    )
}

/// The data of the page; the script reads these names.
fn view(record: &GameRecord, replay: &Replay, exact: &[Option<Exact>], curve: &[CurvePoint]) -> Value {
    let mut has_moved = [false; 2];
    let mut positions = vec![position(&Game::new(), Value::Null)];
    for (step, exact) in replay.steps.iter().zip(exact) {
        let is_first = step.turn.is_some() && !std::mem::replace(&mut has_moved[seat(step.color)], true);
        let limit_ms = record.limits.call_ms(is_first);
        let turn = step.turn.and_then(|turn| record.turns.get(turn));
        positions.push(position(&step.after, step_view(step, turn, limit_ms, exact.as_ref())));
    }
    let last = positions.last_mut().and_then(|position| position["step"].get_mut("fault"));
    if let (Some(fault), Some(text)) = (last, record.fault_text()) {
        // The fault by which the last call ended the game: `timeout: 850.2 ms over its 150 ms`.
        *fault = json!(line(&text));
    }
    for call in input::calls(record, replay) {
        let protocol = record.bots[seat(call.color)].protocol;
        if matches!(protocol, Protocol::Codingame | Protocol::Builtin) {
            positions[call.step + 1]["step"]["input"] = json!(call.input);
        }
    }
    for (position, &CurvePoint { value, bounds }) in positions.iter_mut().zip(curve) {
        // For black, in discs; within the bounds that are proven.
        position["engine"] = json!({ "value": value, "lower": bounds.lower, "upper": bounds.upper });
    }
    let who = match record.winner() {
        Some(color) => format!("{color} wins"),
        None => "draw".to_string(),
    };
    let bots = record.bots.each_ref();
    json!({
        "bots": bots.map(|bot| json!({ "name": line(&bot.name), "command": line(&bot.command) })),
        "result": format!("{who}, {}", record.score_text()),
        "ending": line(&record.ending()),
        "limits": record.limits.to_string(),
        // The page then opens at its end.
        "has_fault": record.fault().is_some(),
        // A string, since a script's numbers have 53 bits only.
        "seed": record.seed.to_string(),
        // From the standard start to the end.
        "positions": positions,
    })
}

fn line(text: &str) -> String {
    Visible::line(text).to_string()
}

/// A position and the move to it, `null` for the start.
fn position(game: &Game, step: Value) -> Value {
    let discs = [Color::Black, Color::White].map(|color| game.discs(color));
    json!({
        // 64 characters out of `X`, `O` and `-`, row by row.
        "board": squares_text(discs),
        "discs": discs.map(u64::count_ones),
        // The indices of the side to move's legal moves.
        "legal": Squares(game.board().legal_moves()).map(Square::index).collect::<Vec<_>>(),
        "engine": null,
        "step": step,
    })
}

/// A move or a fault. Values are for black, whichever side moved.
fn step_view(step: &Step, turn: Option<&TurnRecord>, limit_ms: u32, exact: Option<&Exact>) -> Value {
    let is_black = step.color == Color::Black;
    let of_black = |score: Score| if is_black { score } else { -score };
    let (mut discs_value, mut share_value, mut proven) = (None, None, None);
    match turn.and_then(TurnRecord::value) {
        Some(remarks::Value::Discs(discs)) => discs_value = Some(if is_black { discs } else { -discs }),
        Some(remarks::Value::Share(share)) => share_value = Some(if is_black { share } else { 1.0 - share }),
        Some(remarks::Value::Proven(sign)) => proven = Some(if is_black { sign } else { -sign }),
        None => {}
    }
    let stderr = turn.map_or("", |turn| &turn.stderr);
    let attributes =
        remarks::attributes(stderr).map(|attribute| [line(attribute.name), line(attribute.value)]);
    json!({
        "number": step.before.move_count() + 1,
        "color": step.color.to_string(),
        "square": step.square.map(|square| square.to_string()),
        "is_opening": step.turn.is_none(),
        "passes": step.passes().is_some(),
        "clock_ms": turn.and_then(|turn| turn.clock_ms),
        "stall_ms": turn.and_then(|turn| turn.stall_ms),
        "limit_ms": limit_ms,
        "message": turn.and_then(|turn| turn.message.as_deref()).map(|text| line(text.trim())),
        "discs_value": discs_value,
        "share_value": share_value,
        // A result that the bot has proven: 1 if black wins, 0 for a draw, -1 if white wins.
        "proven": proven,
        "exact_before": exact.map(|exact| of_black(exact.before)),
        "exact_after": exact.map(|exact| of_black(exact.after)),
        "loss": exact.map_or(0, Exact::loss),
        "changes_result": exact.is_some_and(Exact::changes_result),
        "attributes": attributes.collect::<Vec<_>>(),
        "stderr": Visible::lines(stderr).to_string(),
        "fault": null,
        // What the bot was sent for this call, on CodinGame's protocol.
        "input": null,
    })
}
