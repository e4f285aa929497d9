//! The cache file: appended to line by line, so that interrupted work goes on where it ended.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use analyst::analysis::cache::{Cache, Effort};
use analyst::analysis::Plan;
use analyst::search::Report;
use outflank::board::Board;

/// The cache's name beside an input file.
const NAME: &str = "outflank-analysis.jsonl";

/// Where the cache of this input belongs: beside a file, in the current folder for anything else.
pub(super) fn path_beside(input: &str) -> PathBuf {
    let path = Path::new(input);
    let folder = path.parent().filter(|_| path.is_file());
    folder.map_or_else(|| PathBuf::from(NAME), |folder| folder.join(NAME))
}

/// A cache and the file that keeps it.
pub(super) struct Store {
    cache: Cache,
    file: Option<File>,
}

impl Store {
    /// Keeps nothing after the run.
    pub(super) fn in_memory() -> Self {
        Self { cache: Cache::new(outflank::bench::signature()), file: None }
    }

    /// Reads a cache file, or starts one.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut store = Self::in_memory();
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut ends_whole = true;
        for line in BufReader::new(&file).lines() {
            let Ok(line) = line else { break };
            store.cache.read_line(&line);
        }
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            io::Read::read_exact(&mut file, &mut last)?;
            ends_whole = last[0] == b'\n';
        }
        if !ends_whole {
            // The last run ended in the middle of a line.
            file.write_all(b"\n")?;
        }
        store.file = Some(file);
        Ok(store)
    }

    /// What is known of a position at least as deep as the plan asks.
    pub(super) fn find(&self, board: Board, plan: Plan) -> Option<&Report> {
        self.cache.find(board, Effort::of(plan, board))
    }

    /// Keeps a report.
    pub(super) fn add(&mut self, plan: Plan, report: &Report) -> io::Result<()> {
        let line = self.cache.add(Effort::of(plan, report.board), report);
        match &mut self.file {
            Some(file) => file.write_all(format!("{line}\n").as_bytes()),
            None => Ok(()),
        }
    }
}
