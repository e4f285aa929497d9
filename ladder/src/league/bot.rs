//! A bot as it was entered, so that it can be started again from anywhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, ensure, Context};
use serde::{Deserialize, Serialize};
use supervisor::process::Launch;

use crate::course::programs::keep;
use arena::matches::results::program_hash;
use arena::play::bots::{BotKind, BotSpec, ProcessSpec};
use arena::play::limits::LimitChanges;
use arena::play::record::Protocol;

/// A bot of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredBot {
    /// Its name in the league.
    pub name: String,
    /// The language it speaks; built-in bots have none.
    pub protocol: Protocol,
    /// The command line, or only the name of a built-in bot.
    pub command: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// Variables set for it.
    pub environment: Vec<(String, String)>,
    /// Its memory, in MiB.
    pub memory_mib: Option<u32>,
    /// Whether it is stopped while it is not its turn.
    #[serde(default)]
    pub freezes: bool,
    /// Whether one process plays both games of a meeting.
    #[serde(default)]
    pub is_kept: bool,
    /// Its deviations from the limits of the league.
    pub limits: LimitChanges,
    /// SHA-256 of its program; `None` for built-in bots.
    pub program: Option<String>,
    /// SHA-256 of every other file that its command names, by the word that names it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl EnteredBot {
    /// Describes a bot that is started from the current directory.
    ///
    /// # Errors
    /// If its program is not there or cannot be read, or there is no current directory.
    pub fn of(bot: &BotSpec, name: &str) -> anyhow::Result<Self> {
        let builtin = |command: String| Self {
            name: name.to_string(),
            protocol: Protocol::Builtin,
            command: vec![command],
            directory: None,
            environment: Vec::new(),
            memory_mib: None,
            freezes: false,
            is_kept: false,
            limits: LimitChanges::default(),
            program: None,
            files: BTreeMap::new(),
        };
        let process = match &bot.kind {
            BotKind::Builtin(kind) => return Ok(builtin(kind.to_string())),
            BotKind::Process(process) => process,
        };
        let Launch { command, directory, environment, memory_mib, freezes, .. } = process.launch.clone();
        let here = std::env::current_dir().context("there is no current directory")?;
        let mut files = hashes(&process.launch)?;
        let program = files.remove(&0).with_context(|| format!("there is no program `{}`", command[0]))?;
        Ok(Self {
            name: name.to_string(),
            protocol: process.protocol,
            command,
            directory: Some(directory.map_or(here.clone(), |directory| here.join(directory))),
            environment,
            memory_mib,
            freezes,
            is_kept: process.is_kept,
            limits: process.limits,
            program: Some(program),
            files: files
                .into_iter()
                .map(|(index, hash)| (process.launch.command[index].clone(), hash))
                .collect(),
        })
    }

    /// Copies the files that the command names to the league's directory, so that the bot outlives its next
    /// build.
    ///
    /// # Errors
    /// If one is no longer what was entered, or a copy cannot be written.
    pub(super) fn keep_program(&self, programs: &Path) -> anyhow::Result<()> {
        let BotKind::Process(process) = self.as_entered()?.kind else { return Ok(()) };
        for (index, file) in process.launch.files() {
            let hash = keep(&file, programs)?;
            ensure!(self.hash(index) == Some(&hash), "{} has just changed: submit it again", file.display());
        }
        Ok(())
    }

    /// The SHA-256 of the file that a word of the command named when the bot was entered.
    fn hash(&self, index: usize) -> Option<&String> {
        if index == 0 {
            self.program.as_ref()
        } else {
            self.files.get(&self.command[index])
        }
    }

    /// The bot, ready to be started: its files at their original paths, or the copies in `programs` of those
    /// that have changed.
    ///
    /// # Errors
    /// If a file is neither, or its working directory is gone.
    pub fn spec(&self, programs: &Path) -> anyhow::Result<BotSpec> {
        let mut spec = self.as_entered()?;
        let BotKind::Process(process) = &mut spec.kind else { return Ok(spec) };
        if let Some(directory) = self.directory.as_ref().filter(|directory| !directory.is_dir()) {
            bail!("`{}` runs in {}, which is gone", self.name, directory.display());
        }
        let now = hashes(&process.launch)?;
        for index in (0..self.command.len()).filter(|index| now.get(index) != self.hash(*index)) {
            // A file that has only now got the name of a word was not entered.
            let Some(entered) = self.hash(index) else { continue };
            // No path takes the place of a module's name.
            let is_module = index > 0 && !self.command[index].contains(['/', '.', '=']);
            let copy = Some(programs.join(entered)).filter(|copy| !is_module && copy.is_file());
            let copy = copy.with_context(|| {
                let Self { name, command, .. } = self;
                format!("`{}` of `{name}` is not what was entered: submit it again", command[index])
            })?;
            let copy = std::path::absolute(copy)?;
            let launch = &mut Arc::make_mut(process).launch;
            let word = &mut launch.command[index];
            let option = word.split_once('=').map(|(option, _)| format!("{option}=")).unwrap_or_default();
            let path = copy.to_str().context("the league's directory is not named in UTF-8")?;
            *word = format!("{option}{path}");
            launch.shown.push(copy);
        }
        Ok(spec)
    }

    /// The bot as it was entered, without a check of its program.
    fn as_entered(&self) -> anyhow::Result<BotSpec> {
        let name = self.name.clone();
        if self.protocol == Protocol::Builtin {
            let builtin = self.command.concat().parse().with_context(|| format!("bot `{name}`"))?;
            return Ok(BotSpec { name, kind: BotKind::Builtin(builtin) });
        }
        let launch = Launch {
            directory: self.directory.clone(),
            environment: self.environment.clone(),
            memory_mib: self.memory_mib,
            freezes: self.freezes,
            ..Launch::new(self.command.clone())
        };
        let process = ProcessSpec {
            launch,
            protocol: self.protocol,
            limits: self.limits,
            is_kept: self.is_kept,
            source: None,
        };
        Ok(BotSpec { name, kind: BotKind::Process(Arc::new(process)) })
    }
}

/// SHA-256 of every file that a command names, by the index of its word.
fn hashes(launch: &Launch) -> anyhow::Result<BTreeMap<usize, String>> {
    launch.files().into_iter().map(|(index, file)| Ok((index, program_hash(&file)?))).collect()
}
