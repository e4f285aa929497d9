//! The match of one iteration: two versions of a built-in bot, each opening with both colours.

use std::ops::{ControlFlow, Range};

use anyhow::{ensure, Context};
use outflank::game::Game;
use rustix::thread::CpuSet;
use supervisor::stop::Stop;

use super::parameter::Parameter;
use crate::matches::pairs::{self, Plan};
use crate::play::bots::BotSpec;
use crate::play::contestant::builtin::Builtin;
use crate::play::limits::Limits;

/// A match between two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The two versions, as [`Bots::find`](crate::play::bots::Bots::find) reads them.
    pub bots: [String; 2],
    /// Indices of the run's pairs to play; no two matches share one.
    pub pairs: Range<u64>,
    /// The run's seed.
    pub seed: u64,
}

/// A bot with these values of its constants appended to its settings.
pub fn bot_with(bot: &str, parameters: &[Parameter], values: &[f64]) -> String {
    let settings =
        parameters.iter().zip(values).map(|(parameter, value)| format!(",{}={value}", parameter.name));
    std::iter::once(bot.to_string()).chain(settings).collect()
}

/// Rejects a bot that is not built in, or that does not accept these parameters over their whole ranges.
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
    /// Plays the match, `cores.len()` pairs at a time, and returns the first version's half points in each
    /// pair, 0 to 4, in order.
    ///
    /// # Errors
    /// If a bot cannot be started, or [`Stopped`](supervisor::stop::Stopped).
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
mod tests {
    use super::*;

    fn parameters(texts: &[&str]) -> Vec<Parameter> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn constants_follow_the_bots_own_settings() {
        let parameters = parameters(&["exploration=0.3..3@1", "tanh-scale=8..32@16"]);
        let bot = bot_with("outflank:playouts=10,minimax-weight=0.5", &parameters, &[1.25, 16.0]);
        assert_eq!(bot, "outflank:playouts=10,minimax-weight=0.5,exploration=1.25,tanh-scale=16");
    }

    #[test]
    fn bots_and_parameters_must_fit() {
        check_bot("outflank:ms=20", &parameters(&["exploration=0.3..3@1", "minimax-weight=0..1@0.7"]))
            .unwrap();
        check_bot("alphabeta:ms=20", &parameters(&["confidence=0.5..2@1.2"])).unwrap();
        for (bot, texts, complaint) in [
            ("outflank:ms=20", &[][..], "there is no parameter"),
            ("random", &["x=0..1@0"], "`random` has no constants"),
            ("mybot", &["x=0..1@0"], "no built-in bot is called `mybot`"),
            ("outflank:ms=20", &["speed=0..1@0"], "`speed` cannot be set"),
            ("outflank:ms=20", &["exploration=0..1@0", "exploration=0..1@1"], "`exploration` is set twice"),
            ("outflank:ms=20,exploration=2", &["exploration=0..1@0"], "`exploration` is set twice"),
            ("outflank:ms=20", &["exploration=-1..1@0"], "expected a number from 0 to 1000"),
            ("alphabeta:ms=20", &["confidence=0..11@1"], "expected a number from 0 to 10"),
        ] {
            let error = format!("{:#}", check_bot(bot, &parameters(texts)).unwrap_err());
            assert!(error.contains(complaint), "{bot}: {error}");
        }
    }

    #[test]
    fn equal_versions_share_the_points_of_a_pair() {
        let bots = [(); 2].map(|()| "outflank:playouts=20".to_string());
        let contest = Contest { bots, pairs: 3..6, seed: 1 };
        let results = contest.play(&[], &[None, None], &Stop::new().unwrap()).unwrap();
        assert_eq!(results, [2, 2, 2]);
    }
}
