//! The cache file: appended to line by line, so that interrupted work can be resumed.

use std::io::Write;
use std::path::{Path, PathBuf};

use analyst::analysis::cache::{Cache, Effort};
use analyst::analysis::Plan;
use analyst::search::Report;
use outflank::board::Board;
use sha2::{Digest, Sha256};
use toolkit::files::{user_cache, Kind, LineLog, LogKind, Result};
use toolkit::text::hexadecimal;

/// The first line of a new cache.
const HEADER: &str = "{\"outflank\":\"analysis cache\",\"version\":1}\n";

/// The cache as a log; the first version had no header.
const KIND: LogKind = LogKind {
    kind: Kind { name: "an analysis cache", starts: &["{\"outflank\":\"analysis cache\",", "{\"engine\":"] },
    line_start: "{\"engine\":",
    limit: 1 << 30,
};

/// The default cache of an input, a file or a text, in the user's cache folder; `None` for standard input and
/// where there is no such folder.
pub(super) fn default_path(input: &str) -> Option<PathBuf> {
    let file = std::fs::canonicalize(input).map(|path| path.into_os_string().into_encoded_bytes());
    let name = hexadecimal(&Sha256::digest(file.unwrap_or_else(|_| input.into()))[..16]);
    let folder = user_cache().filter(|_| input != "-")?.join("analyses");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(name).with_extension("jsonl"))
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

    /// Reads a cache file, or starts one; a file that is no cache is refused and left as it is. Lines that
    /// are not as they were written are reported on standard error and count for nothing.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let mut store = Self::in_memory();
        let (mut log, text) = LineLog::open(path, &KIND, Some(HEADER.as_bytes()))?;
        if text.is_empty() {
            log.append(HEADER.as_bytes())?;
        }
        let (mut changed, mut lines) = (0, 0);
        for line in text.split(|&byte| byte == b'\n').skip(1).filter(|line| !line.is_empty()) {
            lines += 1;
            match checked(line) {
                Some(entry) => _ = store.cache.read_line(&entry),
                None => changed += 1,
            }
        }
        if changed > 0 {
            // There is nowhere left to report a failure.
            let _ = writeln!(
                std::io::stderr(),
                "{}: {changed} of {lines} lines changed after they were written: their positions are \
                 searched again",
                path.display()
            );
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
        let entry = self.cache.add(Effort::of(plan, report.board), report);
        match &mut self.log {
            Some(log) => log.append(with_checksum(&entry).as_bytes()),
            None => Ok(()),
        }
    }
}

/// The last field of a line: the first half of the SHA-256 of the entry without it.
const CHECKSUM: &str = ",\"sha256\":\"";

fn checksum(entry: &[u8]) -> String {
    hexadecimal(&Sha256::digest(entry)[..16])
}

/// The line of an entry.
fn with_checksum(entry: &str) -> String {
    let open = entry.strip_suffix('}').unwrap_or(entry);
    format!("{open}{CHECKSUM}{}\"}}\n", checksum(entry.as_bytes()))
}

/// The entry of a line, if it has the right checksum.
fn checked(line: &[u8]) -> Option<String> {
    let (open, sum) = std::str::from_utf8(line).ok()?.rsplit_once(CHECKSUM)?;
    let entry = format!("{open}}}");
    (sum.strip_suffix("\"}")? == checksum(entry.as_bytes())).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_any_byte_changed_is_refused() {
        let entry = "{\"engine\":7,\"report\":{\"value\":12.5}}";
        let line = with_checksum(entry);
        let line = line.trim_end().as_bytes();
        assert_eq!(checked(line).as_deref(), Some(entry));
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[at] ^= 1 << bit;
                assert_eq!(checked(&changed), None, "{}", String::from_utf8_lossy(&changed));
            }
            assert_eq!(checked(&line[..at]), None);
        }
        assert_eq!(checked(entry.as_bytes()), None);
    }
}
