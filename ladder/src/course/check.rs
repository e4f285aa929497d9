//! Whether a program is effective: whether it makes at least one legal move.

use outflank::bits::Squares;
use outflank::game::{Color, Game};

use arena::play::bots::BotSpec;
use arena::play::contestant::{Contestant, Turn};
use arena::play::limits::Limits;
use arena::play::record::Fault;
use arena::stop::Stop;

/// What the check saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether it made a legal move.
    pub is_effective: bool,
    /// The move, and what came instead of one.
    pub text: String,
}

/// Asks a program for one move as black and, if that is no legal one, for one as white.
///
/// # Errors
/// If the program cannot be started, or on a stop.
pub fn check(bot: &BotSpec, limits: &Limits, stop: &Stop) -> anyhow::Result<Finding> {
    let mut findings = Vec::new();
    for color in [Color::Black, Color::White] {
        let mut contestant = bot.contestant(None, stop);
        match first_move(&mut *contestant, color, limits)? {
            Ok(name) => {
                findings.insert(0, format!("played {name} as {color}"));
                return Ok(Finding { is_effective: true, text: findings.join("; ") });
            }
            Err(fault) => findings.push(format!("as {color}: {fault}")),
        }
    }
    Ok(Finding { is_effective: false, text: findings.join("; ") })
}

fn first_move(
    contestant: &mut dyn Contestant,
    color: Color,
    limits: &Limits,
) -> anyhow::Result<Result<String, Fault>> {
    let mut game = Game::new();
    contestant.begin(&game, color, 0)?;
    if color == Color::White {
        // Any of black's moves will do; they are all alike.
        if let Some(square) = Squares(game.board().legal_moves()).next() {
            game.play(square)?;
        }
    }
    let answer = contestant.choose(&Turn { game: &game, is_first: true, limits })?;
    contestant.end(&game)?;
    Ok(answer.reply.and_then(|reply| {
        let legal = reply.square.filter(|square| game.board().legal_moves() & square.bit() != 0);
        legal.map(|square| square.to_string()).ok_or(Fault::IllegalMove { output: reply.output })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::play::limits::ClockKind;
    use arena::play::record::Protocol;

    const PATIENT: Limits =
        Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

    /// What the check makes of a shell script that speaks the course's protocol.
    fn check_script(script: &str) -> Finding {
        let words = ["sh", "-c", script].map(String::from).to_vec();
        let bot = BotSpec::command("bot".to_string(), words, Protocol::Course);
        check(&bot, &PATIENT, &Stop::new().unwrap()).unwrap()
    }

    #[test]
    fn one_legal_move_is_enough() {
        let finding =
            check_script("while read line; do case $line in DONE) echo OK;; BEGIN) echo 'c 4';; esac; done");
        assert_eq!(finding, Finding { is_effective: true, text: "played c4 as black".to_string() });
    }

    #[test]
    fn a_move_as_white_is_enough_too() {
        // After d3, c3 is white's.
        let script =
        "while read line; do case $line in DONE) echo OK;; BEGIN) exit 3;; TURN*) echo 'c 3';; esac; done";
        let text = "played c3 as white; as black: crashed: exit code 3".to_string();
        assert_eq!(check_script(script), Finding { is_effective: true, text });
    }

    #[test]
    fn without_a_legal_move_both_failures_are_told() {
        let finding = check_script(
        "while read line; do case $line in DONE) echo OK;; BEGIN) echo hello;; TURN*) exit 4;; esac; done",
    );
        assert!(!finding.is_effective);
        assert_eq!(finding.text, "as black: illegal move \"hello\"; as white: crashed: exit code 4");
    }
}
