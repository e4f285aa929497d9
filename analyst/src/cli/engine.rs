//! `outflank-analyst gtp` and `outflank-analyst nboard`: the engine in a GUI.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::mpsc::{sync_channel, SyncSender};
use std::thread;
use std::time::Duration;

use analyst::engines::gtp::Gtp;
use analyst::engines::nboard::Nboard;
use analyst::engines::player::{Player, Settings};
use analyst::level::Level;
use analyst::notation::Limits;
use analyst::search::{Memory, Searcher, Stop};
use anyhow::Context;
use toolkit::files::open;

use super::solve::Parallel;
use super::time::{clock, seconds};

/// Bytes of a line that are read; a longer one is cut.
const MAX_LINE_LENGTH: u64 = 1 << 16;

/// Lines that may wait while the engine thinks.
const WAITING_LINES: usize = 1_000;

/// How an engine plays.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Seconds a move, unless the GUI sets clocks.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Playouts a move instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    playouts: Option<u64>,
    /// Plays weaker: from 1, for a first game, to 10, which rarely errs.
    #[arg(long, value_name = "1-10")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::COUNT)))]
    level: Option<u8>,
    /// Seed of the draws that a level makes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that prove endgames: within a time, and from NBoard's depth on. Estimates, playouts and levels
    /// use one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Searches in the opening too, instead of playing the book's moves.
    #[arg(long)]
    no_book: bool,
    /// Memory of the search tree in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u16).range(4..))]
    memory: u16,
}

impl Arguments {
    fn player(&self, stop: Stop) -> Player {
        let memory = Memory { tree: usize::from(self.memory) << 20, ..Memory::default() };
        let settings = Settings {
            time: Duration::from_secs_f64(self.time),
            playouts: self.playouts.unwrap_or(0),
            level: self.level.and_then(Level::nth),
            book: !self.no_book,
        };
        let mut searcher = Searcher::with_host(memory, stop, Some(clock));
        if self.threads > 1 {
            searcher = searcher.with_prover(Box::new(Parallel::new(self.threads.into(), &|_, _| {})));
        }
        Player::new(searcher, settings, self.seed)
    }
}

/// Reads a file of a game; of one that is larger than any game, as much as shows that it is.
fn read_game(name: &str) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let file = open(Path::new(name)).map_err(io::Error::other)?;
    file.take(Limits::default().bytes as u64 + 1).read_to_end(&mut content)?;
    Ok(content)
}

/// Speaks GTP until `quit` or the end of input.
pub(crate) fn gtp(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = Stop::default();
    let mut engine = Gtp::new(arguments.player(stop.clone()), read_game);
    talk(&stop, &["quit"], |line| {
        if let Some(answer) = engine.answer(line) {
            out.write_all(answer.as_bytes())?;
            out.flush()?;
        }
        Ok(engine.is_over())
    })
}

/// Speaks NBoard's protocol until `quit` or the end of input.
pub(crate) fn nboard(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = Stop::default();
    let mut engine = Nboard::new(arguments.player(stop.clone()));
    talk(&stop, &["quit", "ping"], |line| {
        let mut written = Ok(());
        engine.obey(line, &mut |text| {
            if written.is_ok() {
                written = writeln!(out, "{text}").and_then(|()| out.flush());
            }
        });
        written.map(|()| engine.is_over())
    })
}

/// Hands each line of standard input to `answer` until it returns that the dialogue is over. A thread of its
/// own reads them: a line whose first word is in `stoppers` ends the search in progress, and so does the end
/// of input.
fn talk(
    stop: &Stop,
    stoppers: &'static [&'static str],
    mut answer: impl FnMut(&str) -> io::Result<bool>,
) -> anyhow::Result<()> {
    let (sender, received) = sync_channel(WAITING_LINES);
    let raised = stop.clone();
    let read = move || {
        // An unreadable input has ended like any other.
        let _ = forward(&raised, stoppers, &sender);
        raised.raise();
    };
    thread::Builder::new().name("input".to_string()).spawn(read).context("cannot start a thread")?;
    for (line, is_stopper) in received {
        if is_stopper {
            stop.settle();
        }
        if answer(&line)? {
            break;
        }
    }
    Ok(())
}

fn forward(stop: &Stop, stoppers: &[&str], sender: &SyncSender<(String, bool)>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE_LENGTH {
            input.skip_until(b'\n')?;
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        // GTP allows a number before the command.
        let mut words = line.split_whitespace().skip_while(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let is_stopper = words.next().is_some_and(|word| stoppers.contains(&word));
        if is_stopper {
            stop.raise();
        }
        if sender.send((line, is_stopper)).is_err() {
            return Ok(());
        }
    }
}
