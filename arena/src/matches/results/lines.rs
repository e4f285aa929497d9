//! The lines of a results file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::{Color, Game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files;
use crate::matches::pairs::{half_points, Pair, Plan};
use crate::play::bots::{BotKind, BotSpec};
use crate::play::limits::Limits;
use crate::play::record::{seat, BotRecord, GameRecord, Termination, TurnRecord};
use toolkit::text::hexadecimal;

/// Version of the format; incremented when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// The identity of a run, so that results of different runs are never mixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The writer's [`SCHEMA`].
    pub schema: u32,
    /// The two bots.
    pub bots: [RunBot; 2],
    /// The run's seed.
    pub seed: u64,
    /// SHA-256 of the openings in playing order, one a line.
    pub openings: String,
    /// The limits of every game.
    pub limits: Limits,
    /// Number of empty squares from which on the exact solver adjudicated; `None` if it did not.
    pub adjudicate_empties: Option<u32>,
}

/// A bot of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunBot {
    /// Its name, command and protocol.
    #[serde(flatten)]
    pub bot: BotRecord,
    /// SHA-256 of its program, or of the source that it is compiled from; `None` for built-in bots and
    /// programs that were not found.
    pub program: Option<String>,
    /// SHA-256 of every other file that its command names, by the word that names it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
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
    /// The reason for its end.
    pub termination: Termination,
    /// CodinGame's scores, black first.
    pub scores: [i32; 2],
    /// Discs at the end, black first.
    pub discs: [u32; 2],
    /// Time charged to each call, in milliseconds, black's calls first; empty for bots without a clock.
    #[serde(default, skip_serializing_if = "have_no_times")]
    pub clock_ms: [Vec<f64>; 2],
    /// The part of each of those times for which the host stalled, in milliseconds; empty without stalls.
    #[serde(rename = "stood_still_ms", default, skip_serializing_if = "have_no_times")]
    pub stall_ms: [Vec<f64>; 2],
    /// The index of the call whose answer first requested the opponent's moves, black's first.
    #[serde(default, skip_serializing_if = "is_none_of_both")]
    pub expert_from: [Option<usize>; 2],
    /// The last lines that a bot wrote to standard error before it lost by a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
}

fn is_none_of_both(calls: &[Option<usize>; 2]) -> bool {
    calls.iter().all(Option::is_none)
}

fn have_no_times(clock_ms: &[Vec<f64>; 2]) -> bool {
    clock_ms.iter().all(Vec::is_empty)
}

/// The content of a results file.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The identity of the run.
    pub header: Header,
    /// The pairs by their index.
    pub pairs: BTreeMap<u64, PairLine>,
}

impl Header {
    /// The header of a plan's run; hashes the programs of its bots.
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

    /// Rejects another run's header; the message names the differing fields.
    pub fn expect_same(&self, other: &Self) -> anyhow::Result<()> {
        let [own, others] = [serde_json::to_value(self)?, serde_json::to_value(other)?];
        let fields = own.as_object().into_iter().flatten();
        let mut different: Vec<_> = fields
            .filter(|(name, value)| *name != "bots" && others[name] != **value)
            .map(|(name, _)| format!("not the same {name}"))
            .collect();
        different.extend(self.bots.iter().zip(&other.bots).filter_map(|(own, other)| own.difference(other)));
        if !different.is_empty() {
            bail!("results of another run: {}", different.join(", "));
        }
        Ok(())
    }
}

impl RunBot {
    /// The identity of a bot.
    ///
    /// # Errors
    /// If its program cannot be read.
    pub fn of(bot: &BotSpec) -> anyhow::Result<Self> {
        let record = bot.record();
        let BotKind::Process(process) = &bot.kind else {
            return Ok(Self { bot: record, program: None, files: BTreeMap::new() });
        };
        let launch = &process.launch;
        let mut named = launch.files();
        if let (Some(source), Some((0, program))) = (&process.source, named.first_mut()) {
            *program = launch.directory.as_deref().unwrap_or(Path::new("")).join(source);
        }
        let (mut program, mut files) = (None, BTreeMap::new());
        for (index, path) in named {
            let hash = program_hash(&path)?;
            match index {
                0 => program = Some(hash),
                _ => drop(files.insert(launch.command[index].clone(), hash)),
            }
        }
        Ok(Self { bot: record, program, files })
    }

    /// How another run's bot differs, for a message; `None` if it is the same.
    fn difference(&self, other: &Self) -> Option<String> {
        let name = &self.bot.name;
        if self.bot != other.bot {
            return Some(format!("not the same bots: `{}`, not `{}`", self.bot.command, other.bot.command));
        }
        let words: BTreeSet<&String> = self.files.keys().chain(other.files.keys()).collect();
        let is_changed = |word: &&String| self.files.get(*word) != other.files.get(*word);
        let changed: Vec<&str> = words.into_iter().filter(is_changed).map(String::as_str).collect();
        match (self.program != other.program, changed.as_slice()) {
            (false, []) => None,
            (true, []) => Some(format!("the program of `{name}` has changed")),
            _ => Some(format!("`{name}` has changed ({})", changed.join(", "))),
        }
    }
}

/// SHA-256 of a program, in hexadecimal.
///
/// # Errors
/// If it cannot be read; the message names it.
pub fn program_hash(path: &Path) -> anyhow::Result<String> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = files::open(path)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part).with_context(unreadable)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            length => hash.update(&part[..length]),
        }
    }
}

/// SHA-256 of openings in this order, one a line.
pub(crate) fn openings_hash(openings: &[Game]) -> String {
    let mut hash = Sha256::new();
    for opening in openings {
        hash.update(opening.transcript());
        hash.update("\n");
    }
    hexadecimal(&hash.finalize())
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
        [0, 1].map(|game: usize| half_points(self.games[game].scores, Pair::first_bots_color(game)))
    }
}

impl GameLine {
    /// The times of one side's calls, in milliseconds.
    pub fn clock_ms(&self, color: Color) -> &[f64] {
        &self.clock_ms[seat(color)]
    }

    /// The colour of the bot that lost by a fault, and the fault, a timeout with its overrun.
    pub fn fault_text(&self, limits: &Limits) -> Option<(Color, String)> {
        let Termination::Fault { by, fault, .. } = &self.termination else { return None };
        Some((*by, fault.text(limits, self.clock_ms(*by).last().copied())))
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
        parse(text)
    }
}

/// Parses a results file; `None` if it has no complete line.
pub(super) fn parse(text: &[u8]) -> anyhow::Result<Option<Results>> {
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
        line.check().with_context(|| format!("line {number}: pair {pair}"))?;
        if results.pairs.get(&pair).is_some_and(|known| !known.is_same_result(&line)) {
            bail!("line {number}: pair {pair} occurs twice, with different results");
        }
        results.pairs.entry(pair).or_insert(line);
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
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::matches::results::testing::{error_of, pairs, plan, write};
    use crate::matches::results::*;

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
        assert_eq!(game.clock_ms(Color::Black), [1.5]);
        assert!(serde_json::to_string(&game).unwrap().ends_with(r#""clock_ms":[[1.5],[]]}"#));
    }

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
        assert!(open(&plan("greedy", 1).adjudicating(Some(9))).contains("not the same adjudicate_empties; "));
    }

    #[test]
    fn a_changed_program_is_another_bot() {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("bot");
        let header = |contents: &str| {
            std::fs::write(&program, contents).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
            let bots = ["random", program.to_str().unwrap()].map(|name| BotSpec::parse(name).unwrap());
            Header::of(&Plan::new(bots, Vec::new(), 1, Limits::CODINGAME)).unwrap()
        };
        let first = header("one");
        assert_eq!(first.bots[0].program, None);
        // The SHA-256 of `one`, computed by sha256sum.
        let hash = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
        assert_eq!(first.bots[1].program.as_deref(), Some(hash));
        assert!(first.expect_same(&header("one")).is_ok());
        let error = error_of(first.expect_same(&header("two")));
        assert_eq!(error, "results of another run: the program of `bot` has changed");
    }

    #[test]
    fn a_changed_file_of_a_command_is_another_bot() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
        write("bot.py", "one");
        write("weights.bin", "one");
        write("engine.py", "one");
        let path = |name: &str| directory.path().join(name).display().to_string();
        let command = format!("sh {} --weights={} -m engine", path("bot.py"), path("weights.bin"));
        let header = || {
            let mut bot = BotSpec::parse(&command).unwrap();
            if let BotKind::Process(process) = &mut bot.kind {
                std::sync::Arc::make_mut(process).launch.directory = Some(directory.path().to_path_buf());
            }
            let bots = [bot, BotSpec::parse("random").unwrap()];
            Header::of(&Plan::new(bots, Vec::new(), 1, Limits::CODINGAME)).unwrap()
        };
        let first = header();
        assert!(first.expect_same(&header()).is_ok());
        for (name, word) in [("bot.py", path("bot.py")), ("engine.py", "engine".to_string())] {
            write(name, "two");
            let error = error_of(first.expect_same(&header()));
            assert_eq!(error, format!("results of another run: `bot.py` has changed ({word})"));
            write(name, "one");
        }
        write("weights.bin", "two");
        assert!(error_of(first.expect_same(&header())).contains("weights.bin)"));
        let text = String::from_utf8(json_line(&first).unwrap()).unwrap();
        assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), first);
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
