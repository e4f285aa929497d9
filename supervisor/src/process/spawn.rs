//! Starts a program with pipes, in a session of its own.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::fs::{fcntl_getfl, fcntl_setfl, OFlags};
use rustix::process::Pid;

use super::attributes::SpawnAttributes;

/// The supervisor's ends of a program's pipes; none of them blocks.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

impl Pipes {
    /// The first line that a program which has ended wrote to standard error.
    pub(super) fn last_words(&self) -> Option<String> {
        let mut bytes = [0; 1024];
        let length = rustix::io::read(&self.stderr, &mut bytes).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..length]).lines().next().map(str::to_string)
    }
}

/// The command to start: a launch's program, or `bwrap` around it.
#[derive(Debug)]
pub(super) struct Order {
    /// The file that is started.
    pub(super) program: PathBuf,
    /// Its name and arguments.
    pub(super) words: Vec<OsString>,
    /// Its working directory; `None` for the tool's.
    pub(super) directory: Option<PathBuf>,
    /// Its environment: nothing else is passed on.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// All else that it starts with.
    pub(super) attributes: SpawnAttributes,
}

/// Starts a program in its own session.
pub(super) fn spawn(order: Order) -> io::Result<(Pid, Pipes)> {
    let mut command = Command::new(&order.program);
    let mut words = order.words.iter();
    command.arg0(words.next().map_or(order.program.as_os_str(), OsString::as_os_str)).args(words);
    command.env_clear().envs(order.environment);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(directory) = &order.directory {
        command.current_dir(directory);
    }
    order.attributes.apply_to(&mut command);
    // Whoever ends it reaps it by its process id.
    let child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let stdin = unblock(child.stdin.map(OwnedFd::from))?;
    let stdout = unblock(child.stdout.map(OwnedFd::from))?;
    let stderr = unblock(child.stderr.map(OwnedFd::from))?;
    Ok((pid, Pipes { stdin, stdout, stderr }))
}

fn unblock(pipe: Option<OwnedFd>) -> io::Result<OwnedFd> {
    let pipe = pipe.ok_or_else(|| io::Error::other("a program without pipes"))?;
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?;
    Ok(pipe)
}
