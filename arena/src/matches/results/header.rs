//! The first line of a results file: the identity of its run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use anyhow::{bail, Context};
use outflank::game::Game;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use toolkit::text::hexadecimal;

use crate::files;
use crate::matches::pairs::Plan;
use crate::play::bots::{BotKind, BotSpec};
use crate::play::limits::Limits;
use crate::play::record::BotRecord;

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

impl Header {
    /// The header of a plan's run; hashes the programs of its bots.
    ///
    /// # Errors
    /// If a program cannot be read.
    pub fn of(plan: &Plan) -> anyhow::Result<Self> {
        let [first, second] = &plan.bots;
        Ok(Self {
            schema: SCHEMA,
            bots: [RunBot::of(first)?, RunBot::of(second)?],
            seed: plan.seed,
            openings: openings_hash(&plan.openings),
            limits: plan.limits,
            adjudicate_empties: plan.adjudicate_empties,
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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::matches::results::testing::error_of;

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
        let text = serde_json::to_string(&first).unwrap();
        assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), first);
    }
}
