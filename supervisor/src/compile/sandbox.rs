//! Runs a compiler as a job of the supervisor. No file of it is outside its sandbox: the source goes in by a
//! descriptor, and the program comes out on standard output.

use std::path::PathBuf;
use std::time::Duration;

use crate::process::{Job, JobFiles};
use crate::stop::Stop;
use anyhow::Context;

/// Kept bytes of the compiler's messages.
const MESSAGE_BYTES: usize = 16 * 1024;
/// The largest compiled program, in bytes.
const PROGRAM_BYTES: usize = 64 << 20;
/// The size of the compiler's `/tmp`, in bytes.
const SCRATCH_BYTES: u64 = 256 << 20;
/// The program that the compiler writes, in its working directory.
pub(super) const PROGRAM: &str = "program";

/// Becomes the compiler with its messages on standard error, and then prints the program.
const COMPILE: &str = "\"$@\" </dev/null >&2 && exec cat program";

/// The result of compiling a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The program, or why there is none.
    pub program: Result<Vec<u8>, String>,
    /// The compiler's messages, cut to 16 KiB.
    pub messages: String,
    /// Whether the compiler was stopped at its wall-clock limit.
    pub is_late: bool,
}

/// Runs a compiler on a source, which it finds under `name` in its working directory, for at most
/// `wall_time`. It may read `toolchain`.
///
/// # Errors
/// If it cannot be started, or on a stop.
pub(super) fn run(
    command: &[String],
    (name, source): (&str, &[u8]),
    toolchain: Option<&str>,
    is_sandboxed: bool,
    wall_time: Duration,
    stop: &Stop,
) -> anyhow::Result<Compiled> {
    let folder = (!is_sandboxed).then(|| tempfile::Builder::new().prefix("compile-").tempdir());
    let folder = folder.transpose().context("cannot make a folder to compile in")?;
    if let Some(folder) = &folder {
        std::fs::write(folder.path().join(name), source).context("cannot copy the source")?;
    }
    let folders: Vec<PathBuf> = toolchain.into_iter().map(PathBuf::from).collect();
    let contents = [(name, source)];
    let words = ["/bin/sh", "-c", COMPILE, "sh"].map(String::from);
    let job = Job {
        command: &words.into_iter().chain(command.iter().cloned()).collect::<Vec<_>>(),
        files: match &folder {
            Some(folder) => JobFiles::Open(folder.path()),
            None => {
                JobFiles::Sandboxed { folders: &folders, contents: &contents, scratch_bytes: SCRATCH_BYTES }
            }
        },
        memory_mib: 4096,
        address_space: 3 << 30,
        cpu_seconds: 30,
        file_bytes: 64 << 20,
        wall_time,
        kept_bytes: [PROGRAM_BYTES, MESSAGE_BYTES],
    };
    let end = job.run(stop)?;
    let [program, messages] = end.output;
    let program = match end.status {
        None => Err(format!("the compiler took more than {} s", wall_time.as_secs())),
        Some(status) if !status.success() => Err("not compiled".to_string()),
        Some(_) if program.is_empty() => Err("the compiler made no program".to_string()),
        Some(_) if program.len() > PROGRAM_BYTES => {
            Err(format!("the program has more than {} MiB", PROGRAM_BYTES >> 20))
        }
        Some(_) => Ok(program),
    };
    Ok(Compiled { program, messages: text(&messages), is_late: end.status.is_none() })
}

fn text(printed: &[u8]) -> String {
    let shown = &printed[..printed.len().min(MESSAGE_BYTES)];
    let mut text = String::from_utf8_lossy(shown).into_owned();
    if printed.len() > MESSAGE_BYTES {
        text.push_str("\n[the rest is cut]");
    }
    text
}
