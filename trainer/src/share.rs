//! A share of a run, so that many machines can work on it without knowing of each other.

use std::str::FromStr;

use anyhow::{ensure, Context, Result};

/// Every `count`-th file of a run, from the one at `index - 1` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: u32,
    count: u32,
}

impl Share {
    /// The whole run.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    fn new(index: u32, count: u32) -> Result<Self> {
        ensure!((1..=count).contains(&index), "there is no shard {index} of {count}: they count from 1");
        Ok(Self { index, count })
    }

    /// The share of a task of a Slurm job array, from the variables that Slurm sets; [`Share::WHOLE`] outside
    /// of one. The array may start anywhere and have any step, but no gaps.
    pub fn from_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let number = |name: &str| -> Result<Option<u32>> {
            variable(name).map(|text| text.parse().with_context(|| format!("{name} is `{text}`"))).transpose()
        };
        let Some(task) = number("SLURM_ARRAY_TASK_ID")? else { return Ok(Self::WHOLE) };
        let count = number("SLURM_ARRAY_TASK_COUNT")?.context("SLURM_ARRAY_TASK_COUNT is not set")?;
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let offset = task.checked_sub(first).filter(|offset| offset % step == 0);
        let index = offset.map(|offset| offset / step).filter(|&index| index < count);
        let index =
            index.with_context(|| format!("the job array has gaps: task {task} of {count} from {first}"))?;
        Self::new(index + 1, count)
    }

    /// The items of this share.
    pub fn of<T>(self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        items.skip(self.index as usize - 1).step_by(self.count as usize)
    }
}

impl FromStr for Share {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers.with_context(|| format!("expected I/N, such as 1/4, not `{text}`"))?;
        Self::new(index, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_disjoint_and_cover_the_run() {
        let share = |text: &str| -> Vec<u32> { text.parse::<Share>().unwrap().of(0..10).collect() };
        assert_eq!(share("1/1"), (0..10).collect::<Vec<_>>());
        assert_eq!(
            (share("1/3"), share("2/3"), share("3/3")),
            (vec![0, 3, 6, 9], vec![1, 4, 7], vec![2, 5, 8])
        );
        assert!(share("12/12").is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "1", "0/4", "5/4", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn slurm_arrays_need_not_start_at_one() {
        let array = |values: [&str; 4]| {
            let names = ["ID", "COUNT", "MIN", "STEP"].map(|name| format!("SLURM_ARRAY_TASK_{name}"));
            Share::from_slurm(|name| {
                let at = names.iter().position(|other| other == name)?;
                Some(values[at].to_owned()).filter(|value| !value.is_empty())
            })
        };
        assert_eq!(array([""; 4]).unwrap(), Share::WHOLE);
        assert_eq!(array(["0", "4", "0", "1"]).unwrap(), Share::new(1, 4).unwrap());
        assert_eq!(array(["4", "4", "1", "1"]).unwrap(), Share::new(4, 4).unwrap());
        assert_eq!(array(["9", "3", "5", "2"]).unwrap(), Share::new(3, 3).unwrap());
        for (values, expected) in [
            (["7", "3", "1", "1"], "the job array has gaps: task 7 of 3 from 1"),
            (["1", "", "", ""], "SLURM_ARRAY_TASK_COUNT is not set"),
            (["x", "", "", ""], "SLURM_ARRAY_TASK_ID is `x`"),
        ] {
            assert_eq!(array(values).unwrap_err().to_string(), expected);
        }
    }
}
