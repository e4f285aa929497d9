//! A share of a run's pairs, for many machines without a scheduler of our own.

use std::str::FromStr;

use anyhow::{bail, Context};

/// Every `count`-th pair, from the one at `index - 1` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which share, from 1.
    index: u64,
    /// Of how many, at least 1.
    count: u64,
}

impl Shard {
    /// All pairs.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Share `index` (from 1) of `count`.
    ///
    /// # Errors
    /// If there is no such share.
    pub fn new(index: u64, count: u64) -> anyhow::Result<Self> {
        if index == 0 || index > count {
            bail!("there is no shard {index} of {count}: they count from 1");
        }
        Ok(Self { index, count })
    }

    /// The share of a Slurm array job's task, from the variables that Slurm sets; [`Shard::WHOLE`] outside of an array
    /// job. The array may start anywhere and have any step, but no gaps.
    ///
    /// # Errors
    /// If the variables are no numbers or do not fit together.
    pub fn from_slurm(variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let number = |name: &str| -> anyhow::Result<Option<u64>> {
            variable(name).map(|text| text.parse().with_context(|| format!("{name} is `{text}`"))).transpose()
        };
        let Some(task) = number("SLURM_ARRAY_TASK_ID")? else { return Ok(Self::WHOLE) };
        let count = number("SLURM_ARRAY_TASK_COUNT")?.context("SLURM_ARRAY_TASK_COUNT is not set")?;
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let offset = task.checked_sub(first).filter(|offset| offset % step == 0);
        let index = offset.map(|offset| offset / step).filter(|&index| index < count);
        let index =
            index.with_context(|| format!("Slurm's array has gaps: task {task} of {count} from {first}"))?;
        Self::new(index + 1, count)
    }

    /// Whether a pair belongs to this share.
    pub fn holds(&self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let numbers =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers.with_context(|| format!("expected I/N, such as 1/4, not `{text}`"))?;
        Self::new(index, count)
    }
}

#[cfg(test)]
mod tests;
