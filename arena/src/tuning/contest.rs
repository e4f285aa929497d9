//! The match of one iteration: two versions of a bot, each opening with both colours.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use anyhow::{ensure, Context};
use outflank::game::Game;
use rustix::thread::CpuSet;
use supervisor::stop::Stop;

use super::parameter::Parameter;
use crate::matches::pairs::{self, Plan};
use crate::play::bots::{BotKind, BotSpec};
use crate::play::contestant::builtin::Builtin;
use crate::play::limits::Limits;

/// A match between two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The two versions, as [`Bots::find`](crate::play::bots::Bots::find) reads them.
    pub bots: [String; 2],
    /// The constants.
    pub parameters: Vec<Parameter>,
    /// Their values in each version.
    pub values: [Vec<f64>; 2],
    /// Indices of the run's pairs to play; no two matches share one.
    pub pairs: Range<u64>,
    /// The run's seed.
    pub seed: u64,
}

/// A program in which values of constants are to be set, and the limits of its games.
#[derive(Clone, Debug)]
pub struct OwnBot {
    /// The bot; words of its command and of its environment hold placeholders.
    pub bot: BotSpec,
    /// The limits.
    pub limits: Limits,
}

/// The placeholder of a constant in a command.
fn placeholder(name: &str) -> String {
    format!("{{{name}}}")
}

/// Whether a bot takes its constants by placeholders, as programs do, rather than as settings.
pub fn has_placeholders(bot: &str, parameters: &[Parameter]) -> bool {
    parameters.iter().any(|parameter| bot.contains(&placeholder(&parameter.name)))
}

/// A bot with these values of its constants: in place of their placeholders, else appended to its settings.
pub fn bot_with(bot: &str, parameters: &[Parameter], values: &[f64]) -> String {
    if has_placeholders(bot, parameters) {
        return filled(bot, parameters, values);
    }
    let settings =
        parameters.iter().zip(values).map(|(parameter, value)| format!(",{}={value}", parameter.name));
    std::iter::once(bot.to_string()).chain(settings).collect()
}

/// A text with values in place of the placeholders.
fn filled(text: &str, parameters: &[Parameter], values: &[f64]) -> String {
    let fill = |text: String, (parameter, value): (&Parameter, &f64)| {
        text.replace(&placeholder(&parameter.name), &value.to_string())
    };
    parameters.iter().zip(values).fold(text.to_string(), fill)
}

/// Rejects a bot that has no place for a parameter, and a built-in one that does not accept the parameters
/// over their whole ranges.
pub fn check_bot(bot: &str, parameters: &[Parameter]) -> anyhow::Result<()> {
    ensure!(!parameters.is_empty(), "there is no parameter to tune");
    if has_placeholders(bot, parameters) {
        for Parameter { name, .. } in parameters {
            ensure!(bot.contains(&placeholder(name)), "the bot has no placeholder `{{{name}}}`");
        }
        return parameters.iter().try_for_each(Parameter::check);
    }
    let has_constants = matches!(bot.parse()?, Builtin::Outflank(_) | Builtin::Sparring(_));
    ensure!(has_constants, "`{bot}` has no constants: expected `outflank:...` or `alphabeta:ms=N`");
    parameters.iter().try_for_each(Parameter::check)?;
    let ends: [fn(&Parameter) -> f64; 2] = [|parameter| parameter.low, |parameter| parameter.high];
    for end in ends {
        let values: Vec<f64> = parameters.iter().map(end).collect();
        bot_with(bot, parameters, &values).parse::<Builtin>()?;
    }
    Ok(())
}

impl Contest {
    /// Plays the match, `cores.len()` pairs at a time, and returns the first version's half points in each
    /// pair, 0 to 4, in order. `own` is the bot if it is a program; `fault` learns of games that it loses by
    /// a fault.
    ///
    /// # Errors
    /// If a bot cannot be started, or [`Stopped`](supervisor::stop::Stopped).
    pub fn play(
        &self,
        own: Option<&OwnBot>,
        openings: &[Game],
        cores: &[Option<CpuSet>],
        stop: &Stop,
        fault: &mut dyn FnMut(&str),
    ) -> anyhow::Result<Vec<u8>> {
        let [first, second] = &self.bots;
        let (bots, limits) = match own {
            Some(own) => ([0, 1].map(|version: usize| self.version(&own.bot, version)), own.limits),
            None => ([BotSpec::parse(first)?, BotSpec::parse(second)?], Limits::CODINGAME),
        };
        let plan = Plan::new(bots, openings.to_vec(), self.seed, limits);
        let mut results = vec![None; (self.pairs.end - self.pairs.start) as usize];
        pairs::run(&plan, self.pairs.clone(), cores, stop, &mut |finished| {
            for pair in finished {
                for game in pair.games.iter().filter(|game| game.fault().is_some()) {
                    fault(&format!("pair {}: {}", pair.index, game.ending()));
                }
                let [game, swapped] = pair.half_points();
                results[(pair.index - self.pairs.start) as usize] = Some(game + swapped);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        results.into_iter().collect::<Option<_>>().context("a pair is missing")
    }

    /// A version of a program: values in place of the placeholders in its arguments and environment.
    fn version(&self, bot: &BotSpec, version: usize) -> BotSpec {
        let mut bot = bot.clone();
        bot.name = self.bots[version].clone();
        if let BotKind::Process(process) = &mut bot.kind {
            let launch = &mut Arc::make_mut(process).launch;
            let texts =
                launch.command.iter_mut().chain(launch.environment.iter_mut().map(|(_, value)| value));
            texts.for_each(|text| *text = filled(text, &self.parameters, &self.values[version]));
        }
        bot
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
    fn constants_take_the_place_of_their_placeholders() {
        let parameters = parameters(&["C=0.3..3@1", "D=8..32@16"]);
        let bot = "./mybot --c {C} --d={D},{C}";
        check_bot(bot, &parameters).unwrap();
        assert_eq!(bot_with(bot, &parameters, &[1.25, 16.0]), "./mybot --c 1.25 --d=16,1.25");
        let error = check_bot("./mybot {C}", &parameters).unwrap_err().to_string();
        assert_eq!(error, "the bot has no placeholder `{D}`");
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
        let contest =
            Contest { bots, parameters: Vec::new(), values: Default::default(), pairs: 3..6, seed: 1 };
        let stop = Stop::new().unwrap();
        let results = contest.play(None, &[], &[None, None], &stop, &mut |_| unreachable!()).unwrap();
        assert_eq!(results, [2, 2, 2]);
    }
}
