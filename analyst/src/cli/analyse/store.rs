//! The cache file: appended to line by line, so that interrupted work can be resumed.

use std::path::{Path, PathBuf};

use analyst::analysis::cache::{Cache, Effort};
use analyst::analysis::Plan;
use analyst::search::Report;
use outflank::board::Board;
use toolkit::files::{Kind, LineLog, LogKind, Result};

/// The first line of a new cache.
const HEADER: &str = "{\"outflank\":\"analysis cache\",\"version\":1}\n";

/// The cache as a log; the first version had no header.
const KIND: LogKind = LogKind {
    kind: Kind { name: "an analysis cache", starts: &["{\"outflank\":\"analysis cache\",", "{\"engine\":"] },
    line_start: "{\"engine\":",
    limit: 1 << 30,
};

/// The cache's name beside an input file.
const NAME: &str = "outflank-analysis.jsonl";

/// The default cache of an input: beside a file, in the current folder for anything else.
pub(super) fn path_beside(input: &str) -> PathBuf {
    let path = Path::new(input);
    let folder = path.parent().filter(|_| path.is_file());
    folder.map_or_else(|| PathBuf::from(NAME), |folder| folder.join(NAME))
}

/// A cache and the file that keeps it.
pub(super) struct Store {
    cache: Cache,
    log: Option<LineLog>,
}

impl Store {
    /// Keeps nothing after the run.
    pub(super) fn in_memory() -> Self {
        Self { cache: Cache::new(outflank::bench::signature()), log: None }
    }

    /// Reads a cache file, or starts one; a file that is no cache is refused and left as it is.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let mut store = Self::in_memory();
        let (mut log, text) = LineLog::open(path, &KIND, Some(HEADER.as_bytes()))?;
        if text.is_empty() {
            log.append(HEADER.as_bytes())?;
        }
        for line in text.split(|&byte| byte == b'\n') {
            if let Ok(line) = std::str::from_utf8(line) {
                store.cache.read_line(line);
            }
        }
        store.log = Some(log);
        Ok(store)
    }

    /// The stored report of a position that is at least as deep as the plan.
    pub(super) fn find(&self, board: Board, plan: Plan) -> Option<&Report> {
        self.cache.find(board, Effort::of(plan, board))
    }

    /// Keeps a report.
    pub(super) fn add(&mut self, plan: Plan, report: &Report) -> Result<()> {
        let line = self.cache.add(Effort::of(plan, report.board), report);
        match &mut self.log {
            Some(log) => log.append(format!("{line}\n").as_bytes()),
            None => Ok(()),
        }
    }
}
