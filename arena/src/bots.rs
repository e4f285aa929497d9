//! Which bots there are: built-in ones, and commands.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use rustix::thread::CpuSet;

use crate::contestant::builtin::{Builtin, BuiltinBot, NotBuiltin};
use crate::contestant::codingame::CodingameBot;
use crate::contestant::Contestant;
use crate::limits::MEMORY_MIB;
use crate::process::Launch;
use crate::record::{BotRecord, Protocol};
use crate::stop::Stop;

/// A bot that can be brought to any number of tables.
#[derive(Clone, Debug)]
pub struct BotSpec {
    /// Its name in tables.
    pub name: String,
    /// What plays.
    pub kind: BotKind,
}

/// What plays.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// A function of the arena's own.
    Builtin(Builtin),
    /// A process.
    Process {
        /// What to start.
        launch: Arc<Launch>,
        /// The language it speaks.
        protocol: Protocol,
    },
}

impl BotSpec {
    /// Reads what stands on the command line: the name of a built-in bot, or a command with its arguments.
    ///
    /// # Errors
    /// If it is empty, has a quote too few, or gives a built-in bot a number that it cannot have.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        match text.parse() {
            Ok(builtin) => return Ok(Self { name: text.to_string(), kind: BotKind::Builtin(builtin) }),
            Err(NotBuiltin::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let command = shell_words::split(text).with_context(|| format!("bot `{text}`"))?;
        let program = command.first().filter(|program| !program.is_empty());
        let program = program.with_context(|| format!("bot `{text}` is an empty command"))?;
        let file_name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = file_name.unwrap_or_else(|| program.clone());
        let launch = Arc::new(Launch {
            command,
            directory: None,
            environment: Vec::new(),
            memory_mib: Some(MEMORY_MIB),
            cores: None,
        });
        Ok(Self { name, kind: BotKind::Process { launch, protocol: Protocol::Codingame } })
    }

    /// What the record of a game says about this bot.
    pub fn record(&self) -> BotRecord {
        let (command, protocol) = match &self.kind {
            BotKind::Builtin(builtin) => (builtin.to_string(), Protocol::Builtin),
            BotKind::Process { launch, protocol } => (shell_words::join(&launch.command), *protocol),
        };
        BotRecord { name: self.name.clone(), command, protocol }
    }

    /// A contestant of its own for one table, which thinks on `cores` (`None` for all).
    pub fn contestant(&self, cores: Option<CpuSet>, stop: &Stop) -> Box<dyn Contestant> {
        match &self.kind {
            BotKind::Builtin(builtin) => Box::new(BuiltinBot::new(self.record(), *builtin)),
            BotKind::Process { launch, .. } => {
                let launch = Arc::new(Launch { cores, ..Launch::clone(launch) });
                Box::new(CodingameBot::new(self.record(), launch, stop.clone()))
            }
        }
    }
}
