//! The command line of `bwrap` (bubblewrap): the files that a sandbox hides and shows.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{memfd_create, MemfdFlags};

/// The path of bubblewrap; the search path is not used, since others may control it.
pub(crate) const BWRAP: &str = "/usr/bin/bwrap";

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

/// Files and folders below /proc that show what is outside: keys, the kernel's command line and internals.
const OTHERS: [&str; 12] = [
    "/proc/acpi",
    "/proc/cmdline",
    "/proc/kallsyms",
    "/proc/kcore",
    "/proc/key-users",
    "/proc/keys",
    "/proc/latency_stats",
    "/proc/modules",
    "/proc/sched_debug",
    "/proc/scsi",
    "/proc/sysrq-trigger",
    "/proc/timer_list",
];

/// The size of each folder in memory that a program may write to, in bytes.
const SCRATCH_BYTES: u64 = 64 << 20;

/// A command line of `bwrap` in the making: no network, no other processes, and of the files the system's
/// programs and libraries, read-only, and an empty `/tmp`.
#[derive(Debug)]
pub(crate) struct BwrapArgs {
    words: Vec<OsString>,
    /// Descriptors that the words name.
    fds: Vec<OwnedFd>,
}

impl BwrapArgs {
    /// A sandbox with the system's files; `/tmp` holds `scratch_bytes`, 64 MiB by default.
    pub(crate) fn new(scratch_bytes: Option<u64>) -> Self {
        let mut args = Self { words: vec![BWRAP.into()], fds: Vec::new() };
        args.add(["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]);
        args.add([
            "--unshare-cgroup-try",
            "--die-with-parent",
            "--as-pid-1",
            "--cap-drop",
            "ALL",
            "--hostname",
            "sandbox",
        ]);
        args.show("/usr");
        SYSTEM.iter().for_each(|path| args.show_if_there(path));
        runtimes().iter().for_each(|path| args.show_if_there(path));
        args.add(["--proc", "/proc", "--dev", "/dev"]);
        OTHERS.iter().filter(|path| Path::new(path).exists()).for_each(|path| args.hide(Path::new(path)));
        args.scratch("/dev/shm", SCRATCH_BYTES);
        args.scratch("/tmp", scratch_bytes.unwrap_or(SCRATCH_BYTES));
        args
    }

    /// Adds words as they are.
    pub(crate) fn add<S: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = S>) {
        self.words.extend(words.into_iter().map(|word| word.as_ref().to_os_string()));
    }

    /// Shows a file or folder, read-only, where it is.
    pub(crate) fn show(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref().as_os_str();
        self.add([OsStr::new("--ro-bind"), path, path]);
    }

    fn show_if_there(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref().as_os_str();
        self.add([OsStr::new("--ro-bind-try"), path, path]);
    }

    /// Makes a file with this content, which has no path outside.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub(crate) fn add_file(&mut self, path: &Path, content: &[u8]) -> io::Result<()> {
        let mut file = File::from(memfd_create("content", MemfdFlags::CLOEXEC)?);
        file.write_all(content)?;
        file.rewind()?;
        self.pass("--file", file.into());
        self.add([path]);
        Ok(())
    }

    /// Passes a descriptor, by an option that names it.
    pub(crate) fn pass(&mut self, option: &str, fd: OwnedFd) {
        self.add([option, &fd.as_raw_fd().to_string()]);
        self.fds.push(fd);
    }

    /// An empty folder that may be written to, in memory.
    fn scratch(&mut self, path: &str, bytes: u64) {
        self.add(["--size", &bytes.to_string(), "--tmpfs", path]);
    }

    /// Covers a folder or file that has been shown.
    pub(crate) fn hide(&mut self, path: &Path) {
        if path.is_dir() {
            for option in ["--tmpfs", "--remount-ro"] {
                self.add([OsStr::new(option), path.as_os_str()]);
            }
        } else {
            self.add([OsStr::new("--ro-bind"), OsStr::new("/dev/null"), path.as_os_str()]);
        }
    }

    /// Makes a folder, if it is not shown, and starts the program there.
    pub(crate) fn enter(&mut self, folder: &Path) {
        for option in ["--dir", "--chdir"] {
            self.add([OsStr::new(option), folder.as_os_str()]);
        }
    }

    /// The whole command line, and the descriptors that it names.
    pub(crate) fn around<S: AsRef<OsStr>>(
        mut self,
        command: impl IntoIterator<Item = S>,
    ) -> (Vec<OsString>, Vec<OwnedFd>) {
        // The superuser's processes could otherwise change the kernel's settings below /proc/sys.
        self.add(["--remount-ro", "/", "--remount-ro", "/dev", "--remount-ro", "/proc", "--"]);
        self.add(command);
        (self.words, self.fds)
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
