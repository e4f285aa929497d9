//! What the bot says about its move: to the viewers, and to tools on standard error.

use std::time::Duration;

use crate::board::Board;
use crate::engine::{Choice, Solved};

/// The text after `MSG `, of which CodinGame shows 11 characters: the expected discs, or the proven result, and the
/// depth of the search.
pub(super) fn message(choice: &Choice) -> String {
    let depth = choice.depth;
    match choice.solved {
        Solved::No => format!("{:+} d{depth}", choice.discs.round() as i32),
        Solved::Win => format!("win d{depth}"),
        Solved::Draw => format!("draw d{depth}"),
        Solved::Loss => format!("loss d{depth}"),
        Solved::Exact(score) => format!("={score:+} solved"),
    }
}

/// One turn in CG Arena's form, one attribute a line, as its script takes everything after `=` for the value.
///
/// `value` is in discs for this side; `solved` says what is proven: `no`, `win`, `draw`, `loss` or `exact`.
pub(super) fn attributes(
    turn: u32,
    board: Board,
    choice: &Choice,
    elapsed: Duration,
    is_late: bool,
) -> String {
    let solved = match choice.solved {
        Solved::No => "no",
        Solved::Win => "win",
        Solved::Draw => "draw",
        Solved::Loss => "loss",
        Solved::Exact(_) => "exact",
    };
    let mut attributes = vec![
        ("playouts", choice.playouts.to_string()),
        ("depth", choice.depth.to_string()),
        ("value", format!("{:.1}", choice.discs)),
        ("ms", format!("{:.1}", elapsed.as_secs_f64() * 1000.0)),
        ("empties", board.empty_count().to_string()),
        ("solved", solved.to_owned()),
    ];
    if is_late {
        attributes.push(("late", "1".to_owned()));
    }
    attributes.iter().map(|(name, value)| format!("[TDATA][{turn}] {name} = {value}\n")).collect()
}

#[cfg(test)]
mod tests;
