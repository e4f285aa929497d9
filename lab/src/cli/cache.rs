//! `outflank-bench cache [KIND]`: cache misses on CodinGame's machine, simulated.
//!
//! Runs `outflank-bench work` twice under Valgrind's Cachegrind with the caches of a Haswell core (32 KiB of
//! L1 for data, 256 KiB of L2, modelled as the last level), once with twice as much work: the difference is
//! free of set-up. Cachegrind knows neither prefetching nor a third level. Misses are listed by the source
//! file of the instruction that missed, which for inlined code takes the release profile's line tables.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{anyhow, bail};
use serde_json::json;
use toolkit::files;

use super::output::{Outcome, Output};
use super::work::Kind;

/// Size in bytes, ways, bytes a line.
const GEOMETRY: [&str; 3] = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=262144,8,64"];

/// Units of work in the first run; the second does twice as many.
const WORK: [(Kind, u64); 3] =
    [(Kind::Playouts, 10_000), (Kind::Children, 200_000), (Kind::Nodes, 2_000_000)];

/// The largest report of Cachegrind that is read, in bytes.
const MAX_PROFILE_BYTES: u64 = 64 << 20;

/// Files with less than this share of the misses are left out.
const MIN_SHARE: f64 = 0.02;

/// Simulated counts of data accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    instructions: f64,
    l1_reads: f64,
    l1_writes: f64,
    l2_reads: f64,
    l2_writes: f64,
}

impl Counts {
    fn map(self, other: Self, change: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            instructions: change(self.instructions, other.instructions),
            l1_reads: change(self.l1_reads, other.l1_reads),
            l1_writes: change(self.l1_writes, other.l1_writes),
            l2_reads: change(self.l2_reads, other.l2_reads),
            l2_writes: change(self.l2_writes, other.l2_writes),
        }
    }
}

/// The counts of a run, by source file.
type Profile = BTreeMap<String, Counts>;

/// The arguments of `outflank-bench cache`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Kinds of work [default: all]
    #[arg(value_enum)]
    kinds: Vec<Kind>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let is_wanted = |kind: &Kind| arguments.kinds.is_empty() || arguments.kinds.contains(kind);
    for (kind, work) in WORK.into_iter().filter(|(kind, _)| is_wanted(kind)) {
        let (before, less_work) = simulate(kind, work)?;
        let (after, more_work) = simulate(kind, 2 * work)?;
        let units = more_work.saturating_sub(less_work).max(1) as f64;
        let mut files: Vec<(String, Counts)> = after
            .into_iter()
            .map(|(file, counts)| {
                let before = before.get(&file).copied().unwrap_or_default();
                (file, counts.map(before, |after, before| (after - before) / units))
            })
            .collect();
        files.sort_by(|a, b| b.1.l1_reads.total_cmp(&a.1.l1_reads));
        let zero = Counts::default();
        let all = files.iter().fold(zero, |sum, (_, counts)| sum.map(*counts, |a, b| a + b));
        files.retain(|(_, counts)| {
            counts.l1_reads > MIN_SHARE * all.l1_reads || counts.l2_reads > MIN_SHARE * all.l2_reads
        });
        files.insert(0, ("all".into(), all));
        let [_, unit] = kind.names();
        for (file, counts) in files {
            print(output, unit, &file, counts)?;
        }
    }
    Ok(Outcome::Success)
}

fn print(output: &mut Output<'_>, unit: &str, file: &str, counts: Counts) -> anyhow::Result<()> {
    let Counts { instructions, l1_reads, l1_writes, l2_reads, l2_writes } = counts;
    output.result(
        &format!(
            "{unit:16}  {instructions:8.1} instructions  L1 misses {l1_reads:8.3} r {l1_writes:7.3} w  \
             L2 misses {l2_reads:7.3} r {l2_writes:7.3} w  {file}"
        ),
        json!({
            "unit": unit, "file": file, "instructions": instructions, "l1_read_misses": l1_reads,
            "l1_write_misses": l1_writes, "l2_read_misses": l2_reads, "l2_write_misses": l2_writes,
        }),
    )
}

/// The simulated counts of `outflank-bench work`, and the units of work that it did.
fn simulate(kind: Kind, work: u64) -> anyhow::Result<(Profile, u64)> {
    let program = std::env::current_exe()?;
    let path = files::write_temporary("outflank-cachegrind-", ".out", &[])?;
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=yes"])
        .args(GEOMETRY)
        .arg(format!("--cachegrind-out-file={}", path.display()))
        .arg(program)
        .args(["work", kind.names()[0], &work.to_string()])
        .output()
        .map_err(|error| anyhow!("valgrind: {error}"))?;
    let text = files::read_text(&path, MAX_PROFILE_BYTES);
    // Left behind only if nothing was written.
    let _ = std::fs::remove_file(&path);
    let words = String::from_utf8_lossy(&output.stdout);
    let done = words.split_whitespace().next().and_then(|word| word.parse().ok());
    match (text, done) {
        (Ok(text), Some(done)) if output.status.success() => Ok((parse(&text), done)),
        _ => bail!(
            "valgrind: {}",
            String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("no output")
        ),
    }
}

/// Sums a Cachegrind file by source file.
fn parse(text: &str) -> Profile {
    let (mut profile, mut events, mut file) = (Profile::new(), Vec::new(), String::new());
    for line in text.lines() {
        if let Some(names) = line.strip_prefix("events: ") {
            events = names.split(' ').map(str::to_string).collect();
        } else if let Some(path) = line.strip_prefix("fl=") {
            let inside = path.rfind("/src/").map_or(path, |at| &path[at + 1..]);
            file = inside.into();
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let counts: Vec<f64> =
                line.split(' ').skip(1).map(|number| number.parse().unwrap_or(0.0)).collect();
            let of = |name: &str| {
                let at = events.iter().position(|event| event == name);
                at.and_then(|at| counts.get(at)).copied().unwrap_or(0.0)
            };
            let entry = profile.entry(file.clone()).or_default();
            entry.instructions += of("Ir");
            entry.l1_reads += of("D1mr");
            entry.l1_writes += of("D1mw");
            entry.l2_reads += of("DLmr");
            entry.l2_writes += of("DLmw");
        }
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_summed_by_file() {
        let text = "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=/a/src/eval.rs\nfn=f\n\
                    10 7 0 0 3 2 1 0 0 0\n11 3 0 0 1 1 0 2 1 1\nfl=/b/core/x.rs\nfn=g\n1 5 0 0 0 0 0 0 0 0\n\
                    summary: 15 0 0 4 3 1 2 1 1\n";
        let profile = parse(text);
        let expected =
            Counts { instructions: 10.0, l1_reads: 3.0, l1_writes: 1.0, l2_reads: 1.0, l2_writes: 1.0 };
        assert_eq!(profile["src/eval.rs"], expected);
        assert_eq!(profile["/b/core/x.rs"].instructions, 5.0);
    }
}
