//! Which bots there are: built-in ones, past versions from git, entries of `bots.toml`, and commands.

mod file;
mod git;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use rustix::thread::CpuSet;

use crate::files;
use crate::play::contestant::builtin::{Builtin, BuiltinBot, NotBuiltin};
use crate::play::contestant::codingame::CodingameBot;
use crate::play::contestant::course::CourseBot;
use crate::play::contestant::gtp::GtpBot;
use crate::play::contestant::Contestant;
use crate::play::limits::{LimitChanges, MEMORY_MIB};
use crate::play::process::Launch;
use crate::play::record::{BotRecord, Protocol};
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
    Process(Arc<ProcessSpec>),
}

/// A bot that is a program.
#[derive(Clone, Debug)]
pub struct ProcessSpec {
    /// What to start.
    pub launch: Launch,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Where its limits differ from those of the game.
    pub limits: LimitChanges,
    /// Whether one process plays game after game; only GTP can.
    pub is_kept: bool,
}

/// The bots of a `bots.toml`, and how commands are understood.
#[derive(Clone, Debug, Default)]
pub struct Bots {
    entries: Vec<BotSpec>,
    /// The language of commands that do not name one.
    pub default_protocol: Protocol,
}

impl Bots {
    /// Reads a `bots.toml`.
    ///
    /// # Errors
    /// If it cannot be read or an entry makes no sense; the message names the file and the entry.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = files::read_text(path)?;
        let entries = file::parse(&text).with_context(|| path.display().to_string())?;
        Ok(Self { entries, default_protocol: Protocol::default() })
    }

    /// The entries of the file, in its order.
    pub fn entries(&self) -> &[BotSpec] {
        &self.entries
    }

    /// Finds or makes the bot that a text names: a built-in bot, `git:REVISION`, an entry of the file, or a command,
    /// perhaps after its protocol (`gtp:gtp-rhino -l 5`).
    ///
    /// # Errors
    /// If the text is empty, has a quote too few, gives a built-in bot a number that it cannot have, or names a
    /// revision that cannot be built.
    pub fn find(&self, text: &str) -> anyhow::Result<BotSpec> {
        match text.parse() {
            Ok(builtin) => return Ok(BotSpec { name: text.to_string(), kind: BotKind::Builtin(builtin) }),
            Err(NotBuiltin::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(entry) = self.entries.iter().find(|entry| entry.name == text) {
            return Ok(entry.clone());
        }
        if let Some(revision) = text.strip_prefix("git:") {
            let program = git::build(revision).with_context(|| format!("bot `{text}`"))?;
            return Ok(BotSpec::command(text.to_string(), vec![program], Protocol::Codingame));
        }
        let (protocol, command) = self.split_protocol(text);
        let command = shell_words::split(command).with_context(|| format!("bot `{text}`"))?;
        let program = command.first().filter(|program| !program.is_empty());
        let name = file_name(program.with_context(|| format!("bot `{text}` is an empty command"))?);
        Ok(BotSpec::command(name, command, protocol))
    }

    fn split_protocol<'a>(&self, text: &'a str) -> (Protocol, &'a str) {
        let named = [Protocol::Codingame, Protocol::Gtp, Protocol::Course]
            .into_iter()
            .find_map(|protocol| Some((protocol, text.strip_prefix(protocol.name())?.strip_prefix(':')?)));
        named.unwrap_or((self.default_protocol, text))
    }
}

/// The last part of a program's path.
fn file_name(program: &str) -> String {
    let file_name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
    file_name.unwrap_or_else(|| program.to_string())
}

impl BotSpec {
    /// The bot that [`Bots::find`] makes of a text where there is no `bots.toml`.
    ///
    /// # Errors
    /// As [`Bots::find`].
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        Bots::default().find(text)
    }

    /// A bot that is this command, with everything else as usual for its protocol.
    pub fn command(name: String, command: Vec<String>, protocol: Protocol) -> Self {
        let launch = Launch {
            command,
            directory: None,
            environment: Vec::new(),
            memory_mib: Some(MEMORY_MIB),
            cores: None,
            freezes: false,
        };
        let is_kept = protocol == Protocol::Gtp;
        let process = ProcessSpec { launch, protocol, limits: LimitChanges::default(), is_kept };
        Self { name, kind: BotKind::Process(Arc::new(process)) }
    }

    /// What the record of a game says about this bot.
    pub fn record(&self) -> BotRecord {
        let (command, protocol) = match &self.kind {
            BotKind::Builtin(builtin) => (builtin.to_string(), Protocol::Builtin),
            BotKind::Process(process) => (shell_words::join(&process.launch.command), process.protocol),
        };
        BotRecord { name: self.name.clone(), command, protocol }
    }

    /// The file that holds the bot's program, if it is one.
    pub fn program(&self) -> Option<PathBuf> {
        let BotKind::Process(process) = &self.kind else { return None };
        process.launch.program_path()
    }

    /// The same bot, stopped while it is not its turn.
    pub fn frozen_between_turns(mut self) -> Self {
        if let BotKind::Process(process) = &mut self.kind {
            Arc::make_mut(process).launch.freezes = true;
        }
        self
    }

    /// A contestant of its own for one table, which thinks on `cores` (`None` for all).
    pub fn contestant(&self, cores: Option<CpuSet>, stop: &Stop) -> Box<dyn Contestant> {
        let process = match &self.kind {
            BotKind::Builtin(builtin) => return Box::new(BuiltinBot::new(self.record(), builtin.clone())),
            BotKind::Process(process) => process,
        };
        let mut spec = ProcessSpec::clone(process);
        spec.launch.cores = cores;
        let (bot, stop) = (self.record(), stop.clone());
        match spec.protocol {
            Protocol::Gtp => Box::new(GtpBot::new(bot, spec, stop)),
            Protocol::Course => Box::new(CourseBot::new(bot, spec, stop)),
            Protocol::Codingame | Protocol::Builtin => Box::new(CodingameBot::new(bot, spec, stop)),
        }
    }
}

#[cfg(test)]
mod tests;
