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
mod tests {
    use super::*;

    fn slurm(variables: &[(&str, &str)]) -> anyhow::Result<Shard> {
        Shard::from_slurm(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        })
    }

    fn error(result: anyhow::Result<Shard>) -> String {
        format!("{:#}", result.unwrap_err())
    }

    #[test]
    fn shards_share_the_pairs_out() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for pair in 0..30 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(pair)).count(), 1);
        }
        assert!((0..30).all(|pair| Shard::WHOLE.holds(pair)));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!(error("0/3".parse()), "there is no shard 0 of 3: they count from 1");
        assert_eq!(error("4/3".parse()), "there is no shard 4 of 3: they count from 1");
        assert_eq!(error("1/0".parse()), "there is no shard 1 of 0: they count from 1");
        assert_eq!(error("2".parse()), "expected I/N, such as 1/4, not `2`");
    }

    #[test]
    fn slurm_array_tasks_are_shards() {
        assert_eq!(slurm(&[]).unwrap(), Shard::WHOLE);
        let array = |task: &'static str, count: &'static str, first: &'static str, step: &'static str| {
            slurm(&[
                ("SLURM_ARRAY_TASK_ID", task),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", first),
                ("SLURM_ARRAY_TASK_STEP", step),
            ])
        };
        assert_eq!(array("0", "4", "0", "1").unwrap(), Shard::new(1, 4).unwrap());
        assert_eq!(array("4", "4", "1", "1").unwrap(), Shard::new(4, 4).unwrap());
        assert_eq!(array("9", "3", "5", "2").unwrap(), Shard::new(3, 3).unwrap());
        assert_eq!(error(array("7", "3", "1", "1")), "Slurm's array has gaps: task 7 of 3 from 1");
        assert_eq!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "1")])), "SLURM_ARRAY_TASK_COUNT is not set");
        assert!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "x")])).starts_with("SLURM_ARRAY_TASK_ID is `x`"));
    }
}
