//! The lines of a results file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::Color;
use serde::{Deserialize, Serialize};

use super::header::{Header, SCHEMA};
use crate::files;
use crate::matches::pairs::{half_points, Pair};
use crate::play::limits::Limits;
use crate::play::record::{seat, GameRecord, Termination, TurnRecord};

/// One pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairLine {
    /// Its index in the run.
    pub pair: u64,
    /// The opening of both games, as a transcript.
    pub opening: String,
    /// The games; the run's first bot is black in the first.
    pub games: [GameLine; 2],
}

/// One game of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The moves after the opening, as a transcript.
    pub moves: String,
    /// The reason for its end.
    pub termination: Termination,
    /// CodinGame's scores, black first.
    pub scores: [i32; 2],
    /// Discs at the end, black first.
    pub discs: [u32; 2],
    /// Time charged to each call, in milliseconds, black's calls first; empty for bots without a clock.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock_ms: [Vec<f64>; 2],
    /// The part of each of those times for which the host stalled, in milliseconds; empty without stalls.
    #[serde(rename = "stood_still_ms", default, skip_serializing_if = "is_default")]
    pub stall_ms: [Vec<f64>; 2],
    /// The index of the call whose answer first requested the opponent's moves, black's first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expert_from: [Option<usize>; 2],
    /// The last lines that a bot wrote to standard error before it lost by a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The content of a results file.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The identity of the run.
    pub header: Header,
    /// The pairs by their index.
    pub pairs: BTreeMap<u64, PairLine>,
}

impl From<&Pair> for PairLine {
    fn from(pair: &Pair) -> Self {
        let [first, second] = &pair.games;
        Self { pair: pair.index, opening: first.opening.clone(), games: [first.into(), second.into()] }
    }
}

impl From<&GameRecord> for GameLine {
    fn from(record: &GameRecord) -> Self {
        let of_both = |read: fn(&TurnRecord) -> Option<f64>| {
            [Color::Black, Color::White].map(|color| {
                let own = record.turns.iter().filter(|turn| turn.color == color);
                own.filter_map(read).collect::<Vec<_>>()
            })
        };
        let has_stalls = record.turns.iter().any(|turn| turn.stall_ms.is_some());
        let stall_ms = |turn: &TurnRecord| turn.clock_ms.map(|_| turn.stall_ms.unwrap_or_default());
        Self {
            moves: record.moves(),
            termination: record.termination.clone(),
            scores: record.scores,
            discs: record.discs,
            clock_ms: of_both(|turn| turn.clock_ms),
            stall_ms: if has_stalls { of_both(stall_ms) } else { Default::default() },
            expert_from: [Color::Black, Color::White].map(|color| {
                let mut own = record.turns.iter().filter(|turn| turn.color == color);
                own.position(|turn| turn.wants_expert)
            }),
            last_words: record.last_words().into_iter().map(str::to_string).collect(),
        }
    }
}

impl PairLine {
    /// The games' results for the run's first bot: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> [u8; 2] {
        [0, 1].map(|game: usize| half_points(self.games[game].scores, Pair::FIRST_BOTS_COLORS[game]))
    }
}

impl GameLine {
    /// The colour of the bot that lost by a fault, and the fault, a timeout with its overrun.
    pub fn fault_text(&self, limits: &Limits) -> Option<(Color, String)> {
        let Termination::Fault { by, fault, .. } = &self.termination else { return None };
        Some((*by, fault.text(limits.call(false), self.clock_ms[seat(*by)].last().copied())))
    }

    /// The part of one of those times for which the host stalled, in milliseconds.
    pub fn stall_ms(&self, color: Color, call: usize) -> f64 {
        self.stall_ms[seat(color)].get(call).copied().unwrap_or_default()
    }
}

impl Results {
    /// Reads a results file.
    ///
    /// # Errors
    /// If the file cannot be read, has no header, has a line that is not a pair or whose games do not end as
    /// it says, or has two different results for one pair. The message names the file and the line.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = files::read(path)?;
        let parsed = Self::parse(&text).with_context(|| path.display().to_string())?;
        parsed.with_context(|| format!("{} has no header", path.display()))
    }

    /// Parses the content of a results file; `None` if it has no complete line.
    ///
    /// # Errors
    /// As [`Results::read`]; the message names the line.
    pub fn parse(text: &[u8]) -> anyhow::Result<Option<Self>> {
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
        let Some((_, first)) = lines.next() else { return Ok(None) };
        let header: Header = serde_json::from_slice(first).context("line 1 is no header of results")?;
        if header.schema != SCHEMA {
            bail!("line 1: schema {} is not known, only {SCHEMA}", header.schema);
        }
        let mut results = Self { header, pairs: BTreeMap::new() };
        for (index, line) in lines {
            let number = index + 1;
            let line: PairLine =
                serde_json::from_slice(line).with_context(|| format!("line {number} is no pair"))?;
            let pair = line.pair;
            line.check().with_context(|| format!("line {number}: pair {pair}"))?;
            if results.pairs.get(&pair).is_some_and(|known| !known.is_same_result(&line)) {
                bail!("line {number}: pair {pair} occurs twice, with different results");
            }
            results.pairs.entry(pair).or_insert(line);
        }
        Ok(Some(results))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::json_line;
    use crate::matches::results::testing::{error_of, pairs, plan, write};

    #[test]
    fn pairs_survive_the_way_through_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results.jsonl");
        let plan = plan("greedy", 1);
        let finished = pairs(&plan, 0..5);
        write(&path, &plan, &finished);
        let results = Results::read(&path).unwrap();
        assert_eq!(results.header, Header::of(&plan).unwrap());
        assert!(results.pairs.into_values().eq(finished));
    }

    #[test]
    fn built_in_bots_leave_no_times() {
        let line = String::from_utf8(json_line(&pairs(&plan("greedy", 1), 0..1)[0]).unwrap()).unwrap();
        assert!(!line.contains("clock_ms"), "{line}");
        let mut game = pairs(&plan("greedy", 1), 0..1)[0].games[0].clone();
        game.clock_ms[0] = vec![1.5];
        assert_eq!(game.clock_ms[0], [1.5]);
        assert!(serde_json::to_string(&game).unwrap().ends_with(r#""clock_ms":[[1.5],[]]}"#));
    }

    #[test]
    fn bad_files_are_named_with_the_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results.jsonl");
        let plan = plan("greedy", 1);
        write(&path, &plan, &pairs(&plan, 0..1));
        let good = std::fs::read_to_string(&path).unwrap();
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            error_of(Results::read(&path))
        };
        assert!(read("").ends_with("results.jsonl has no header"));
        assert!(read("{}\n").contains("results.jsonl: line 1 is no header of results: "));
        assert!(read(&good.replace("\"schema\":1", "\"schema\":2"))
            .ends_with("line 1: schema 2 is not known, only 1"));
        assert!(read(&format!("{good}nonsense\n")).contains("line 3 is no pair: "));
        let other = good.lines().nth(1).unwrap().replace("\"moves\":\"", "\"moves\":\"a1");
        assert!(read(&format!("{good}{other}\n")).contains("line 3: pair 0: game 1: the moves: move "));
        let repeated = format!("{good}{}\n", good.lines().nth(1).unwrap());
        std::fs::write(&path, repeated).unwrap();
        assert_eq!(Results::read(&path).unwrap().pairs.len(), 1);
    }
}
