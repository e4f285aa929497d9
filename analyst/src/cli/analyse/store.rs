//! The cache of finished searches: reports by position, engine and effort, one JSON object a line, appended,
//! so that interrupted work can be resumed.
//!
//! Lines of another engine, torn lines and lines changed by hand are skipped, but stay in the file.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use analyst::analysis::json::PositionJson;
use analyst::analysis::Plan;
use analyst::search::Report;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use serde::{Deserialize, Serialize};
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

/// The effort of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Effort {
    /// Milliseconds, 0 if the search was limited by playouts.
    ms: u64,
    /// Playouts, 0 if the search was limited by time.
    playouts: u64,
    /// Whether the position was to be solved.
    exact: bool,
}

impl Effort {
    /// The effort that a plan puts into a position.
    fn of(plan: Plan, board: Board) -> Self {
        let ms = plan.time.map_or(0, |time| time.as_millis().max(1) as u64);
        let playouts = if ms == 0 { plan.playouts } else { 0 };
        Self { ms, playouts, exact: board.empty_count() <= plan.exact_empties }
    }

    /// Whether a report of this effort answers for one of `other`: at least as deep, and the same if playouts
    /// are asked for, so that equal budgets give equal values.
    fn covers(self, other: Self) -> bool {
        if other.exact {
            return self.exact;
        }
        if other.ms == 0 {
            return self == other;
        }
        self.exact || self.ms >= other.ms
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    engine: u64,
    effort: Effort,
    report: PositionJson,
}

/// How values are found, above the bits of the engine's signature: reports of another method are not used.
const METHOD: u64 = 4 << 32;

/// The reports of one engine and the file that keeps them.
pub(super) struct Store {
    engine: u64,
    reports: HashMap<Board, Vec<(Effort, Report)>>,
    log: Option<LineLog>,
}

impl Store {
    /// Keeps nothing after the run.
    pub(super) fn in_memory() -> Self {
        Self::of_engine(outflank::bench::signature())
    }

    /// An empty store for the engine with this bench signature.
    fn of_engine(signature: u64) -> Self {
        Self { engine: signature | METHOD, reports: HashMap::new(), log: None }
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
                Some(entry) => _ = store.read_entry(&entry),
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

    /// Adds an entry without its checksum; returns whether it is one of this engine.
    fn read_entry(&mut self, entry: &str) -> bool {
        let Ok(Line { engine, effort, report }) = serde_json::from_str(entry) else { return false };
        let report = report.report().filter(|report| engine == self.engine && is_sound(report));
        report.is_some_and(|report| {
            self.insert(effort, report);
            true
        })
    }

    /// The last report of a position that is at least as deep as the plan.
    pub(super) fn find(&self, board: Board, plan: Plan) -> Option<&Report> {
        let effort = Effort::of(plan, board);
        let known = self.reports.get(&board)?;
        known.iter().rev().find(|(done, _)| done.covers(effort)).map(|(_, report)| report)
    }

    /// Keeps a report.
    pub(super) fn add(&mut self, plan: Plan, report: &Report) -> Result<()> {
        let effort = Effort::of(plan, report.board);
        let entry = self.entry(effort, report);
        self.insert(effort, report.clone());
        match &mut self.log {
            Some(log) => log.append(with_checksum(&entry).as_bytes()),
            None => Ok(()),
        }
    }

    fn entry(&self, effort: Effort, report: &Report) -> String {
        let report = PositionJson::new(report, Color::Black);
        serde_json::to_string(&Line { engine: self.engine, effort, report }).unwrap_or_default()
    }

    fn insert(&mut self, effort: Effort, report: Report) {
        self.reports.entry(report.board).or_default().push((effort, report));
    }
}

/// Whether a search may have made this report: every legal move once, each within its bounds, with a legal
/// line.
fn is_sound(report: &Report) -> bool {
    let board = report.board;
    let legal = board.legal_moves();
    let count = if legal == 0 { usize::from(!board.is_over()) } else { legal.count_ones() as usize };
    let mut left = legal;
    let mut is_left = |mv: Move| match mv.square() {
        Some(square) => {
            let was_left = left & square.bit() != 0;
            left &= !square.bit();
            was_left
        }
        None => legal == 0,
    };
    report.moves.len() == count
        && report.moves.iter().all(|entry| {
            let Bounds { lower, upper } = entry.bounds;
            let is_bounded = lower >= -64 && upper <= 64;
            is_bounded
                && (f32::from(lower)..=f32::from(upper)).contains(&entry.value)
                && is_left(entry.mv)
                && is_legal_line(board, &entry.line)
        })
}

fn is_legal_line(mut board: Board, line: &[Move]) -> bool {
    line.iter().all(|mv| {
        let next = match mv.square() {
            Some(square) => board.play(square),
            None => (board.legal_moves() == 0).then(|| board.pass()),
        };
        board = next.unwrap_or(board);
        next.is_some()
    })
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
    use analyst::search::{Budget, Memory, Searcher};
    use outflank::random_games::position;
    use outflank::rng::Rng;
    use std::time::Duration;

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

    #[test]
    fn every_report_comes_back_and_mutated_ones_only_if_they_are_sound() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let mut rng = Rng::new(5);
        let (store, mut accepted) = (Store::of_engine(7), 0);
        for empties in [50, 30, 14, 8, 4, 2] {
            let board = position(&mut rng, empties);
            let report = searcher.search(board, Budget::playouts(100));
            let line = store.entry(Effort::of(plan(100), board), &report);
            let mut again = Store::of_engine(7);
            assert!(again.read_entry(&line), "{line}");
            assert_eq!(again.find(board, plan(100)), Some(&report));
            for _ in 0..60 {
                let mut bytes = line.clone().into_bytes();
                let at = rng.below(bytes.len());
                bytes[at] = b"0159-\",:[]{}aehXO"[rng.below(17)];
                let mut other = Store::of_engine(7);
                accepted += usize::from(other.read_entry(&String::from_utf8_lossy(&bytes)));
                assert!(other.reports.values().flatten().all(|(_, report)| is_sound(report)));
            }
        }
        assert!((5..300).contains(&accepted), "{accepted} accepted");
    }

    fn plan(playouts: u64) -> Plan {
        Plan { time: None, playouts, exact_empties: 18 }
    }

    #[test]
    fn a_line_brings_the_report_back_for_the_same_engine_and_playouts() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let report = searcher.search(Board::START, Budget::playouts(200));
        let (mut first, mut store) = (Store::of_engine(7), Store::of_engine(7));
        first.add(plan(200), &report).unwrap();
        let line = first.entry(Effort::of(plan(200), Board::START), &report);
        assert!(store.read_entry(&line));
        let found = store.find(Board::START, plan(200)).expect("the same");
        assert_eq!((found.moves.len(), Some(found)), (4, first.find(Board::START, plan(200))));
        assert_eq!([100, 201].map(|playouts| store.find(Board::START, plan(playouts))), [None, None]);
        let timed = Plan { time: Some(Duration::from_millis(50)), ..plan(0) };
        assert_eq!(store.find(Board::START, timed), None);
        let mut other = Store::of_engine(8);
        assert!(!other.read_entry(&line) && !other.read_entry(&line[..40]) && !other.read_entry("{}"));
        assert!(other.reports.is_empty());
    }
}
