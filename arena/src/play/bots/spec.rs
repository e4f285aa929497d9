//! The specification of a bot, from which games create contestants.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::thread::CpuSet;
use supervisor::process::Launch;
use supervisor::sandbox::Sandbox;
use supervisor::stop::Stop;

use crate::play::contestant::builtin::{Builtin, BuiltinBot};
use crate::play::contestant::codingame::CodingameBot;
use crate::play::contestant::course::CourseBot;
use crate::play::contestant::gtp::GtpBot;
use crate::play::contestant::{Contestant, ProcessSpec};
use crate::play::limits::{LimitChanges, MEMORY_MIB};
use crate::play::record::{BotRecord, Protocol};

/// A bot that can play any number of games at a time.
#[derive(Clone, Debug)]
pub struct BotSpec {
    /// Its name in tables.
    pub name: String,
    /// Its implementation.
    pub kind: BotKind,
}

/// The implementation of a bot.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// A function of the arena.
    Builtin(Builtin),
    /// A process.
    Process(Arc<ProcessSpec>),
}

impl BotSpec {
    /// A bot that runs this command, with the defaults of its protocol.
    pub fn command(name: String, command: Vec<String>, protocol: Protocol) -> Self {
        let launch = Launch { memory_mib: Some(MEMORY_MIB), ..Launch::new(command) };
        let is_kept = protocol == Protocol::Gtp;
        let process =
            ProcessSpec { launch, protocol, limits: LimitChanges::default(), is_kept, source: None };
        Self { name, kind: BotKind::Process(Arc::new(process)) }
    }

    /// The bot's entry in the record of a game.
    pub fn record(&self) -> BotRecord {
        let (command, protocol) = match &self.kind {
            BotKind::Builtin(builtin) => (builtin.to_string(), Protocol::Builtin),
            BotKind::Process(process) => (shell_words::join(process.named_command()), process.protocol),
        };
        BotRecord { name: self.name.clone(), command, protocol }
    }

    /// The file of the bot's program, if it is a process.
    pub fn program(&self) -> Option<PathBuf> {
        let BotKind::Process(process) = &self.kind else { return None };
        process.launch.program_path()
    }

    /// The same bot, suspended while its opponent is to move.
    pub fn frozen_between_turns(mut self) -> Self {
        if let BotKind::Process(process) = &mut self.kind {
            Arc::make_mut(process).launch.freezes = true;
        }
        self
    }

    /// The same bot, isolated.
    pub fn sandboxed(mut self, sandbox: &Sandbox) -> Self {
        if let BotKind::Process(process) = &mut self.kind {
            Arc::make_mut(process).launch.sandbox = sandbox.clone();
        }
        self
    }

    /// A new contestant of this bot, which thinks on `cores` (`None` for all).
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

/// The words of a command; a text that names a file as a whole, blanks included, is one word.
pub(super) fn words(command: &str, directory: &Path) -> anyhow::Result<Vec<String>> {
    match !command.is_empty() && directory.join(command).exists() {
        true => Ok(vec![command.to_string()]),
        false => Ok(shell_words::split(command)?),
    }
}
