//! Runs a compiler in a sandbox, with bounded time, memory and output.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{bail, Context};
use rustix::fs::{openat, Mode, OFlags, CWD};

use crate::sandbox::BwrapArgs;
use crate::stop::Stop;

/// The wall-clock limit of a compiler.
const WALL_TIME: Duration = Duration::from_secs(60);
/// Interval at which a stop request is polled.
const STOP_POLL: Duration = Duration::from_millis(200);
/// Kept bytes of the compiler's messages.
const MESSAGE_BYTES: usize = 16 * 1024;
/// The largest compiled program, in bytes.
const PROGRAM_BYTES: u64 = 64 << 20;

/// Sets the bounds of one process and becomes the compiler, whose messages come on standard output: 30 s of
/// CPU time, 3 GiB of memory, 64 MiB (in blocks of 512 bytes) a file, no core dumps.
const BOUNDED: &str =
    "ulimit -c 0; ulimit -t 30; ulimit -v 3145728; ulimit -f 131072; exec \"$@\" 2>&1 </dev/null";

/// The size of the compiler's `/tmp`, in bytes.
const SCRATCH_BYTES: u64 = 256 << 20;

/// A folder for one source and the compiler's output; dropping it deletes the folder.
pub(super) struct Sandbox {
    folder: PathBuf,
    is_walled: bool,
}

/// How a compiler ended.
pub(super) struct Run {
    /// Why there is no program.
    pub(super) failure: Option<String>,
    /// The compiler's messages, cut to [`MESSAGE_BYTES`].
    pub(super) messages: String,
}

impl Sandbox {
    /// A sandbox for one source.
    pub(super) fn new(name: &str, source: &[u8], is_walled: bool) -> anyhow::Result<Self> {
        let mut random = [0; 16];
        rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())?;
        let name_of_folder = format!("compile-{:032x}", u128::from_le_bytes(random));
        let sandbox = Self { folder: std::env::temp_dir().join(name_of_folder), is_walled };
        for part in ["source", "out"] {
            std::fs::create_dir_all(sandbox.folder.join(part))
                .context("cannot make a folder to compile in")?;
        }
        std::fs::write(sandbox.folder.join("source").join(name), source).context("cannot copy the source")?;
        Ok(sandbox)
    }

    /// The path under which the compiler writes an output file.
    pub(super) fn output(&self, name: &str) -> String {
        match self.is_walled {
            true => format!("/out/{name}"),
            false => self.folder.join("out").join(name).display().to_string(),
        }
    }

    /// Runs a compiler, which may read `toolchain`.
    pub(super) fn run(
        &self,
        command: &[String],
        toolchain: Option<&str>,
        stop: &Stop,
    ) -> anyhow::Result<Run> {
        let bounded = ["/bin/sh", "-c", BOUNDED, "sh"].into_iter();
        let words: Vec<&str> = bounded.chain(command.iter().map(String::as_str)).collect();
        let mut sandboxed = self.command(toolchain, &words);
        sandboxed.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = sandboxed.spawn().context("cannot start the sandbox")?;
        let ended = wait(&mut child, stop);
        // After a timeout or a stop; every process in the sandbox dies with it.
        let _ = child.kill();
        let status = child.wait()?;
        let Some(printed) = ended? else {
            let failure = format!("the compiler took more than {} s", WALL_TIME.as_secs());
            return Ok(Run { failure: Some(failure), messages: String::new() });
        };
        let failure = (!status.success()).then(|| "not compiled".to_string());
        Ok(Run { failure, messages: text(&printed) })
    }

    /// The command that runs `words`, with the toolchain's folder visible.
    fn command(&self, toolchain: Option<&str>, words: &[&str]) -> Command {
        let (source, out) = (self.folder.join("source"), self.folder.join("out"));
        if !self.is_walled {
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).current_dir(source);
            return command;
        }
        let mut walls = BwrapArgs::new(Some(SCRATCH_BYTES));
        walls.option(["--new-session", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin"]);
        if let Some(toolchain) = toolchain {
            walls.show(toolchain);
        }
        walls.show_as(&source, "/source");
        walls.lend_as(&out, "/out");
        walls.enter(Path::new("/source"));
        let words = walls.around(words);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }

    /// Reads an output file of the compiler.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        // A hostile source may have made it a link, a pipe or a device.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = openat(CWD, self.folder.join("out").join(name), flags, Mode::empty());
        let file = std::fs::File::from(opened.map_err(|_| "the compiler made no program")?);
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err("the compiler made no program".to_string());
        }
        let mut program = Vec::new();
        match file.take(PROGRAM_BYTES + 1).read_to_end(&mut program) {
            Ok(size) if size as u64 > PROGRAM_BYTES => {
                Err(format!("the program has more than {} MiB", PROGRAM_BYTES >> 20))
            }
            Ok(_) => Ok(program),
            Err(error) => Err(format!("the program cannot be read: {error}")),
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // A folder that is left in the system's temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The compiler's messages until it ended, bounded; `None` if it took too long.
fn wait(child: &mut Child, stop: &Stop) -> anyhow::Result<Option<Vec<u8>>> {
    let output = child.stdout.take().context("the compiler has no output")?;
    let (sender, printed) = mpsc::channel();
    std::thread::Builder::new().name("compiler".into()).spawn(move || sender.send(read_all(output)))?;
    let deadline = Instant::now() + WALL_TIME;
    loop {
        match printed.recv_timeout(STOP_POLL) {
            Ok(printed) => return Ok(Some(printed)),
            Err(RecvTimeoutError::Disconnected) => bail!("the compiler's messages were lost"),
            Err(RecvTimeoutError::Timeout) => stop.check()?,
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
    }
}

/// Reads to the end and keeps the beginning.
fn read_all(mut output: ChildStdout) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    while let Ok(count @ 1..) = output.read(&mut buffer) {
        let room = (MESSAGE_BYTES + 1).saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..count.min(room)]);
    }
    kept
}

fn text(printed: &[u8]) -> String {
    let shown = &printed[..printed.len().min(MESSAGE_BYTES)];
    let mut text = String::from_utf8_lossy(shown).into_owned();
    if printed.len() > MESSAGE_BYTES {
        text.push_str("\n[the rest is cut]");
    }
    text
}
