//! Reports on a move: the message that viewers see, and attributes for tools on standard error.

use std::time::Duration;

use crate::board::Board;
use crate::engine::{Choice, Source};

/// The text after `MSG `, of which CodinGame shows 11 characters: the expected discs, or the proven result,
/// and the depth of the search or where else the move comes from.
pub(super) fn message(choice: &Choice) -> String {
    let depth = choice.depth;
    match (proof(choice), choice.bounds.lower) {
        _ if choice.source == Source::Book => format!("{:+} book", choice.discs.round() as i32),
        ("no", _) => format!("{:+} d{depth}", choice.discs.round() as i32),
        ("exact", score) => format!("={score:+} solved"),
        (proof, _) => format!("{proof} d{depth}"),
    }
}

/// The proof of a choice, as a word. The tree search proves signs only.
fn proof(choice: &Choice) -> &'static str {
    match choice.bounds.sign() {
        _ if choice.source == Source::Solver && choice.bounds.score().is_some() => "exact",
        None => "no",
        Some(1) => "win",
        Some(0) => "draw",
        Some(_) => "loss",
    }
}

/// The attributes of a turn in the format of CG Arena: one per line, the value being all that follows `=`.
///
/// `value` is in discs for this side; `solved` is the proof: `no`, `win`, `draw`, `loss` or `exact`.
pub(super) fn attributes(
    turn: u32,
    board: Board,
    choice: &Choice,
    elapsed: Duration,
    is_late: bool,
) -> String {
    let mut attributes = vec![
        ("playouts", choice.playouts.to_string()),
        ("depth", choice.depth.to_string()),
        ("value", format!("{:.1}", choice.discs)),
        ("ms", format!("{:.1}", elapsed.as_secs_f64() * 1000.0)),
        ("empties", board.empty_count().to_string()),
        ("solved", proof(choice).to_owned()),
    ];
    if choice.source == Source::Book {
        attributes.push(("book", "1".to_owned()));
    }
    if is_late {
        attributes.push(("late", "1".to_owned()));
    }
    attributes.iter().map(|(name, value)| format!("[TDATA][{turn}] {name} = {value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;
    use crate::square::Square;

    /// CodinGame truncates a message to 12 characters, the blank after `MSG` included.
    const MAX_MESSAGE_LENGTH: usize = 11;

    const WIN: Bounds = Bounds { lower: 2, upper: 64 };

    fn choice(discs: f32, depth: u32, bounds: Bounds, source: Source) -> Choice {
        Choice { square: Square::new(19), discs, depth, playouts: 81_234, bounds, source }
    }

    #[test]
    fn messages_say_the_value_or_the_proven_result() {
        for (discs, bounds, source, expected) in [
            (12.4, Bounds::UNKNOWN, Source::Search, "+12 d14"),
            (-0.3, Bounds::UNKNOWN, Source::Search, "+0 d14"),
            (-63.6, Bounds::UNKNOWN, Source::Search, "-64 d14"),
            (0.4, Bounds::UNKNOWN, Source::Book, "+0 book"),
            (-63.6, Bounds::UNKNOWN, Source::Book, "-64 book"),
            (30.0, WIN, Source::Search, "win d14"),
            (0.0, Bounds::exact(0), Source::Search, "draw d14"),
            (-30.0, WIN.negated(), Source::Solver, "loss d14"),
            (12.0, Bounds::exact(12), Source::Solver, "=+12 solved"),
            (0.0, Bounds::exact(0), Source::Solver, "=+0 solved"),
            (-64.0, Bounds::exact(-64), Source::Solver, "=-64 solved"),
        ] {
            let message = message(&choice(discs, 14, bounds, source));
            assert_eq!(message, expected);
            assert!(message.len() <= MAX_MESSAGE_LENGTH, "{message}");
        }
    }

    #[test]
    fn a_nan_value_still_makes_a_message() {
        assert_eq!(message(&choice(f32::NAN, 60, Bounds::UNKNOWN, Source::Solver)), "+0 d60");
    }

    #[test]
    fn attributes_have_a_line_each() {
        let attributes = attributes(
            7,
            Board::START,
            &choice(-3.26, 14, Bounds::exact(-4), Source::Solver),
            Duration::from_micros(137_250),
            false,
        );
        assert_eq!(
            attributes,
            "[TDATA][7] playouts = 81234\n\
         [TDATA][7] depth = 14\n\
         [TDATA][7] value = -3.3\n\
         [TDATA][7] ms = 137.2\n\
         [TDATA][7] empties = 60\n\
         [TDATA][7] solved = exact\n"
        );
    }

    #[test]
    fn book_moves_and_late_answers_have_their_attributes() {
        let choice = choice(0.0, 1, Bounds::UNKNOWN, Source::Book);
        let late = attributes(2, Board::START, &choice, Duration::from_secs(1), true);
        assert!(late.ends_with("[TDATA][2] solved = no\n[TDATA][2] book = 1\n[TDATA][2] late = 1\n"));
    }
}
