//! A results file that a run appends to, and resumes after it was killed.

use std::path::Path;

use anyhow::{anyhow, Context};

use super::lines::{json_line, parse, Header, PairLine, Results};
use crate::files::{LineLog, RESULTS};

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
        let first_line = json_line(header)?;
        let (log, text) = LineLog::open(path, &RESULTS, Some(&first_line))?;
        let known = parse(&text).with_context(|| path.display().to_string())?;
        let mut journal = Self(log);
        match known {
            Some(results) => {
                let is_same =
                    results.header.expect_same(header).map_err(|error| anyhow!("{error}; {}", keep(path)));
                is_same.with_context(|| path.display().to_string())?;
                // Removes a torn line even if nothing follows.
                journal.0.append(&[])?;
                Ok((journal, results))
            }
            None => {
                journal.0.append(&first_line)?;
                Ok((journal, Results { header: header.clone(), pairs: Default::default() }))
            }
        }
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
