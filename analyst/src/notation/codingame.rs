//! CodinGame battles as players have them on disk: the site's answers, and the output of the SDK's game
//! runner.

use outflank::board::Move;
use outflank::game::Color;
use serde_json::Value;

use super::error::{in_part, quoting};
use super::record::{Ending, GameRecord, GameResult, Note, Position};
use super::remarks;
use super::replay::{parse_move, Found, Replay};
use super::result::by_scores;
use crate::sentence::Sentence;

/// One line of a bot, read as the referee reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// The move in lower case, without blanks and without `EXPERT`.
    pub(crate) text: String,
    /// The text after `MSG`.
    pub(crate) message: String,
}

/// Reads the first line of what a bot printed.
pub(crate) fn parse_output(stdout: &str) -> Output {
    let line = stdout.lines().next().unwrap_or_default();
    let (action, message) = line.split_once("MSG").unwrap_or((line, ""));
    let text = action.replace("EXPERT", "").split_whitespace().collect::<String>().to_lowercase();
    Output { text, message: message.trim().to_owned() }
}

/// A battle that is being replayed call by call.
pub(crate) struct Battle {
    replay: Replay,
    /// The fault that ended the battle, with its loser.
    fault: Option<(Color, Ending)>,
    calls: usize,
}

/// One call of a bot.
#[derive(Default)]
pub(crate) struct Call<'a> {
    /// The seat that was called, if the file says.
    pub(crate) color: Option<Color>,
    /// Its standard output.
    pub(crate) stdout: &'a str,
    /// Its standard error.
    pub(crate) stderr: &'a str,
    /// Nothing follows this call.
    pub(crate) is_last: bool,
    /// The referee says that the action was invalid, not that none came.
    pub(crate) is_called_invalid: bool,
}

impl Battle {
    /// A battle before its first call.
    pub(crate) fn new() -> Self {
        Self { replay: Replay::new(Position::START), fault: None, calls: 0 }
    }

    /// The record so far.
    pub(crate) fn record(&mut self) -> &mut GameRecord {
        &mut self.replay.record
    }

    /// The side of the next call; `None` after the end.
    pub(crate) fn to_move(&self) -> Option<Color> {
        let game = self.replay.game();
        (self.fault.is_none() && !game.is_over()).then(|| game.to_move())
    }

    /// Replays a call. Only the last may be a fault.
    pub(crate) fn call(&mut self, call: &Call<'_>) -> Result<(), Sentence> {
        self.calls += 1;
        let number = self.calls;
        let Some(to_move) = self.to_move() else {
            let sentence = quoting("read-call-after-end", call.stdout);
            return Err(in_call(number, sentence));
        };
        if call.color.is_some_and(|color| color != to_move) {
            return Err(in_call(number, Sentence::new("read-call-turn").of(to_move)));
        }
        let output = parse_output(call.stdout);
        let is_silent = call.stdout.is_empty() && !call.is_called_invalid;
        let mv = parse_move(&output.text).filter(|&mv| !is_silent && mv != Move::PASS);
        let note = Note {
            value: discs(call.stderr, &output.message),
            seconds: None,
            comment: output.message.clone(),
            stderr: call.stderr.trim_end().to_owned(),
        };
        let Some(mv) = mv.filter(|&mv| self.is_legal(mv)) else {
            if !call.is_last {
                return Err(in_call(number, went_on(to_move, &output.text, is_silent)));
            }
            let ending = if is_silent { Ending::TimedOut } else { Ending::IllegalMove(output.text) };
            self.fault = Some((to_move, ending));
            return Ok(());
        };
        self.replay.play(None, mv, note)
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.square().is_some_and(|square| self.replay.game().board().flips(square) != 0)
    }

    /// The record with the result that `scores`, by seat, give.
    pub(crate) fn finish(mut self, scores: [Option<f64>; 2]) -> Found {
        let is_over = self.replay.game().is_over();
        let record = &mut self.replay.record;
        record.result = by_scores(scores).filter(|&result| is_over || result != GameResult::Score(0));
        if let Some((loser, ending)) = self.fault {
            record.ending = ending;
            record.result = record.result.or(Some(GameResult::WonBy(loser.opposite())));
        }
        self.replay.finish()
    }
}

/// A sentence about one call.
pub(crate) fn in_call(number: usize, sentence: Sentence) -> Sentence {
    in_part("read-in-call", number, sentence)
}

/// Why a call that is not the last cannot be a fault.
fn went_on(to_move: Color, text: &str, is_silent: bool) -> Sentence {
    if is_silent {
        return Sentence::new("read-silent").of(to_move);
    }
    if parse_move(text).is_none() {
        return quoting("read-no-battle", text);
    }
    quoting("read-went-on", text).of(to_move)
}

/// A bot's own value of its move in discs, where it says one.
pub(crate) fn discs(stderr: &str, message: &str) -> Option<f64> {
    match remarks::value(stderr, message) {
        Some(remarks::Value::Discs(discs)) => Some(discs),
        _ => None,
    }
}

/// A text field; missing and `null` are empty.
fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The refusal of an object that lacks a list.
pub(crate) fn no_array(field: &str) -> Sentence {
    Sentence::new("read-no-array").with("field", field)
}

/// Reads the site's answer: an object with `frames`.
pub(crate) fn read_battle(battle: &Value) -> Result<Found, Sentence> {
    let frames = battle["frames"].as_array().ok_or_else(|| no_array("frames"))?;
    let seat = |frame: &Value| frame["agentId"].as_i64().filter(|&seat| seat >= 0);
    let called: Vec<(i64, &Value)> = frames.iter().filter_map(|frame| Some((seat(frame)?, frame))).collect();
    if called.is_empty() {
        return Err("read-no-calls".into());
    }
    let mut replayed = Battle::new();
    for (index, (seat, frame)) in called.iter().enumerate() {
        let color = match seat {
            0 => Color::Black,
            1 => Color::White,
            _ => {
                return Err(in_call(index + 1, Sentence::new("read-no-seat").with("text", seat.to_string())));
            }
        };
        let call = Call {
            color: Some(color),
            stdout: text(frame, "stdout"),
            stderr: text(frame, "stderr"),
            is_last: index + 1 == called.len(),
            is_called_invalid: text(frame, "summary").contains("invalid action"),
        };
        replayed.call(&call)?;
    }
    let record = replayed.record();
    for (seat, player) in record.players.iter_mut().enumerate() {
        player.name = name_of(battle, seat);
    }
    record.place = "CodinGame".to_owned();
    record.round = battle["gameId"].as_i64().map_or(String::new(), |id| id.to_string());
    record.seed = seed_of(text(battle, "refereeInput"));
    let scores = battle["scores"].as_array().map_or(&[][..], Vec::as_slice);
    Ok(replayed.finish([0, 1].map(|seat| scores.get(seat).and_then(Value::as_f64))))
}

fn seed_of(referee_input: &str) -> String {
    let seed = referee_input.lines().find_map(|line| line.trim().strip_prefix("seed="));
    seed.unwrap_or_default().to_owned()
}

/// A player's name: that of the account, else of the league's boss, else the seat.
fn name_of(battle: &Value, seat: usize) -> String {
    let agents = [&battle["agents"], &battle["players"]].into_iter().filter_map(Value::as_array);
    for agents in agents {
        let is_seat = |agent: &&Value| {
            let index = agent["index"].as_u64().or(agent["position"].as_u64());
            index == u64::try_from(seat).ok()
        };
        let Some(agent) = agents.iter().find(is_seat).or(agents.get(seat)) else { continue };
        let names = [
            &agent["codingamer"]["pseudo"],
            &agent["arenaboss"]["nickname"],
            &agent["pseudo"],
            &agent["nickname"],
            &agent["name"],
        ];
        let name = names.into_iter().filter_map(Value::as_str).find(|name| !name.trim().is_empty());
        if let Some(name) = name {
            return name.trim().to_owned();
        }
    }
    format!("seat {seat}")
}

/// Reads what the SDK's game runner writes: an object with `outputs` by seat.
pub(crate) fn read_runner(run: &Value) -> Result<Found, Sentence> {
    let of_seat = |field: &str, seat: usize| -> Vec<Option<&str>> {
        let values = run[field][seat.to_string()].as_array().or(run[field][seat].as_array());
        values.into_iter().flatten().map(Value::as_str).collect()
    };
    let outputs = [0, 1].map(|seat| of_seat("outputs", seat));
    let errors = [0, 1].map(|seat| of_seat("errors", seat));
    let scores = [0, 1].map(|seat: usize| {
        let score = &run["scores"];
        score[seat.to_string()].as_f64().or(score[seat].as_f64())
    });
    let summaries: String =
        run["summaries"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut queues = [0, 1].map(|seat: usize| {
        let calls: Vec<_> =
            outputs[seat].iter().enumerate().filter_map(|(turn, out)| Some((turn, (*out)?))).collect();
        calls.into_iter()
    });
    let mut battle = Battle::new();
    while let Some(color) = battle.to_move() {
        let seat = usize::from(color == Color::White);
        let lost_at_once = scores[seat].is_some_and(|score| score < 0.0);
        let (turn, stdout) = match queues[seat].next() {
            Some(call) => call,
            None if lost_at_once => (usize::MAX, ""),
            None => break,
        };
        let call = Call {
            color: Some(color),
            stdout,
            stderr: errors[seat].get(turn).copied().flatten().unwrap_or_default(),
            is_last: queues.iter().all(|queue| queue.len() == 0),
            is_called_invalid: summaries.contains("invalid action"),
        };
        battle.call(&call)?;
    }
    if queues.iter().any(|queue| queue.len() > 0) {
        return Err("read-output-after-end".into());
    }
    let record = battle.record();
    for (seat, player) in record.players.iter_mut().enumerate() {
        player.name = name_of(run, seat);
    }
    let input = run["uinput"].as_array().into_iter().flatten().filter_map(Value::as_str);
    record.seed = input.map(seed_of).find(|seed| !seed.is_empty()).unwrap_or_default();
    Ok(battle.finish(scores))
}

/// Reads text copied from the site's console: blocks under `Standard Output Stream:`.
pub(crate) fn read_console(text: &str) -> Result<Found, Sentence> {
    let mut calls: Vec<(String, String, String)> = Vec::new();
    let mut section = "";
    for line in text.lines().map(str::trim_end) {
        let header = line.trim().trim_end_matches(':').to_ascii_lowercase();
        match header.as_str() {
            "standard output stream" => {
                section = "output";
                calls.push(Default::default());
                continue;
            }
            "standard error stream" => section = "error",
            "game summary" | "game information" | "summary" => section = "summary",
            _ => {
                let Some((output, error, summary)) = calls.last_mut() else { continue };
                match section {
                    "output" if output.is_empty() && !line.trim().is_empty() => *output = line.to_owned(),
                    "error" => *error += &format!("{line}\n"),
                    "summary" => *summary += line,
                    _ => {}
                }
            }
        }
    }
    let mut battle = Battle::new();
    for (index, (output, error, summary)) in calls.iter().enumerate() {
        battle.call(&Call {
            stdout: output,
            stderr: error,
            is_last: index + 1 == calls.len(),
            is_called_invalid: summary.contains("invalid action"),
            ..Call::default()
        })?;
    }
    Ok(battle.finish([None, None]))
}
