//! Isolation of bots: from each other, from the arena, from files and from the network.
//!
//! Bubblewrap makes namespaces: a bot sees only its own processes, the system's programs
//! and libraries read-only, its own files read-only, an empty `/tmp`, and no network. Control groups bound
//! and count the resources of the bot and all that it starts. Both are used as far as the machine offers
//! them.

mod bot_files;
mod bwrap_args;
mod filter;
mod group;
mod level;
mod machine;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

pub(crate) use bot_files::BotFiles;
pub(crate) use bwrap_args::{BwrapArgs, BWRAP};
pub(crate) use filter::file as filter_file;
pub(crate) use group::{Group, MAX_TASKS};
pub use level::Level;
use machine::machine;

/// The isolation of a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    level: Level,
    /// Folders and files that no bot sees, even where it sees the folder around them.
    hidden: Vec<PathBuf>,
    has_no_groups: bool,
}

impl Sandbox {
    /// Isolation at this level; bots never see these folders and files.
    pub fn new(level: Level, hidden: &[&Path]) -> Self {
        let absolute = |path: &&Path| path.canonicalize().or_else(|_| std::path::absolute(path));
        Self { level, hidden: hidden.iter().flat_map(absolute).collect(), has_no_groups: false }
    }

    /// The same without control groups, as on a machine that grants none.
    pub fn without_groups(mut self) -> Self {
        self.has_no_groups = true;
        self
    }

    /// The requested level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// One line for people: the isolation in force, and what the machine lacks.
    ///
    /// # Errors
    /// If strict isolation is requested and this machine cannot provide it.
    pub fn line(&self) -> anyhow::Result<String> {
        if self.level == Level::None {
            return Ok("sandbox: none: a bot may do whatever you may, also to its opponent".to_string());
        }
        let resources = || machine().resources(!self.has_no_groups);
        let name = if self.level == Level::Strict { "strict" } else { "auto" };
        if self.has_namespaces()? {
            let what = "a bot sees no network, no other processes, and of your files its own";
            return Ok(format!("sandbox: {name}: {what} (bubblewrap); {}", resources()));
        }
        let lack = machine().namespaces.as_ref().err().map_or("", String::as_str);
        let what = "a bot may do whatever you may, also to its opponent";
        Ok(format!("sandbox: {name}, without isolation: {lack}: {what}; {}", resources()))
    }

    /// Whether bots are isolated as this level of isolation promises, and a user need not be told.
    pub fn keeps_its_promise(&self) -> bool {
        self.level == Level::None || self.has_namespaces().is_ok_and(|has| has)
    }

    /// Whether bots run within namespaces.
    ///
    /// # Errors
    /// If strict isolation is requested and this machine cannot provide it.
    pub(crate) fn has_namespaces(&self) -> anyhow::Result<bool> {
        // The machine is checked only where it matters: the first check starts a process.
        if self.level == Level::None {
            return Ok(false);
        }
        match &machine().namespaces {
            Err(lack) if self.level == Level::Strict => Err(SandboxFailed(format!(
                "no strict sandbox here: {lack}; `--sandbox none` plays without, if you trust the bots"
            ))
            .into()),
            namespaces => Ok(namespaces.is_ok()),
        }
    }

    /// The control group of a bot; `None` if this machine, or the level, has none.
    pub(crate) fn group(&self, memory_mib: Option<u32>) -> std::io::Result<Option<Group>> {
        if self.level == Level::None || self.has_no_groups {
            return Ok(None);
        }
        Group::new(&machine().groups, memory_mib).map(Some)
    }

    /// The arguments of `bwrap` for a bot; `None` if it runs without namespaces.
    ///
    /// # Errors
    /// If strict isolation is requested and this machine cannot provide it.
    pub(crate) fn bwrap_args(&self, bot: &BotFiles) -> anyhow::Result<Option<BwrapArgs>> {
        if !self.has_namespaces()? {
            return Ok(None);
        }
        let mut args = job_args(None);
        bot.show(&mut args, &self.hidden, self.level)?;
        Ok(Some(args))
    }

    /// The environment of a program with these variables of its own. In a sandbox nothing is passed on of the
    /// tool's.
    pub(crate) fn environment(&self, program: &Path, own: &[(String, String)]) -> Vec<(OsString, OsString)> {
        let mut all: BTreeMap<OsString, OsString> = match self.level {
            Level::None => std::env::vars_os().collect(),
            _ => job_environment(program),
        };
        all.extend(own.iter().map(|(name, value)| (name.into(), value.into())));
        all.into_iter().collect()
    }
}

/// The arguments of `bwrap` for a sandbox in which a program can make no namespaces of its own, where `bwrap`
/// can prevent it; `/tmp` holds `scratch_bytes`.
pub(crate) fn job_args(scratch_bytes: Option<u64>) -> BwrapArgs {
    let mut args = BwrapArgs::new(scratch_bytes);
    if machine().can_bar_namespaces {
        args.add(["--disable-userns"]);
    }
    args
}

/// The environment of a sandboxed program, whoever started the tool, and from where.
pub(crate) fn job_environment(program: &Path) -> BTreeMap<OsString, OsString> {
    let folder = program.parent().unwrap_or(Path::new("/usr/bin")).as_os_str();
    let path = [folder, OsStr::new("/usr/local/bin:/usr/bin:/bin")].join(OsStr::new(":"));
    let fixed = [("HOME", "/tmp"), ("LANG", "C.UTF-8"), ("TMPDIR", "/tmp")];
    let fixed = fixed.map(|(name, value)| (name.into(), value.into()));
    fixed.into_iter().chain([("PATH".into(), path)]).collect()
}

/// The launcher of the sandbox failed: the program never ran, so nothing is known of it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SandboxFailed(pub String);
