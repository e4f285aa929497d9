//! Lines that several subcommands print.

use std::path::Path;

use supervisor::stop::Stopped;
use toolkit::commands::typed;
use toolkit::text::Visible;

use crate::matches::pairs::{Pair, Plan};
use crate::matches::summary::{FaultyGame, Summary};
use crate::play::record::{seat, Fault, GameRecord, TurnRecord};
use toolkit::{complain, say};

use super::records::record_name;

/// A call's time as printed after its move; empty for bots without a clock.
pub(crate) fn clock_text(turn: &TurnRecord) -> String {
    let clock = turn.clock_ms.map(|clock_ms| format!("  {clock_ms:>8.2} ms"));
    let stall = turn.stall_ms.map(|stall_ms| format!(" (the machine stalled for {stall_ms:.1})"));
    clock.into_iter().chain(stall).collect()
}

/// Prints the summary of a run; `kept` is where its games are kept.
pub(crate) fn print_summary(plan: &Plan, summary: &Summary, kept: &Kept<'_>) {
    let names = [0, 1].map(|bot: usize| Visible::line(&plan.bots[bot].name));
    let tally = &summary.tally;
    say!("{} against {}: {} games, {}\n", names[0], names[1], tally.games(), plan.limits);
    say!("{tally}  {:.1} %", 100.0 * tally.score());
    if let Some(elo) = tally.elo() {
        say!("  {elo}");
    }
    say!("\n");
    if summary.repeated > 0 {
        say!(
            "{} of {} pairs repeat an earlier one move by move: they are no evidence and do not count\n",
            summary.repeated,
            summary.repeated + tally.games() / 2
        );
    }
    for (name, bot) in names.iter().zip(&summary.bots) {
        say!("{name}: {bot}\n");
    }
    for FaultyGame { pair, game, turn, bot, color, fault } in &summary.faulty_games {
        let name = &names[*bot];
        say!("pair {pair}, game {game}, turn {turn}: {name} ({color}): {}\n", Visible::line(fault));
        if let Some(game_file) = kept.game(*pair, *game) {
            say!("    {} show {game_file} --html pair-{pair}-{game}.html\n", typed());
        }
    }
    let more = summary.faults() - summary.faulty_games.len() as u64;
    if more > 0 {
        say!("and {more} more games with faults\n");
    }
}

/// Where the games of a run are kept.
pub(crate) enum Kept<'a> {
    /// In a results file.
    Results(&'a Path),
    /// As full records in this folder.
    Records(&'a Path),
    /// Nowhere.
    Nowhere,
}

impl Kept<'_> {
    /// The arguments of `arena show` that name a game.
    fn game(&self, pair: u64, game: usize) -> Option<String> {
        let quoted = |path: &Path| Visible::line(&shell_words::quote(&path.to_string_lossy())).to_string();
        match self {
            Self::Results(path) => Some(format!("{} --pair {pair} --game {game}", quoted(path))),
            Self::Records(folder) => Some(quoted(&folder.join(record_name(pair, game)))),
            Self::Nowhere => None,
        }
    }
}

/// Prints the last lines that a bot wrote to standard error before the fault that ended the game.
pub(crate) fn print_last_words(record: &GameRecord) {
    for line in record.last_words() {
        say!("     stderr: {}\n", Visible::line(line));
    }
    if let Some((_, Fault::Timeout { .. })) = record.fault() {
        say!("     the limits are set by --first-ms and --turn-ms\n");
    }
}

/// Prints who won, and why the game ended.
pub(crate) fn print_result(record: &GameRecord) {
    let winner = match record.winner() {
        Some(color) => format!("{color} ({}) wins", Visible::line(&record.bots[seat(color)].name)),
        None => "draw".to_string(),
    };
    say!("{winner}, {}; {}\n", record.score_text(), Visible::line(&record.ending()));
}

/// Prints after an interruption how to resume the run.
pub(crate) fn print_how_to_resume(outcome: &anyhow::Result<()>) {
    if outcome.as_ref().is_err_and(|error| error.is::<Stopped>()) {
        complain!("{}: interrupted; run the same command again to resume", typed());
    }
}

/// Prints why games were void.
pub(crate) fn print_voided(pairs: &[Pair]) {
    for pair in pairs {
        for voided in &pair.voided {
            complain!("{}: pair {}: {voided}; it is played again", typed(), pair.index);
        }
    }
}
