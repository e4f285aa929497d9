//! Whether a program is effective: whether it makes at least one legal move.

use outflank::bits::Squares;
use outflank::game::{Color, Game};

use crate::bots::BotSpec;
use crate::contestant::{Contestant, Turn};
use crate::limits::Limits;
use crate::record::Fault;
use crate::stop::Stop;

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
mod tests;
