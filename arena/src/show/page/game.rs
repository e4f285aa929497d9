//! The page of one game: board, moves, evaluations, clocks and the bots' output.

use analyst::analysis::CurvePoint;
use analyst::notation::squares_text;
use analyst::page::{page, Template, GAME_STYLE};
use outflank::bits::Squares;
use outflank::board::Score;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde::Serialize;
use toolkit::text::Visible;

use crate::foreign::remarks::{self, Value};
use crate::play::record::{seat, ColorName, GameRecord, Protocol, TurnRecord};
use crate::show::analysis::Exact;
use crate::show::input;
use crate::show::replay::{Replay, Step};

const TEMPLATE: Template = Template {
    body: include_str!("game/body.html"),
    styles: &[GAME_STYLE],
    script: include_str!("game/script.js"),
};

/// The data of the page; the script reads these names.
#[derive(Serialize)]
struct View {
    bots: [BotView; 2],
    result: String,
    ending: String,
    limits: String,
    /// Whether a fault ended the game: the page then opens at its end.
    has_fault: bool,
    /// A string, since a script's numbers have 53 bits only.
    seed: String,
    /// The positions from the standard start to the end.
    positions: Vec<PositionView>,
}

#[derive(Serialize)]
struct BotView {
    name: String,
    command: String,
}

#[derive(Serialize)]
struct PositionView {
    /// 64 characters out of `X`, `O` and `-`, row by row.
    board: String,
    discs: [u32; 2],
    /// The indices of the side to move's legal moves.
    legal: Vec<usize>,
    /// The engine's value, if there is one.
    engine: Option<EngineView>,
    /// The move to this position; `None` for the start.
    step: Option<StepView>,
}

/// The engine's value for black, in discs; within the bounds that are proven.
#[derive(Clone, Copy, Serialize)]
struct EngineView {
    value: f32,
    lower: i8,
    upper: i8,
}

/// A move or a fault. Values are for black, whichever side moved.
#[derive(Serialize)]
struct StepView {
    number: usize,
    #[serde(with = "ColorName")]
    color: Color,
    square: Option<String>,
    is_opening: bool,
    passes: bool,
    clock_ms: Option<f64>,
    stall_ms: Option<f64>,
    limit_ms: u32,
    message: Option<String>,
    discs_value: Option<f64>,
    share_value: Option<f64>,
    /// A result that the bot has proven: 1 if black wins, 0 for a draw, -1 if white wins.
    proven: Option<i8>,
    exact_before: Option<Score>,
    exact_after: Option<Score>,
    loss: Score,
    changes_result: bool,
    attributes: Vec<[String; 2]>,
    stderr: String,
    /// The fault by which this call ended the game: `timeout: 850.2 ms over its 150 ms`.
    fault: Option<String>,
    /// What the bot was sent for this call, on CodinGame's protocol.
    input: Option<String>,
}

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

fn view(record: &GameRecord, replay: &Replay, exact: &[Option<Exact>], curve: &[CurvePoint]) -> View {
    let mut has_moved = [false; 2];
    let mut positions = vec![position(&Game::new(), None)];
    for (step, exact) in replay.steps.iter().zip(exact) {
        let is_first = step.turn.is_some() && !std::mem::replace(&mut has_moved[seat(step.color)], true);
        let limit_ms = record.limits.call_ms(is_first);
        let turn = step.turn.and_then(|turn| record.turns.get(turn));
        positions.push(position(&step.after, Some(step_view(step, turn, limit_ms, exact.as_ref()))));
    }
    if let Some(view) = positions.last_mut().and_then(|position| position.step.as_mut()) {
        view.fault = record.fault_text().map(|text| Visible::line(&text).to_string());
    }
    for call in input::calls(record, replay) {
        let protocol = record.bots[seat(call.color)].protocol;
        if let Some(view) = positions.get_mut(call.step + 1).and_then(|position| position.step.as_mut()) {
            view.input = matches!(protocol, Protocol::Codingame | Protocol::Builtin).then_some(call.input);
        }
    }
    for (position, &CurvePoint { value, bounds }) in positions.iter_mut().zip(curve) {
        position.engine = Some(EngineView { value, lower: bounds.lower, upper: bounds.upper });
    }
    View {
        bots: [0, 1].map(|seat: usize| BotView {
            name: Visible::line(&record.bots[seat].name).to_string(),
            command: Visible::line(&record.bots[seat].command).to_string(),
        }),
        result: result(record),
        ending: Visible::line(&record.ending()).to_string(),
        limits: record.limits.to_string(),
        has_fault: record.fault().is_some(),
        seed: record.seed.to_string(),
        positions,
    }
}

fn result(record: &GameRecord) -> String {
    let who = match record.winner() {
        Some(color) => format!("{color} wins"),
        None => "draw".to_string(),
    };
    format!("{who}, {}", record.score_text())
}

fn position(game: &Game, step: Option<StepView>) -> PositionView {
    let discs = [Color::Black, Color::White].map(|color| game.discs(color));
    PositionView {
        board: squares_text(discs),
        discs: discs.map(u64::count_ones),
        legal: Squares(game.board().legal_moves()).map(Square::index).collect(),
        engine: None,
        step,
    }
}

fn step_view(step: &Step, turn: Option<&TurnRecord>, limit_ms: u32, exact: Option<&Exact>) -> StepView {
    let value = turn.and_then(remarks::value);
    let is_black = step.color == Color::Black;
    let of_black = |score: Score| if is_black { score } else { -score };
    let (mut discs_value, mut share_value, mut proven) = (None, None, None);
    match value {
        Some(Value::Discs(discs)) => discs_value = Some(if is_black { discs } else { -discs }),
        Some(Value::Share(share)) => share_value = Some(if is_black { share } else { 1.0 - share }),
        Some(Value::Proven(sign)) => proven = Some(if is_black { sign } else { -sign }),
        None => {}
    }
    let stderr = turn.map_or("", |turn| &turn.stderr);
    StepView {
        number: step.before.move_count() + 1,
        color: step.color,
        square: step.square.map(|square| square.to_string()),
        is_opening: step.turn.is_none(),
        passes: step.passes().is_some(),
        clock_ms: turn.and_then(|turn| turn.clock_ms),
        stall_ms: turn.and_then(|turn| turn.stall_ms),
        limit_ms,
        message: turn
            .and_then(|turn| turn.message.as_deref())
            .map(|text| Visible::line(text.trim()).to_string()),
        discs_value,
        share_value,
        proven,
        exact_before: exact.map(|exact| of_black(exact.before)),
        exact_after: exact.map(|exact| of_black(exact.after)),
        loss: exact.map_or(0, Exact::loss),
        changes_result: exact.is_some_and(Exact::changes_result),
        attributes: remarks::attributes(stderr)
            .map(|attribute| [attribute.name, attribute.value].map(|text| Visible::line(text).to_string()))
            .collect(),
        stderr: Visible::lines(stderr).to_string(),
        fault: None,
        input: None,
    }
}
