//! The log of a tuning run as lines of JSON: a header that identifies the run, then one line an iteration.
//! The results determine the values, which a reader recomputes; it rejects lines with other values or signs.
//! Only the last line of a file may be torn; readers ignore it, and resuming the run removes it.

use std::path::Path;

use anyhow::{ensure, Context};
use outflank::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::contest::{bot_with, check_bot, Contest};
use super::parameter::Parameter;
use super::spsa::{Schedule, Spsa};
use crate::files;
use crate::matches::openings;
use crate::matches::results::{openings_hash, RunBot};
use crate::play::limits::Limits;

/// Version of the format; incremented when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// The largest accepted number of iterations.
pub const MAX_ITERATIONS: u32 = 10_000_000;

/// The largest accepted number of pairs an iteration.
pub const MAX_PAIRS: u32 = 100_000;

/// The identity of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The writer's [`SCHEMA`].
    pub schema: u32,
    /// The bot without the constants to tune.
    pub bot: String,
    /// The constants to tune.
    pub parameters: Vec<Parameter>,
    /// The schedule of perturbations and moves.
    pub schedule: Schedule,
    /// Pairs of games an iteration.
    pub pairs: u64,
    /// The run's seed.
    pub seed: u64,
    /// SHA-256 of the openings in playing order, one a line.
    pub openings: String,
    /// The program, if the bot is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnHeader>,
}

/// The identity of a program and the limits of its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnHeader {
    /// The program, and the other files that its command names.
    pub bot: RunBot,
    /// The limits.
    pub limits: Limits,
}

/// One iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u64,
    /// The signs of the first version's perturbations, 1 or -1 for each constant.
    pub signs: Vec<i8>,
    /// The first version's half points in each pair, 0 to 4.
    pub half_points: Vec<u8>,
    /// The constants' values after the iteration.
    pub values: Vec<f64>,
}

/// A run and its state.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The identity of the run.
    pub header: Header,
    /// The finished iterations.
    pub iterations: Vec<Iteration>,
}

impl Header {
    /// Rejects invalid fields.
    fn check(&self) -> anyhow::Result<()> {
        ensure!(self.schema == SCHEMA, "schema {} is not known, only {SCHEMA}", self.schema);
        check_bot(&self.bot, &self.parameters)?;
        let Schedule { iterations, rate } = self.schedule;
        let bounds = 1..=u64::from(MAX_ITERATIONS);
        ensure!(bounds.contains(&iterations), "{iterations} iterations are not 1 to {MAX_ITERATIONS}");
        let bounds = 1..=u64::from(MAX_PAIRS);
        ensure!(bounds.contains(&self.pairs), "{} pairs an iteration are not 1 to {MAX_PAIRS}", self.pairs);
        ensure!(rate > 0.0 && rate <= 1.0, "the rate {rate} is not between 0 and 1");
        Ok(())
    }
}

impl Tuning {
    /// A run before its first iteration.
    ///
    /// # Errors
    /// If the header is invalid.
    pub fn new(header: Header) -> anyhow::Result<Self> {
        header.check()?;
        Ok(Self { header, iterations: Vec::new() })
    }

    /// Parses the complete lines of a log; `None` if there are none.
    ///
    /// # Errors
    /// If a line does not follow from the lines before it; the message names it.
    pub fn parse(text: &[u8]) -> anyhow::Result<Option<Self>> {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let Some(first) = lines.next() else { return Ok(None) };
        let header = serde_json::from_slice(first).context("line 1 is no header of a tuning run")?;
        let mut tuning = Self::new(header).context("line 1")?;
        for (index, line) in lines.enumerate() {
            let follows = |iteration: Iteration| tuning.replay(iteration);
            let line = serde_json::from_slice(line).context("no iteration").and_then(follows);
            line.with_context(|| format!("line {}", index + 2))?;
        }
        Ok(Some(tuning))
    }

    /// Reads a log.
    ///
    /// # Errors
    /// If the file cannot be read, has no header, or has a line that does not follow; the message names the
    /// file and the line.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let tuning = Self::parse(&files::read(path)?).with_context(name)?;
        tuning.context("no header of a tuning run").with_context(name)
    }

    fn replay(&mut self, known: Iteration) -> anyhow::Result<()> {
        let Header { pairs, schedule, .. } = &self.header;
        ensure!(self.finished() < schedule.iterations, "an iteration too many");
        let points = &known.half_points;
        let is_complete = points.len() as u64 == *pairs && points.iter().all(|&points| points <= 4);
        ensure!(is_complete, "expected {pairs} results from 0 to 4");
        let expected = self.outcome(known.half_points.clone());
        let number = expected.iteration;
        ensure!(known.iteration == number, "expected iteration {number}, not {}", known.iteration);
        ensure!(known == expected, "the signs or values do not follow from the results");
        self.iterations.push(known);
        Ok(())
    }

    /// Rejects another run's header; the message names the differing fields.
    pub fn expect_same(&self, header: &Header) -> anyhow::Result<()> {
        let [own, others] = [serde_json::to_value(&self.header)?, serde_json::to_value(header)?];
        let different = different_fields("", &own, &others);
        ensure!(different.is_empty(), "the log of another run: not the same {}", different.join(", "));
        Ok(())
    }

    /// Number of finished iterations.
    pub fn finished(&self) -> u64 {
        self.iterations.len() as u64
    }

    /// Number of finished games.
    pub fn games(&self) -> u64 {
        2 * self.header.pairs * self.finished()
    }

    /// The constants' current values.
    pub fn values(&self) -> Vec<f64> {
        match self.iterations.last() {
            Some(last) => last.values.clone(),
            None => self.header.parameters.iter().map(|parameter| parameter.start).collect(),
        }
    }

    fn spsa(&self) -> Spsa<'_> {
        let Header { parameters, schedule, seed, .. } = &self.header;
        Spsa { parameters, schedule: *schedule, seed: *seed }
    }

    /// The next iteration's match; `None` after the last.
    pub fn contest(&self) -> Option<Contest> {
        let Header { bot, parameters, pairs, schedule, seed, .. } = &self.header;
        let finished = self.finished();
        let values = self.spsa().versions(finished + 1, &self.values());
        (finished < schedule.iterations).then(|| Contest {
            bots: values.each_ref().map(|values| bot_with(bot, parameters, values)),
            parameters: parameters.clone(),
            values,
            pairs: finished * pairs..(finished + 1) * pairs,
            seed: *seed,
        })
    }

    /// The next iteration with these results of its [`contest`](Self::contest): the first version's half
    /// points in each pair.
    pub fn outcome(&self, half_points: Vec<u8>) -> Iteration {
        let (spsa, iteration) = (self.spsa(), self.finished() + 1);
        let lead = half_points.iter().map(|&points| i64::from(points) - 2).sum();
        let values = spsa.learned(iteration, &self.values(), lead);
        Iteration { iteration, signs: spsa.signs(iteration), half_points, values }
    }
}

/// The names of the fields in which two objects differ; fields of inner objects follow a dot.
fn different_fields(prefix: &str, own: &Value, others: &Value) -> Vec<String> {
    let fields = own.as_object().into_iter().flatten();
    let different = fields.filter(|(name, value)| others[name] != **value);
    different
        .flat_map(|(name, value)| match value {
            Value::Object(_) => different_fields(&format!("{prefix}{name}."), value, &others[name]),
            _ => vec![format!("{prefix}{name}")],
        })
        .collect()
}

/// The hash in [`Header::openings`] for a run with this seed.
pub fn hash_of(openings: &[Game], seed: u64) -> String {
    let mut shuffled = openings.to_vec();
    openings::shuffle(&mut shuffled, seed);
    openings_hash(&shuffled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::json_line;

    fn header() -> Header {
        let parameters = ["exploration=0.3..3@1", "minimax-weight=0..1@0.7"];
        Header {
            schema: SCHEMA,
            bot: "outflank:playouts=10".into(),
            parameters: parameters.iter().map(|text| text.parse().unwrap()).collect(),
            schedule: Schedule { iterations: 10, rate: 0.05 },
            pairs: 2,
            seed: 7,
            openings: hash_of(&[], 7),
            own: None,
        }
    }

    /// Plays up to this iteration with results derived from the bots' names, and returns the whole log.
    fn play(tuning: &mut Tuning, last: u64) -> Vec<u8> {
        while tuning.finished() < last {
            let length = tuning.contest().unwrap().bots.concat().len();
            tuning.iterations.push(tuning.outcome(vec![(length % 5) as u8, (length % 3) as u8]));
        }
        let header = json_line(&tuning.header).unwrap();
        let lines = tuning.iterations.iter().flat_map(|iteration| json_line(iteration).unwrap());
        header.into_iter().chain(lines).collect()
    }

    fn error_of(text: &str) -> String {
        format!("{:#}", Tuning::parse(text.as_bytes()).unwrap_err())
    }

    #[test]
    fn an_interrupted_run_ends_as_if_it_had_not_been() {
        let whole = play(&mut Tuning::new(header()).unwrap(), 10);
        for interrupted in 0..10 {
            let mut text = play(&mut Tuning::new(header()).unwrap(), interrupted);
            text.extend(b"{\"iteration\":");
            let mut resumed = Tuning::parse(&text).unwrap().unwrap();
            assert_eq!(resumed.finished(), interrupted);
            resumed.expect_same(&header()).unwrap();
            assert_eq!(play(&mut resumed, 10), whole);
            assert_eq!(resumed.contest(), None);
        }
        assert!(Tuning::parse(b"{\"schema\":1").unwrap().is_none(), "a torn header is none");
    }

    #[test]
    fn no_two_matches_share_a_pair() {
        let mut tuning = Tuning::new(header()).unwrap();
        assert_eq!(tuning.contest().unwrap().pairs, 0..2);
        play(&mut tuning, 3);
        assert_eq!(tuning.contest().unwrap().pairs, 6..8);
        let [first, second] = tuning.contest().unwrap().bots;
        assert!(first.starts_with("outflank:playouts=10,exploration=") && first != second);
    }

    #[test]
    fn another_runs_log_is_refused_by_what_differs() {
        let tuning = Tuning::new(header()).unwrap();
        let schedule = Schedule { iterations: 11, ..header().schedule };
        let other = Header { seed: 8, pairs: 3, schedule, ..header() };
        let error = tuning.expect_same(&other).unwrap_err().to_string();
        assert_eq!(error, "the log of another run: not the same pairs, schedule.iterations, seed");
    }

    #[test]
    fn a_log_that_was_changed_is_refused_by_line() {
        let text = String::from_utf8(play(&mut Tuning::new(header()).unwrap(), 3)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let with = |index: usize, from: &str, to: &str| {
            assert!(lines[index].contains(from), "{}", lines[index]);
            let changed = lines[index].replacen(from, to, 1);
            let all = lines.iter().enumerate().map(|(at, line)| if at == index { &changed } else { *line });
            all.map(|line| format!("{line}\n")).collect::<String>()
        };
        for (text, complaint) in [
            (with(0, "\"seed\"", "\"sead\""), "line 1 is no header of a tuning run"),
            (with(0, "\"schema\":1", "\"schema\":2"), "line 1: schema 2 is not known"),
            (with(0, "\"rate\":0.05", "\"rate\":-1.0"), "line 1: the rate -1 is not"),
            (with(0, "\"pairs\":2", "\"pairs\":18446744073709551615"), "line 1: 18446744073709551615 pairs"),
            (with(0, "\"iterations\":10", "\"iterations\":0"), "line 1: 0 iterations are not"),
            (with(0, "\"high\":3.0", "\"high\":0.1"), "line 1: `exploration`: the range 0.3..0.1 is empty"),
            (with(2, "\"iteration\":2", "\"iteration\":3"), "line 3: expected iteration 2, not 3"),
            (with(1, "\"half_points\":[", "\"half_points\":[9,"), "line 2: expected 2 results from 0 to 4"),
            (with(3, "\"values\":[", "\"values\":[1.0,"), "line 4: the signs or values do not follow"),
            (with(3, "\"signs\":[", "\"signs\":[1,"), "line 4: the signs or values do not follow"),
            (with(2, "{", "["), "line 3: no iteration"),
        ] {
            let error = error_of(&text);
            assert!(error.starts_with(complaint), "{error} for {complaint}");
        }
        let repeated = format!("{text}{}\n", lines[3]);
        assert!(error_of(&repeated).starts_with("line 5: "), "{}", error_of(&repeated));
    }
}
