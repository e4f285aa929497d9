//! A bot as it was entered, so that it can be started again from anywhere.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{bail, Context};
use serde::{Deserialize, Serialize};

use crate::bots::{BotKind, BotSpec, ProcessSpec};
use crate::limits::LimitChanges;
use crate::process::Launch;
use crate::record::Protocol;
use crate::results::program_hash;

/// A bot of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredBot {
    /// Its name in the league.
    pub name: String,
    /// The language it speaks; built-in bots have none.
    pub protocol: Protocol,
    /// What is started, or the name of a built-in bot alone.
    pub command: Vec<String>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    /// Variables set for it.
    pub environment: Vec<(String, String)>,
    /// Its memory, in MiB.
    pub memory_mib: Option<u32>,
    /// Where its limits differ from those of the league.
    pub limits: LimitChanges,
    /// SHA-256 of its program; `None` for built-in bots and where the program was not found.
    pub program: Option<String>,
}

impl EnteredBot {
    /// What there is to know of a bot that is started from here.
    ///
    /// # Errors
    /// If its program cannot be read, or there is no current directory.
    pub fn of(bot: &BotSpec, name: &str) -> anyhow::Result<Self> {
        let builtin = |command: String| Self {
            name: name.to_string(),
            protocol: Protocol::Builtin,
            command: vec![command],
            directory: None,
            environment: Vec::new(),
            memory_mib: None,
            limits: LimitChanges::default(),
            program: None,
        };
        let process = match &bot.kind {
            BotKind::Builtin(kind) => return Ok(builtin(kind.to_string())),
            BotKind::Process(process) => process,
        };
        let Launch { command, directory, environment, memory_mib, .. } = process.launch.clone();
        let here = std::env::current_dir().context("there is no current directory")?;
        Ok(Self {
            name: name.to_string(),
            protocol: process.protocol,
            command,
            directory: Some(directory.map_or(here.clone(), |directory| here.join(directory))),
            environment,
            memory_mib,
            limits: process.limits,
            program: bot.program().as_deref().map(program_hash).transpose()?,
        })
    }

    /// The bot, ready to be started.
    ///
    /// # Errors
    /// If its program is not what it was when it was entered.
    pub fn spec(&self) -> anyhow::Result<BotSpec> {
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
            freezes: false,
        };
        let process = ProcessSpec {
            launch,
            protocol: self.protocol,
            limits: self.limits,
            is_kept: self.protocol == Protocol::Gtp,
        };
        let spec = BotSpec { name, kind: BotKind::Process(Arc::new(process)) };
        let program = spec.program().as_deref().map(program_hash).transpose()?;
        if program != self.program {
            bail!("the program of `{}` is not the one that was entered: submit it again", self.name);
        }
        Ok(spec)
    }
}
