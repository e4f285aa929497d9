//! A results file that a run appends to, and resumes after it was killed.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;

use super::header::Header;
use super::lines::{PairLine, Results};
use crate::files::{self, json_line, LineLog, RESULTS};

/// An open results file.
#[derive(Debug)]
pub struct Journal(LineLog);

impl Journal {
    /// Creates a results file, or opens that of the same run and returns its content.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no results file or another run's, or is locked by another
    /// process.
    pub fn open(path: &Path, header: &Header) -> anyhow::Result<(Self, Results)> {
        let (log, known) = files::resume(path, &RESULTS, header, |text| {
            let known = Results::parse(text)?;
            if let Some(known) = &known {
                let is_same = known.header.expect_same(header);
                is_same.map_err(|error| anyhow!("{error}; {}", keep(path)))?;
            }
            Ok(known)
        })?;
        let results = known.unwrap_or_else(|| Results { header: header.clone(), pairs: BTreeMap::new() });
        Ok((Self(log), results))
    }

    /// Appends pairs; returns once they are on disk.
    ///
    /// # Errors
    /// If the pairs cannot be written, for example because the disk is full; the file is then unchanged.
    pub fn append(&mut self, pairs: &[PairLine]) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for pair in pairs {
            lines.extend(json_line(pair)?);
        }
        Ok(self.0.append(&lines)?)
    }
}

/// How to start anew without losing the results of a file.
fn keep(path: &Path) -> String {
    let free = (1u32..).map(|number| format!("{}.{number}", path.display()));
    let free = free.into_iter().find(|name| !Path::new(name).exists()).unwrap_or_default();
    let path = path.display().to_string();
    let [from, to] = [&path, &free].map(|name| shell_words::quote(name).into_owned());
    format!("to keep them and start anew, `mv {from} {to}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::pairs::Plan;
    use crate::matches::results::testing::{error_of, pairs, plan, write};

    #[test]
    fn a_torn_last_line_is_ignored_and_cut_off() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results.jsonl");
        let plan = plan("greedy", 1);
        let finished = pairs(&plan, 0..3);
        write(&path, &plan, &finished);
        let whole = std::fs::read(&path).unwrap();
        let starts: Vec<usize> =
            whole.iter().enumerate().filter(|(_, &byte)| byte == b'\n').map(|(at, _)| at + 1).collect();
        let near =
            |&length: &usize| starts.iter().any(|start| start.abs_diff(length) < 2) || length % 100 == 0;
        for length in (0..whole.len()).filter(near) {
            std::fs::write(&path, &whole[..length]).unwrap();
            let lines = starts.iter().filter(|&&start| start <= length).count();
            let (journal, results) = Journal::open(&path, &Header::of(&plan).unwrap()).unwrap();
            assert!(results.pairs.into_values().eq(finished[..lines.saturating_sub(1)].iter().cloned()));
            drop(journal);
            let kept = std::fs::read(&path).unwrap();
            assert_eq!(kept, whole[..starts[lines.saturating_sub(1)]], "cut after {length} bytes");
        }
    }

    #[test]
    fn another_runs_results_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results.jsonl");
        write(&path, &plan("greedy", 1), &[]);
        let open = |plan: &Plan| error_of(Journal::open(&path, &Header::of(plan).unwrap()));
        let error = open(&plan("greedy", 2));
        assert!(error.contains("results.jsonl: results of another run: not the same seed; "), "{error}");
        let [old, kept] = ["results.jsonl", "results.jsonl.1"].map(|name| directory.path().join(name));
        assert!(error.ends_with(&format!("`mv {} {}`", old.display(), kept.display())), "{error}");
        assert!(open(&plan("mobility", 1)).contains("not the same bots: `greedy`, not `mobility`; "));
        assert!(open(&Plan { adjudicate_empties: Some(9), ..plan("greedy", 1) })
            .contains("not the same adjudicate_empties; "));
    }

    #[test]
    fn a_file_in_use_is_not_touched() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results.jsonl");
        let header = Header::of(&plan("greedy", 1)).unwrap();
        let held = Journal::open(&path, &header).unwrap();
        let error = error_of(Journal::open(&path, &header));
        assert!(error.ends_with("results.jsonl is in use by another process"), "{error}");
        drop(held);
        assert!(Journal::open(&path, &header).is_ok());
    }
}
