//! Merges the results of shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context};

use super::lines::Results;
use crate::files::{self, json_line, RESULTS};

/// Merges files of one run: each pair once, in the order of the pairs. Idempotent, also with the merged file
/// among the inputs. Times are not compared: of a pair in two files, the first one's times are kept.
///
/// # Errors
/// If a file cannot be read or is of another run than the first, or if files have different results for a
/// pair; the message names the first such pair and file.
pub fn merge(files: &[PathBuf]) -> anyhow::Result<Results> {
    let (first, rest) = files.split_first().context("there is nothing to merge")?;
    let mut merged = Results::read(first)?;
    let mut conflicts = BTreeMap::new();
    for path in rest {
        let results = Results::read(path)?;
        let is_same = merged.header.expect_same(&results.header);
        is_same.with_context(|| format!("{} and {}", first.display(), path.display()))?;
        for (index, pair) in results.pairs {
            let known = merged.pairs.entry(index).or_insert_with(|| pair.clone());
            if !known.is_same_result(&pair) {
                conflicts.entry(index).or_insert(path);
            }
        }
    }
    if let Some((first, file)) = conflicts.first_key_value() {
        let count = conflicts.len();
        bail!("different results for {count} pairs; pair {first} of {} is the first", file.display());
    }
    Ok(merged)
}

impl Results {
    /// Writes the results whole or not at all: the header, then the pairs in order.
    ///
    /// # Errors
    /// If the file cannot be written, or is there already and holds no results.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        Self::check_output(path)?;
        let mut lines = json_line(&self.header)?;
        for pair in self.pairs.values() {
            lines.extend(json_line(pair)?);
        }
        Ok(files::write(path, RESULTS.kind, &lines)?)
    }

    /// Fails unless results can be written to this file, which may hold results already.
    ///
    /// # Errors
    /// As [`Results::write`].
    pub fn check_output(path: &Path) -> anyhow::Result<()> {
        files::check_output(path, RESULTS.kind)?;
        if path.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            // Records of games start alike.
            Self::read(path).with_context(|| format!("{} was left as it is", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::results::testing::{error_of, pairs, plan, write};

    #[test]
    fn merging_sorts_drops_repetitions_and_changes_nothing_the_second_time() {
        let directory = tempfile::tempdir().unwrap();
        let [one, two, merged] = ["one", "two", "merged"].map(|name| directory.path().join(name));
        let plan = plan("greedy", 1);
        let mut finished = pairs(&plan, 0..6);
        write(&two, &plan, &finished[..4]);
        finished.reverse();
        write(&one, &plan, &finished[..3]);
        finished.reverse();
        merge(&[one.clone(), two.clone()]).unwrap().write(&merged).unwrap();
        assert!(Results::read(&merged).unwrap().pairs.into_values().eq(finished));
        let bytes = std::fs::read(&merged).unwrap();
        merge(&[merged.clone(), two, one]).unwrap().write(&merged).unwrap();
        assert_eq!(std::fs::read(&merged).unwrap(), bytes);
    }

    #[test]
    fn merging_refuses_other_runs_and_reports_conflicts() {
        let directory = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| directory.path().join(name));
        let plan_1 = plan("greedy", 1);
        let mut finished = pairs(&plan_1, 0..6);
        write(&one, &plan_1, &finished);
        write(&two, &plan("greedy", 2), &[]);
        let files = [one.clone(), two.clone()];
        assert!(error_of(merge(&files)).ends_with("two: results of another run: not the same seed"));
        std::fs::remove_file(&two).unwrap();
        let others = pairs(&plan("greedy", 3), 0..6);
        for pair in [3, 5] {
            finished[pair] = others[pair].clone();
        }
        write(&two, &plan_1, &finished);
        let expected = format!("different results for 2 pairs; pair 3 of {} is the first", two.display());
        assert_eq!(error_of(merge(&files)), expected);
    }

    #[test]
    fn the_same_games_at_another_pace_are_no_conflict() {
        let directory = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| directory.path().join(name));
        let plan = plan("greedy", 1);
        let mut finished = pairs(&plan, 0..2);
        finished[1].games[0].clock_ms = [vec![1.0; 30], vec![2.0; 30]];
        write(&one, &plan, &finished);
        let quick = finished.clone();
        finished[1].games[0].clock_ms = [vec![9.0; 30], vec![8.0; 30]];
        write(&two, &plan, &finished);
        assert!(merge(&[one, two]).unwrap().pairs.into_values().eq(quick));
    }

    #[test]
    fn the_record_of_a_game_is_not_replaced_by_results() {
        let directory = tempfile::tempdir().unwrap();
        let [one, record] = ["one", "record"].map(|name| directory.path().join(name));
        write(&one, &plan("greedy", 1), &[]);
        let foreign = b"{\"schema\":1,\"bots\":[{\"name\":\"random\"}]}\n";
        std::fs::write(&record, foreign).unwrap();
        let error = error_of(merge(&[one]).unwrap().write(&record));
        assert!(error.contains("record was left as it is"), "{error}");
        assert_eq!(std::fs::read(&record).unwrap(), foreign);
    }
}
