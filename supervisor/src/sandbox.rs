//! Isolation of bots: from each other, from the arena, from files and from the network.
//!
//! The walls are namespaces that bubblewrap makes: a bot sees only its own processes, the system's programs
//! and libraries read-only, its own files read-only, an empty `/tmp`, and no network. Control groups bound
//! and count the resources of the bot and all that it starts. Both are used as far as the machine offers
//! them.

mod bot_files;
mod bwrap_args;
mod filter;
mod group;
mod level;
mod machine;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::bail;

pub(crate) use bot_files::BotFiles;
pub use bwrap_args::{BwrapArgs, BWRAP};
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
        if self.has_walls()? {
            let what = "a bot sees no network, no other processes, and of your files its own";
            return Ok(format!("sandbox: {name}: {what} (bubblewrap); {}", resources()));
        }
        let lack = machine().walls.as_ref().err().map_or("", String::as_str);
        let what = "a bot may do whatever you may, also to its opponent";
        Ok(format!("sandbox: {name}, without walls: {lack}: {what}; {}", resources()))
    }

    /// Whether bots run within namespaces.
    ///
    /// # Errors
    /// If strict isolation is requested and this machine cannot provide it.
    pub(crate) fn has_walls(&self) -> anyhow::Result<bool> {
        match (self.level, &machine_namespaces(self.level)) {
            (Level::None, _) => Ok(false),
            (Level::Strict, Err(lack)) => {
                bail!("no strict sandbox here: {lack}; `--sandbox none` plays without, if you trust the bots")
            }
            (_, walls) => Ok(walls.is_ok()),
        }
    }

    /// The control group of a bot; `None` if this machine, or the level, has none.
    pub(crate) fn group(&self, memory_mib: Option<u32>) -> std::io::Result<Option<Group>> {
        if self.level == Level::None || self.has_no_groups {
            return Ok(None);
        }
        Group::new(&machine().groups, memory_mib).map(Some)
    }

    /// The command line that runs a bot within walls.
    pub(crate) fn bwrap_command(
        &self,
        bot: &BotFiles,
        options: &[OsString],
    ) -> anyhow::Result<Vec<OsString>> {
        let mut walls = BwrapArgs::new(None);
        walls.option(["--as-pid-1"]);
        walls.option(options);
        if machine().can_bar_namespaces {
            walls.option(["--disable-userns"]);
        }
        bot.show(&mut walls, &self.hidden, self.level)?;
        let arguments = bot.command.iter().skip(1).map(OsString::from);
        Ok(walls.around(std::iter::once(bot.program.as_os_str().to_os_string()).chain(arguments)))
    }

    /// Whether a variable of the arena's environment is kept from a bot.
    pub(crate) fn drops_variable(&self, name: &str) -> bool {
        const KEPT: [&str; 5] = ["PATH", "LANG", "LANGUAGE", "TZ", "TERM"];
        self.level == Level::Strict && !KEPT.contains(&name) && !name.starts_with("LC_")
    }
}

/// Whether the machine offers namespaces; checked only where they matter, since the first check starts a
/// process.
fn machine_namespaces(level: Level) -> Result<(), String> {
    if level == Level::None {
        return Ok(());
    }
    machine().walls.clone()
}
