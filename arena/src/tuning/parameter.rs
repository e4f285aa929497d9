//! A constant to tune: its name, range, start and step, parsed from `NAME=LOW..HIGH@START:STEP`.

use std::str::FromStr;

use anyhow::{ensure, Context};
use serde::{Deserialize, Serialize};

/// Default step, as a fraction of the range.
const USUAL_STEP: f64 = 0.1;

/// A constant to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name among the bot's settings.
    pub name: String,
    /// The lower bound of its values.
    pub low: f64,
    /// The upper bound of its values.
    pub high: f64,
    /// The initial value.
    pub start: f64,
    /// Perturbation to both sides in the last iteration; earlier iterations perturb further.
    pub step: f64,
}

impl Parameter {
    /// Rejects inconsistent numbers; the message names the problem.
    pub fn check(&self) -> anyhow::Result<()> {
        let Self { name, low, high, start, step } = self;
        ensure!(!name.is_empty(), "a parameter needs a name");
        let are_finite = [low, high, start, step].iter().all(|number| number.is_finite());
        ensure!(are_finite, "`{name}`: the numbers must be finite");
        ensure!(low < high, "`{name}`: the range {low}..{high} is empty");
        ensure!((low..=high).contains(&start), "`{name}`: the start {start} is not within {low}..{high}");
        let is_step = *step > 0.0 && *step <= (high - low) / 2.0;
        ensure!(is_step, "`{name}`: the step {step} is not between 0 and half of the range");
        Ok(())
    }
}

impl FromStr for Parameter {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let form = || format!("expected NAME=LOW..HIGH@START or NAME=LOW..HIGH@START:STEP, not `{text}`");
        let (name, rest) = text.split_once('=').with_context(form)?;
        let (low, rest) = rest.split_once("..").with_context(form)?;
        let (high, rest) = rest.split_once('@').with_context(form)?;
        let (start, step) = rest.split_once(':').map_or((rest, None), |(start, step)| (start, Some(step)));
        let number = |text: &str| text.parse::<f64>().with_context(form);
        let (low, high, start) = (number(low)?, number(high)?, number(start)?);
        let step = step.map_or(Ok(USUAL_STEP * (high - low)), number)?;
        let parameter = Self { name: name.to_string(), low, high, start, step };
        parameter.check()?;
        Ok(parameter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_may_be_named() {
        let parameter: Parameter = "exploration=0.3..3@1.0:0.25".parse().unwrap();
        let expected = Parameter { name: "exploration".into(), low: 0.3, high: 3.0, start: 1.0, step: 0.25 };
        assert_eq!(parameter, expected);
        let usual: Parameter = "share=-1..1@0".parse().unwrap();
        assert_eq!(usual.step, 0.2);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, complaint) in [
            ("exploration", "expected NAME=LOW..HIGH@START"),
            ("x=1..2", "expected NAME=LOW..HIGH@START"),
            ("x=1..2@z", "expected NAME=LOW..HIGH@START"),
            ("=1..2@1", "needs a name"),
            ("x=2..1@1", "`x`: the range 2..1 is empty"),
            ("x=1..2@3", "`x`: the start 3 is not within 1..2"),
            ("x=1..2@1:0.6", "`x`: the step 0.6 is not between 0 and half of the range"),
            ("x=1..2@1:0", "`x`: the step 0 is not"),
            ("x=1..inf@1", "must be finite"),
            ("x=1..2@NaN", "must be finite"),
        ] {
            let error = format!("{:#}", text.parse::<Parameter>().unwrap_err());
            assert!(error.contains(complaint), "{text}: {error}");
        }
    }
}
