//! Shards of a run, so that several machines divide the work without communicating.

use std::str::FromStr;

/// Every `count`-th item of a run, from the one at `index - 1` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this shard, from 1 to `count`.
    index: u64,
    /// The number of shards, at least 1.
    count: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Shard `index` (from 1) of `count`.
    pub fn new(index: u64, count: u64) -> Result<Self, String> {
        if index == 0 || index > count {
            return Err(format!("there is no shard {index} of {count}: they count from 1"));
        }
        Ok(Self { index, count })
    }

    /// The shard of a task of a Slurm job array, from the variables that Slurm sets; [`Shard::WHOLE`] outside
    /// of one. The array may start anywhere and have any step, but no gaps.
    pub fn from_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let number = |name: &str| -> Result<Option<u64>, String> {
            variable(name)
                .map(|text| text.parse().map_err(|_| format!("{name} is `{text}`, not a number")))
                .transpose()
        };
        let Some(task) = number("SLURM_ARRAY_TASK_ID")? else { return Ok(Self::WHOLE) };
        let count = number("SLURM_ARRAY_TASK_COUNT")?.ok_or("SLURM_ARRAY_TASK_COUNT is not set")?;
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let offset = task.checked_sub(first).filter(|offset| offset % step == 0);
        let index = offset.map(|offset| offset / step).filter(|&index| index < count);
        let index = index.ok_or(format!("the job array has gaps: task {task} of {count} from {first}"))?;
        Self::new(index + 1, count)
    }

    /// The items of this shard among the first `count` of the run, in their order.
    pub fn items(self, count: u64) -> impl Iterator<Item = u64> + Clone {
        // Steps are at least 1, and a shard of more than `usize` items ends before the second.
        (self.index - 1..count).step_by(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    /// The number of this shard's items among the first `count` of the run.
    pub fn count_items(self, count: u64) -> u64 {
        count.checked_sub(self.index).map_or(0, |others| others / self.count + 1)
    }

    /// Whether an item belongs to this shard; items count from 0.
    pub fn holds(&self, item: u64) -> bool {
        item % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers.ok_or(format!("expected I/N, such as 1/4, not `{text}`"))?;
        Self::new(index, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slurm(variables: &[(&str, &str)]) -> Result<Shard, String> {
        Shard::from_slurm(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn a_shards_items_are_those_that_it_holds() {
        for count in 1..=4 {
            for shard in (1..=count).map(|index| Shard::new(index, count).unwrap()) {
                for items in 0..10 {
                    let held: Vec<u64> = (0..items).filter(|&item| shard.holds(item)).collect();
                    assert!(shard.items(items).eq(held.iter().copied()), "{shard:?} of {items}");
                    assert_eq!(shard.count_items(items), held.len() as u64, "{shard:?} of {items}");
                }
            }
        }
        assert_eq!(Shard::new(3, 4).unwrap().count_items(u64::MAX), 1 << 62);
    }

    fn error(result: Result<Shard, String>) -> String {
        result.unwrap_err()
    }

    #[test]
    fn every_item_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for item in 0..30 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(item)).count(), 1);
        }
        assert!((0..30).all(|item| Shard::WHOLE.holds(item)));
    }

    #[test]
    fn shards_that_do_not_exist_are_refused() {
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
        assert_eq!(error(array("7", "3", "1", "1")), "the job array has gaps: task 7 of 3 from 1");
        assert_eq!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "1")])), "SLURM_ARRAY_TASK_COUNT is not set");
        assert_eq!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "x")])), "SLURM_ARRAY_TASK_ID is `x`, not a number");
    }
}
