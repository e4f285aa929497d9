//! The files that a bot may read: its program, the files that its command names, and its own folder.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::bwrap_args::BwrapArgs;
use super::level::Level;

/// Folders that are never shown as a bot's own.
const SHARED: [&str; 14] = [
    "/", "/bin", "/boot", "/dev", "/etc", "/home", "/mnt", "/opt", "/proc", "/root", "/run", "/srv", "/tmp",
    "/var",
];

/// Folders whose files are shown anyway.
const SYSTEM_FOLDERS: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// A bot's command and directory, which determine its files.
#[derive(Debug)]
pub(crate) struct BotFiles<'a> {
    /// The file of its program.
    pub(crate) program: &'a Path,
    /// Its working directory; `None` for the arena's.
    pub(crate) directory: Option<&'a Path>,
    /// The files that its command names.
    pub(crate) named: Vec<PathBuf>,
    /// Files that it may read although they are hidden.
    pub(crate) shown: &'a [PathBuf],
}

impl BotFiles<'_> {
    /// Shows the bot its own files, covers hidden ones, and sets its working directory.
    pub(super) fn show(&self, args: &mut BwrapArgs, hidden: &[PathBuf], level: Level) -> anyhow::Result<()> {
        let here = std::env::current_dir().context("there is no current directory")?;
        let directory = self.directory.map_or_else(|| here.clone(), |directory| here.join(directory));
        let may_see = |folder: &&PathBuf| is_own(folder, hidden);
        let mut folders: Vec<PathBuf> = Vec::new();
        if self.directory.is_some() || level == Level::Auto {
            folders.push(directory.clone());
        }
        if let Some(folder) = self.program.parent() {
            // A runtime that was unpacked somewhere, a virtual environment of Python, or pyenv.
            let home = folder.parent().filter(|_| folder.ends_with("bin") || folder.ends_with("shims"));
            folders.extend(home.map(Path::to_path_buf));
            if level == Level::Auto {
                folders.push(folder.to_path_buf());
            }
        }
        for folder in folders.iter().filter(may_see) {
            args.show(folder);
        }
        for folder in folders.iter().filter(may_see) {
            hidden_in(folder, hidden).iter().for_each(|path| args.hide(path));
        }
        let is_hidden = |file: &PathBuf| {
            file.canonicalize().is_ok_and(|real| hidden.iter().any(|path| real.starts_with(path)))
        };
        let files = self.named.iter().map(|file| here.join(file)).filter(|file| !is_hidden(file));
        let mut shown: Vec<PathBuf> = folders.into_iter().filter(|folder| may_see(&folder)).collect();
        for file in files.chain(self.shown.iter().cloned()).chain([self.program.to_path_buf()]) {
            if !SYSTEM_FOLDERS.iter().any(|folder| file.starts_with(folder)) {
                args.show(&file);
                shown.push(file);
            }
        }
        // A folder of which nothing is shown would say only where the tool was started.
        let is_its_own = self.directory.is_some() || shown.iter().any(|path| path.starts_with(&directory));
        args.enter(if is_its_own { &directory } else { Path::new("/tmp") });
        Ok(())
    }
}

/// Whether a folder may be shown as a bot's own: it contains nobody's home and is in no hidden folder.
fn is_own(folder: &Path, hidden: &[PathBuf]) -> bool {
    let Ok(real) = folder.canonicalize() else { return false };
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_else(|| "/root".into());
    let home = home.canonicalize().unwrap_or(home);
    real.is_dir()
        && !SHARED.iter().any(|shared| real == Path::new(shared))
        && !home.starts_with(&real)
        && !real.starts_with("/usr")
        && !hidden.iter().any(|path| real.starts_with(path))
}

/// What is hidden inside a folder, as it is reached through that folder's name.
fn hidden_in(folder: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let Ok(real) = folder.canonicalize() else { return Vec::new() };
    let inside = hidden.iter().filter(|path| path.exists()).filter_map(|path| path.strip_prefix(&real).ok());
    inside.map(|path| folder.join(path)).collect()
}
