//! The arena's ends of a bot's three pipes; none of them blocks.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::io::Errno;

/// The longest line that a bot may print, in bytes; CodinGame's bound is unknown.
pub const OUTPUT_LINE_BYTES: usize = 16 * 1024;
/// Kept standard error of one call, in bytes.
pub const STDERR_BYTES_PER_TURN: usize = 16 * 1024;
/// Kept standard error of one game, in bytes.
pub const STDERR_BYTES_PER_GAME: usize = 256 * 1024;
/// Bytes read at once from standard output: more than a move and its message.
const OUTPUT_CHUNK: usize = 4096;
/// Bytes read at once from standard error.
const STDERR_CHUNK: usize = 16 * 1024;
/// Number of chunks after which a drain ends, for bots that never stop writing.
const DRAIN_CHUNKS: usize = 16;

/// Queued input of a bot.
#[derive(Debug)]
pub(super) struct Outbox {
    pipe: Option<OwnedFd>,
    queued: Vec<u8>,
}

impl Outbox {
    pub(super) fn new(pipe: OwnedFd) -> Self {
        Self { pipe: Some(pipe), queued: Vec::new() }
    }

    pub(super) fn push(&mut self, input: &[u8]) {
        if self.pipe.is_some() {
            self.queued.extend_from_slice(input);
        }
    }

    /// The pipe, if input is queued.
    pub(super) fn waiting_fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().filter(|_| !self.queued.is_empty()).map(|pipe| pipe.as_fd())
    }

    pub(super) fn write_some(&mut self) {
        while let Some(pipe) = self.waiting_fd() {
            match rustix::io::write(pipe, &self.queued) {
                Ok(written) => drop(self.queued.drain(..written)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // The bot closed its input. Its output still counts, and shows whether it died.
                Err(_) => self.close(),
            }
        }
    }

    pub(super) fn close(&mut self) {
        self.pipe = None;
        self.queued.clear();
    }
}

/// Output of a bot that is read but not yet consumed.
#[derive(Debug)]
pub(super) struct Inbox {
    pipe: OwnedFd,
    bytes: Vec<u8>,
    /// Whether the output has ended.
    pub(super) is_closed: bool,
}

impl Inbox {
    pub(super) fn new(pipe: OwnedFd) -> Self {
        Self { pipe, bytes: Vec::new(), is_closed: false }
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }

    pub(super) fn has_line(&self) -> bool {
        self.bytes.contains(&b'\n')
    }

    /// The next line without its line end.
    pub(super) fn take_line(&mut self) -> Option<String> {
        let end = self.bytes.iter().position(|&byte| byte == b'\n')?;
        let line = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        self.bytes.drain(..=end);
        Some(line)
    }

    /// Whether the next line, complete or not, is over [`OUTPUT_LINE_BYTES`] without its line end.
    pub(super) fn is_too_long(&self) -> bool {
        let end = self.bytes.iter().position(|&byte| byte == b'\n');
        end.unwrap_or(self.bytes.len()) > OUTPUT_LINE_BYTES
    }

    pub(super) fn read_some(&mut self) {
        let mut chunk = [0; OUTPUT_CHUNK];
        match read_chunk(&self.pipe, &mut chunk) {
            Some(length) => self.bytes.extend_from_slice(&chunk[..length]),
            None => self.is_closed = true,
        }
    }

    /// Reads the rest of the next line from the pipe of a dead writer.
    pub(super) fn read_rest(&mut self) {
        while !self.is_closed && !self.has_line() && !self.is_too_long() {
            let before = self.bytes.len();
            self.read_some();
            if self.bytes.len() == before {
                self.is_closed = true;
            }
        }
    }
}

/// A bot's standard error by call, capped.
#[derive(Debug)]
pub(super) struct StderrLog {
    pipe: Option<OwnedFd>,
    calls: Vec<Vec<u8>>,
    calls_started: usize,
    kept: usize,
}

impl StderrLog {
    pub(super) fn new(pipe: OwnedFd) -> Self {
        Self { pipe: Some(pipe), calls: vec![Vec::new()], calls_started: 0, kept: 0 }
    }

    pub(super) fn as_fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(|pipe| pipe.as_fd())
    }

    /// Assigns the output so far to the previous call; output before the first call belongs to the first.
    pub(super) fn start_call(&mut self) {
        self.drain();
        if self.calls_started > 0 {
            self.calls.push(Vec::new());
        }
        self.calls_started += 1;
    }

    /// Reads one chunk; returns whether there was any output.
    pub(super) fn read_some(&mut self) -> bool {
        let Some(pipe) = &self.pipe else { return false };
        let mut chunk = [0; STDERR_CHUNK];
        let read = read_chunk(pipe, &mut chunk);
        match read {
            Some(length) => self.keep(&chunk[..length]),
            None => self.pipe = None,
        }
        read.is_some_and(|length| length > 0)
    }

    fn keep(&mut self, bytes: &[u8]) {
        let Some(call) = self.calls.last_mut() else { return };
        let room = (STDERR_BYTES_PER_TURN - call.len()).min(STDERR_BYTES_PER_GAME - self.kept);
        let bytes = &bytes[..bytes.len().min(room)];
        call.extend_from_slice(bytes);
        self.kept += bytes.len();
    }

    /// Reads the available output up to a bound.
    pub(super) fn drain(&mut self) {
        for _ in 0..DRAIN_CHUNKS {
            if !self.read_some() {
                return;
            }
        }
    }

    /// Takes the kept output, one entry a call; invalid UTF-8 is replaced.
    pub(super) fn take(&mut self) -> Vec<String> {
        let calls = std::mem::replace(&mut self.calls, vec![Vec::new()]);
        (self.calls_started, self.kept) = (0, 0);
        calls.iter().map(|call| String::from_utf8_lossy(call).into_owned()).collect()
    }
}

/// Reads what a pipe holds into `chunk`, 0 bytes if there is nothing now; `None` once it has ended.
pub(super) fn read_chunk(pipe: &OwnedFd, chunk: &mut [u8]) -> Option<usize> {
    match rustix::io::read(pipe, chunk) {
        Err(Errno::AGAIN | Errno::INTR) => Some(0),
        Ok(0) | Err(_) => None,
        Ok(length) => Some(length),
    }
}

/// Whether a descriptor is readable, or becomes so within a time.
pub(super) fn is_readable(fd: &impl AsFd, within: Duration) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::IN)];
    let Ok(within) = Timespec::try_from(within) else { return false };
    // A signal to the arena only shortens the wait.
    poll(&mut fds, Some(&within)).is_ok_and(|ready| ready > 0)
}
