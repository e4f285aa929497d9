//! Results of a run of pairs: a header line that says what was run, then one line of JSON a pair.
//!
//! Lines stand in the order in which pairs finished; `pair` is what identifies them. Times stand there only for bots
//! that have a clock, so that a run between built-in bots is the same to the last bit wherever it was played. Only the
//! last line of a file may be torn; it is ignored, and cut off when the run goes on.

mod journal;
mod merge;

pub use journal::Journal;
pub use merge::{merge, Conflicts};

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::{Color, Game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files;
use crate::matches::pairs::{half_points, Pair, Plan};
use crate::play::bots::BotSpec;
use crate::play::limits::Limits;
use crate::play::record::{seat, BotRecord, GameRecord, Termination, TurnRecord};

/// The version of these lines; goes up when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// Everything that determines a run, so that results of different runs are never mixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// The two bots.
    pub bots: [RunBot; 2],
    /// The run's seed.
    pub seed: u64,
    /// SHA-256 of the openings in the order in which they are played, one a line.
    pub openings: String,
    /// The limits of every game.
    pub limits: Limits,
    /// From how many empty squares on the exact solver ended games; `None` if it did not.
    pub adjudicate_empties: Option<u32>,
}

/// A bot of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunBot {
    /// Its name, command and protocol.
    #[serde(flatten)]
    pub bot: BotRecord,
    /// SHA-256 of its program; `None` for built-in bots and where the program was not found.
    pub program: Option<String>,
}

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
    /// Why it ended.
    pub termination: Termination,
    /// CodinGame's scores, black first.
    pub scores: [i32; 2],
    /// Discs at the end, black first.
    pub discs: [u32; 2],
    /// What counted against the limit at each call, in milliseconds, black's calls first; empty for bots without a
    /// clock.
    #[serde(default, skip_serializing_if = "have_no_times")]
    pub clock_ms: [Vec<f64>; 2],
    /// For how much of each of those times the machine itself stood still, in milliseconds; empty if it never did.
    #[serde(default, skip_serializing_if = "have_no_times")]
    pub stood_still_ms: [Vec<f64>; 2],
}

fn have_no_times(clock_ms: &[Vec<f64>; 2]) -> bool {
    clock_ms.iter().all(Vec::is_empty)
}

/// What a results file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What was run.
    pub header: Header,
    /// The pairs by their index.
    pub pairs: BTreeMap<u64, PairLine>,
}

impl Header {
    /// The header of a plan's run; reads the programs of its bots.
    ///
    /// # Errors
    /// If a program cannot be read.
    pub fn of(plan: &Plan) -> anyhow::Result<Self> {
        let [first, second] = plan.bots();
        Ok(Self {
            schema: SCHEMA,
            bots: [RunBot::of(first)?, RunBot::of(second)?],
            seed: plan.seed(),
            openings: openings_hash(plan.openings()),
            limits: *plan.limits(),
            adjudicate_empties: plan.adjudicate_empties(),
        })
    }

    /// Refuses another run's header; the message names the fields in which it differs.
    pub fn expect_same(&self, other: &Self) -> anyhow::Result<()> {
        let [own, others] = [serde_json::to_value(self)?, serde_json::to_value(other)?];
        let fields = own.as_object().into_iter().flatten();
        let different: Vec<_> =
            fields.filter(|(name, value)| others[name] != **value).map(|(name, _)| name.as_str()).collect();
        if !different.is_empty() {
            bail!("results of another run: not the same {}", different.join(", "));
        }
        Ok(())
    }
}

impl RunBot {
    fn of(bot: &BotSpec) -> anyhow::Result<Self> {
        let program = bot.program().as_deref().map(program_hash).transpose()?;
        Ok(Self { bot: bot.record(), program })
    }
}

/// SHA-256 of a program, in hexadecimal.
///
/// # Errors
/// If it cannot be read; the message names it.
pub fn program_hash(path: &Path) -> anyhow::Result<String> {
    Ok(hexadecimal(Sha256::new_with_prefix(files::read(path)?)))
}

/// SHA-256 of openings in this order, one a line.
pub(crate) fn openings_hash(openings: &[Game]) -> String {
    let mut hash = Sha256::new();
    for opening in openings {
        hash.update(opening.transcript());
        hash.update("\n");
    }
    hexadecimal(hash)
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
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
        let ever_stood_still = record.turns.iter().any(|turn| turn.stood_still_ms.is_some());
        let stood_still_ms =
            |turn: &TurnRecord| turn.clock_ms.map(|_| turn.stood_still_ms.unwrap_or_default());
        Self {
            moves: record.moves(),
            termination: record.termination.clone(),
            scores: record.scores,
            discs: record.discs,
            clock_ms: of_both(|turn| turn.clock_ms),
            stood_still_ms: if ever_stood_still { of_both(stood_still_ms) } else { Default::default() },
        }
    }
}

impl PairLine {
    /// The games' results for the run's first bot: 2 a win, 1 a draw, 0 a loss.
    pub fn half_points(&self) -> [u8; 2] {
        [0, 1].map(|game: usize| half_points(self.games[game].scores, Pair::first_bots_color(game)))
    }
}

impl GameLine {
    /// The times of one side's calls, in milliseconds.
    pub fn clock_ms(&self, color: Color) -> &[f64] {
        &self.clock_ms[seat(color)]
    }

    /// For how much of one of those times the machine itself stood still, in milliseconds.
    pub fn stood_still_ms(&self, color: Color, call: usize) -> f64 {
        self.stood_still_ms[seat(color)].get(call).copied().unwrap_or_default()
    }
}

impl Results {
    /// Reads a results file.
    ///
    /// # Errors
    /// If it cannot be read, has no header, holds a line that is no pair, or two different results for one pair. The
    /// message names the file and the line.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = files::read(path)?;
        let parsed = parse(&text).with_context(|| path.display().to_string())?;
        parsed.with_context(|| format!("{} has no header", path.display()))
    }
}

/// The results in a file's text; `None` if it has no whole line.
fn parse(text: &[u8]) -> anyhow::Result<Option<Results>> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
    let Some((_, first)) = lines.next() else { return Ok(None) };
    let header: Header = serde_json::from_slice(first).context("line 1 is no header of results")?;
    if header.schema != SCHEMA {
        bail!("line 1: schema {} is not known, only {SCHEMA}", header.schema);
    }
    let mut results = Results { header, pairs: BTreeMap::new() };
    for (index, line) in lines {
        let number = index + 1;
        let line: PairLine =
            serde_json::from_slice(line).with_context(|| format!("line {number} is no pair"))?;
        let pair = line.pair;
        if results.pairs.get(&pair).is_some_and(|known| *known != line) {
            bail!("line {number}: pair {pair} stands there twice, with different results");
        }
        results.pairs.insert(pair, line);
    }
    Ok(Some(results))
}

/// A value as one line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value).context("cannot write results as JSON")?;
    line.push(b'\n');
    Ok(line)
}

#[cfg(test)]
mod tests;
