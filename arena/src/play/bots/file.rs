//! `bots.toml`: named programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail, Context};
use serde::Deserialize;
use supervisor::process::Launch;

use super::spec::{words, BotKind, BotSpec};
use crate::play::contestant::builtin::Builtin;
use crate::play::contestant::ProcessSpec;
use crate::play::limits::{LimitChanges, MEMORY_MIB};
use crate::play::record::Protocol;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    bot: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: Command,
    #[serde(default)]
    protocol: Protocol,
    directory: Option<PathBuf>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    /// 0 for no bound.
    memory_mib: Option<u32>,
    #[serde(default)]
    limits: LimitChanges,
    restart: Option<Restart>,
    #[serde(default)]
    freeze: bool,
}

/// A command line that is split as in a shell, or the program and its arguments.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Command {
    Line(String),
    Words(Vec<String>),
}

/// When a new process is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Restart {
    /// Before every game.
    Game,
    /// Only after a fault.
    Never,
}

/// Reads the entries of a `bots.toml`.
pub(super) fn parse(text: &str) -> anyhow::Result<Vec<BotSpec>> {
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        anyhow!("line {line}: {}", error.message().lines().collect::<Vec<_>>().join("; "))
    })?;
    let mut bots: Vec<BotSpec> = Vec::with_capacity(file.bot.len());
    for entry in file.bot {
        let name = entry.name.clone();
        if bots.iter().any(|bot| bot.name == name) {
            bail!("bot `{name}` is listed twice");
        }
        bots.push(entry.into_bot().with_context(|| format!("bot `{name}`"))?);
    }
    Ok(bots)
}

impl Entry {
    fn into_bot(self) -> anyhow::Result<BotSpec> {
        if self.name.is_empty() || self.name.contains(':') || self.name.parse::<Builtin>().is_ok() {
            bail!("a name must not be empty, contain `:`, or be a built-in bot's");
        }
        let command = match self.command {
            Command::Line(line) => {
                let directory = self.directory.as_deref().unwrap_or(Path::new(""));
                words(&line, directory).context("command")?
            }
            Command::Words(words) => words,
        };
        if command.first().is_none_or(|program| program.is_empty()) {
            bail!("the command is empty");
        }
        if let Some(directory) = self.directory.as_deref().filter(|directory| !directory.is_dir()) {
            bail!("the directory `{}` is not there", directory.display());
        }
        let is_kept = match (self.protocol, self.restart) {
            (Protocol::Builtin, _) => bail!("`builtin` is not a protocol of a program"),
            (Protocol::Gtp, restart) => restart != Some(Restart::Game),
            (_, Some(Restart::Never)) => bail!("only a GTP engine can play game after game"),
            (_, _) => false,
        };
        let launch = Launch {
            directory: self.directory,
            environment: self.environment.into_iter().collect(),
            memory_mib: Some(self.memory_mib.unwrap_or(MEMORY_MIB)).filter(|&memory_mib| memory_mib > 0),
            freezes: self.freeze,
            ..Launch::new(command)
        };
        let process =
            ProcessSpec { launch, protocol: self.protocol, limits: self.limits, is_kept, source: None };
        Ok(BotSpec { name: self.name, kind: BotKind::Process(Arc::new(process)) })
    }
}
