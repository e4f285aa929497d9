//! A bot as it was entered, so that it can be started again from anywhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, ensure, Context};
use serde::{Deserialize, Serialize};
use supervisor::process::Launch;
use supervisor::sandbox::Sandbox;

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
        };
        let process = match &bot.kind {
            BotKind::Builtin(kind) => return Ok(builtin(kind.to_string())),
            BotKind::Process(process) => process,
        };
        let Launch { command, directory, environment, memory_mib, freezes, .. } = process.launch.clone();
        let here = std::env::current_dir().context("there is no current directory")?;
        let program = bot.program().with_context(|| format!("there is no program `{}`", command[0]))?;
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
            program: Some(program_hash(&program)?),
        })
    }

    /// Copies the program to the league's directory, so that the bot outlives its next build.
    ///
    /// # Errors
    /// If it is no longer the program that was entered, or the copy cannot be written.
    pub(super) fn keep_program(&self, programs: &Path) -> anyhow::Result<()> {
        if let Some(program) = self.as_entered()?.program() {
            let hash = keep(&program, programs)?;
            ensure!(self.program == Some(hash), "{} has just changed: submit it again", program.display());
        }
        Ok(())
    }

    /// The bot, ready to be started: its program at its original path, or the copy in `programs` if that has
    /// changed.
    ///
    /// # Errors
    /// If neither is the entered program, or its working directory is gone.
    pub fn spec(&self, programs: &Path) -> anyhow::Result<BotSpec> {
        let mut spec = self.as_entered()?;
        let now = spec.program().as_deref().map(program_hash).transpose()?;
        let BotKind::Process(process) = &mut spec.kind else { return Ok(spec) };
        if let Some(directory) = self.directory.as_ref().filter(|directory| !directory.is_dir()) {
            bail!("`{}` runs in {}, which is gone", self.name, directory.display());
        }
        if now != self.program {
            let copy = self.program.as_ref().map(|hash| programs.join(hash)).filter(|copy| copy.is_file());
            let copy = copy.with_context(|| {
                format!("the program of `{}` is not the one that was entered: submit it again", self.name)
            })?;
            let copy = std::path::absolute(copy)?.into_os_string().into_string();
            let copy = copy.ok().context("the league's directory is not named in UTF-8")?;
            Arc::make_mut(process).launch.command[0] = copy;
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
            command: self.command.clone(),
            directory: self.directory.clone(),
            environment: self.environment.clone(),
            memory_mib: self.memory_mib,
            cores: None,
            freezes: self.freezes,
            sandbox: Sandbox::default(),
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
