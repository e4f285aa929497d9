//! Lists for users: built-in bots with their settings, and the constants that can be tuned.

use ::outflank::mcts::Parameters;

use super::outflank::{parameter, NAMES};
use super::sparring::CONFIDENCE;

/// How each built-in bot is written on the command line, and what it does; roughly from the weakest to the
/// strongest.
pub const BUILTIN: [(&str, &str); 8] = [
    ("random", "a random legal move"),
    ("greedy", "the move that leads to the most discs"),
    ("positional", "the best square by a fixed table"),
    ("mobility", "the fewest moves for the opponent; corners weigh more"),
    ("uct[:PLAYOUTS]", "plain UCT with random playouts, 1000 a move"),
    ("alphabeta:PLIES", "alpha-beta to a fixed depth, hand-made evaluation"),
    ("alphabeta:ms=N", "selective alpha-beta with the engine's evaluation, N ms of CPU time"),
    ("outflank:playouts=N", "the engine; or ms=N, then weights=FILE, book=FILE, constants"),
];

/// A bot that has constants, and their names with their usual values.
pub type Tunable = (&'static str, Vec<(&'static str, f32)>);

/// The bots that have constants to tune.
pub fn tunable() -> [Tunable; 2] {
    let mut usual = Parameters::default();
    let constants = NAMES.iter().filter_map(|name| Some((*name, *parameter(&mut usual, name)?))).collect();
    [
        ("outflank:playouts=N or outflank:ms=N", constants),
        ("alphabeta:ms=N", vec![("confidence", CONFIDENCE)]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::contestant::builtin::Builtin;

    #[test]
    fn everything_listed_is_a_bot() {
        for (form, _) in BUILTIN {
            let text = form.replace("[:PLAYOUTS]", "").replace("PLIES", "3").replace("=N", "=10");
            assert!(text.parse::<Builtin>().is_ok(), "{text}");
        }
    }

    #[test]
    fn everything_tunable_can_be_set() {
        for (form, constants) in tunable() {
            let bot = form.split(" or ").next().unwrap_or_default().replace("=N", "=10");
            for (name, usual) in constants {
                assert!(format!("{bot},{name}={usual}").parse::<Builtin>().is_ok(), "{bot} {name}");
            }
        }
    }
}
