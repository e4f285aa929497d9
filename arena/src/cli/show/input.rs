//! `arena show --input` prints the input of a bot, `--rerun` sends it to a program.

use supervisor::stop::Stop;
use toolkit::text::Visible;

use crate::cli::{Done, Usage};
use crate::play::bots::Bots;
use crate::play::contestant::Turn;
use crate::play::record::GameRecord;
use crate::show::input::{calls_until, Call};
use crate::show::replay::Replay;
use anyhow::Context;
use outflank::game::Color;
use toolkit::{complain, say};

fn calls(record: &GameRecord, replay: &Replay, number: usize) -> anyhow::Result<(Color, Vec<Call>)> {
    let calls = calls_until(record, replay, number);
    calls.ok_or_else(|| Usage(format!("expected the number of a move that a bot made, not {number}")).into())
}

/// Prints the bytes of all calls up to a move.
pub(super) fn print(record: &GameRecord, replay: &Replay, number: usize) -> anyhow::Result<Done> {
    for call in calls(record, replay, number)?.1 {
        say!("{}", call.input);
    }
    Ok(Done::Well)
}

/// Plays the calls up to a move again, each in its recorded position: the answers change nothing.
pub(super) fn rerun(
    record: &GameRecord,
    replay: &Replay,
    number: &str,
    command: &str,
) -> anyhow::Result<Done> {
    let number = number.parse();
    let number = number.map_err(|_| Usage("expected the number of a move before the command".to_string()))?;
    let (color, calls) = calls(record, replay, number)?;
    let Some(first) = calls.first() else { return Ok(Done::Well) };
    let stop = Stop::new()?;
    let mut bots = Bots::default();
    bots.sources.report = |line| complain!("{line}");
    let spec = bots.find_present(command, &stop).map_err(Usage::from_error)?;
    let mut contestant = spec.contestant(None, &stop);
    contestant.begin(&first.before, color, record.seed)?;
    let mut answers = Vec::new();
    for call in &calls {
        let turn = Turn { game: &call.before, is_first: call.is_first, limits: &record.limits };
        let answer = contestant.choose(&turn)?;
        let has_failed = answer.reply.is_err();
        answers.push(answer);
        if has_failed {
            break;
        }
    }
    let epilogue = contestant.end(&first.before).context("the program could not be ended")?;
    let mut stderr = epilogue.stderr.into_iter();
    for (call, answer) in calls.iter().zip(answers) {
        let clock_ms = answer.clock.map(|clock| clock.as_secs_f64() * 1e3);
        let output = match answer.reply {
            Ok(reply) => reply.output,
            Err(fault) => fault.text(record.limits.call(false), clock_ms),
        };
        let clock = clock_ms.map(|clock_ms| format!("  {clock_ms:>8.2} ms")).unwrap_or_default();
        let output = Visible::line(output.trim());
        say!("{:>3}. {color} {output}{clock}, recorded: {}\n", call.number, Visible::line(&call.answer));
        for line in stderr.next().unwrap_or_default().lines() {
            say!("     stderr: {}\n", Visible::line(line));
        }
    }
    Ok(Done::Well)
}
