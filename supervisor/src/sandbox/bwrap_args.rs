//! The command line of `bwrap` (bubblewrap): the files that a sandbox hides and shows.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The path of bubblewrap; the search path is not used, since others may control it.
pub const BWRAP: &str = "/usr/bin/bwrap";

/// The system's programs and libraries, and the configuration that runtimes read, as far as they exist.
const SYSTEM: [&str; 11] = [
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
];

/// Folders below /etc whose names begin like this belong to runtimes.
const RUNTIMES: [&str; 4] = ["java", "python", "mono", "dotnet"];

/// The size of each folder in memory that a program may write to, in bytes.
const SCRATCH_BYTES: u64 = 64 << 20;

/// A command line of `bwrap` in the making: no network, no other processes, and of the files the system's
/// programs and libraries, read-only, and an empty `/tmp`.
#[derive(Clone, Debug)]
pub struct BwrapArgs {
    words: Vec<OsString>,
}

impl BwrapArgs {
    /// A sandbox with the system's files; `/tmp` holds `scratch_bytes`, 64 MiB by default.
    pub fn new(scratch_bytes: Option<u64>) -> Self {
        let mut walls = Self { words: vec![BWRAP.into()] };
        walls.add(["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]);
        walls.add([
            "--unshare-cgroup-try",
            "--die-with-parent",
            "--cap-drop",
            "ALL",
            "--hostname",
            "sandbox",
        ]);
        walls.show("/usr");
        SYSTEM.iter().for_each(|path| walls.show_if_there(path));
        runtimes().iter().for_each(|path| walls.show_if_there(path));
        walls.add(["--proc", "/proc", "--dev", "/dev"]);
        walls.scratch("/dev/shm", SCRATCH_BYTES);
        walls.scratch("/tmp", scratch_bytes.unwrap_or(SCRATCH_BYTES));
        walls
    }

    fn add<S: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = S>) {
        self.words.extend(words.into_iter().map(|word| word.as_ref().to_os_string()));
    }

    /// Any other option of `bwrap`.
    pub fn option<S: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = S>) {
        self.add(words);
    }

    /// Shows a file or folder, read-only, where it is.
    pub fn show(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref().as_os_str();
        self.add([OsStr::new("--ro-bind"), path, path]);
    }

    fn show_if_there(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref().as_os_str();
        self.add([OsStr::new("--ro-bind-try"), path, path]);
    }

    /// Shows a file or folder, read-only, under another name.
    pub fn show_as(&mut self, path: &Path, name: &str) {
        self.add([OsStr::new("--ro-bind"), path.as_os_str(), OsStr::new(name)]);
    }

    /// Shows a folder that may be written to, under another name.
    pub fn lend_as(&mut self, path: &Path, name: &str) {
        self.add([OsStr::new("--bind"), path.as_os_str(), OsStr::new(name)]);
    }

    /// An empty folder that may be written to, in memory.
    fn scratch(&mut self, path: &str, bytes: u64) {
        self.add(["--size", &bytes.to_string(), "--tmpfs", path]);
    }

    /// Covers a folder or file that has been shown.
    pub fn hide(&mut self, path: &Path) {
        if path.is_dir() {
            for option in ["--tmpfs", "--remount-ro"] {
                self.add([OsStr::new(option), path.as_os_str()]);
            }
        } else {
            self.add([OsStr::new("--ro-bind"), OsStr::new("/dev/null"), path.as_os_str()]);
        }
    }

    /// Makes a folder, if it is not shown, and starts the program there.
    pub fn enter(&mut self, folder: &Path) {
        for option in ["--dir", "--chdir"] {
            self.add([OsStr::new(option), folder.as_os_str()]);
        }
    }

    /// The whole command line.
    pub fn around<S: AsRef<OsStr>>(mut self, command: impl IntoIterator<Item = S>) -> Vec<OsString> {
        // The superuser's processes could otherwise change the kernel's settings below /proc/sys.
        self.add(["--remount-ro", "/", "--remount-ro", "/dev", "--remount-ro", "/proc", "--"]);
        self.add(command);
        self.words
    }
}

/// The configuration of runtimes below /etc.
fn runtimes() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_runtime = |entry: &std::fs::DirEntry| {
        let name = entry.file_name();
        RUNTIMES.iter().any(|start| name.as_encoded_bytes().starts_with(start.as_bytes()))
    };
    entries.filter(is_runtime).map(|entry| entry.path()).collect()
}
