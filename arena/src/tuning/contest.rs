//! One iteration's match: two versions of a built-in bot, each opening with both colours.

use std::ops::{ControlFlow, Range};

use anyhow::{ensure, Context};
use outflank::game::Game;
use rustix::thread::CpuSet;

use super::parameter::Parameter;
use crate::bots::BotSpec;
use crate::contestant::builtin::Builtin;
use crate::limits::Limits;
use crate::pairs::{self, Plan};
use crate::stop::Stop;

/// A match between two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The two versions, as [`Bots::find`](crate::bots::Bots::find) reads them.
    pub bots: [String; 2],
    /// Which pairs of the run are played: no two matches share one.
    pub pairs: Range<u64>,
    /// The run's seed.
    pub seed: u64,
}

/// A bot with these values of its constants set after its other settings.
pub fn bot_with(bot: &str, parameters: &[Parameter], values: &[f64]) -> String {
    let settings =
        parameters.iter().zip(values).map(|(parameter, value)| format!(",{}={value}", parameter.name));
    std::iter::once(bot.to_string()).chain(settings).collect()
}

/// Refuses a bot that is not built in or does not have these parameters over their whole ranges.
pub fn check_bot(bot: &str, parameters: &[Parameter]) -> anyhow::Result<()> {
    ensure!(!parameters.is_empty(), "there is no parameter to tune");
    let has_constants = matches!(bot.parse()?, Builtin::Outflank(_) | Builtin::Sparring(_));
    ensure!(has_constants, "`{bot}` has no constants: expected `outflank:...` or `alphabeta:ms=N`");
    for parameter in parameters {
        parameter.check()?;
    }
    let ends: [fn(&Parameter) -> f64; 2] = [|parameter| parameter.low, |parameter| parameter.high];
    for end in ends {
        let values: Vec<f64> = parameters.iter().map(end).collect();
        bot_with(bot, parameters, &values).parse::<Builtin>()?;
    }
    Ok(())
}

impl Contest {
    /// Plays the match, `cores.len()` pairs at a time, and returns the first version's half points in each pair, 0 to 4,
    /// in the order of the pairs.
    ///
    /// # Errors
    /// If a bot cannot be started, or [`Stopped`](crate::stop::Stopped).
    pub fn play(&self, openings: &[Game], cores: &[Option<CpuSet>], stop: &Stop) -> anyhow::Result<Vec<u8>> {
        let [first, second] = &self.bots;
        let bots = [BotSpec::parse(first)?, BotSpec::parse(second)?];
        let plan = Plan::new(bots, openings.to_vec(), self.seed, Limits::CODINGAME);
        let mut results = vec![None; (self.pairs.end - self.pairs.start) as usize];
        pairs::run(&plan, self.pairs.clone(), cores, stop, &mut |finished| {
            for pair in finished {
                let [game, swapped] = pair.half_points();
                results[(pair.index - self.pairs.start) as usize] = Some(game + swapped);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        results.into_iter().collect::<Option<_>>().context("a pair was not played")
    }
}

#[cfg(test)]
mod tests;
