//! A program that reads nothing and runs to its end, such as a compiler: bounded in time, memory and output.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::Resource;

use super::attributes::SpawnAttributes;
use super::pipes::read_chunk;
use super::process_tree::ProcessTree;
use super::spawn::Order;
use crate::sandbox::{job_args, job_environment, Level, Sandbox};
use crate::stop::{Stop, Stopped};

/// Bytes read at once.
const CHUNK: usize = 64 * 1024;

/// A command, what it may see, and its bounds.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The program, by its absolute path, and its arguments.
    pub command: &'a [String],
    /// The files that it works on.
    pub files: JobFiles<'a>,
    /// Memory of all its processes together, in MiB, where a control group can bound it.
    pub memory_mib: u32,
    /// Address space of one process, in bytes.
    pub address_space: u64,
    /// CPU time of one process, in seconds.
    pub cpu_seconds: u64,
    /// The largest file that it may write, in bytes.
    pub file_bytes: u64,
    /// Wall-clock time.
    pub wall_time: Duration,
    /// Kept bytes of its standard output and standard error.
    pub kept_bytes: [usize; 2],
}

/// The files that a job works on.
#[derive(Clone, Copy, Debug)]
pub enum JobFiles<'a> {
    /// In a sandbox: beside the system's programs and libraries it sees these folders. It works in `/tmp`,
    /// where it finds files with these contents, and which is gone afterwards.
    Sandboxed {
        /// Folders that are shown where they are.
        folders: &'a [PathBuf],
        /// Name and content of each file.
        contents: &'a [(&'a str, &'a [u8])],
        /// The size of `/tmp`.
        scratch_bytes: u64,
    },
    /// Without a sandbox, in this folder.
    Open(&'a Path),
}

/// How a job ended.
#[derive(Clone, Debug)]
pub struct JobEnd {
    /// Its exit status; `None` if it took longer than its wall-clock time.
    pub status: Option<ExitStatus>,
    /// Its standard output and standard error: the beginning, one byte more than what is kept if there was
    /// more.
    pub output: [Vec<u8>; 2],
}

impl Job<'_> {
    /// Runs the job; nothing of it is left afterwards.
    ///
    /// # Errors
    /// If it cannot be started, [`SandboxFailed`](crate::sandbox::SandboxFailed) if the reason is the
    /// sandbox; [`Stopped`].
    pub fn run(&self, stop: &Stop) -> anyhow::Result<JobEnd> {
        super::process_tree::adopt_orphans()?;
        let program = PathBuf::from(self.command.first().context("an empty command")?);
        let limits = vec![
            (Resource::As, self.address_space),
            (Resource::Cpu, self.cpu_seconds),
            (Resource::Fsize, self.file_bytes),
        ];
        let (level, directory, bwrap) = match self.files {
            JobFiles::Open(folder) => (Level::None, Some(folder.to_path_buf()), None),
            JobFiles::Sandboxed { folders, contents, scratch_bytes } => {
                let mut args = job_args(Some(scratch_bytes));
                folders.iter().for_each(|folder| args.show(folder));
                for (name, content) in contents {
                    args.add_file(&Path::new("/tmp").join(name), content)?;
                }
                args.enter(Path::new("/tmp"));
                (Level::Strict, None, Some(args))
            }
        };
        let order = Order {
            words: self.command.iter().map(OsString::from).collect(),
            directory,
            environment: job_environment(&program).into_iter().collect(),
            program,
            attributes: SpawnAttributes { limits, ..SpawnAttributes::default() },
        };
        let group = Sandbox::new(level, &[]).group(Some(self.memory_mib)).context("control group")?;
        let (mut tree, pipes) = ProcessTree::run(order, bwrap, group)?;
        drop(pipes.stdin);
        let [kept, kept_errors] = self.kept_bytes;
        let mut outputs = [Output::new(pipes.stdout, kept), Output::new(pipes.stderr, kept_errors)];
        let has_ended = self.read(&tree, &mut outputs, stop)?;
        let status = tree.end()?;
        Ok(JobEnd { status: has_ended.then_some(status), output: outputs.map(|output| output.kept) })
    }

    /// Reads until the program is dead, and what it has left in its pipes; `false` if the time is up before.
    fn read(&self, tree: &ProcessTree, outputs: &mut [Output; 2], stop: &Stop) -> anyhow::Result<bool> {
        let pidfd = tree.pidfd()?;
        let deadline = Instant::now() + self.wall_time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let mut fds = vec![
                PollFd::from_borrowed_fd(stop.as_fd(), PollFlags::IN),
                PollFd::new(&pidfd, PollFlags::IN),
            ];
            let open = outputs.iter().filter_map(|output| output.pipe.as_ref());
            fds.extend(open.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            match poll(&mut fds, Some(&Timespec::try_from(left)?)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error).context("cannot wait for a program"),
            }
            let is_dead = !fds[1].revents().is_empty();
            if stop.is_requested() {
                return Err(Stopped.into());
            }
            for output in outputs.iter_mut() {
                while output.read_some() {}
            }
            if is_dead {
                return Ok(true);
            }
        }
    }
}

/// What has been read of an output.
struct Output {
    /// `None` once it is closed.
    pipe: Option<OwnedFd>,
    kept: Vec<u8>,
    /// The most bytes that are kept.
    limit: usize,
}

impl Output {
    fn new(pipe: OwnedFd, kept_bytes: usize) -> Self {
        Self { pipe: Some(pipe), kept: Vec::new(), limit: kept_bytes + 1 }
    }

    /// Reads one chunk and keeps what there is room for; whether there was any, and more may be kept.
    fn read_some(&mut self) -> bool {
        let mut chunk = [0; CHUNK];
        let Some(pipe) = &self.pipe else { return false };
        let Some(length) = read_chunk(pipe, &mut chunk) else {
            self.pipe = None;
            return false;
        };
        let room = self.limit - self.kept.len();
        self.kept.extend_from_slice(&chunk[..length.min(room)]);
        length > 0 && self.kept.len() < self.limit
    }
}
