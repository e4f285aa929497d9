//! The Othello dialect of the Go text protocol: positions are set by replaying moves, and one process plays
//! many games.
//!
//! Passes are sent with `play`; engines that pass by themselves answer with an error, which is ignored. The
//! time to replay the opponent's moves counts against the limit, the set-up of a game does not.

use outflank::board::Move;
use outflank::game::{Color, Game};
use supervisor::process::{Process, Stopwatch, SETUP_LIMIT};
use supervisor::stop::Stop;

use super::{Answer, Contestant, Epilogue, ProcessSpec, Reply, Turn};
use crate::play::limits::Limits;
use crate::play::record::{BotRecord, Fault};

/// The largest number of lines read for one reply.
const MAX_REPLY_LINES: usize = 1000;

/// A process that speaks GTP.
#[derive(Debug)]
pub struct GtpBot {
    bot: BotRecord,
    spec: ProcessSpec,
    stop: Stop,
    process: Option<Process>,
    game: Option<Following>,
}

/// The engine's progress through a game.
#[derive(Clone, Copy, Debug)]
struct Following {
    color: Color,
    /// Whether the engine is set up for this game.
    is_set_up: bool,
    /// Number of moves of the game's history that the engine knows.
    known: usize,
    /// Whether the engine still answers correctly.
    is_sound: bool,
}

/// The response to a command: the text after `=`, or after `?`.
type Response = Result<String, String>;

impl GtpBot {
    /// A bot that is not running yet.
    pub fn new(bot: BotRecord, spec: ProcessSpec, stop: Stop) -> Self {
        Self { bot, spec, stop, process: None, game: None }
    }
}

impl Contestant for GtpBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, color: Color, _seed: u64) -> anyhow::Result<()> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.spec.launch, &self.stop)?);
        }
        self.game = Some(Following { color, is_set_up: false, known: 0, is_sound: true });
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let limits = self.spec.limits.apply(turn.limits);
        let (process, following) = (super::in_game(&mut self.process)?, super::in_game(&mut self.game)?);
        let mut engine = Engine { process, following };
        let is_ready = engine.set_up(turn, &limits);
        let mut stopwatch = engine.process.start_call(limits.call(turn.is_first));
        let reply = super::fault_of(is_ready.and_then(|()| engine.answer(turn, &mut stopwatch)))?;
        engine.process.end_call();
        engine.following.is_sound = reply.is_ok();
        Ok(Answer::timed(reply, &stopwatch))
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        let is_sound = super::in_game(&mut self.game)?.is_sound;
        self.game = None;
        let process = super::in_game(&mut self.process)?;
        if is_sound && self.spec.is_kept {
            return Ok(Epilogue { stderr: process.take_log(), fault: None });
        }
        let stderr = process.end()?;
        self.process = None;
        Ok(Epilogue { stderr, fault: None })
    }
}

/// The dialogue with a running engine.
struct Engine<'a> {
    process: &'a mut Process,
    following: &'a mut Following,
}

impl Engine<'_> {
    /// Sets the engine to the position before its first call.
    fn set_up(&mut self, turn: &Turn<'_>, limits: &Limits) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.following.is_set_up, true) {
            return Ok(());
        }
        let mut stopwatch = self.process.start_clock(SETUP_LIMIT);
        let known = self.ask("list_commands", &mut stopwatch)?.unwrap_or_default();
        let is_known = |command: &str| known.lines().any(|line| line.trim() == command);
        let mut commands = vec!["boardsize 8".to_string(), "clear_board".to_string()];
        if is_known("set_game") {
            commands.insert(0, "set_game Othello".to_string());
        }
        // GTP has whole seconds only: 0 s of main time, then this number of seconds for each move.
        let seconds = limits.turn_ms / 1000;
        if is_known("time_settings") && seconds > 0 {
            commands.push(format!("time_settings 0 {seconds} 1"));
        }
        for command in commands {
            self.ask(&command, &mut stopwatch)?.map_err(|complaint| refusal(&command, &complaint))?;
        }
        self.follow(turn, &mut stopwatch)
    }

    /// Sends the moves that the engine does not know yet.
    fn follow(&mut self, turn: &Turn<'_>, stopwatch: &mut Stopwatch) -> anyhow::Result<()> {
        for &(color, mv) in &turn.game.history()[self.following.known..] {
            let command = format!("play {color} {mv}");
            match self.ask(&command, stopwatch)? {
                Err(complaint) if mv != Move::PASS => return Err(refusal(&command, &complaint).into()),
                _ => {}
            }
        }
        self.following.known = turn.game.history().len();
        Ok(())
    }

    /// Requests a move.
    fn answer(&mut self, turn: &Turn<'_>, stopwatch: &mut Stopwatch) -> anyhow::Result<Reply> {
        self.follow(turn, stopwatch)?;
        let response = self.ask(&format!("genmove {}", self.following.color), stopwatch)?;
        // The engine has already made the move that the history will contain next.
        self.following.known += 1;
        let square = response.as_ref().ok().and_then(|text| text.to_lowercase().parse().ok());
        let output = response.unwrap_or_else(|complaint| format!("? {complaint}"));
        Ok(Reply { square, output, message: None, wants_expert: false })
    }

    /// Sends a command and reads its response, all lines of which count against the same limit.
    fn ask(&mut self, command: &str, stopwatch: &mut Stopwatch) -> anyhow::Result<Response> {
        self.process.send(&format!("{command}\n"));
        let mut response: Option<(bool, Vec<String>)> = None;
        for _ in 0..MAX_REPLY_LINES {
            let line = self.process.read_line(stopwatch)?;
            let line = line.trim_end();
            match &mut response {
                // Some engines print other lines before the response.
                None => {
                    let status = line.chars().next().filter(|status| matches!(status, '=' | '?'));
                    response = status.map(|status| (status == '=', vec![line[1..].trim().to_string()]));
                }
                Some((is_success, lines)) if line.is_empty() => {
                    let text = lines.join("\n");
                    return Ok(if *is_success { Ok(text) } else { Err(text) });
                }
                Some((_, lines)) => lines.push(line.to_string()),
            }
        }
        let output = format!("more than {MAX_REPLY_LINES} lines after `{command}`");
        Err(Fault::IllegalMove { output }.into())
    }
}

/// An engine that refuses a mandatory command loses.
fn refusal(command: &str, complaint: &str) -> Fault {
    Fault::IllegalMove { output: format!("`{command}` was answered with `? {complaint}`") }
}
