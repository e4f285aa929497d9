//! The course judge's protocol: the start position square by square, then one line a turn; passes are
//! explicit.
//! A game must begin at the standard start: a position is sent as discs only, without the side to move.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use anyhow::bail;
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;
use rustix::process::Signal;
use supervisor::process::{status_text, Process, Stopwatch, SETUP_LIMIT};
use supervisor::stop::Stop;

use super::{Answer, Contestant, Epilogue, ProcessSpec, Reply, Turn};
use crate::play::limits::Limits;
use crate::play::record::{BotRecord, Fault};

/// How long a bot may take to exit after `END`; the judge's text sets no limit.
const END_GRACE: Duration = Duration::from_secs(5);
/// Printed by a bot without a legal move, and sent to a bot whose opponent had none.
const PASS: &str = "PASS";

/// The four discs of the standard start with their colours, in the judge's order.
const START: [(&str, Color); 4] =
    [("d 5", Color::Black), ("e 5", Color::White), ("e 4", Color::Black), ("d 4", Color::White)];

/// A process that speaks the course judge's protocol; a new one is started for every game.
#[derive(Debug)]
pub struct CourseBot {
    bot: BotRecord,
    spec: ProcessSpec,
    stop: Stop,
    playing: Option<Playing>,
}

#[derive(Debug)]
struct Playing {
    process: Process,
    color: Color,
    is_set_up: bool,
    /// Number of moves of the game's history that the bot knows, its own included.
    known: usize,
    /// Whether the bot still answers correctly.
    is_sound: bool,
    /// The last command that it had to answer.
    command: String,
    /// The limits of its last call.
    limits: Limits,
}

impl CourseBot {
    /// A bot that is not running yet.
    pub fn new(bot: BotRecord, spec: ProcessSpec, stop: Stop) -> Self {
        Self { bot, spec, stop, playing: None }
    }
}

impl Contestant for CourseBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, game: &Game, color: Color, _seed: u64) -> anyhow::Result<()> {
        if game.move_count() > 0 {
            bail!("{}: the course protocol cannot start from an opening", self.bot.name);
        }
        let process = Process::start(&self.spec.launch, &self.stop)?;
        self.playing = Some(Playing {
            process,
            color,
            is_set_up: false,
            known: 0,
            is_sound: true,
            command: String::new(),
            limits: Limits::COURSE,
        });
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let limits = self.spec.limits.apply(turn.limits);
        let playing = super::in_game(&mut self.playing)?;
        let is_ready = playing.set_up();
        playing.limits = limits;
        let mut stopwatch = playing.process.start_call(limits.call(turn.is_first));
        let line = super::fault_of(is_ready.and_then(|()| playing.ask(turn.game, &mut stopwatch)))?;
        playing.process.end_call();
        playing.is_sound = line.is_ok();
        let reply = line.map(|line| Reply {
            square: square(&line),
            output: line,
            message: None,
            wants_expert: false,
        });
        Ok(Answer::timed(reply, &stopwatch))
    }

    fn pass(&mut self, turn: &Turn<'_>) -> anyhow::Result<Result<(), Fault>> {
        let limits = self.spec.limits.apply(turn.limits);
        let playing = super::in_game(&mut self.playing)?;
        let passed = super::fault_of(playing.expect_pass(turn.game, &limits))?;
        playing.is_sound = passed.is_ok();
        Ok(passed)
    }

    fn last_command(&self) -> Option<&str> {
        self.playing.as_ref().map(|playing| playing.command.as_str())
    }

    fn end(&mut self, game: &Game) -> anyhow::Result<Epilogue> {
        let playing = super::in_game(&mut self.playing)?;
        let mut fault = None;
        if playing.is_sound && playing.is_set_up && game.is_over() {
            // Neither side can move: this one has to say so before the game ends in the next command.
            let limits = playing.limits;
            let passed = super::fault_of(playing.expect_pass(game, &limits))?;
            fault = passed.err().map(|fault| (playing.command.clone(), fault));
        }
        playing.process.send("END\n");
        let (status, stderr) = playing.process.end_gently(END_GRACE)?;
        if playing.is_sound && playing.is_set_up && !status.success() {
            let how = match status.signal() {
                Some(signal) if signal == Signal::KILL.as_raw() => {
                    format!("did not exit within {} ms", END_GRACE.as_millis())
                }
                _ => status_text(status),
            };
            fault = fault.or(Some(("END".to_string(), Fault::Crash { how })));
        }
        self.playing = None;
        Ok(Epilogue { stderr, fault })
    }
}

impl Playing {
    /// Sends the discs of the standard start.
    fn set_up(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.is_set_up, true) {
            return Ok(());
        }
        let mut stopwatch = self.process.start_clock(SETUP_LIMIT);
        self.process.send("START\n");
        for (square, color) in START {
            let whose = if color == self.color { 1 } else { 2 };
            self.process.send(&format!("PLACE {square} {whose}\n"));
        }
        self.process.send("DONE\n");
        self.command = "DONE".to_string();
        expect("OK", &self.process.read_line(&mut stopwatch)?)
    }

    /// Sends the opponent's move or pass and reads the answer.
    fn ask(&mut self, game: &Game, stopwatch: &mut Stopwatch) -> anyhow::Result<String> {
        let command = match game.history().get(self.known) {
            None if self.known == 0 => "BEGIN".to_string(),
            Some((_, Move::PASS)) | None => PASS.to_string(),
            Some((_, mv)) => format!("TURN {}", mv.square().map(spaced).unwrap_or_default()),
        };
        // The opponent's turn, and the turn that this bot is about to take.
        self.known += if self.known == 0 && game.history().is_empty() { 1 } else { 2 };
        self.process.send(&format!("{command}\n"));
        self.command = command;
        self.process.read_line(stopwatch)
    }

    /// Sends the opponent's move to a bot that has no legal move, and expects it to pass.
    fn expect_pass(&mut self, game: &Game, limits: &Limits) -> anyhow::Result<()> {
        self.set_up()?;
        let mut stopwatch = self.process.start_clock(limits.call(false));
        let line = self.ask(game, &mut stopwatch)?;
        self.process.end_call();
        expect(PASS, &line)
    }
}

fn expect(answer: &str, line: &str) -> anyhow::Result<()> {
    match line == answer {
        true => Ok(()),
        false => Err(Fault::IllegalMove { output: format!("`{line}` instead of `{answer}`") }.into()),
    }
}

/// A square in the judge's notation: `d 5`.
fn spaced(square: Square) -> String {
    let name = square.to_string();
    let (column, row) = name.split_at(1);
    format!("{column} {row}")
}

/// The square that a line names exactly as the judge writes it: lower-case letter, one blank, digit.
fn square(line: &str) -> Option<Square> {
    let [column @ b'a'..=b'h', b' ', row @ b'1'..=b'8'] = *line.as_bytes() else { return None };
    format!("{}{}", char::from(column), char::from(row)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_lower_case_letter_one_blank_and_a_digit() {
        assert_eq!(square("e 5").map(spaced).as_deref(), Some("e 5"));
        let malformed =
            ["E 5", "e5", "e  5", " e 5", "e 5 ", "e\t5", "5 e", "i 5", "e 0", "e 9", "", "PASS", "é 5"];
        for line in malformed {
            assert_eq!(square(line), None, "{line:?}");
        }
    }
}
