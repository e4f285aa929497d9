//! Whether a program is effective: whether it makes at least one legal move.

use outflank::bits::Squares;
use outflank::game::{Color, Game};

use arena::play::bots::BotSpec;
use arena::play::contestant::{Contestant, Turn};
use arena::play::limits::Limits;
use arena::play::record::{last_lines, Fault};
use supervisor::stop::Stop;

/// The result of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether it made a legal move.
    pub is_effective: bool,
    /// The legal move, or what the program did instead, as a sentence for people.
    pub text: String,
    /// The last lines that the program wrote to standard error before it failed, if it did.
    pub last_words: String,
}

/// A call that brought no legal move.
struct Failure {
    fault: Fault,
    /// The command that it did not answer properly, if its protocol has commands.
    command: Option<String>,
    /// The program's standard error.
    stderr: String,
}

/// Asks a program for one move as black and, if that is not legal, for one as white; `too_slow` is added to
/// the message about one that is too slow.
///
/// # Errors
/// If the program cannot be started, or on a stop.
pub fn check(bot: &BotSpec, limits: &Limits, too_slow: &str, stop: &Stop) -> anyhow::Result<Finding> {
    let mut findings = Vec::new();
    let mut last_words = String::new();
    for color in [Color::Black, Color::White] {
        let mut contestant = bot.contestant(None, stop);
        match first_move(&mut *contestant, color, limits)? {
            Ok(name) => {
                findings.insert(0, format!("played {name} as {color}"));
                return Ok(Finding { is_effective: true, text: findings.join("; "), last_words });
            }
            Err(Failure { fault, command, stderr }) => {
                // The time for the set-up, which `DONE` ends, is fixed.
                let is_call = command.as_deref() != Some("DONE");
                let is_slow = is_call && matches!(fault, Fault::Timeout { .. });
                let hint = if is_slow { too_slow } else { "" };
                let after = command.map(|command| format!(" (after `{command}`)")).unwrap_or_default();
                findings.push(format!("as {color}: {fault}{after}{hint}"));
                last_words = last_lines(&stderr).join("\n");
            }
        }
    }
    Ok(Finding { is_effective: false, text: findings.join("; "), last_words })
}

fn first_move(
    contestant: &mut dyn Contestant,
    color: Color,
    limits: &Limits,
) -> anyhow::Result<Result<String, Failure>> {
    let mut game = Game::new();
    contestant.begin(&game, color, 0)?;
    if color == Color::White {
        // Any of black's first moves will do: they are symmetric.
        if let Some(square) = Squares(game.board().legal_moves()).next() {
            game.play(square)?;
        }
    }
    let answer = contestant.choose(&Turn { game: &game, is_first: true, limits })?;
    let command = contestant.last_command().map(str::to_string);
    let stderr = contestant.end(&game)?.stderr.pop().unwrap_or_default();
    let found = answer.reply.and_then(|reply| {
        let legal = reply.square.filter(|square| game.board().legal_moves() & square.bit() != 0);
        legal.map(|square| square.to_string()).ok_or(Fault::IllegalMove { output: reply.output })
    });
    Ok(found.map_err(|fault| Failure { fault, command, stderr }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::play::limits::ClockKind;
    use arena::play::record::Protocol;

    const PATIENT: Limits =
        Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

    /// The finding about a shell script that speaks the course's protocol.
    fn check_script(script: &str) -> Finding {
        let words = ["sh", "-c", script].map(String::from).to_vec();
        let bot = BotSpec::command("bot".to_string(), words, Protocol::Course);
        check(&bot, &PATIENT, "", &Stop::new().unwrap()).unwrap()
    }

    #[test]
    fn one_legal_move_is_enough() {
        let finding =
            check_script("while read line; do case $line in DONE) echo OK;; BEGIN) echo 'c 4';; esac; done");
        let text = "played c4 as black".to_string();
        assert_eq!(finding, Finding { is_effective: true, text, last_words: String::new() });
    }

    #[test]
    fn a_move_as_white_is_enough_too() {
        // After d3, c3 is white's.
        let script =
        "while read line; do case $line in DONE) echo OK;; BEGIN) exit 3;; TURN*) echo 'c 3';; esac; done";
        let text = "played c3 as white; as black: crashed: exit code 3 (after `BEGIN`)".to_string();
        assert_eq!(check_script(script), Finding { is_effective: true, text, last_words: String::new() });
    }

    #[test]
    fn without_a_legal_move_both_failures_are_told() {
        let finding = check_script(
        "while read line; do case $line in DONE) echo OK;; BEGIN) echo hello;; TURN*) exit 4;; esac; done",
    );
        assert!(!finding.is_effective);
        assert_eq!(
            finding.text,
            "as black: made an illegal move: \"hello\" (after `BEGIN`); \
             as white: crashed: exit code 4 (after `TURN d 3`)"
        );
    }

    #[test]
    fn a_crash_leaves_its_last_words() {
        let script =
            "while read line; do case $line in DONE) echo OK;; *) echo 'no book' >&2; exit 4;; esac; done";
        let finding = check_script(script);
        assert_eq!(finding.last_words, "no book", "{finding:?}");
    }
}
